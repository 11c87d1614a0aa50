//! Game files: SGN as ShatraBase reads it, and the same games as JSON lines
//! (`protocol/SGN.md`).
//!
//! **The decision:** every line of a [`FileGame`] is legal. A game is first read
//! into a bare tree of texts, and that tree is then checked against the rules, so
//! that a file that states neither its rule set nor its numbering can be tried in
//! several ways.

mod bare;
mod error;
mod game;
mod json;
mod lexer;
mod lines;
mod reader;
mod resolve;
mod section;
mod tags;
mod writer;

pub use error::{Fault, FileError, Moment};
pub use game::{FileGame, FileTurn, Line, VariationError};
pub use json::{JsonGame, JsonGames, JsonLine, JsonTurn};
pub use lines::{LineFault, LineSource, MOST_BYTES, TextLine};
pub use reader::{GameReader, ReadOptions, read_moves};
pub use tags::{ROSTER, Tags};
