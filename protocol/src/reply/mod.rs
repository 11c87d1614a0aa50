//! What an engine says to a host.
//!
//! **The decision:** each dialect prints in one place (`uci`, `ushi`) and all
//! are read in one place, which is as generous as possible: a runner meets
//! engines of every kind. What a dialect cannot say is not said:
//! [`Reply::to_line`] gives `None`.

mod info;
mod option;
mod parse;
mod uci;
mod ushi;

use crate::{dialect::Dialect, info::Info, option::OptionSpec, text::one_line, warning::Parsed};

/// One line of an engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reply {
    /// `id name …`.
    Name(String),
    /// `id author …`.
    Author(String),
    /// `option name …`.
    Option(OptionSpec),
    /// `uciok`, `ushiok`: the opening is complete.
    HandshakeDone,
    /// `readyok`.
    ReadyOk,
    /// `version supported`, `version unsupported` (USHI).
    Version {
        /// Whether the rules that were asked for are supported.
        supported: bool,
    },
    /// `info …`.
    Info(Box<Info>),
    /// `bestmove …`.
    BestMove {
        /// The move, `None` if there is none: `bestmove (none)`.
        best: Option<String>,
        /// The answer that the engine would like to ponder on.
        ponder: Option<String>,
    },
    /// Any other line, as it stands: a banner, or the answer to a console
    /// command.
    Other(String),
}

impl Reply {
    /// A line of text for a person, `info string …`.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Self::from(Info::text(text))
    }

    /// The report of a fault, `info string error: …`.
    #[must_use]
    pub fn error(fault: impl std::fmt::Display) -> Self {
        Self::from(Info::error(fault))
    }

    /// Reads one line. An empty line gives no value; a line of no known form is
    /// [`Reply::Other`] without a warning.
    #[must_use]
    pub fn parse(dialect: Dialect, line: &str) -> Parsed<Self> {
        parse::line(dialect, line)
    }

    /// The line that says this, without a line end, or `None` if the dialect
    /// has no words for it. Reading the line gives the same value back as far
    /// as the dialect shows it, given that all texts are such that reading can
    /// give.
    ///
    /// USHI shows less than UCI: no `info` line without a score and a `pv`,
    /// no word of a bound, only the fields that its GUI knows, no `ponder` move
    /// and no `bestmove (none)`; depth and time are at least 1; option names
    /// get blanks for characters that the GUI cannot read.
    #[must_use]
    pub fn to_line(&self, dialect: Dialect) -> Option<String> {
        match dialect {
            Dialect::Uci => Some(uci::line(self)),
            Dialect::Ushi => ushi::line(self),
        }
        .map(one_line)
    }
}

impl From<Info> for Reply {
    fn from(info: Info) -> Self {
        Self::Info(Box::new(info))
    }
}
