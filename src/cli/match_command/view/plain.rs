//! Shows a tournament without a terminal: prints a line for each game.

use std::fmt::Display;
use std::io::{Write, stdout};

use super::table;
use crate::cli::pause::pause_line;
use crate::tournament::run::ProgressEvent;
use crate::tournament::{Results, WarningSummary};
use crate::util::text::printable_lines;

/// The number of games after which the tables are printed again.
const TABLE_INTERVAL: u64 = 10;

/// A view that prints lines on stdout.
pub struct PlainView {
    /// The number of the last game; `None` if it is unknown or the tournament is a shard.
    last_game: Option<u32>,
    /// The number of games finished.
    done: u64,
    /// The warnings printed so far.
    warnings: WarningSummary,
}

impl PlainView {
    /// Creates a view; `last_game` is the number of the last game.
    pub fn new(last_game: Option<u32>) -> Self {
        Self {
            last_game,
            done: 0,
            warnings: WarningSummary::default(),
        }
    }

    /// Prints the lines about an event.
    pub fn show(&mut self, event: &ProgressEvent<'_>, results: &Results) {
        if let Some(line) = event_line(event, self.last_game) {
            print_line(line);
        }
        let ProgressEvent::Finished { report } = event else {
            return;
        };
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
}

/// Prints a line on stdout, made safe for a terminal, because it may contain text from an
/// engine or from a journal written elsewhere. A tournament continues even if stdout has been
/// closed.
pub fn print_line(line: impl Display) {
    let _ = writeln!(stdout(), "{}", printable_lines(&line.to_string()));
}

/// Returns a line about an event, with the number of the last game; `None` for the start of a
/// game and for a turn.
pub fn event_line(event: &ProgressEvent<'_>, last_game: Option<u32>) -> Option<String> {
    let (report, addition) = match event {
        ProgressEvent::Started { .. } | ProgressEvent::Turn { .. } => return None,
        ProgressEvent::JobsChanged { jobs, note } => return Some(jobs_line(*jobs, *note)),
        ProgressEvent::PauseChanged { reasons } => return Some(pause_line(reasons)),
        ProgressEvent::Finished { report } => (report, ""),
        ProgressEvent::Retried { report } => (report, "; it will be replayed"),
        ProgressEvent::Delayed { report } => (report, "; abandoned, to be replayed"),
        ProgressEvent::Held { report } => (report, "; it counts once that engine completes a game"),
    };
    let last = last_game.map_or_else(String::new, |last| format!("/{last}"));
    Some(format!(
        "game {}{last}: {} - {} {}, {} ({} turns){addition}",
        report.game,
        report.white,
        report.black,
        report.result.text(),
        report.detail,
        report.length()
    ))
}

/// Returns a line about a changed number of concurrent games. `note` is the reason why fewer
/// games were added than requested, or a warning.
fn jobs_line(jobs: usize, note: Option<&str>) -> String {
    let games = if jobs == 1 { "game" } else { "games" };
    let note = note.map_or_else(String::new, |note| format!(": {note}"));
    format!("{jobs} {games} at a time{note}")
}
