//! What a person sees of a tournament while it is played: a table that keeps
//! up with it on a terminal, a line for each game elsewhere.

mod live;
mod plain;
pub mod table;

use std::io::IsTerminal;

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
        let is_live = !plain && std::io::stdout().is_terminal();
        if is_live {
            Self::Live(Box::new(Live::new(spec, results, total)))
        } else {
            Self::Plain(Plain::new(total))
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

/// The final table.
pub fn results(results: &Results) {
    println!("\nResults");
    for line in table::lines(results) {
        println!("{line}");
    }
    if results.faults() > 0 {
        let faults = results.faults();
        println!("    games lost by a fault of the engine: {faults}, see the report");
    }
}

/// Where everything is.
pub fn farewell(ending: Ending, folder: &Folder) {
    let path = folder.path().display();
    match ending {
        Ending::Complete | Ending::Decided => {
            println!("\nGames and reports are in {path}");
        }
        Ending::Stopped => {
            println!("\nBroken off. To go on: batyr match --resume --out {path}");
        }
    }
}
