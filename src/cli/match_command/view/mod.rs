//! The view of a running tournament: on a terminal a live table,
//! elsewhere a line for each game.

mod live;
mod plain;
pub mod table;

use std::fmt::Display;
use std::io::{Write, stdout};

use indicatif::ProgressDrawTarget;

use crate::cli::stderr::eprint_line;
use crate::tournament::folder::Folder;
use crate::tournament::run::{ProgressEvent, RunEnd};
use crate::tournament::{Results, Spec, WarningCount};
use crate::util::text::printable;
use live::Live;
use plain::Plain;

/// The maximum number of kinds of warnings printed at the end.
const WARNINGS: usize = 10;

/// A view of a running tournament.
pub enum TournamentView {
    /// A table, for a terminal.
    Live(Box<Live>),
    /// Lines, for everything else.
    Plain(Plain),
}

impl TournamentView {
    /// Creates the view of a tournament with `total` games to play, if that
    /// number is known.
    pub fn new(spec: &Spec, results: &Results, total: Option<u32>, plain: bool) -> Self {
        // `is_hidden` also checks what the terminal can do.
        let is_live = !plain && !ProgressDrawTarget::stdout().is_hidden();
        // The games of a shard keep the numbers that they have in the whole
        // tournament.
        let last = total.filter(|_| spec.shard.is_none());
        if is_live {
            Self::Live(Box::new(Live::new(spec, results, total, last)))
        } else {
            Self::Plain(Plain::new(last))
        }
    }

    /// Shows an event.
    pub fn show(&mut self, event: &ProgressEvent<'_>, results: &Results) {
        match self {
            Self::Live(live) => live.show(event, results),
            Self::Plain(plain) => plain.show(event, results),
        }
    }

    /// Closes the view.
    pub fn close(&self) {
        if let Self::Live(live) = self {
            live.close();
        }
    }
}

/// Prints a line on stdout. A tournament continues even if stdout has been
/// closed.
pub fn print_line(line: impl Display) {
    let _ = writeln!(stdout(), "{}", printable_lines(&line.to_string()));
}

/// Makes lines safe for a terminal: they may contain text from an engine, or
/// from a journal made elsewhere.
fn printable_lines(lines: &str) -> String {
    let lines: Vec<String> = lines.split('\n').map(printable).collect();
    lines.join("\n")
}

/// Prints the final table.
pub fn results(results: &Results) {
    print_line("\nResults");
    for line in table::lines(results) {
        print_line(line);
    }
    for (name, faults) in results.names().iter().zip(results.losses_by_fault()) {
        let (last, detail) = &faults.last;
        match faults.games {
            0 => {}
            1 => print_line(format_args!("    fault: {name} lost game {last}: {detail}")),
            games => print_line(format_args!(
                "    faults: {name} lost {games} games; game {last}, the last: {detail}"
            )),
        }
    }
    let warnings = results.warnings().iter();
    let more = warnings.len().saturating_sub(WARNINGS);
    for (kind, warned) in warnings.take(WARNINGS) {
        print_line(format_args!("    warning: {}", warning(kind, warned)));
    }
    if more > 0 {
        print_line(format_args!(
            "    and {more} other warnings, see the report"
        ));
    }
}

/// Returns a line about a kind of warning.
fn warning(kind: &str, warned: &WarningCount) -> String {
    let WarningCount {
        games,
        first_game,
        example,
    } = warned;
    let example = match example.as_str() {
        "" => String::new(),
        text => format!(": {text}"),
    };
    match games {
        1 => format!("{kind} (game {first_game}){example}"),
        _ => format!("{kind} ({games} games, first in game {first_game}){example}"),
    }
}

/// Prints where the files are, or why the run ended and how to continue
/// it.
pub fn print_ending(ending: &RunEnd, folder: &Folder) {
    let path = folder.path().display();
    match ending {
        RunEnd::Complete | RunEnd::Decided => {
            print_line(format_args!("\nGames and reports are in {path}"));
        }
        RunEnd::Stopped => {
            print_line(format_args!(
                "\nInterrupted. To continue: batyr match --resume --out {path}"
            ));
        }
        RunEnd::Breakdowns {
            engine,
            games,
            detail,
        } => eprint_line!(
            "batyr match: stopped: {engine} broke down {games} times in a row; the last time: \
             {detail}. These games don't count (--max-faults 0 never stops and counts them). To \
             continue: batyr match --resume --out {path}"
        ),
        RunEnd::Strict(strict_violation) => eprint_line!(
            "batyr match: stopped by --strict: {strict_violation}. To continue: batyr match --resume \
             --out {path}"
        ),
    }
}
