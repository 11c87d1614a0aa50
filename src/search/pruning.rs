//! Pruning: nodes cut off by their static score, and turns left out by static score or by
//! their place in the move order.
//!
//! These are heuristics, so none applies where a side is forced, and none may prove a win
//! or a loss.

use super::game::SearchGame;
use super::node::Node;
use super::parameters::{
    FUTILITY_DEPTH, FUTILITY_MARGIN, LMP_DEPTH, LMP_GROWTH, LMP_TURNS, NULL_DEPTH, RFP_DEPTH,
    RFP_MARGIN, RFP_TURNS, SEE_DEPTH, null_reduction, quiet_see_margin, see_margin,
};
use super::table::TableEntry;
use super::window::Window;
use super::worker::SearchWorker;
use crate::base::Score;
use crate::base::score::is_proved;
use crate::eval::Evaluator;

impl<G: SearchGame, E: Evaluator<G>> SearchWorker<'_, G, E> {
    /// Returns whether a node may be pruned by reverse futility before its turns are listed:
    /// whether its side is surely free and has enough turns not to be in zugzwang.
    #[inline]
    pub fn may_prune_unlisted(&self, position: &G, depth: i32, beta: Score) -> bool {
        depth <= RFP_DEPTH.get::<G>()
            && !is_proved(beta)
            && !self.mate_search
            && position.is_surely_free(RFP_TURNS.get::<G>() as u32)
    }

    /// Returns whether reverse futility prunes a node that may be pruned unlisted.
    #[inline]
    pub fn prunes_unlisted(position: &G, depth: i32, eval: Score, beta: Score) -> bool {
        exceeds_by_margin::<G>(depth, eval, beta) && !position.is_in_check()
    }

    /// Returns the static score of a node: the table's, if it has an entry with one.
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

    /// Returns the score of a node that need not be searched with a null window below `beta`.
    #[inline]
    pub fn prune_node(
        &mut self,
        position: &G,
        node: &Node,
        eval: Score,
        beta: Score,
    ) -> Option<Score> {
        let has_choice = node.turns as i32 >= RFP_TURNS.get::<G>();
        if has_choice && exceeds_by_margin::<G>(node.depth, eval, beta) {
            return Some(eval);
        }
        self.null_move_pruning(position, node, eval, beta)
    }

    /// Returns whether the `number`-th quiet turn, from 1, comes so late in the order that it
    /// is unlikely to be the best (late move pruning): half as many turns are kept where the
    /// static score is not improving.
    #[inline]
    pub fn comes_late(depth: i32, improving: bool, number: usize) -> bool {
        let turns = LMP_TURNS.get::<G>() + LMP_GROWTH.get::<G>() * depth * depth / 100;
        let turns = if improving { turns } else { turns / 2 };
        depth <= LMP_DEPTH.get::<G>() && number as i32 > turns
    }

    /// Returns whether a turn is unlikely to raise alpha, by the static score or by the exchange
    /// that it begins.
    #[inline]
    pub fn looks_bad(
        position: &G,
        eval: Option<Score>,
        depth: i32,
        turn: G::Move,
        alpha: Score,
    ) -> bool {
        if position.is_tactical(turn) {
            return depth <= SEE_DEPTH.get::<G>()
                && position.exchange_loses(turn, see_margin::<G>(depth));
        }
        futility::<G>(eval, depth, alpha)
            || depth <= SEE_DEPTH.get::<G>()
                && position.exchange_loses(turn, quiet_see_margin::<G>(depth))
    }

    /// Null move pruning: if even a null move refutes the opponent's last turn, returns the
    /// score, which is never a proof of a win.
    #[inline]
    fn null_move_pruning(
        &mut self,
        position: &G,
        node: &Node,
        eval: Score,
        beta: Score,
    ) -> Option<Score> {
        let Node { ply, depth, .. } = *node;
        // Two null moves in a row would only lead to the same position again.
        let follows_null_move = self.state.stack.previous_slots(ply)[0].is_none();
        if depth < NULL_DEPTH.get::<G>() || eval < beta || is_proved(beta) || follows_null_move {
            return None;
        }
        let child = position.null_move()?;
        self.state.stack.at(ply).slot = None;
        self.state.stack.at(ply + 1).extensions = self.state.stack.at(ply).extensions;
        self.push_position(&child);
        let depth = depth - null_reduction::<G>(depth, eval - beta);
        let window = Window::null(-beta);
        let score = -self.negamax::<false>(&child, window, depth, ply + 1);
        self.state.keys.pop();
        let refutes = score >= beta && !self.stopped;
        refutes.then(|| if is_proved(score) { beta } else { score })
    }
}

/// Returns whether a static score exceeds beta by so much that a search is unlikely to
/// fall below beta (reverse futility pruning).
#[inline]
fn exceeds_by_margin<G: SearchGame>(depth: i32, eval: Score, beta: Score) -> bool {
    depth <= RFP_DEPTH.get::<G>()
        && !is_proved(beta)
        && eval - RFP_MARGIN.get::<G>() * depth >= beta
}

/// Returns whether a static score is so far below alpha that a quiet turn is unlikely to
/// reach it (futility pruning).
#[inline]
fn futility<G: SearchGame>(eval: Option<Score>, depth: i32, alpha: Score) -> bool {
    let margin = FUTILITY_MARGIN.get::<G>() * (depth + 1);
    depth <= FUTILITY_DEPTH.get::<G>()
        && !is_proved(alpha)
        && eval.is_some_and(|eval| eval + margin <= alpha)
}
