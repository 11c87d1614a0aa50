//! A line for each game.

use super::table;
use crate::tournament::run::News;
use crate::tournament::{GameReport, Results};

/// After so many games the figures are told, too.
const FIGURES_EVERY: u64 = 10;

/// Lines on stdout.
pub struct Plain {
    total: Option<u32>,
    done: u64,
}

impl Plain {
    pub const fn new(total: Option<u32>) -> Self {
        Self { total, done: 0 }
    }

    pub fn tell(&mut self, news: &News<'_>, results: &Results) {
        match news {
            News::Finished { report, .. } => {
                println!("{}", line(report, self.total));
                self.done += 1;
                if self.done.is_multiple_of(FIGURES_EVERY) {
                    for line in table::lines(results) {
                        println!("{line}");
                    }
                }
            }
            News::Again { report } => {
                println!("{}; it is played again", line(report, self.total));
            }
            News::Started { .. } | News::Turn { .. } => {}
        }
    }
}

/// A game in a line.
pub fn line(report: &GameReport, total: Option<u32>) -> String {
    let of = total.map_or_else(String::new, |total| format!("/{total}"));
    format!(
        "game {}{of}: {} - {} {}, {} ({} turns)",
        report.game,
        report.white,
        report.black,
        report.result.text(),
        report.detail,
        report.opening.turns.len() + report.turns.len()
    )
}
