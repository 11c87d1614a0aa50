//! The interface between the search and the evaluation.

use crate::base::Score;
use crate::rules::Game;

/// An evaluator of positions, shared by all workers of a search.
pub trait Evaluator<G: Game>: Send + Sync + Clone {
    /// What a worker keeps between evaluations to make them faster.
    type Memory: Default + Send;

    /// Returns the score of the position for the side to move, in centipawns. Its absolute
    /// value is at most [`MAX_EVAL`](crate::base::score::MAX_EVAL): an evaluation never
    /// claims a proved result. The score depends neither on the memory nor on `ply`, the number
    /// of plies from the root of the search; both only make it faster to compute.
    fn evaluate(&self, position: &G, ply: usize, memory: &mut Self::Memory) -> Score;
}
