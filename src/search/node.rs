//! A node: its turns are searched, best first, until one refutes the opponent's last turn.

use smallvec::SmallVec;

use super::best_turn::BestTurn;
use super::game::SearchGame;
use super::history::bonus;
use super::parameters::PRUNING_ROOT_DEPTH;
use super::picker::Picker;
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
    /// The number of plies left; while turns are searched, with the extension or reduction.
    pub depth: i32,
    /// The node's entry in the transposition table.
    pub tt_entry: Option<TableEntry>,
    /// The number of turns generated.
    pub turns: usize,
    /// Whether some turns were left out, to be searched only if all others lose.
    pub left_out: bool,
    /// Whether turns may be pruned or reduced.
    pub selective: bool,
    /// The static score; `None` where it is meaningless.
    pub eval: Option<Score>,
    /// Whether the static score is better than two plies earlier.
    pub improving: bool,
    /// Whether the side to move is in check without being forced.
    pub in_check: bool,
    /// The history slots of the last two turns.
    pub previous: PreviousSlots,
}

impl Node {
    /// Returns the tag of the turn in the table entry, or 0 without an entry.
    #[inline]
    pub fn tt_tag(&self) -> u16 {
        self.tt_entry.map_or(0, |entry| entry.move_tag)
    }
}

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

/// The results of the turns of a node that have been tried so far.
pub struct TurnResults<M> {
    /// The best turn.
    pub best: BestTurn,
    /// The quiet turns that did not refute the opponent's last turn.
    failed_quiets: SmallVec<[M; MAX_FAILED_QUIETS]>,
}

impl<M> TurnResults<M> {
    /// Returns the results of no turn, for a node with this window.
    pub fn new(window: Window) -> Self {
        Self {
            best: BestTurn::new(window),
            failed_quiets: SmallVec::new(),
        }
    }

    /// Returns whether turns may be left out: not before one has been found that does not
    /// lose, nor while the search looks for a shorter win than the one already found.
    #[inline]
    fn may_leave_out(&self) -> bool {
        self.best.score > -PROVED_WIN && self.best.window().alpha < PROVED_WIN
    }
}

impl<G: SearchGame, E: Evaluator<G>> SearchWorker<'_, G, E> {
    /// Searches the turns of a node until one refutes the opponent's last turn.
    pub fn try_turns<const PV: bool>(
        &mut self,
        position: &G,
        node: &Node,
        picker: &mut Picker<G::Move>,
        results: &mut TurnResults<G::Move>,
    ) {
        // In the first iterations, pruning would leave only a few replies to each turn of the
        // root, and a reply that saves a man might not be among them.
        let may_prune = node.selective
            && (node.ply > 1 || self.root_depth as i32 >= PRUNING_ROOT_DEPTH.get::<G>());
        let mut forcing_test = None;
        let mut quiet_turns = 0;
        let mut searched = 0;
        while let Some(turn) = picker.next(position, &self.state.history) {
            let quiet = !position.is_tactical(turn);
            quiet_turns += usize::from(quiet);
            if may_prune && results.may_leave_out() {
                let is_late = quiet && Self::comes_late(node, quiet_turns);
                if is_late {
                    picker.stop_sorting();
                }
                // A forcing turn may start a combination, however bad it looks.
                if (is_late || Self::looks_bad(position, node, turn, results.best.window()))
                    && !(quiet && forcing_test.get_or_insert_with(|| position.forcing_test())(turn))
                {
                    continue;
                }
            }
            if !self.count_node() {
                return;
            }
            let slot = position.history_slot(turn);
            let may_reduce = node.selective && quiet;
            let turn_depth = TurnDepth {
                depth: node.depth - 1,
                reduction: if may_reduce {
                    let history = || self.state.history.score(slot, node.previous);
                    let reductions = &self.state.reductions;
                    reductions.get::<G, PV>(node.depth, searched, history)
                } else {
                    0
                },
                first: results.best.score == -INFINITE,
            };
            searched += 1;
            self.state.stack.at(node.ply).slot = Some(slot as u16);
            let window = results.best.window();
            let score = self.search_turn::<PV>(position, turn, window, turn_depth, node.ply);
            if self.stopped {
                return;
            }
            if results.best.record::<G>(turn, score) {
                if PV {
                    self.state.pv.update(node.ply, turn);
                }
                if results.best.is_refutation() {
                    if quiet {
                        self.update_history(position, node, turn, &results.failed_quiets);
                    }
                    return;
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
        let bonus = bonus::<G>(node.depth);
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
        window: Window,
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
        let (alpha, ply) = (window.alpha, ply + 1);
        let mut score = alpha + 1;
        if !PV || !first {
            let null_window = Window::null(alpha).reversed();
            score = -self.negamax::<false>(&child, null_window, depth - reduction, ply);
            if score > alpha && reduction > 0 && !self.stopped {
                score = -self.negamax::<false>(&child, null_window, depth, ply);
            }
        }
        if PV && score > alpha && !self.stopped {
            score = -self.negamax::<true>(&child, window.reversed(), depth, ply);
        }
        self.state.keys.pop();
        score
    }
}
