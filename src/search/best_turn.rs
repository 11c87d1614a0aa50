//! The best turn of a node so far, and the window that it leaves for the other turns.

use super::game::SearchGame;
use super::table::{TableEntry, score_to_tt};
use super::window::Window;
use crate::base::Score;
use crate::base::score::{INFINITE, MAX_EVAL};

/// The best of the turns of a node that have been searched so far.
pub struct BestTurn {
    /// The score; before the first turn, minus [`INFINITE`] or the score of standing pat.
    pub score: Score,
    /// The window of the node.
    node_window: Window,
    /// The lower bound of the window of the next turn.
    alpha: Score,
    /// The tag of the turn that raised `alpha` last, or 0.
    move_tag: u16,
}

/// Returns a score that is no proof of a loss, where turns that have not been searched may save the
/// side.
pub fn without_proved_loss(score: Score) -> Score {
    score.max(-MAX_EVAL)
}

impl BestTurn {
    /// Returns the state before the first turn of a node with this window.
    #[inline]
    pub const fn new(window: Window) -> Self {
        Self {
            score: -INFINITE,
            node_window: window,
            alpha: window.alpha,
            move_tag: 0,
        }
    }

    /// Returns the state before the first turn if the side to move may stand pat with this score.
    #[inline]
    pub fn stand_pat(window: Window, score: Score) -> Self {
        Self {
            score,
            alpha: window.alpha.max(score),
            ..Self::new(window)
        }
    }

    /// Returns the window of the next turn.
    #[inline]
    pub const fn window(&self) -> Window {
        Window {
            alpha: self.alpha,
            beta: self.node_window.beta,
        }
    }

    /// Records the score of a turn. Returns whether it has raised the lower bound.
    #[inline]
    pub fn record<G: SearchGame>(&mut self, turn: G::Move, score: Score) -> bool {
        self.score = self.score.max(score);
        let raises_alpha = score > self.alpha;
        if raises_alpha {
            self.alpha = score;
            self.move_tag = G::move_tag(turn);
        }
        raises_alpha
    }

    /// Returns whether the node fails high.
    #[inline]
    pub const fn is_refutation(&self) -> bool {
        self.alpha >= self.node_window.beta
    }

    /// Takes the proof from a loss, where turns that have not been searched may save the side.
    pub fn disprove_loss(&mut self) {
        self.score = without_proved_loss(self.score);
    }

    /// Returns the table entry of the node, `ply` plies from the root, once all turns of the node
    /// have been searched to this depth, or one has refuted the opponent's last turn.
    #[inline]
    pub fn entry(&self, ply: usize, depth: i32, eval: Option<Score>) -> TableEntry {
        TableEntry {
            move_tag: self.move_tag,
            score: score_to_tt(self.score, ply),
            eval,
            depth,
            bound: self.node_window.bound(self.score),
        }
    }
}
