//! What a person sees of a tournament while it is played: a table that keeps
//! up with it on a terminal, a line for each game elsewhere.

mod live;
mod plain;
pub mod table;

use std::fmt::Display;
use std::io::{Write, stdout};

use indicatif::ProgressDrawTarget;

use crate::app::stderr::complain;
use crate::text::printable;
use crate::tournament::folder::Folder;
use crate::tournament::run::{Ending, News};
use crate::tournament::{Results, Spec, Warned};
use live::Live;
use plain::Plain;

/// So many kinds of warnings are told at the end.
const WARNINGS: usize = 10;

/// One of the two.
pub enum View {
    /// For a terminal.
    Live(Box<Live>),
    /// For everything else.
    Plain(Plain),
}

impl View {
    /// A view of a tournament of which `total` games are to be played, if that
    /// is known.
    pub fn new(spec: &Spec, results: &Results, total: Option<u32>, plain: bool) -> Self {
        // That asks what the terminal can do, too.
        let is_live = !plain && !ProgressDrawTarget::stdout().is_hidden();
        // The games of a share have the numbers that they have in the whole.
        let last = total.filter(|_| spec.shard.is_none());
        if is_live {
            Self::Live(Box::new(Live::new(spec, results, total, last)))
        } else {
            Self::Plain(Plain::new(last))
        }
    }

    /// Shows what has happened.
    pub fn tell(&mut self, news: &News<'_>, results: &Results) {
        match self {
            Self::Live(live) => live.tell(news, results),
            Self::Plain(plain) => plain.tell(news, results),
        }
    }

    /// Ends the show.
    pub fn close(&self) {
        if let Self::Live(live) = self {
            live.close();
        }
    }
}

/// A line on stdout. A tournament goes on when nobody reads it any more.
pub fn say(line: impl Display) {
    let _ = writeln!(stdout(), "{}", shown(&line.to_string()));
}

/// Lines as a terminal may show them: the words of an engine, or of a journal
/// that came from elsewhere, may be among them.
fn shown(lines: &str) -> String {
    let lines: Vec<String> = lines.split('\n').map(printable).collect();
    lines.join("\n")
}

/// The final table.
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

/// A kind of warnings in a line.
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

/// Where everything is, and why it ended.
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
        } => complain!(
            "batyr match: stopped: {engine} broke down {games} times in a row; the last time: \
             {detail}. These games don't count (--max-faults 0 goes on and counts them). To go \
             on: batyr match --resume --out {path}"
        ),
        Ending::Strict(objection) => complain!(
            "batyr match: stopped by --strict: {objection}. To go on: batyr match --resume \
             --out {path}"
        ),
    }
}
