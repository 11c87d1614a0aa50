//! The errors of reading game files: what is wrong, and where.

use std::fmt::{self, Display};

use super::lines::MOST_BYTES;
use crate::base::Color;
use crate::game::{PositionError, Variant};
use crate::rules::TurnError;

/// An error that keeps one game of a file from being read. Reading goes on with
/// the next game unless the fault is [`Fault::Input`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("game {game}, {}line {line}, column {column}: {fault}", and(.moment.as_ref()))]
pub struct FileError {
    /// The number of the game in the file, counted from 1.
    pub game: u64,
    /// The move at fault, if the fault is in a move.
    pub moment: Option<Moment>,
    /// The line of the file, counted from 1.
    pub line: u64,
    /// The column in characters, counted from 1.
    pub column: u64,
    /// What is wrong.
    pub fault: Fault,
}

/// A move of a game, identified by its number and side.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Moment {
    /// The number of the move, counted from 1.
    pub number: u32,
    /// The side that makes the move.
    pub side: Color,
    /// Whether the move is in a variation.
    pub in_variation: bool,
}

/// A fault in a game file. Each message names the token and what was expected.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// A move that can't be read or played.
    #[error(transparent)]
    Turn(#[from] TurnError),
    /// An invalid start position (tag `SPN` or `FEN`).
    #[error("tag {tag}: {0}", tag = .0.position_notation())]
    Position(#[from] PositionError),
    /// An unknown rule set (tag `Variant`).
    #[error("tag Variant {0:?}, expected one of {all}", all = Variant::list())]
    Variant(String),
    /// A token in a place where it does not belong.
    #[error("found {found}, expected {expected}")]
    Token {
        /// The token that was found.
        found: String,
        /// What was expected.
        expected: &'static str,
    },
    /// A JSON line that does not describe a game.
    #[error("{0}")]
    Json(String),
    /// Bytes that are not valid UTF-8.
    #[error("bytes that are no text, expected UTF-8")]
    NotText,
    /// A line or a game that is too long.
    #[error("a line or game of more than {MOST_BYTES} bytes, expected a shorter one")]
    TooLong,
    /// A failure of the input itself; nothing more is read.
    #[error("input fails: {0}")]
    Input(String),
}

impl Fault {
    pub(super) fn token(found: &str, expected: &'static str) -> Self {
        let found = match found {
            "" => "the end of the game".to_owned(),
            token => crate::util::text::quoted(token),
        };
        Self::Token { found, expected }
    }
}

fn and(moment: Option<&Moment>) -> String {
    moment.map_or_else(String::new, |moment| format!("{moment}, "))
}

impl Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = match self.side {
            Color::White => "White",
            Color::Black => "Black",
        };
        let place = if self.in_variation {
            " in a variation"
        } else {
            ""
        };
        write!(f, "move {} of {side}{place}", self.number)
    }
}
