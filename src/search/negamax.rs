//! Alpha-beta search, in the form of principal variation search.
//!
//! What the search may skip depends on what a score claims. A decisive score is a proof:
//! it comes only from ends of the game, so no heuristic (pruning by evaluation,
//! reductions, turns left out, null moves) may produce one. Null moves and static
//! exchanges are used only where the game declares them meaningful. Where the game
//! reports that a side is forced (by a compulsory capture or a check), nothing is pruned
//! or reduced.

use super::game::SearchGame;
use super::node::{Node, Subtree, TurnResults};
use super::parameters::QSEARCH_QUIETS;
use super::picker::Picker;
use super::table::{TableEntry, score_from_tt, score_to_tt};
use super::window::Window;
use super::worker::{STOPPED, SearchWorker};
use crate::base::Score;
use crate::base::score::PROVED_WIN;
use crate::eval::Evaluator;

impl<G: SearchGame, E: Evaluator<G>> SearchWorker<'_, G, E> {
    /// Returns the score of a position `ply` plies from the root, for its side to move.
    ///
    /// The search is fail-soft: a score outside the window is a bound. `PV` marks a node
    /// with an open window, whose line is recorded.
    pub fn negamax<const PV: bool>(
        &mut self,
        position: &G,
        window: Window,
        depth: i32,
        ply: usize,
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

        let tt_entry = self.job.table.probe(position.key());
        if let Some(entry) = tt_entry.filter(|_| !PV) {
            let score = score_from_tt(entry.score, ply);
            if entry.allows_cutoff(score, depth, window.alpha, window.beta) {
                return score;
            }
        }

        // Of the nodes that are not forced, most are pruned here. They need no list of turns.
        let mut eval = None;
        if !PV && self.may_prune_unlisted(position, depth, window.beta) {
            let score = self.static_score(position, tt_entry, ply);
            if Self::prunes_unlisted(position, depth, score, window.beta) {
                return score;
            }
            eval = Some(score);
        }

        let mut picker = Picker::new();
        let left_out = if self.mate_search {
            position.generate_distinct(&mut picker.turns);
            false
        } else if eval.is_some() {
            position.generate_few_if_free(&mut picker.turns)
        } else {
            position.generate_few(&mut picker.turns)
        };
        if picker.turns.is_empty() {
            return self.no_moves_score(position, ply);
        }
        let selective = !self.mate_search && !position.is_forced(&picker.turns);
        if selective && eval.is_none() {
            eval = Some(self.static_score(position, tt_entry, ply));
        }
        self.state.stack.at(ply).eval = eval;
        let node = Node {
            ply,
            depth,
            tt_entry,
            turns: picker.turns.len(),
            left_out,
            selective,
            eval,
            improving: self.state.stack.is_improving(ply),
            in_check: selective && position.is_in_check(),
        };
        if !PV
            && !node.in_check
            && let Some(eval) = eval
            && let Some(score) = self.prune_node(position, &node, eval, window.beta)
        {
            return score;
        }
        self.search_turns::<PV>(position, &node, picker, window)
    }

    /// Searches the turns of a node, and stores the result.
    fn search_turns<const PV: bool>(
        &mut self,
        position: &G,
        node: &Node,
        mut picker: Picker<G::Move>,
        window: Window,
    ) -> Score {
        let tree = Subtree {
            depth: node.depth + self.depth_change(node),
            beta: window.beta,
            tt_tag: node.tt_tag(),
            previous: self.state.stack.previous_slots(node.ply),
        };
        picker.start(tree.previous, node.ply, tree.tt_tag);
        let mut results = TurnResults::new(window.alpha);
        self.try_turns::<PV>(position, node, &tree, &mut picker, &mut results);
        if node.left_out && results.best <= -PROVED_WIN && !self.stopped {
            // A loss is proved only by all turns together.
            let mut all = Picker::new();
            position.generate_distinct(&mut all.turns);
            all.turns.retain(|turn| !picker.turns.contains(turn));
            all.start(tree.previous, node.ply, 0);
            self.try_turns::<PV>(position, node, &tree, &mut all, &mut results);
        }
        if self.stopped {
            return STOPPED;
        }

        let entry = TableEntry {
            move_tag: results.move_tag,
            score: score_to_tt(results.best, node.ply),
            eval: node.eval,
            depth: node.depth.min(tree.depth),
            bound: window.bound(results.best),
        };
        self.job.table.store(position.key(), entry);
        results.best
    }
}
