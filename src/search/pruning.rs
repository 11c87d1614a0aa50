//! Nodes that a static score settles.
//!
//! It is guesswork, so none of it happens where a side must capture, and none of
//! it may prove a win or a loss.

use super::selective::{RFP_DEPTH, RFP_TURNS, rfp_margin};
use crate::base::Score;
use crate::base::score::is_decisive;

/// Whether a static score may settle a node with so many turns.
#[inline]
pub fn may_settle(depth: i32, turns: usize, beta: Score) -> bool {
    depth <= RFP_DEPTH && turns >= RFP_TURNS && !is_decisive(beta)
}

/// Whether it exceeds beta by so much that hardly a turn could lose it (reverse
/// futility pruning).
#[inline]
pub fn settles(eval: Score, depth: i32, beta: Score) -> bool {
    eval - rfp_margin(depth) >= beta
}
