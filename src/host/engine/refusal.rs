//! The errors with which a host's requests are refused.

use std::io;

use super::game_files::GameFileError;
use crate::engine::EngineError;
use crate::eval::network::NetworkError;
use crate::rules::TurnError;
use crate::util::text::printable;

/// The error with which a request is refused. A refused request changes nothing.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// The engine refuses the request.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The text is not a move.
    #[error(transparent)]
    Move(#[from] TurnError),
    /// A question about game files has no answer.
    #[error(transparent)]
    GameFile(#[from] GameFileError),
    /// The system starts no further thread.
    #[error("can't start a thread: {0}")]
    Thread(io::Error),
    /// The depth of a benchmark is not a number.
    #[error("invalid bench depth {0:?}: expected a number")]
    BenchDepth(String),
    /// The debug log can't be written to this file.
    #[error("can't write to '{}': {source}", printable(.path))]
    File {
        /// The path, as the host sent it.
        path: String,
        /// The system's error.
        source: io::Error,
    },
    /// A network can't be read from this file.
    #[error("can't read the network '{}': {source}", printable(.path))]
    NetworkFile {
        /// The path, as the host sent it.
        path: String,
        /// The system's error.
        source: io::Error,
    },
    /// A file does not contain a network for the game that is played.
    #[error("'{}': {error}", printable(.path))]
    Network {
        /// The path, as the host sent it.
        path: String,
        /// What is wrong with the network.
        error: NetworkError,
    },
    /// The request is not available over the network.
    #[error("{0} is not offered over the network")]
    NotOffered(&'static str),
}
