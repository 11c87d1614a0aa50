//! Alpha-beta search, in the form of principal variation search.
//!
//! What the search may skip depends on what a score claims. A decisive score is a proof:
//! it comes only from ends of the game, so no heuristic (pruning by evaluation,
//! reductions, turns left out, null moves) may produce one. Null moves and static
//! exchanges are used only where the game declares them meaningful. Where the game
//! reports that a side is forced (by a compulsory capture or a check), nothing is pruned
//! or reduced. A position is searched one ply deeper if it has a single legal turn, or if
//! the side to move is in check without being forced.

use smallvec::SmallVec;

use super::Bound;
use super::game::SearchGame;
use super::history::bonus;
use super::parameters::{
    IIR_DEPTH, LMR_DEPTH, LMR_HISTORY, LMR_TURNS, NULL_DEPTH, PRUNING_ROOT_DEPTH, QSEARCH_QUIETS,
    SEE_DEPTH, null_reduction, quiet_see_margin, see_margin,
};
use super::picker::Picker;
use super::pruning::{futility, late_move_pruning, reverse_futility};
use super::stack::PreviousSlots;
use super::table::{TableEntry, score_from_tt, score_to_tt};
use super::worker::{STOPPED, SearchWorker};
use crate::base::Score;
use crate::base::score::{DECISIVE, INFINITE, is_decisive, loss_in, win_in};
use crate::eval::Evaluator;

/// The maximum number of quiet turns of a node whose failure is recorded in the history.
const MAX_FAILED_QUIETS: usize = 32;

/// The depth at which to search a turn.
#[derive(Copy, Clone)]
pub struct TurnDepth {
    /// The number of plies left below the turn.
    pub depth: i32,
    /// The number of plies by which the first search of the turn is reduced.
    pub reduction: i32,
    /// Whether the turn is the first of its node, which is expected to be the best.
    pub first: bool,
}

/// A node being searched.
#[derive(Copy, Clone)]
struct Node {
    /// The number of plies from the root.
    ply: usize,
    /// The number of plies left.
    depth: i32,
    /// The upper bound of the window.
    beta: Score,
    /// Whether turns may be pruned or reduced.
    selective: bool,
    /// Whether the static score is better than two plies earlier.
    improving: bool,
    /// The history slots of the last two turns.
    previous: PreviousSlots,
}

/// The results of the turns of a node that have been tried so far.
struct TurnResults<M> {
    /// The best score.
    best: Score,
    /// The lower bound of the window, raised by each better turn.
    alpha: Score,
    /// The tag of the turn that raised `alpha` last, or 0.
    move_tag: u16,
    /// The quiet turns that did not refute the opponent's last turn.
    failed_quiets: SmallVec<[M; MAX_FAILED_QUIETS]>,
}

