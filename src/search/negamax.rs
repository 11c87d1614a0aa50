//! Alpha-beta search, in the form of principal variation search.
//!
//! What the search may skip depends on what a score claims. A decisive score is a proof:
//! it comes only from ends of the game, so no heuristic (pruning by evaluation,
//! reductions, turns left out, null moves) may produce one. Null moves and static
//! exchanges are used only where the game declares them meaningful. Where the game
//! reports that a side is forced (by a compulsory capture or a check), nothing is pruned
//! or reduced.

use super::Bound;
use super::extensions::SingularTurn;
use super::game::SearchGame;
use super::node::{Node, NodeResults};
use super::parameters::{QSEARCH_QUIETS, TABLE_EVAL};
use super::picker::Picker;
use super::pruning::UnsearchedNode;
use super::table::{TableEntry, score_from_tt, score_to_tt};
use super::window::Window;
use super::worker::{STOPPED, SearchWorker};
use crate::base::Score;
use crate::base::score::{DECISIVE, is_decisive};
use crate::eval::Evaluator;

impl<G: SearchGame, E: Evaluator<G>> SearchWorker<'_, G, E> {
    /// Returns the score of a position `ply` plies from the root, for its side to move.
    ///
    /// The search is fail-soft: a score outside the window is a bound. `PV` marks a node
    /// with an open window, whose line is recorded. At a `cut_node` one of the first turns is
    /// expected to refute the opponent's last turn.
    pub fn negamax<const PV: bool>(
        &mut self,
        position: &G,
        window: Window,
        depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Score {
        if depth <= 0 {
            let Window { alpha, beta } = window;
            return self.qsearch::<PV>(position, alpha, beta, ply, QSEARCH_QUIETS);
        }
        if PV {
            self.state.pv.clear(ply);
            self.seldepth = self.seldepth.max(ply);
        }
        if let Some(score) = self.score_without_search(position, ply) {
            return score;
        }
        let window = window.within_reach(ply);
        if window.alpha >= window.beta {
            return window.alpha;
        }

        let excluded = self.state.stack.at(ply).excluded;
        let key = position.key();
        let tt_entry = self.job.table.probe(key);
        if let Some(entry) = tt_entry.filter(|_| !PV && excluded.is_none()) {
            let score = score_from_tt(entry.score, ply);
            if entry.allows_cutoff(score, depth, window.alpha, window.beta) {
                return score;
            }
        }

        let mut picker = Picker::new();
        let left_out = if self.mate_search {
            position.generate_distinct(&mut picker.turns);
            false
        } else {
            position.generate_few(&mut picker.turns)
        };
        if picker.turns.is_empty() {
            return self.no_moves_score(position, ply);
        }
        let selective = !self.mate_search && !position.is_forced(&picker.turns);
        let raw_eval = selective.then(|| {
            let stored = tt_entry.and_then(|entry| entry.eval);
            stored.unwrap_or_else(|| self.evaluate(position, ply))
        });
        let eval = raw_eval.map(|eval| self.state.history.corrected(position, eval));
        self.state.stack.at(ply).eval = eval;
        let improving = self.state.stack.is_improving(ply);
        let in_check = selective && position.is_in_check();
        if let Some(eval) = eval.filter(|_| !PV && !in_check && excluded.is_none()) {
            let node = UnsearchedNode {
                ply,
                depth,
                estimate: estimate::<G>(eval, tt_entry, ply),
                improving,
                turns: picker.turns.len(),
                cut_node,
                tt_entry,
            };
            if let Some(score) = self.prune_node(position, node, window) {
                return score;
            }
        }

        let tt_tag = tt_entry.map_or(0, |entry| entry.move_tag);
        let mut singular_extension = 0;
        if let Some(turn) = SingularTurn::new::<G>(tt_entry, depth, ply)
            && excluded.is_none()
            && !self.mate_search
            && picker.turns.len() > 1
            && ply < 2 * self.root_depth
        {
            match self.singular_extension::<PV>(position, turn, window, cut_node) {
                Ok(extension) => singular_extension = extension,
                Err(score) => return score,
            }
        }
        let compelled = picker.turns.len() == 1 || in_check;
        let depth_change = self.depth_change(ply, depth, compelled, tt_tag);
        if let Some(excluded) = excluded {
            picker.turns.retain(|turn| G::move_tag(*turn) != excluded);
            if picker.turns.is_empty() {
                return window.alpha;
            }
        }
        let node = Node {
            ply,
            depth: depth + depth_change,
            beta: window.beta,
            selective,
            improving,
            cut_node,
            tt_tag,
            singular_extension,
            previous: self.state.stack.previous_slots(ply),
        };
        picker.start(node.previous, ply, tt_tag);
        let mut results = NodeResults::new(window.alpha);
        self.try_turns::<PV>(position, &node, &mut picker, &mut results);
        if excluded.is_some() {
            return if self.stopped { STOPPED } else { results.best };
        }
        if left_out && results.best <= -DECISIVE && !self.stopped {
            // A loss is proved only by all turns together.
            let mut all = Picker::new();
            position.generate_distinct(&mut all.turns);
            all.turns.retain(|turn| !picker.turns.contains(turn));
            all.start(node.previous, ply, 0);
            self.try_turns::<PV>(position, &node, &mut all, &mut results);
        }
        if self.stopped {
            return STOPPED;
        }

        let bound = window.bound(results.best);
        if let Some(eval) = eval.filter(|_| !in_check) {
            let history = &mut self.state.history;
            history.correct(position, eval, results.best, bound, depth);
        }
        let entry = TableEntry {
            move_tag: results.move_tag,
            score: score_to_tt(results.best, ply),
            eval: raw_eval,
            depth: depth.min(node.depth),
            bound,
        };
        self.job.table.store(key, entry);
        results.best
    }
}

/// Returns the best estimate of the score before a search: the static score, or the table's
/// score if its bound shows that the static score is too high or too low.
#[inline]
fn estimate<G: SearchGame>(eval: Score, tt_entry: Option<TableEntry>, ply: usize) -> Score {
    let Some(entry) = tt_entry.filter(|_| TABLE_EVAL.get::<G>() != 0) else {
        return eval;
    };
    let score = score_from_tt(entry.score, ply);
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
