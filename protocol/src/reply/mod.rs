//! What an engine says to a host.
//!
//! **The decision:** each dialect prints in one place (`uci`, `ucci`, `ushi`)
//! and all are read in one place, which is as generous as possible: a runner
//! meets engines of every kind. What a dialect cannot say is not said:
//! [`Reply::to_line`] gives `None`.

mod info;
mod option;
mod parse;
mod pophash;
mod ucci;
mod uci;
mod ushi;

use crate::{
    dialect::Dialect,
    info::{Info, ScoreValue},
    option::OptionSpec,
    text::one_line,
    warning::Parsed,
};

/// What an engine says of the game with its move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// It takes the draw that was offered, or else offers one.
    Draw,
    /// It gives up.
    Resign,
}

/// What the hash table knows of a position.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct HashEntry {
    /// The best move.
    pub best: Option<String>,
    /// A value that is reached at least by the side to move, and the depth in
    /// plies at which that was found.
    pub lower: Option<(ScoreValue, u32)>,
    /// A value that is not passed, and the depth.
    pub upper: Option<(ScoreValue, u32)>,
}

/// How far a check of the engine itself has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CheckState {
    /// It goes on; an engine that is checking says more later.
    Checking,
    /// It was passed.
    Ok,
    /// It was not.
    Error,
}

/// One line of an engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reply {
    /// `id name …`.
    Name(String),
    /// `id author …`.
    Author(String),
    /// `id copyright …` (UCCI).
    Copyright(String),
    /// `id user …`: who may use it (UCCI).
    User(String),
    /// `option …`.
    Option(OptionSpec),
    /// `uciok`, `ucciok`, `ushiok`: the opening is complete.
    HandshakeDone,
    /// `readyok`.
    ReadyOk,
    /// `version supported`, `version unsupported` (USHI).
    Version {
        /// Whether the rules that were asked for are supported.
        supported: bool,
    },
    /// `copyprotection …` (UCI).
    CopyProtection(CheckState),
    /// `registration …` (UCI).
    Registration(CheckState),
    /// `info …`.
    Info(Box<Info>),
    /// `bestmove …`.
    BestMove {
        /// The move, `None` if there is none: `bestmove (none)`, in UCCI
        /// `nobestmove`.
        best: Option<String>,
        /// The answer that the engine would like to ponder on.
        ponder: Option<String>,
        /// A word about the game (UCCI).
        verdict: Option<Verdict>,
    },
    /// `pophash …`, the answer to `probe` (UCCI).
    PopHash(HashEntry),
    /// `bye`, the answer to `quit` (UCCI).
    Bye,
    /// Any other line, as it stands: a banner, or the answer to a console
    /// command.
    Other(String),
}

impl Reply {
    /// No move, and nothing to say about it.
    pub(crate) const NO_MOVE: Self = Self::BestMove {
        best: None,
        ponder: None,
        verdict: None,
    };

    /// A line of text for a person: `info string …`, in UCCI `info message …`.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Self::from(Info::text(text))
    }

    /// The report of a fault, a text that starts with `error: `.
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
    ///
    /// UCCI shows of `info` only depth, `multipv`, score, time, nodes, `pv` and
    /// text, or a `currmove` alone; a score is a bare number, in which a win in
    /// n own turns is 32000 − n, and without a word of a bound; a verdict needs
    /// a move, and an option a name of one word.
    #[must_use]
    pub fn to_line(&self, dialect: Dialect) -> Option<String> {
        match dialect {
            Dialect::Uci => uci::line(self),
            Dialect::Ucci => ucci::line(self),
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
