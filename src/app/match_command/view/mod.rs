//! What a person sees of a tournament while it is played: a table that keeps
//! up with it on a terminal, a line for each game elsewhere.

mod live;
mod plain;
pub mod table;

use std::fmt::Display;
use std::io::{Write, stdout};

use indicatif::ProgressDrawTarget;

use crate::tournament::folder::Folder;
use crate::tournament::run::{Ending, News};
use crate::tournament::{Results, Spec};
use live::Live;
use plain::Plain;

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
    let _ = writeln!(stdout(), "{line}");
}

/// The final table.
pub fn results(results: &Results) {
    say("\nResults");
    for line in table::lines(results) {
        say(line);
    }
    if results.faults() > 0 {
        let faults = results.faults();
        say(format_args!(
            "    games lost by a fault of the engine: {faults}, see the report"
        ));
    }
    if results.warned() > 0 {
        let warned = results.warned();
        say(format_args!(
            "    games with warnings: {warned}, see the report"
        ));
    }
}

/// Where everything is.
pub fn farewell(ending: Ending, folder: &Folder) {
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
    }
}
