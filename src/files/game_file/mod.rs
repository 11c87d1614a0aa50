//! Game files: SGN as ShatraBase reads it, and the same games as JSON lines
//! (`protocol/SGN.md`).
//!
//! Every line of a [`FileGame`] is legal. A game is first parsed
//! into a raw tree of texts, which is then checked against the rules. A file that
//! states neither its rule set nor its numbering can thus be checked under several.

mod error;
mod game;
mod json;
mod lexer;
mod limits;
mod lines;
mod options;
mod parser;
mod raw;
mod reader;
mod resolve;
mod tags;
mod writer;

pub use error::{FileError, FileFault, InputError, MoveLabel};
pub use game::{FileGame, FileTurn, TurnLine, VariationError};
pub use json::{JsonGame, JsonGameReader, JsonTurn, JsonVariation};
pub use limits::MAX_BYTES;
pub use lines::{LineReader, NumberedLine};
pub use options::ReadOptions;
pub use reader::{GameReader, read_moves};
pub use tags::{ROSTER, Tags};
