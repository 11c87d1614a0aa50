//! Pruning: nodes cut off by their static score, and turns left out by static score or by
//! their place in the move order.
//!
//! These are heuristics, so none applies where a side is forced, and none may prove a win
//! or a loss.

use super::game::SearchGame;
use super::parameters::{FUTILITY_DEPTH, LMP_DEPTH, RFP_DEPTH, RFP_TURNS, lmp_turns, rfp_margin};
use crate::base::Score;
use crate::base::score::is_decisive;

/// Returns whether a static score exceeds beta by so much that a search is unlikely to
/// fall below beta (reverse futility pruning). With few turns a side may be in zugzwang.
#[inline]
pub fn reverse_futility(eval: Score, depth: i32, turns: usize, beta: Score) -> bool {
    depth <= RFP_DEPTH.get()
        && turns as i32 >= RFP_TURNS.get()
        && !is_decisive(beta)
        && eval - rfp_margin(depth) >= beta
}

/// Returns whether a static score is so far below alpha that a quiet turn is unlikely to
/// reach it (futility pruning).
#[inline]
pub fn futility<G: SearchGame>(eval: Option<Score>, depth: i32, alpha: Score) -> bool {
    let Some((margin, eval)) = G::FUTILITY_MARGIN.zip(eval) else {
        return false;
    };
    depth <= FUTILITY_DEPTH.get() && !is_decisive(alpha) && eval + margin * (depth + 1) <= alpha
}

/// Returns whether the `number`-th quiet turn, from 1, comes so late in the order that it
/// is unlikely to be the best (late move pruning).
#[inline]
pub fn late_move_pruning(depth: i32, improving: bool, number: usize) -> bool {
    depth <= LMP_DEPTH.get() && number > lmp_turns(depth, improving)
}
