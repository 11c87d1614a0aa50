//! The errors with which a host's requests are refused.

use std::io;

use super::game_files::GameFileError;
use crate::engine::EngineError;
use crate::eval::network::NetworkError;
use crate::game::Variant;
use crate::openings::book::BookError;
use crate::rules::TurnError;
use crate::util::text::printable;

/// The error with which a request is refused. A refused request changes nothing. Paths are as
/// the host sent them.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// The engine refuses the request.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The text is not a legal turn.
    #[error(transparent)]
    Move(#[from] TurnError),
    /// A request about game files can't be answered.
    #[error(transparent)]
    GameFile(#[from] GameFileError),
    /// The system can't start another thread.
    #[error("can't start a thread: {0}")]
    Thread(io::Error),
    /// The depth of a benchmark is not a number.
    #[error("invalid bench depth {0:?}: expected a number")]
    BenchDepth(String),
    /// The debug log can't be written to this file.
    #[error("can't write to '{path}': {1}", path = printable(.0))]
    DebugLog(String, io::Error),
    /// A network can't be read from this file.
    #[error("can't read the network '{path}': {1}", path = printable(.0))]
    UnreadableNetwork(String, io::Error),
    /// This folder of endgame tables can't be read.
    #[error("can't read the folder '{path}': {1}; expected a folder made by 'batyr tables', 'none', or nothing for the program's own tables", path = printable(.0))]
    TablesPath(String, io::Error),
    /// This file does not contain a network for the game that is played.
    #[error("'{path}': {1}", path = printable(.0))]
    Network(String, NetworkError),
    /// A book can't be read from this file.
    #[error("can't read the book '{path}': {1}", path = printable(.0))]
    UnreadableBook(String, io::Error),
    /// This file does not contain a book.
    #[error("'{path}': {1}", path = printable(.0))]
    Book(String, BookError),
    /// The book in this file is one of another game than the one that is played.
    #[error("'{path}' is a book of {1}, expected one of {2}", path = printable(.0))]
    OtherBook(String, Variant, Variant),
    /// The request is not available over the network.
    #[error("{0} is not offered over the network")]
    NotOffered(&'static str),
}
