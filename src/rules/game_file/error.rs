//! Why a game of a file can't be read, and where.

use std::fmt::{self, Display};

use super::super::{PositionError, TurnError, Variant};
use super::lines::MOST_BYTES;
use crate::base::Color;

/// A game that can't be read. The next one can, unless the fault is
/// [`Fault::Input`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("game {game}, {}line {line}, column {column}: {fault}", and(.moment.as_ref()))]
pub struct FileError {
    /// Which game of the file, from 1.
    pub game: u64,
    /// The move, if a move is at fault.
    pub moment: Option<Moment>,
    /// The line of the file, from 1.
    pub line: u64,
    /// The column, in letters from 1.
    pub column: u64,
    /// What is wrong.
    pub fault: Fault,
}

/// A move of a game by its number and side.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Moment {
    /// The number of the move, from 1.
    pub number: u32,
    /// Whose move.
    pub side: Color,
    /// Whether it stands in a variation.
    pub in_variation: bool,
}

/// What is wrong. Each message names the token and what was expected.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// A move.
    #[error(transparent)]
    Turn(#[from] TurnError),
    /// The start position (tag `SPN` or `FEN`).
    #[error("tag {tag}: {0}", tag = .0.position_text())]
    Position(#[from] PositionError),
    /// The rule set (tag `Variant`).
    #[error("tag Variant {0:?}, expected one of {all}", all = Variant::list())]
    Variant(String),
    /// Something that belongs elsewhere, or nowhere.
    #[error("found {found}, expected {expected}")]
    Token {
        /// What stands there.
        found: String,
        /// What was expected.
        expected: &'static str,
    },
    /// A JSON line that is no game.
    #[error("{0}")]
    Json(String),
    /// Bytes that are no text.
    #[error("bytes that are no text, expected UTF-8")]
    NotText,
    /// A line or a game too long to be held.
    #[error("a line or game of more than {MOST_BYTES} bytes, expected a shorter one")]
    TooLong,
    /// The input itself gave out; nothing more is read.
    #[error("input fails: {0}")]
    Input(String),
}

impl Fault {
    pub(super) fn token(found: &str, expected: &'static str) -> Self {
        let found = match found {
            "" => "the end of the game".to_owned(),
            token => crate::text::quoted(token),
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
