//! What a position is worth, without looking ahead.
//!
//! The search takes its evaluator as a type parameter, so a hand-written
//! evaluation and a network are compiled into searches of their own and cost
//! no indirection.

pub mod shatra;
pub mod wdl;

use crate::base::{Game, Score};

/// A static evaluation, shared by all workers of a search.
pub trait Evaluator<G: Game>: Send + Sync + Clone {
    /// The worth of the position for the side to move, in centipawns, at most
    /// [`MAX_EVAL`](crate::base::score::MAX_EVAL) in size: an evaluation
    /// proves nothing.
    fn evaluate(&self, position: &G) -> Score;
}
