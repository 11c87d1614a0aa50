//! Shows a running tournament: as a live table on a terminal, as a line for each game
//! elsewhere.

mod live;
mod plain;
pub mod table;

use indicatif::ProgressDrawTarget;

use crate::cli::game_args::continue_command;
use crate::cli::stderr::eprint_line;
use crate::tournament::folder::Folder;
use crate::tournament::run::{ProgressEvent, RunEnd};
use crate::tournament::{Results, Spec, WarningCount};
use live::LiveView;
use plain::PlainView;
pub use plain::print_line;

/// The maximum number of kinds of warnings printed with the results.
const MAX_WARNING_KINDS: usize = 10;

/// A view of a running tournament.
pub enum TournamentView {
    /// A table that is redrawn, for a terminal.
    Live(Box<LiveView>),
    /// Lines, for everything else.
    Plain(PlainView),
}

impl TournamentView {
    /// Creates the view of a tournament. `total` is its number of games, if known.
    pub fn new(spec: &Spec, results: &Results, total: Option<u32>, plain: bool) -> Self {
        // The target is hidden unless stdout is a terminal that supports redrawing.
        let is_live = !plain && !ProgressDrawTarget::stdout().is_hidden();
        // The games of a shard keep their numbers in the whole tournament, so the number
        // of the last game is not the number of games.
        let last_game = total.filter(|_| spec.shard.is_none());
        if is_live {
            Self::Live(Box::new(LiveView::new(spec, results, total, last_game)))
        } else {
            Self::Plain(PlainView::new(last_game))
        }
    }

    /// Returns whether the view is redrawn on a terminal.
    pub const fn is_live(&self) -> bool {
        matches!(self, Self::Live(_))
    }

    /// Shows which keys can be pressed, and the number of concurrent games.
    pub fn show_keys(&mut self, jobs: usize) {
        if let Self::Live(live) = self {
            live.show_keys(jobs);
        }
    }

    pub fn show(&mut self, event: &ProgressEvent<'_>, results: &Results) {
        match self {
            Self::Live(live) => live.show(event, results),
            Self::Plain(plain) => plain.show(event, results),
        }
    }

    /// Clears the live table.
    pub fn close(&self) {
        if let Self::Live(live) = self {
            live.close();
        }
    }
}

/// Prints the final tables, the faults and the warnings.
pub fn print_results(results: &Results) {
    print_line("\nResults");
    for line in table::lines(results) {
        print_line(line);
    }
    for (name, faults) in results.names.iter().zip(&results.losses_by_fault) {
        let (last, detail) = &faults.last;
        match faults.games {
            0 => {}
            1 => print_line(format_args!("    fault: {name} lost game {last}: {detail}")),
            games => print_line(format_args!(
                "    faults: {name} lost {games} games, the last of them game {last}: {detail}"
            )),
        }
    }
    let warnings = results.warnings.iter();
    let more = warnings.len().saturating_sub(MAX_WARNING_KINDS);
    for (kind, count) in warnings.take(MAX_WARNING_KINDS) {
        print_line(format_args!("    warning: {}", warning_line(kind, count)));
    }
    if more > 0 {
        print_line(format_args!(
            "    and {more} other kinds of warnings; see the report"
        ));
    }
}

fn warning_line(kind: &str, count: &WarningCount) -> String {
    let WarningCount {
        games,
        first_game,
        example,
    } = count;
    let example = match example.as_str() {
        "" => String::new(),
        text => format!(": {text}"),
    };
    match games {
        1 => format!("{kind} (game {first_game}){example}"),
        _ => format!("{kind} ({games} games, first in game {first_game}){example}"),
    }
}

/// Prints where the games and reports are, or why the run ended and how to continue it. `options`
/// are the subcommand and the options that continue it, before the path of the folder.
pub fn print_run_end(run_end: &RunEnd, folder: &Folder, options: &str) {
    let path = folder.path().display();
    let command = continue_command(options, folder.path());
    let to_continue = format!("To continue: {command}");
    match run_end {
        RunEnd::Complete | RunEnd::Decided => {
            print_line(format_args!("\nGames and reports are in {path}"));
        }
        RunEnd::NoOtherGames { games } => print_line(format_args!(
            "\nThe test is undecided, and a whole pass through the openings only repeated the \
             {games} different games: use more openings (--openings) or a time limit.\nGames and \
             reports are in {path}"
        )),
        RunEnd::Ended => print_line(format_args!("\nThe tournament in {path} has ended")),
        RunEnd::Stopped => {
            print_line(format_args!("\nInterrupted. {to_continue}"));
        }
        RunEnd::Breakdowns {
            engine,
            games,
            detail,
        } => eprint_line!(
            "batyr match: stopped: {engine} broke down {games} times in a row; last breakdown: \
             {detail}. These games don't count (use --max-faults 0 to count them and never \
             stop). {to_continue}"
        ),
        RunEnd::ProgramChanged(change) => eprint_line!(
            "batyr match: stopped: {change}. The games before the change count. Restore the program, \
             or use --accept-changed-programs, with which the games of both programs count \
             together. {to_continue}"
        ),
        RunEnd::CannotStart(reason) => {
            eprint_line!("batyr match: stopped: {reason}. {to_continue}")
        }
        RunEnd::Delays {
            game,
            attempts,
            detail,
        } => eprint_line!(
            "batyr match: stopped: game {game} was abandoned {attempts} times; the last time, \
             {detail}. The machine is overloaded, or the runner was stopped repeatedly; use fewer \
             --jobs, so that each game has a processor of its own. {to_continue}"
        ),
        RunEnd::Strict(strict_violation) => {
            eprint_line!("batyr match: stopped by --strict: {strict_violation}. {to_continue}")
        }
    }
}
