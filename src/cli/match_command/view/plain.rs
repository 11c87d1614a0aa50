//! Shows a tournament without a terminal: prints a line for each game.

use super::print::print_line;
use super::table;
use crate::cli::pause::pause_line;
use crate::tournament::run::ProgressEvent;
use crate::tournament::{GameReport, Results, WarningSummary};

/// The number of games after which the tables are printed again.
const TABLE_INTERVAL: u64 = 10;

/// A view that prints lines on stdout.
pub struct PlainView {
    /// The number of the last game; `None` if it is unknown or if this is a shard.
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
        match event {
            ProgressEvent::Finished { report, .. } => {
                print_line(game_line(report, self.last_game));
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
                print_line(replayed_line(report, self.last_game));
            }
            ProgressEvent::JobsChanged { jobs, note } => print_line(jobs_line(*jobs, *note)),
            ProgressEvent::PauseChanged { reasons } => print_line(pause_line(reasons)),
            ProgressEvent::Delayed { report } => {
                print_line(abandoned_line(report, self.last_game));
            }
            ProgressEvent::Held { report } => print_line(held_line(report, self.last_game)),
            ProgressEvent::Started { .. } | ProgressEvent::Turn { .. } => {}
        }
    }
}

/// Returns a line about a game that will be replayed.
pub fn replayed_line(report: &GameReport, last_game: Option<u32>) -> String {
    format!("{}; it will be replayed", game_line(report, last_game))
}

/// Returns a line about a changed number of concurrent games, with the reason that there are no
/// more, or a warning.
pub fn jobs_line(jobs: usize, note: Option<&str>) -> String {
    let games = if jobs == 1 { "game" } else { "games" };
    let note = note.map_or_else(String::new, |note| format!(": {note}"));
    format!("{jobs} {games} at a time{note}")
}

/// Returns a line about a game that was abandoned because the runner itself did not run.
pub fn abandoned_line(report: &GameReport, last_game: Option<u32>) -> String {
    format!(
        "{}; abandoned, to be replayed",
        game_line(report, last_game)
    )
}

/// Returns a line about a game that does not count yet.
pub fn held_line(report: &GameReport, last_game: Option<u32>) -> String {
    let line = game_line(report, last_game);
    format!("{line}; it counts once that engine completes a game")
}

/// Returns a line about a game, with its number and the number of the last game.
pub fn game_line(report: &GameReport, last_game: Option<u32>) -> String {
    let last = last_game.map_or_else(String::new, |last| format!("/{last}"));
    format!(
        "game {}{last}: {} - {} {}, {} ({} turns)",
        report.game,
        report.white,
        report.black,
        report.result.text(),
        report.detail,
        report.length()
    )
}
