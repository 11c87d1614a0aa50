//! A node: its turns are searched, best first, until one refutes the opponent's last turn.

use smallvec::SmallVec;

use super::game::SearchGame;
use super::history::bonus;
use super::parameters::{LMR_DEPTH, LMR_TURNS, PRUNING_ROOT_DEPTH};
use super::picker::Picker;
use super::reductions::{LateMove, TurnDepth};
use super::stack::PreviousSlots;
use super::table::TableEntry;
use super::window::Window;
use super::worker::SearchWorker;
use crate::base::Score;
use crate::base::score::{INFINITE, PROVED_WIN};
use crate::eval::Evaluator;

/// The maximum number of quiet turns of a node whose failure is recorded in the history.
const MAX_FAILED_QUIETS: usize = 32;

/// What is known of a node before its turns are searched.
#[derive(Copy, Clone)]
pub struct Node {
    /// The number of plies from the root.
    pub ply: usize,
    /// The number of plies left.
    pub depth: i32,
    /// The entry of the table.
    pub tt_entry: Option<TableEntry>,
    /// The number of turns.
    pub turns: usize,
    /// Whether there are turns that are searched only if all these lose.
    pub left_out: bool,
    /// Whether turns may be pruned or reduced.
    pub selective: bool,
    /// The static score; `None` where it is meaningless.
    pub eval: Option<Score>,
    /// Whether the static score is better than two plies earlier.
    pub improving: bool,
    /// Whether the side to move is in check without being forced.
    pub in_check: bool,
}

impl Node {
    /// Returns the tag of the table's turn, or 0.
    #[inline]
    pub fn tt_tag(&self) -> u16 {
        self.tt_entry.map_or(0, |entry| entry.move_tag)
    }
}

/// How the turns of a node are searched.
#[derive(Copy, Clone)]
pub struct Subtree {
    /// The number of plies left, extensions included.
    pub depth: i32,
    /// The upper bound of the window.
    pub beta: Score,
    /// The tag of the table's turn, or 0.
    pub tt_tag: u16,
    /// The history slots of the last two turns.
    pub previous: PreviousSlots,
}

/// The results of the turns of a node that have been tried so far.
pub struct TurnResults<M> {
    /// The best score.
    pub best: Score,
    /// The lower bound of the window, raised by each better turn.
    alpha: Score,
    /// The tag of the turn that raised `alpha` last, or 0.
    pub move_tag: u16,
    /// The quiet turns that did not refute the opponent's last turn.
    failed_quiets: SmallVec<[M; MAX_FAILED_QUIETS]>,
}

impl<M> TurnResults<M> {
    /// Returns the results of no turn, for a window with this lower bound.
    pub fn new(alpha: Score) -> Self {
        Self {
            best: -INFINITE,
            alpha,
            move_tag: 0,
            failed_quiets: SmallVec::new(),
        }
    }

    /// Returns whether turns may be left out: not before one has been found that does not
    /// lose, nor while the search looks for a shorter win than the one already found.
    #[inline]
    fn may_leave_out(&self) -> bool {
        self.best > -PROVED_WIN && self.alpha < PROVED_WIN
    }
}

impl<G: SearchGame, E: Evaluator<G>> SearchWorker<'_, G, E> {
    /// Searches the turns of a node until one refutes the opponent's last turn.
    pub fn try_turns<const PV: bool>(
        &mut self,
        position: &G,
        node: &Node,
        tree: &Subtree,
        picker: &mut Picker<G::Move>,
        results: &mut TurnResults<G::Move>,
    ) {
        // In the first iterations, pruning would leave only a few replies to each turn of the
        // root, and a reply that saves a man might not be among them.
        let may_prune = node.ply > 1 || self.root_depth as i32 >= PRUNING_ROOT_DEPTH.get::<G>();
        let mut is_forcing = None;
        let mut quiet_turns = 0;
        let mut searched = 0;
        while let Some(turn) = picker.next(position, &self.state.history) {
            let quiet = !position.is_tactical(turn);
            quiet_turns += usize::from(quiet);
            if may_prune && node.selective && results.may_leave_out() {
                let is_late = quiet && Self::comes_late(tree.depth, node.improving, quiet_turns);
                if is_late {
                    picker.stop_sorting();
                }
                if is_late || Self::looks_bad(position, node.eval, tree.depth, turn, results.alpha)
                {
                    // A forcing turn may start a combination, however bad it looks.
                    let mut is_forcing =
                        |turn| is_forcing.get_or_insert_with(|| position.forcing_test())(turn);
                    if !quiet || !is_forcing(turn) {
                        continue;
                    }
                }
            }
            let turn_depth = TurnDepth {
                first: results.best == -INFINITE,
                ..self.turn_depth::<PV>(position, node, tree, turn, searched)
            };
            if !self.count_node() {
                return;
            }
            searched += 1;
            let slot = position.history_slot(turn);
            self.state.stack.at(node.ply).slot = Some(slot as u16);
            let window = Window {
                alpha: results.alpha,
                beta: tree.beta,
            };
            let score = self.search_turn::<PV>(position, turn, window, turn_depth, node.ply);
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
                    if score >= tree.beta {
                        if quiet {
                            self.update_history(position, node, tree, turn, &results.failed_quiets);
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

    /// Returns the depth of a turn after `searched` others.
    #[inline]
    fn turn_depth<const PV: bool>(
        &self,
        position: &G,
        node: &Node,
        tree: &Subtree,
        turn: G::Move,
        searched: usize,
    ) -> TurnDepth {
        let may_reduce = node.selective
            && tree.depth >= LMR_DEPTH.get::<G>()
            && searched as i32 >= LMR_TURNS.get::<G>() + i32::from(PV)
            && !position.is_tactical(turn);
        let reduction = may_reduce.then(|| {
            let slot = position.history_slot(turn);
            let late_move = LateMove {
                is_pv: PV,
                history: self.state.history.score(slot, tree.previous),
            };
            let reductions = &self.state.reductions;
            reductions.get::<G>(tree.depth, searched, late_move)
        });
        TurnDepth {
            depth: tree.depth - 1,
            reduction: reduction.unwrap_or(0),
            first: searched == 0,
        }
    }

    /// Updates the history: `turn` refuted the opponent's last turn, and the quiet turns
    /// `failed` tried before it did not.
    fn update_history(
        &mut self,
        position: &G,
        node: &Node,
        tree: &Subtree,
        turn: G::Move,
        failed: &[G::Move],
    ) {
        let bonus = bonus::<G>(tree.depth);
        let history = &mut self.state.history;
        history.set_killer(node.ply, turn);
        history.update(position.history_slot(turn), tree.previous, bonus);
        for &other in failed {
            history.update(position.history_slot(other), tree.previous, -bonus);
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
        Window { alpha, beta }: Window,
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
        let null_window = Window::null(-alpha - 1);
        let mut score = alpha + 1;
        if !PV || !first {
            let reduced = depth - reduction;
            score = -self.negamax::<false>(&child, null_window, reduced, ply);
            if score > alpha && reduction > 0 && !self.stopped {
                score = -self.negamax::<false>(&child, null_window, depth, ply);
            }
        }
        if PV && score > alpha && !self.stopped {
            let window = Window {
                alpha: -beta,
                beta: -alpha,
            };
            score = -self.negamax::<true>(&child, window, depth, ply);
        }
        self.state.keys.pop();
        score
    }
}
