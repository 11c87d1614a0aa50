//! Why no puzzles can be made.

use crate::engine::EngineError;
use crate::solver::TableError;

/// Why the work on a puzzle ended.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PuzzleError {
    /// The caller has stopped it.
    #[error("stopped")]
    Stopped,
    /// A search can't run.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The memory of the solver can't be allocated.
    #[error(transparent)]
    Solver(#[from] TableError),
}
