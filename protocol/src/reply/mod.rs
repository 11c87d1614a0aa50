//! The replies that an engine sends to a host.
//!
//! Each dialect has one printer (`uci`, `ucci`, `ushi`) and
//! all share one parser, which is as lenient as possible: engines of every kind
//! send replies. What a dialect cannot express is not sent: [`Reply::to_line`]
//! returns `None`.

mod info;
mod option;
mod parse;
mod pophash;
mod ucci;
mod uci;
mod ushi;

use crate::{
    dialect::Dialect,
    info::{InfoLine, ScoreValue},
    option::OptionSpec,
    text::one_line,
    warning::Parsed,
};

/// A draw offer or a resignation, sent with the engine's move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GameAction {
    /// The engine accepts the draw that was offered, or otherwise offers one.
    Draw,
    /// The engine resigns.
    Resign,
}

/// An entry of the transposition table.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct HashEntry {
    /// The best move.
    pub best: Option<String>,
    /// A lower bound on the value for the side to move, and the depth in plies
    /// at which it was found.
    pub lower: Option<(ScoreValue, u32)>,
    /// An upper bound on the value, and its depth.
    pub upper: Option<(ScoreValue, u32)>,
}

/// The state of an engine's check of itself (copy protection, registration).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CheckState {
    /// The check continues; the engine reports again later.
    Checking,
    /// The check was passed.
    Ok,
    /// The check was not passed.
    Error,
}

/// One line from an engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reply {
    /// `id name …`.
    Name(String),
    /// `id author …`.
    Author(String),
    /// `id copyright …` (UCCI).
    Copyright(String),
    /// `id user …`: the licensed user (UCCI).
    User(String),
    /// `option …`.
    Option(OptionSpec),
    /// `uciok`, `ucciok`, `ushiok`: the opening is complete.
    HandshakeDone,
    /// `readyok`.
    ReadyOk,
    /// `version supported`, `version unsupported` (USHI).
    Version {
        /// Whether the requested rules are supported.
        supported: bool,
    },
    /// `copyprotection …` (UCI).
    CopyProtection(CheckState),
    /// `registration …` (UCI).
    Registration(CheckState),
    /// `info …`.
    Info(Box<InfoLine>),
    /// `bestmove …`.
    BestMove {
        /// The move, `None` if there is none: `bestmove (none)`, in UCCI
        /// `nobestmove`.
        best: Option<String>,
        /// The expected answer, on which the engine asks to ponder.
        ponder: Option<String>,
        /// A draw offer or a resignation (UCCI).
        action: Option<GameAction>,
    },
    /// `pophash …`, the answer to `probe` (UCCI).
    PopHash(HashEntry),
    /// `bye`, the answer to `quit` (UCCI).
    Bye,
    /// Any other line, unchanged: a banner, or the answer to a console command.
    Other(String),
}

impl Reply {
    /// An answer without a move.
    pub(crate) const NO_MOVE: Self = Self::BestMove {
        best: None,
        ponder: None,
        action: None,
    };

    /// Returns a line of text for a person: `info string …`, in UCCI
    /// `info message …`.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Self::from(InfoLine::text(text))
    }

    /// Returns the report of a fault: a text that starts with `error: `.
    #[must_use]
    pub fn error(fault: impl std::fmt::Display) -> Self {
        Self::from(InfoLine::error(fault))
    }

    /// Parses one line. An empty line gives no value; a line of no known form
    /// is [`Reply::Other`] without a warning.
    #[must_use]
    pub fn parse(dialect: Dialect, line: &str) -> Parsed<Self> {
        parse::line(dialect, line)
    }

    /// Returns the line of this reply, without a line end, or `None` if the
    /// dialect cannot express it. Reading the line gives the same value back as
    /// far as the dialect shows it, provided that reading could have produced
    /// all its texts.
    ///
    /// USHI shows less than UCI: no `info` line without a score and a `pv`
    /// unless it holds a text, no mark of a bound, only the fields that its GUI
    /// knows, no `ponder` move and no `bestmove (none)`; depth and time are at
    /// least 1; option names get spaces for characters that the GUI cannot
    /// read.
    ///
    /// Of `info`, UCCI shows only depth, `multipv`, score, time, nodes, `pv`
    /// and text, or a `currmove` alone. A score is a bare number, in which a
    /// win in n own turns is 32000 − n, without a mark of a bound. An action
    /// needs a move, and the name of an option must be one word.
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

impl From<InfoLine> for Reply {
    fn from(info: InfoLine) -> Self {
        Self::Info(Box::new(info))
    }
}
