//! The view without a terminal: a line for each game.

use super::{say, table};
use crate::tournament::run::News;
use crate::tournament::{GameReport, Results, Warnings};

/// The interval at which the tables are printed, in games.
const FIGURES_EVERY: u64 = 10;

/// A view that prints lines on stdout.
pub struct Plain {
    /// The number of the last game; `None` if unknown, or in a shard.
    last: Option<u32>,
    done: u64,
    /// The warnings printed so far.
    warnings: Warnings,
}

impl Plain {
    pub fn new(last: Option<u32>) -> Self {
        Self {
            last,
            done: 0,
            warnings: Warnings::default(),
        }
    }

    pub fn tell(&mut self, news: &News<'_>, results: &Results) {
        match news {
            News::Finished { report, .. } => {
                say(line(report, self.last));
                for warning in self.warnings.add(report) {
                    say(format_args!("    warning: {warning}"));
                }
                self.done += 1;
                if self.done.is_multiple_of(FIGURES_EVERY) {
                    for line in table::lines(results) {
                        say(line);
                    }
                }
            }
            News::Again { report } => {
                let line = line(report, self.last);
                say(format_args!("{line}; it is played again"));
            }
            News::Waits { report } => say(waits(report, self.last)),
            News::Started { .. } | News::Turn { .. } => {}
        }
    }
}

/// Returns a line about a game that does not count yet.
pub fn waits(report: &GameReport, last: Option<u32>) -> String {
    let line = line(report, last);
    format!("{line}; it counts when that engine gets through a game")
}

/// Returns a line about a game, with its number and that of the last game.
pub fn line(report: &GameReport, last: Option<u32>) -> String {
    let of = last.map_or_else(String::new, |last| format!("/{last}"));
    format!(
        "game {}{of}: {} - {} {}, {} ({} turns)",
        report.game,
        report.white,
        report.black,
        report.result.text(),
        report.detail,
        report.length()
    )
}
