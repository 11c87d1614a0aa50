//! What a command expects as its argument.

use crate::page::Texts;
use crate::rules::shatra::SQUARES;

/// What was expected instead of an argument.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expected {
    /// No argument.
    Nothing,
    /// A whole number.
    Number {
        /// The smallest number.
        min: i64,
        /// The largest number.
        max: i64,
    },
    /// One of these words.
    OneOf(String),
    /// The name of a file.
    File,
    /// A square of Shatra, by its name or number.
    SquareOfShatra,
    /// A square of the chessboard.
    SquareOfChessboard,
}

impl Expected {
    /// Returns the description in the user's language.
    pub fn description(&self, texts: &Texts) -> String {
        match self {
            Self::Nothing => texts.text("terminal.expected.nothing"),
            Self::Number { min, max } => {
                texts.fill("terminal.expected.number", &[("min", min), ("max", max)])
            }
            Self::OneOf(list) => texts.fill("terminal.expected.one-of", &[("list", list)]),
            Self::File => texts.text("terminal.expected.file"),
            Self::SquareOfShatra => {
                texts.fill("terminal.expected.square-shatra", &[("count", &SQUARES)])
            }
            Self::SquareOfChessboard => texts.text("terminal.expected.square-chess"),
        }
    }
}