impl<G: SearchGame, E: Evaluator<G>> SearchWorker<'_, G, E> {
    /// Returns the score of a position `ply` plies from the root, for its side to move.
    ///
    /// The search is fail-soft: a score outside the window is a bound. `PV` marks a node
    /// with an open window, whose line is recorded.
    pub fn negamax<const PV: bool>(
        &mut self,
        position: &G,
        mut alpha: Score,
        mut beta: Score,
        depth: i32,
        ply: usize,
    ) -> Score {
        if depth <= 0 {
            return self.qsearch::<PV>(position, alpha, beta, ply, QSEARCH_QUIETS);
        }
        if PV {
            self.state.pv.clear(ply);
            self.seldepth = self.seldepth.max(ply);
        }
        if let Some(score) = self.score_without_search(position, ply) {
            return score;
        }

        // Mate distance pruning: a shorter win has been found, or no loss can come
        // sooner.
        alpha = alpha.max(loss_in(ply));
        beta = beta.min(win_in(ply + 1));
        if alpha >= beta {
            return alpha;
        }

        let key = position.key();
        let tt_entry = self.job.table.probe(key);
        if let Some(entry) = tt_entry.filter(|_| !PV) {
            let score = score_from_tt(entry.score, ply);
            if entry.allows_cutoff(score, depth, alpha, beta) {
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
        let eval = selective.then(|| {
            let stored = tt_entry.and_then(|entry| entry.eval);
            stored.unwrap_or_else(|| self.evaluate(position, ply))
        });
        self.state.stack.at(ply).eval = eval;
        let in_check = selective && position.is_in_check();
        if let Some(eval) = eval.filter(|_| !PV && !in_check)
            && reverse_futility(eval, depth, picker.turns.len(), beta)
        {
            return eval;
        }
        if let Some(eval) = eval.filter(|_| !PV && !in_check)
            && let Some(score) = self.null_move_pruning(position, eval, beta, depth, ply)
        {
            return score;
        }

        let mut node = Node {
            ply,
            depth,
            beta,
            selective,
            improving: self.state.stack.is_improving(ply),
            previous: self.state.stack.previous_slots(ply),
        };
        let tt_tag = tt_entry.map_or(0, |entry| entry.move_tag);
        let compelled = picker.turns.len() == 1 || in_check;
        node.depth += self.depth_change(&node, compelled, tt_tag);
        picker.rank(position, &self.state.history, node.previous, ply, tt_tag);
        let mut results = TurnResults {
            best: -INFINITE,
            alpha,
            move_tag: 0,
            failed_quiets: SmallVec::new(),
        };
        self.try_turns::<PV>(position, &node, &mut picker, &mut results);
        if left_out && results.best <= -DECISIVE && !self.stopped {
            // A loss is proved only by all turns together.
            let mut all = Picker::new();
            position.generate_distinct(&mut all.turns);
            all.turns.retain(|turn| !picker.turns.contains(turn));
            all.rank(position, &self.state.history, node.previous, ply, 0);
            self.try_turns::<PV>(position, &node, &mut all, &mut results);
        }
        if self.stopped {
            return STOPPED;
        }

        let entry = TableEntry {
            move_tag: results.move_tag,
            score: score_to_tt(results.best, ply),
            eval,
            depth: depth.min(node.depth),
            bound: bound(results.best, alpha, beta),
        };
        self.job.table.store(key, entry);
        results.best
    }

    /// Null move pruning: if even a null move refutes the opponent's last turn, returns the
    /// score, which is never a proof of a win.
    #[inline]
    fn null_move_pruning(
        &mut self,
        position: &G,
        eval: Score,
        beta: Score,
        depth: i32,
        ply: usize,
    ) -> Option<Score> {
        // Two null moves in a row would only lead to the same position again.
        let follows_null_move = self.state.stack.previous_slots(ply)[0].is_none();
        if depth < NULL_DEPTH.get() || eval < beta || is_decisive(beta) || follows_null_move {
            return None;
        }
        let child = position.null_move()?;
        self.state.stack.at(ply).slot = None;
        self.state.stack.at(ply + 1).extensions = self.state.stack.at(ply).extensions;
        self.push_position(&child);
        let depth = depth - null_reduction(depth, eval - beta);
        let score = -self.negamax::<false>(&child, -beta, 1 - beta, depth, ply + 1);
        self.state.keys.pop();
        let refutes = score >= beta && !self.stopped;
        refutes.then(|| if is_decisive(score) { beta } else { score })
    }

    /// Returns the change of a node's depth, in plies. A node is extended if its side has
    /// hardly any choice: a single reply, or a check without being forced. A node without
    /// a turn in the table is reduced (internal iterative reduction).
    fn depth_change(&mut self, node: &Node, compelled: bool, tt_tag: u16) -> i32 {
        let extensions = self.state.stack.at(node.ply).extensions;
        let extend = compelled && usize::from(extensions) < self.root_depth;
        self.state.stack.at(node.ply + 1).extensions = extensions.saturating_add(extend.into());
        if extend {
            1
        } else if tt_tag == 0 && node.depth >= IIR_DEPTH.get() && !self.mate_search {
            -1
        } else {
            0
        }
    }

    /// Searches the turns of a node until one refutes the opponent's last turn.
    fn try_turns<const PV: bool>(
        &mut self,
        position: &G,
        node: &Node,
        picker: &mut Picker<G::Move>,
        results: &mut TurnResults<G::Move>,
    ) {
        // In the first iterations, pruning would leave only a few replies to each turn of the
        // root, and a reply that saves a man might not be among them.
        let may_prune = node.ply > 1 || self.root_depth as i32 >= PRUNING_ROOT_DEPTH.get();
        let mut is_forcing = None;
        let mut quiet_turns = 0;
        let mut searched = 0;
        while let Some(turn) = picker.next(position) {
            let quiet = !position.is_tactical(turn);
            let slot = position.history_slot(turn);
            if node.selective && quiet {
                quiet_turns += 1;
                // Nothing is left out before a turn has been found that does not lose, nor
                // while the search looks for a shorter win than the one already found.
                let is_late = late_move_pruning(node.depth, node.improving, quiet_turns);
                if may_prune
                    && results.best > -DECISIVE
                    && results.alpha < DECISIVE
                    && (is_late
                        || futility::<G>(
                            self.state.stack.at(node.ply).eval,
                            node.depth,
                            results.alpha,
                        )
                        || node.depth <= SEE_DEPTH.get()
                            && position.exchange_loses(turn, quiet_see_margin(node.depth)))
                {
                    if is_late {
                        picker.stop_sorting();
                    }
                    // A forcing turn may start a combination, however bad it looks.
                    if !is_forcing.get_or_insert_with(|| position.forcing_test())(turn) {
                        continue;
                    }
                }
            }
            if may_prune
                && node.selective
                && !quiet
                && results.best > -DECISIVE
                && results.alpha < DECISIVE
                && node.depth <= SEE_DEPTH.get()
                && position.exchange_loses(turn, see_margin(node.depth))
            {
                continue;
            }
            let mut turn_depth = TurnDepth {
                depth: node.depth - 1,
                reduction: 0,
                first: results.best == -INFINITE,
            };
            let may_reduce = node.selective && quiet && node.depth >= LMR_DEPTH.get();
            if may_reduce && searched as i32 >= LMR_TURNS.get() + i32::from(PV) {
                let history = self.state.history.score(slot, node.previous);
                let reduction = self.state.reductions.get(node.depth, searched)
                    - i32::from(PV)
                    - history / LMR_HISTORY.get();
                turn_depth.reduction = reduction.clamp(0, node.depth - 2);
            }
            if !self.count_node() {
                return;
            }
            searched += 1;
            self.state.stack.at(node.ply).slot = Some(slot as u16);
            let (alpha, beta) = (results.alpha, node.beta);
            let score = self.search_turn::<PV>(position, turn, alpha, beta, turn_depth, node.ply);
            if self.stopped {
                return;
            }
            if score > results.best {
                results.best = score;
                if score > results.alpha {
                    results.alpha = score;
                    results.move_tag = G::move_tag(turn);
                    if PV {
                        self.state.pv.update(node.ply, turn);
                    }
                    if score >= node.beta {
                        if quiet {
                            self.update_history(position, node, turn, &results.failed_quiets);
                        }
                        return;
                    }
                }
            }
            if quiet && results.failed_quiets.len() < MAX_FAILED_QUIETS {
                results.failed_quiets.push(turn);
            }
        }
    }

    /// Updates the history: `turn` refuted the opponent's last turn, and the quiet turns
    /// `failed` tried before it did not.
    fn update_history(&mut self, position: &G, node: &Node, turn: G::Move, failed: &[G::Move]) {
        let bonus = bonus(node.depth);
        let history = &mut self.state.history;
        history.set_killer(node.ply, turn);
        history.update(position.history_slot(turn), node.previous, bonus);
        for &other in failed {
            history.update(position.history_slot(other), node.previous, -bonus);
        }
    }

    /// Makes the turn and searches the position after it; returns the score for the side
    /// that made it. Turns after the first are expected to be no better: a search with a
    /// null window confirms this, first at reduced depth.
    #[inline]
    pub fn search_turn<const PV: bool>(
        &mut self,
        position: &G,
        turn: G::Move,
        alpha: Score,
        beta: Score,
        turn_depth: TurnDepth,
        ply: usize,
    ) -> Score {
        let mut child = position.clone();
        child.play(turn);
        self.push_position(&child);
        let TurnDepth {
            depth,
            reduction,
            first,
        } = turn_depth;
        let ply = ply + 1;
        let mut score = alpha + 1;
        if !PV || !first {
            let reduced = depth - reduction;
            score = -self.negamax::<false>(&child, -alpha - 1, -alpha, reduced, ply);
            if score > alpha && reduction > 0 && !self.stopped {
                score = -self.negamax::<false>(&child, -alpha - 1, -alpha, depth, ply);
            }
        }
        if PV && score > alpha && !self.stopped {
            score = -self.negamax::<true>(&child, -beta, -alpha, depth, ply);
        }
        self.state.keys.pop();
        score
    }
}

/// Returns how a score that a search with this window returned relates to the true value.
#[inline]
pub fn bound(score: Score, alpha: Score, beta: Score) -> Bound {
    if score >= beta {
        Bound::Lower
    } else if score > alpha {
        Bound::Exact
    } else {
        Bound::Upper
    }
}
