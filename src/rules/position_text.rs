//! What SPN and FEN, the notations of positions, have in common.

use std::fmt::{self, Display};

use crate::base::{Color, Span};
use crate::util::text::brief;

/// An error in the text of a position, and the part of the text that is at fault. `E` is the
/// type of error for a set-up that is not a position of the game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{fault}")]
pub struct NotationError<E> {
    /// What is wrong.
    pub fault: Box<PositionFault<E>>,
    /// The part of the text that is at fault, or the end of the text if something is missing.
    pub span: Span,
}

/// What is wrong with the text of a position. Each message states the token and what was
/// expected.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PositionFault<E> {
    /// The text is empty. The value is an example of a board.
    #[error("empty position, expected a board such as {0}")]
    Empty(&'static str),
    /// The board has too few or too many groups of squares, which are ranks in FEN.
    #[error("board {board:?} has {found} {groups}, expected {expected} joined by '/'")]
    Groups {
        /// The board field.
        board: String,
        /// The number of groups found.
        found: usize,
        /// The word for the groups: `groups` in SPN, `ranks` in FEN.
        groups: &'static str,
        /// The expected number of groups.
        expected: usize,
    },
    /// A group has too few or too many squares.
    #[error("{group} of the board, {text:?}, has {found} squares, expected {expected}")]
    GroupLength {
        /// The name and number of the group.
        group: String,
        /// The text of the group.
        text: String,
        /// The number of squares found.
        found: usize,
        /// The expected number of squares.
        expected: usize,
    },
    /// The board has an unknown letter.
    #[error("{letter:?} in {group} of the board, {text:?}, expected one of {expected}")]
    Letter {
        /// The letter.
        letter: char,
        /// The name and number of the group.
        group: String,
        /// The text of the group.
        text: String,
        /// All valid letters.
        expected: String,
    },
    /// The side to move is missing after this board.
    #[error("no side to move after the board {0:?}, expected w or b")]
    NoSide(String),
    /// A field after the board is not as expected.
    #[error("{field} {token:?}, expected {expected}")]
    Field {
        /// The name of the field.
        field: &'static str,
        /// The text of the field.
        token: String,
        /// The valid texts of the field.
        expected: &'static str,
    },
    /// The text has more fields than the notation.
    #[error("{token:?} after the {last}, expected the end")]
    TooManyFields {
        /// The first extra field.
        token: String,
        /// The name of the last field.
        last: &'static str,
    },
    /// The fields are well formed, but do not describe a position of the game.
    #[error("{0}")]
    Setup(E),
}

impl<E> NotationError<E> {
    pub(super) fn new(fault: PositionFault<E>, span: Span) -> Self {
        let fault = Box::new(fault);
        Self { fault, span }
    }

    /// Creates an error for `part`, which must be a slice of `text`.
    pub(super) fn at(part: &str, text: &str, fault: PositionFault<E>) -> Self {
        Self::new(fault, Span::of(part, text))
    }

    /// Creates an error for a text in which something is missing at the end.
    pub(super) fn at_end(text: &str, fault: PositionFault<E>) -> Self {
        Self::new(fault, Span::end_of(text))
    }

    /// Creates an error for `token`, the field of `text` with this name.
    pub(super) fn field(
        token: &str,
        text: &str,
        field: &'static str,
        expected: &'static str,
    ) -> Self {
        let fault = PositionFault::Field {
            field,
            token: brief(token),
            expected,
        };
        Self::at(token, text, fault)
    }
}

/// Parses the field of `text` that follows the board: the side to move.
pub(super) fn parse_side<E>(
    field: Option<&str>,
    board: &str,
    text: &str,
) -> Result<Color, NotationError<E>> {
    match field {
        Some("w") => Ok(Color::White),
        Some("b") => Ok(Color::Black),
        Some(token) => Err(NotationError::field(token, text, "side to move", "w or b")),
        None => {
            let fault = PositionFault::NoSide(brief(board));
            Err(NotationError::at_end(text, fault))
        }
    }
}

pub(super) const fn side_letter(side: Color) -> char {
    match side {
        Color::White => 'w',
        Color::Black => 'b',
    }
}

/// Writes a group of squares: their men, and the length of each run of empty squares.
pub(super) fn write_group(
    f: &mut fmt::Formatter<'_>,
    squares: impl Iterator<Item = Option<impl Display>>,
) -> fmt::Result {
    let mut empty = 0;
    for man in squares {
        let Some(man) = man else {
            empty += 1;
            continue;
        };
        if empty > 0 {
            write!(f, "{}", std::mem::take(&mut empty))?;
        }
        write!(f, "{man}")?;
    }
    if empty > 0 {
        write!(f, "{empty}")?;
    }
    Ok(())
}
