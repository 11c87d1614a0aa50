//! What an engine's opening book says of a position, the answer to `book`.

use crate::info::ScoreValue;

/// What a book says of a position or of a turn. Values are for the side to move in the position that
/// was asked about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BookEntry {
    /// The value.
    pub score: ScoreValue,
    /// The expected score, in thousandths of a point.
    pub expected: u32,
    /// How far the expected score may be off, in thousandths of a point.
    pub doubt: u32,
    /// The depth of the search of the position, or of that after the turn; 0 if the game is over.
    pub depth: u32,
    /// The number of different positions of the book that follow.
    pub below: u32,
}

/// A turn in a book.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BookTurn {
    /// The turn, a single word.
    pub text: String,
    /// What the book says of it.
    pub entry: BookEntry,
    /// Whether other orders of turns lead to the position after it.
    pub transposes: bool,
}

/// A position in a book, with its turns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BookAnswer {
    /// What the book says of the position.
    pub entry: BookEntry,
    /// The number of nodes of each search of the book.
    pub nodes: u32,
    /// The turns, the best first.
    pub turns: Vec<BookTurn>,
}

/// A line of the answer to `book`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BookLine {
    /// The book does not have the position with its turns.
    None,
    /// The position; the lines of its turns follow.
    Position {
        /// The number of turns.
        turns: u32,
        /// What the book says of the position.
        entry: BookEntry,
        /// The number of nodes of each search of the book.
        nodes: u32,
    },
    /// A turn.
    Turn(BookTurn),
}

impl BookLine {
    /// Returns the lines of an answer.
    pub(crate) fn lines(answer: Option<BookAnswer>) -> Vec<Self> {
        let Some(BookAnswer {
            entry,
            nodes,
            turns,
        }) = answer
        else {
            return vec![Self::None];
        };
        let count = u32::try_from(turns.len()).unwrap_or(u32::MAX);
        let position = Self::Position {
            turns: count,
            entry,
            nodes,
        };
        let turns = turns.into_iter().map(Self::Turn);
        [position].into_iter().chain(turns).collect()
    }
}
