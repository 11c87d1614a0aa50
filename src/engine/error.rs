//! The reasons why the engine refuses a request.

use crate::game::PositionError;
use crate::rules::TurnError;
use crate::search::{SearcherError, TableError, ThreadsError};

/// The reason why the engine refuses a request; its state is then unchanged.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// The text is not a position of the variant.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A move of the list is not legal in the position before it.
    #[error("{error} (number {number} of the moves)")]
    Turn {
        /// The number of the move in the list, counted from 1.
        number: usize,
        /// The reason why the move is refused.
        error: TurnError,
    },
    /// The depth of a benchmark can't be read.
    #[error("bench depth {0:?}, expected a number")]
    BenchDepth(String),
    /// The system refuses the memory for the table.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The system refuses the threads of the search.
    #[error(transparent)]
    Threads(#[from] ThreadsError),
    /// The searcher could not be created.
    #[error(transparent)]
    Searcher(#[from] SearcherError),
    /// The engine's own thread could not be started.
    #[error("can't start the engine's thread: {0}")]
    Thread(#[from] std::io::Error),
    /// The searcher is compiled for a different game from that of the position.
    #[error("can't search a position of {position} with a searcher for {searcher}")]
    OtherGame {
        /// The id of the searcher's game.
        searcher: &'static str,
        /// The id of the position's game.
        position: &'static str,
    },
}

impl EngineError {
    /// Returns the error of the turn at index `i` of a list.
    pub(super) const fn turn(i: usize, error: TurnError) -> Self {
        Self::Turn {
            number: i + 1,
            error,
        }
    }
}
