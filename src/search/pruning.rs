//! Pruning: nodes cut off by their static score or by a shallow search, and turns left out
//! by static score, history or their place in the move order.
//!
//! These are heuristics, so none applies where a side is forced, and none may prove a win
//! or a loss.

use super::Bound;
use super::game::SearchGame;
use super::node::{Node, Subtree};
use super::parameters::{
    FUTILITY_DEPTH, FUTILITY_MARGIN, HISTORY_PRUNING_DEPTH, HISTORY_PRUNING_MARGIN, LMP_DEPTH,
    LMP_GROWTH, LMP_TURNS, NULL_DEPTH, PROBCUT_DEPTH, PROBCUT_MARGIN, PROBCUT_REDUCTION,
    QSEARCH_QUIETS, RAZOR_DEPTH, RAZOR_MARGIN, RFP_DEPTH, RFP_IMPROVING, RFP_MARGIN, RFP_TURNS,
    SEE_DEPTH, TABLE_EVAL, null_reduction, quiet_see_margin, see_margin,
};
use super::table::score_from_tt;
use super::window::Window;
use super::worker::SearchWorker;
use crate::base::Score;
use crate::base::score::is_decisive;
use crate::eval::Evaluator;

impl<G: SearchGame, E: Evaluator<G>> SearchWorker<'_, G, E> {
    /// Returns the score of a node that need not be searched with a null window.
    #[inline]
    pub fn prune_node(
        &mut self,
        position: &G,
        node: &Node,
        eval: Score,
        Window { alpha, beta }: Window,
    ) -> Option<Score> {
        let estimate = estimate::<G>(node, eval);
        if reverse_futility::<G>(node, estimate, beta) {
            return Some(estimate);
        }
        if razoring::<G>(node, estimate, alpha) {
            let score = self.qsearch::<false>(position, alpha, beta, node.ply, QSEARCH_QUIETS);
            if score <= alpha || self.stopped {
                return Some(score);
            }
        }
        self.null_move_pruning(position, node, estimate, beta)
            .or_else(|| self.probcut(position, node, estimate, beta))
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

    /// Returns whether a turn is unlikely to raise alpha, by the static score, by history or by
    /// the exchange that it begins.
    #[inline]
    pub fn looks_bad(
        &self,
        position: &G,
        node: &Node,
        tree: &Subtree,
        turn: G::Move,
        alpha: Score,
    ) -> bool {
        let depth = tree.depth;
        if position.is_tactical(turn) {
            return depth <= SEE_DEPTH.get::<G>()
                && position.exchange_loses(turn, see_margin::<G>(depth));
        }
        let history = || {
            let slot = position.history_slot(turn);
            self.state.history.score(slot, tree.previous)
        };
        futility::<G>(node.eval, depth, alpha)
            || depth <= HISTORY_PRUNING_DEPTH.get::<G>()
                && history() < -HISTORY_PRUNING_MARGIN.get::<G>() * depth
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
        estimate: Score,
        beta: Score,
    ) -> Option<Score> {
        let Node { ply, depth, .. } = *node;
        // Two null moves in a row would only lead to the same position again.
        let follows_null_move = self.state.stack.previous_slots(ply)[0].is_none();
        if depth < NULL_DEPTH.get::<G>()
            || estimate < beta
            || (node.turns as i32) < RFP_TURNS.get::<G>()
            || is_decisive(beta)
            || follows_null_move
        {
            return None;
        }
        let child = position.null_move()?;
        self.state.stack.at(ply).slot = None;
        self.state.stack.at(ply + 1).extensions = self.state.stack.at(ply).extensions;
        self.push_position(&child);
        let depth = depth - null_reduction::<G>(depth, estimate - beta);
        let window = Window::null(-beta);
        let score = -self.negamax::<false>(&child, window, depth, ply + 1, !node.cut_node);
        self.state.keys.pop();
        let refutes = score >= beta && !self.stopped;
        refutes.then(|| if is_decisive(score) { beta } else { score })
    }

    /// ProbCut (Buro 1995): if a shallow search exceeds beta by a margin, a deep one is likely
    /// to exceed beta.
    #[inline]
    fn probcut(
        &mut self,
        position: &G,
        node: &Node,
        estimate: Score,
        beta: Score,
    ) -> Option<Score> {
        let bound = beta + PROBCUT_MARGIN.get::<G>();
        let depth = node.depth - PROBCUT_REDUCTION.get::<G>();
        let is_contradicted = node.tt_entry.is_some_and(|entry| {
            entry.depth >= depth && entry.score < bound && entry.bound != Bound::Lower
        });
        if node.depth < PROBCUT_DEPTH.get::<G>()
            || estimate < beta
            || is_decisive(beta)
            || is_contradicted
        {
            return None;
        }
        let window = Window::null(bound - 1);
        let score = self.negamax::<false>(position, window, depth, node.ply, node.cut_node);
        (score >= bound && !is_decisive(score) && !self.stopped).then_some(score)
    }
}

/// Returns the best estimate of the score before a search: the static score, or the table's
/// score if its bound shows that the static score is too high or too low.
#[inline]
fn estimate<G: SearchGame>(node: &Node, eval: Score) -> Score {
    let Some(entry) = node.tt_entry.filter(|_| TABLE_EVAL.get::<G>() != 0) else {
        return eval;
    };
    let score = score_from_tt(entry.score, node.ply);
    let says_more = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score > eval,
        Bound::Upper => score < eval,
    };
    if says_more && !is_decisive(score) {
        score
    } else {
        eval
    }
}

/// Returns whether a static score exceeds beta by so much that a search is unlikely to
/// fall below beta (reverse futility pruning). With few turns a side may be in zugzwang.
#[inline]
fn reverse_futility<G: SearchGame>(node: &Node, estimate: Score, beta: Score) -> bool {
    let improvement = if node.improving {
        RFP_IMPROVING.get::<G>()
    } else {
        0
    };
    let margin = RFP_MARGIN.get::<G>() * node.depth - improvement;
    node.depth <= RFP_DEPTH.get::<G>()
        && node.turns as i32 >= RFP_TURNS.get::<G>()
        && !is_decisive(beta)
        && estimate - margin >= beta
}

/// Returns whether a static score is so far below alpha that only captures are likely to
/// reach it (razoring).
#[inline]
fn razoring<G: SearchGame>(node: &Node, estimate: Score, alpha: Score) -> bool {
    node.depth <= RAZOR_DEPTH.get::<G>()
        && !is_decisive(alpha)
        && estimate + RAZOR_MARGIN.get::<G>() * node.depth <= alpha
}

/// Returns whether a static score is so far below alpha that a quiet turn is unlikely to
/// reach it (futility pruning).
#[inline]
fn futility<G: SearchGame>(eval: Option<Score>, depth: i32, alpha: Score) -> bool {
    let margin = FUTILITY_MARGIN.get::<G>() * (depth + 1);
    depth <= FUTILITY_DEPTH.get::<G>()
        && !is_decisive(alpha)
        && eval.is_some_and(|eval| eval + margin <= alpha)
}
