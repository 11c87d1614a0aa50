//! Alpha-beta search, in the form of principal variation search.
//!
//! What the search may skip depends on what a score claims. A score beyond the evaluations is
//! a proof: it comes only from ends of the game and from endgame tables, so no heuristic
//! (pruning by evaluation, reductions, turns left out, null moves) may produce one. Null
//! moves and static exchanges are used only where the game declares them meaningful. Where
//! the game reports that a side is forced (by a compulsory capture or a check), nothing is
//! pruned or reduced.

use super::game::{SearchGame, may_be_truncated};
use super::node::{Node, TurnResults};
use super::parameters::{QSEARCH_QUIETS, RFP_TURNS};
use super::picker::Picker;
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
            return self.qsearch::<PV>(position, window, ply, QSEARCH_QUIETS);
        }
        if let Some(score) = self.enter_node::<PV>(position, ply) {
            return score;
        }
        let window = window.within_reach(ply);
        if window.alpha >= window.beta {
            return window.alpha;
        }

        let tt_entry = self.tt_entry(position);
        if !PV && let Some(score) = tt_entry.and_then(|entry| entry.cutoff(depth, window, ply)) {
            return score;
        }

        // Most nodes whose side is not forced are pruned here, without a list of turns.
        let pruning_score = if PV {
            None
        } else {
            self.rfp_threshold(depth, window)
        };
        let min_turns = RFP_TURNS.get::<G>() as usize;
        let mut eval = None;
        if let Some(enough) = pruning_score
            && position.is_surely_free(min_turns as u32)
        {
            let score = self.static_score(position, tt_entry, ply);
            if score >= enough && !position.is_in_check() {
                return score;
            }
            eval = Some(score);
        }
        let surely_free = eval.is_some();

        let mut picker = Picker::new();
        let left_out = if self.mate_search {
            position.generate_distinct(&mut picker.turns);
            false
        } else if surely_free {
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
            previous: self.state.stack.previous_slots(ply),
        };
        if !PV
            && !node.in_check
            && let Some(eval) = eval
        {
            // A side that is surely free was tested above.
            let has_choice = node.turns >= min_turns;
            if !surely_free && has_choice && pruning_score.is_some_and(|enough| eval >= enough) {
                return eval;
            }
            if let Some(score) = self.null_move_score(position, &node, eval, window) {
                return score;
            }
        }
        self.search_turns::<PV>(position, node, picker, window)
    }

    /// Searches the turns of a node, and stores the result.
    fn search_turns<const PV: bool>(
        &mut self,
        position: &G,
        mut node: Node,
        mut picker: Picker<G::Move>,
        window: Window,
    ) -> Score {
        let depth = node.depth;
        node.depth += self.depth_change(&node);
        picker.start(node.previous, node.ply, node.tt_tag());
        let mut results = TurnResults::new(window);
        let mut is_truncated = may_be_truncated(&picker.turns);
        self.try_turns::<PV>(position, &node, &mut picker, &mut results);
        if node.left_out && results.best.score <= -PROVED_WIN && !self.stopped {
            // A loss is proved only by all turns together.
            let mut all = Picker::new();
            position.generate_distinct(&mut all.turns);
            is_truncated |= may_be_truncated(&all.turns);
            all.turns.retain(|turn| !picker.turns.contains(turn));
            all.start(node.previous, node.ply, 0);
            self.try_turns::<PV>(position, &node, &mut all, &mut results);
        }
        if self.stopped {
            return STOPPED;
        }
        if is_truncated {
            results.best.disprove_loss();
        }
        let entry = results
            .best
            .entry(node.ply, depth.min(node.depth), node.eval);
        self.store(position, entry);
        results.best.score
    }
}
