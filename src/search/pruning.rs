//! Pruning: nodes are cut off because of their static score or a null move; turns are left out
//! because of the static score of the node, their exchange or their place in the move order.
//!
//! These are heuristics, so none applies where the side to move has no choice, and none may
//! prove a win or a loss.

use super::game::SearchGame;
use super::node::Node;
use super::parameters::{
    FUTILITY_DEPTH, FUTILITY_MARGIN, LMP_DEPTH, LMP_GROWTH, LMP_TURNS, NULL_DEPTH, NULL_REDUCTION,
    NULL_REDUCTION_DEPTH, NULL_REDUCTION_LEAD, RFP_DEPTH, RFP_MARGIN, SEE_DEPTH, SEE_MARGIN,
    SEE_QUIET_MARGIN,
};
use super::table::TableEntry;
use super::window::Window;
use super::worker::SearchWorker;
use crate::base::Score;
use crate::base::score::is_proved;
use crate::eval::Evaluator;

impl<G: SearchGame, E: Evaluator<G>> SearchWorker<'_, G, E> {
    /// Returns the static score from which a node may be pruned, because a search would hardly
    /// return less than beta (reverse futility pruning); `None` if it must not be. The caller
    /// checks that the side to move is neither forced nor in check.
    #[inline]
    pub fn rfp_threshold(&self, depth: i32, window: Window) -> Option<Score> {
        let may_prune =
            depth <= RFP_DEPTH.get::<G>() && !is_proved(window.beta) && !self.mate_search;
        may_prune.then(|| window.beta + RFP_MARGIN.get::<G>() * depth)
    }

    /// Returns the static score of a node: that of `tt_entry`, if it has one.
    #[inline]
    pub fn static_score(
        &mut self,
        position: &G,
        tt_entry: Option<TableEntry>,
        ply: usize,
    ) -> Score {
        let stored = tt_entry.and_then(|entry| entry.eval);
        stored.unwrap_or_else(|| self.evaluate(position, ply))
    }

    /// Returns whether the `number`-th quiet turn, from 1, comes so late in the order that it
    /// is unlikely to be the best (late move pruning): half as many turns are kept where the
    /// static score is not improving.
    #[inline]
    pub fn comes_late(node: &Node, number: usize) -> bool {
        let depth = node.depth;
        let turns = LMP_TURNS.get::<G>() + LMP_GROWTH.get::<G>() * depth * depth / 100;
        let turns = if node.improving { turns } else { turns / 2 };
        depth <= LMP_DEPTH.get::<G>() && number as i32 > turns
    }

    /// Returns whether a turn is unlikely to raise alpha, by the static score or by the exchange
    /// that it begins.
    #[inline]
    pub fn looks_bad(position: &G, node: &Node, turn: G::Move, window: Window) -> bool {
        let depth = node.depth;
        let loses = |margin| depth <= SEE_DEPTH.get::<G>() && position.exchange_loses(turn, margin);
        if position.is_tactical(turn) {
            loses(SEE_MARGIN.get::<G>() * depth)
        } else {
            is_futile::<G>(node, window) || loses(SEE_QUIET_MARGIN.get::<G>() * depth * depth)
        }
    }

    /// Null move pruning: if even a null move refutes the opponent's last turn, returns the
    /// score, which is never a proof of a win.
    #[inline]
    pub fn null_move_score(
        &mut self,
        position: &G,
        node: &Node,
        eval: Score,
        window: Window,
    ) -> Option<Score> {
        let Node { ply, depth, .. } = *node;
        let beta = window.beta;
        // Two null moves in a row would only lead to the same position again.
        let follows_null_move = node.previous[0].is_none();
        if depth < NULL_DEPTH.get::<G>() || eval < beta || is_proved(beta) || follows_null_move {
            return None;
        }
        let child = position.null_move()?;
        self.state.stack.at(ply).slot = None;
        self.state.stack.at(ply + 1).extensions = self.state.stack.at(ply).extensions;
        self.push_position(&child);
        // The greater the lead, the more the search is reduced.
        let by_lead = ((eval - beta) / NULL_REDUCTION_LEAD.get::<G>()).min(3);
        let by_depth = depth / NULL_REDUCTION_DEPTH.get::<G>();
        let depth = depth - (NULL_REDUCTION.get::<G>() + by_depth + by_lead);
        let score = -self.negamax::<false>(&child, Window::null(-beta), depth, ply + 1);
        self.state.keys.pop();
        let refutes = score >= beta && !self.stopped;
        refutes.then(|| if is_proved(score) { beta } else { score })
    }
}

/// Returns whether a static score is so far below alpha that a quiet turn is unlikely to
/// reach it (futility pruning).
#[inline]
fn is_futile<G: SearchGame>(node: &Node, window: Window) -> bool {
    let margin = FUTILITY_MARGIN.get::<G>() * (node.depth + 1);
    node.depth <= FUTILITY_DEPTH.get::<G>()
        && !is_proved(window.alpha)
        && node.eval.is_some_and(|eval| eval + margin <= window.alpha)
}
