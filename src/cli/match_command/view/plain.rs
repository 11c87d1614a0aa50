//! The view without a terminal: a line for each game.

use super::{print_line, table};
use crate::tournament::run::ProgressEvent;
use crate::tournament::{GameReport, Results, WarningSummary};

/// The interval at which the tables are printed, in games.
const TABLE_INTERVAL: u64 = 10;

/// A view that prints lines on stdout.
pub struct Plain {
    /// The number of the last game; `None` if unknown, or in a shard.
    last: Option<u32>,
    done: u64,
    /// The warnings printed so far.
    warnings: WarningSummary,
}

impl Plain {
    pub fn new(last: Option<u32>) -> Self {
        Self {
            last,
            done: 0,
            warnings: WarningSummary::default(),
        }
    }

    pub fn show(&mut self, event: &ProgressEvent<'_>, results: &Results) {
        match event {
            ProgressEvent::Finished { report, .. } => {
                print_line(line(report, self.last));
                for warning in self.warnings.add(report) {
                    print_line(format_args!("    warning: {warning}"));
                }
                self.done += 1;
                if self.done.is_multiple_of(TABLE_INTERVAL) {
                    for line in table::lines(results) {
                        print_line(line);
                    }
                }
            }
            ProgressEvent::Retried { report } => {
                let line = line(report, self.last);
                print_line(format_args!("{line}; it will be replayed"));
            }
            ProgressEvent::Held { report } => print_line(held_line(report, self.last)),
            ProgressEvent::Started { .. } | ProgressEvent::Turn { .. } => {}
        }
    }
}

/// Returns a line about a game that does not count yet.
pub fn held_line(report: &GameReport, last: Option<u32>) -> String {
    let line = line(report, last);
    format!("{line}; it counts once that engine completes a game")
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
