//! Why the engine refuses a request.

use crate::rules::{PositionError, TurnError};
use crate::search::{SearcherError, TableError, ThreadsError};

/// A request that was refused; the engine is as it was before.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// The text is no position of the game.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A move of the list is not legal where it stands.
    #[error("{error} (number {number} of the moves)")]
    Turn {
        /// Its place in the list, from 1.
        number: usize,
        /// What is wrong with it.
        error: TurnError,
    },
    /// The game is not known.
    #[error("variant {0:?}, expected one of {all}", all = super::Variant::list())]
    Variant(String),
    /// The depth of a benchmark does not read.
    #[error("bench depth {0:?}, expected a number")]
    BenchDepth(String),
    /// No memory for the table.
    #[error(transparent)]
    Table(#[from] TableError),
    /// No threads for the search.
    #[error(transparent)]
    Threads(#[from] ThreadsError),
    /// No searcher at all.
    #[error(transparent)]
    Searcher(#[from] SearcherError),
    /// The engine's own thread could not be started.
    #[error("can't start the engine's thread: {0}")]
    Thread(#[from] std::io::Error),
}
