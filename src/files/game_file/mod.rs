//! Reads and writes game files: SGN as ShatraBase reads it, and JSON lines
//! (`protocol/SGN.md`).
//!
//! Every variation of a [`FileGame`] consists of legal turns. A game is first parsed into a tree of
//! unchecked turns, which is then checked against the rules. So a file that does not state its rule
//! set or its numbering can be checked under several rule sets and both numberings.

#[cfg(feature = "storage")]
mod content;
mod encoding;
mod error;
mod game;
mod glyphs;
mod json;
mod lexer;
mod lines;
mod listing;
mod notes;
mod parser;
mod raw;
mod reader;
mod resolve;
mod tags;
mod writer;

#[cfg(feature = "storage")]
pub use content::{FileContent, without_byte_order_mark};
pub use encoding::Encoding;
pub use error::{FileError, FileFault, MAX_BYTES, MoveLabel};
pub use game::{FileGame, FileTurn, GameWithFaults, TurnLine, VariationError};
pub use json::{JsonGame, JsonGameReader, JsonTurn, JsonVariation};
pub use lines::{LineReader, NumberedLine};
pub use listing::{ListedGame, Listing, list_games};
pub use notes::Notes;
pub use reader::{GameReader, read_moves};
pub use resolve::ReadOptions;
pub use tags::{ROSTER, Tags};
