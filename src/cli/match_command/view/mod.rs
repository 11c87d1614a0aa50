//! The view of a running tournament: on a terminal a table that keeps up with
//! it, elsewhere a line for each game.

mod live;
mod plain;
pub mod table;

use std::fmt::Display;
use std::io::{Write, stdout};

use indicatif::ProgressDrawTarget;

use crate::cli::stderr::eprint_line;
use crate::tournament::folder::Folder;
use crate::tournament::run::{Ending, News};
use crate::tournament::{Results, Spec, Warned};
use crate::util::text::printable;
use live::Live;
use plain::Plain;

/// The number of kinds of warnings that are printed at the end.
const WARNINGS: usize = 10;

/// A view of a running tournament.
pub enum View {
    /// A table, for a terminal.
    Live(Box<Live>),
    /// Lines, for everything else.
    Plain(Plain),
}

impl View {
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
    pub fn tell(&mut self, news: &News<'_>, results: &Results) {
        match self {
            Self::Live(live) => live.tell(news, results),
            Self::Plain(plain) => plain.tell(news, results),
        }
    }

    /// Closes the view.
    pub fn close(&self) {
        if let Self::Live(live) = self {
            live.close();
        }
    }
}

/// Prints a line on stdout. A tournament goes on even if nobody reads it any
/// more.
pub fn say(line: impl Display) {
    let _ = writeln!(stdout(), "{}", shown(&line.to_string()));
}

/// Makes lines safe for a terminal: text from an engine, or from a journal made
/// elsewhere, may be among them.
fn shown(lines: &str) -> String {
    let lines: Vec<String> = lines.split('\n').map(printable).collect();
    lines.join("\n")
}

/// Prints the final table.
pub fn results(results: &Results) {
    say("\nResults");
    for line in table::lines(results) {
        say(line);
    }
    for (name, faults) in results.names().iter().zip(results.faults_of()) {
        let (last, detail) = &faults.last;
        match faults.games {
            0 => {}
            1 => say(format_args!("    fault: {name} lost game {last}: {detail}")),
            games => say(format_args!(
                "    faults: {name} lost {games} games; game {last}, the last: {detail}"
            )),
        }
    }
    let warnings = results.warnings().iter();
    let more = warnings.len().saturating_sub(WARNINGS);
    for (kind, warned) in warnings.take(WARNINGS) {
        say(format_args!("    warning: {}", warning(kind, warned)));
    }
    if more > 0 {
        say(format_args!(
            "    and {more} other warnings, see the report"
        ));
    }
}

/// Returns a line about a kind of warning.
fn warning(kind: &str, warned: &Warned) -> String {
    let Warned {
        games,
        first,
        example,
    } = warned;
    let example = match example.as_str() {
        "" => String::new(),
        text => format!(": {text}"),
    };
    match games {
        1 => format!("{kind} (game {first}){example}"),
        _ => format!("{kind} ({games} games, first in game {first}){example}"),
    }
}

/// Prints where the files are, or why the tournament ended and how to go on
/// with it.
pub fn farewell(ending: &Ending, folder: &Folder) {
    let path = folder.path().display();
    match ending {
        Ending::Complete | Ending::Decided => {
            say(format_args!("\nGames and reports are in {path}"));
        }
        Ending::Stopped => {
            say(format_args!(
                "\nBroken off. To go on: batyr match --resume --out {path}"
            ));
        }
        Ending::Faults {
            engine,
            games,
            detail,
        } => eprint_line!(
            "batyr match: stopped: {engine} broke down {games} times in a row; the last time: \
             {detail}. These games don't count (--max-faults 0 goes on and counts them). To go \
             on: batyr match --resume --out {path}"
        ),
        Ending::Strict(objection) => eprint_line!(
            "batyr match: stopped by --strict: {objection}. To go on: batyr match --resume \
             --out {path}"
        ),
    }
}
