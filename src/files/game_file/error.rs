//! The errors of reading game files: each fault and its place.

use std::fmt::{self, Display};

use super::limits::MAX_BYTES;
use crate::base::Color;
use crate::game::{PositionError, Variant};
use crate::rules::TurnError;

/// The reason why one game of a file can't be read. Reading continues with the
/// next game unless the fault is [`FileFault::Input`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("game {game}, {}line {line}, column {column}: {fault}", followed_by_comma(.move_label.as_ref()))]
pub struct FileError {
    /// The number of the game in the file, counted from 1.
    pub game: u64,
    /// The move with the fault, if the fault is in a move.
    pub move_label: Option<MoveLabel>,
    /// The line of the file, counted from 1.
    pub line: u64,
    /// The column in characters, counted from 1.
    pub column: u64,
    /// What is wrong.
    pub fault: FileFault,
}

/// A fault in an input, with its place.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}, column {column}: {fault}")]
pub struct InputError {
    /// The line, counted from 1.
    pub line: u64,
    /// The column in characters, counted from 1.
    pub column: u64,
    /// What is wrong; nothing more can be read after [`FileFault::Input`].
    pub fault: FileFault,
}

impl InputError {
    pub(super) fn new(location: Location, fault: FileFault) -> Self {
        Self {
            line: location.line,
            column: location.column,
            fault,
        }
    }

    /// Returns the error as that of a game, counted from 1.
    pub(super) fn of_game(self, game: u64) -> FileError {
        FileError {
            game,
            move_label: None,
            line: self.line,
            column: self.column,
            fault: self.fault,
        }
    }
}

/// A place in a file.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Location {
    /// The line, counted from 1.
    pub line: u64,
    /// The column in characters, counted from 1.
    pub column: u64,
}

impl Location {
    /// Returns the place of the first character of a line.
    pub const fn line_start(line: u64) -> Self {
        Self { line, column: 1 }
    }

    /// Returns the place `columns` characters to the right.
    pub const fn advanced_by(self, columns: usize) -> Self {
        Self {
            line: self.line,
            column: self.column + columns as u64,
        }
    }
}

/// A move of a game, identified by its number and side.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct MoveLabel {
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
pub enum FileFault {
    /// A move that can't be read or played.
    #[error(transparent)]
    Turn(#[from] TurnError),
    /// An invalid start position (tag `SPN` or `FEN`).
    #[error("tag {tag}: {0}", tag = .0.position_notation())]
    Position(#[from] PositionError),
    /// An unknown rule set (tag `Variant`).
    #[error("tag Variant {0:?}, expected one of {all}", all = Variant::id_list())]
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
    #[error("bytes that are not text, expected UTF-8")]
    NotText,
    /// A line or a game that is too long.
    #[error("a line or game of more than {MAX_BYTES} bytes, expected a shorter one")]
    TooLong,
    /// A failure to read the input; nothing more can be read.
    #[error("can't read the input: {0}")]
    Input(String),
}

impl FileFault {
    pub(super) fn token(found: &str, expected: &'static str) -> Self {
        let found = match found {
            "" => "the end of the game".to_owned(),
            token => crate::util::text::quoted(token),
        };
        Self::Token { found, expected }
    }
}

fn followed_by_comma(move_label: Option<&MoveLabel>) -> String {
    move_label.map_or_else(String::new, |move_label| format!("{move_label}, "))
}

impl Display for MoveLabel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = match self.side {
            Color::White => "White",
            Color::Black => "Black",
        };
        let suffix = if self.in_variation {
            " in a variation"
        } else {
            ""
        };
        write!(f, "move {} of {side}{suffix}", self.number)
    }
}
