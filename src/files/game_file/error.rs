//! Errors in reading game files: each has a fault and its location.

use std::fmt::{self, Display};

use super::encoding::Encoding;
use crate::base::Color;
use crate::game::{PositionError, Variant};
use crate::rules::TurnError;
use crate::util::text::{brief, quoted};

/// The maximum length of a line or a game, in bytes, so that no input exhausts the memory.
pub const MAX_BYTES: usize = 1 << 22;
/// The maximum number of faults that are kept for each game: more are of no use, and a file that
/// is not a game file can have any number of them.
const MAX_FAULTS: usize = 20;

/// An error in a file, with its place. Reading continues with the next game or line unless the
/// fault is [`FileFault::Input`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}line {line}, column {column}: {fault}", place(.game.as_ref(), .move_label.as_ref()))]
pub struct FileError {
    /// The number of the game in the file, counted from 1; `None` for a line that is not read
    /// as part of a game.
    pub game: Option<u64>,
    /// The move that is at fault, if the fault is in a move.
    pub move_label: Option<MoveLabel>,
    /// The line of the file, counted from 1.
    pub line: u64,
    /// The column in characters, counted from 1.
    pub column: u64,
    /// What is wrong.
    pub fault: FileFault,
}

impl FileError {
    pub(super) const fn new(location: Location, fault: FileFault) -> Self {
        Self {
            game: None,
            move_label: None,
            line: location.line,
            column: location.column,
            fault,
        }
    }

    /// Returns this error as one in the game with this number, counted from 1.
    pub(super) fn of_game(self, game: u64) -> Self {
        Self {
            game: Some(game),
            ..self
        }
    }

    /// Returns the message for a game that was read in spite of this fault.
    pub fn as_warning(&self) -> String {
        let consequence = match self.fault {
            FileFault::Turn(_) => "; the line was read up to this turn",
            _ => "",
        };
        format!("warning: {self}{consequence}")
    }
}

/// Returns the game and the move of an error, for the start of its message.
fn place(game: Option<&u64>, move_label: Option<&MoveLabel>) -> String {
    let game = game.map(|game| format!("game {game}, "));
    let label = move_label.map(|label| format!("{label}, "));
    game.into_iter().chain(label).collect()
}

/// The faults that do not prevent a game from being read.
#[derive(Debug)]
pub struct Faults {
    is_strict: bool,
    list: Vec<FileError>,
}

impl Faults {
    pub const fn new(is_strict: bool) -> Self {
        Self {
            is_strict,
            list: Vec::new(),
        }
    }

    /// Adds a fault, or drops it if `MAX_FAULTS` are already kept.
    ///
    /// # Errors
    /// Returns the fault if games with faults are refused.
    pub fn report(&mut self, fault: FileError) -> Result<(), FileError> {
        if self.is_strict {
            return Err(fault);
        }
        if self.list.len() < MAX_FAULTS {
            self.list.push(fault);
        }
        Ok(())
    }

    /// Removes and returns the faults so far, in the order of the file.
    pub fn take(&mut self) -> Vec<FileError> {
        std::mem::take(&mut self.list)
    }
}

/// A location in a file.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Location {
    /// The line, counted from 1.
    pub line: u64,
    /// The column in characters, counted from 1.
    pub column: u64,
}

impl Location {
    /// Returns the location of the first character of a line.
    pub const fn line_start(line: u64) -> Self {
        Self { line, column: 1 }
    }

    /// Returns the location `columns` characters to the right.
    pub const fn advanced_by(self, columns: usize) -> Self {
        Self {
            line: self.line,
            column: self.column + columns as u64,
        }
    }
}

/// Identifies a move of a game by its number and side.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct MoveLabel {
    /// The number of the move, counted from 1.
    pub number: u32,
    /// The side that makes the move.
    pub side: Color,
    /// Whether the move is part of a variation.
    pub in_variation: bool,
}

/// What is wrong with a game file. Where possible, the message names the token and what was
/// expected.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileFault {
    /// A move that can't be parsed or played.
    #[error(transparent)]
    Turn(#[from] TurnError),
    /// An invalid start position.
    #[error("start position: {0}")]
    Position(#[from] PositionError),
    /// An unknown rule set (tag `Variant`).
    #[error("tag Variant {}, expected one of {}", quoted(.0), Variant::id_list())]
    Variant(String),
    /// A token where it does not belong.
    #[error("found {found}, expected {expected}")]
    Token {
        /// The token that was found.
        found: String,
        /// What was expected.
        expected: &'static str,
    },
    /// A backslash before the quote that ends the value of a tag.
    #[error(r"found '\' at the end of the value, expected '\\' (it is part of the value)")]
    Backslash,
    /// A JSON line that does not describe a game.
    #[error("{0}")]
    Json(String),
    /// Bytes that are not valid UTF-8.
    #[error("bytes that are not valid UTF-8")]
    NotText,
    /// Text that is not UTF-8 and was read in the encoding that it seems to have.
    #[error("not UTF-8; the file is read as {0}")]
    Encoding(Encoding),
    /// A line or a game that is too long.
    #[error("the line or game is longer than {MAX_BYTES} bytes")]
    TooLong,
    /// A failure to read the input, after which nothing more can be read.
    #[error("can't read the input: {0}")]
    Input(String),
}

impl FileFault {
    /// Returns the protocol's word for the kind of fault.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Turn(_) => "turn",
            Self::Position(_) => "position",
            Self::Variant(_) => "variant",
            Self::Token { .. } => "token",
            Self::Backslash => "backslash",
            Self::Json(_) => "json",
            Self::NotText => "not-text",
            Self::Encoding(_) => "encoding",
            Self::TooLong => "too-long",
            Self::Input(_) => "input",
        }
    }

    /// Returns the token at fault, escaped and shortened, if the fault names one.
    pub fn token_found(&self) -> Option<String> {
        match self {
            Self::Turn(error) => Some(error.text.clone()),
            Self::Variant(name) => Some(brief(name)),
            Self::Token { found, .. } => {
                let token = found.strip_prefix('"')?.strip_suffix('"')?;
                Some(token.to_owned())
            }
            _ => None,
        }
    }

    /// Returns whether the fault causes no loss of content.
    pub const fn is_harmless(&self) -> bool {
        matches!(self, Self::Encoding(_) | Self::Backslash)
    }

    /// Creates the fault of a misplaced token; an empty token stands for the end of the game.
    pub(super) fn token(found: &str, expected: &'static str) -> Self {
        let found = match found {
            "" => "the end of the game".to_owned(),
            token => crate::util::text::quoted(token),
        };
        Self::Token { found, expected }
    }
}

impl Display for MoveLabel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = self.side.name();
        let suffix = if self.in_variation {
            " in a variation"
        } else {
            ""
        };
        write!(f, "move {} of {side}{suffix}", self.number)
    }
}
