//! The errors of the engine.

use crate::game::PositionError;
use crate::rules::TurnError;
use crate::search::{SearcherError, TableError, ThreadsError};

/// The error with which the engine refuses a request. The state of the engine is then
/// unchanged.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// The text is not a position of the variant.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A turn in a list is not legal in its position.
    #[error("{error} (move {number} of the list)")]
    Turn {
        /// The number of the turn in the list, counted from 1.
        number: usize,
        /// The error in the turn.
        error: TurnError,
    },
    /// The system can't allocate the transposition table.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The system can't start the search threads.
    #[error(transparent)]
    Threads(#[from] ThreadsError),
    /// The searcher could not be created.
    #[error(transparent)]
    Searcher(#[from] SearcherError),
    /// The engine's own thread could not be started.
    #[error("can't start the engine's thread: {0}")]
    Thread(#[from] std::io::Error),
    /// A search failed.
    #[error("the search failed: {0}")]
    Search(String),
    /// The position is of a different variant from the one that the searcher is compiled
    /// for.
    #[error("can't search a position of {position} with a searcher for {searcher}")]
    GameMismatch {
        /// The id of the searcher's variant.
        searcher: &'static str,
        /// The id of the position's variant.
        position: &'static str,
    },
}

impl EngineError {
    /// Creates the error for a turn in a list; `index` counts from 0.
    pub(super) const fn turn(index: usize, error: TurnError) -> Self {
        Self::Turn {
            number: index + 1,
            error,
        }
    }
}
