//! A turn at the root, with its score and line, from the first iteration to the last.

use super::Bound;
use super::hunt::HuntLine;
use crate::base::Score;
use crate::base::score::{INFINITE, PROVED_WIN, is_proved};

/// A legal turn at the root.
#[derive(Clone, Debug)]
pub struct RootTurn<M> {
    /// The turn.
    pub turn: M,
    /// The latest score and the line that starts with the turn.
    pub line: RootLine<M>,
    /// The score in the previous iteration; before the first iteration, the static
    /// evaluation of the root.
    pub previous: Score,
    /// Whether the current pass over the turns has searched this one.
    pub searched: bool,
    /// The result of the last search of this turn that ended with an exact score.
    pub exact: Option<RootLine<M>>,
    /// The shortest loss by this turn that any iteration has proved.
    pub proved_loss: Option<Score>,
    /// The line of a proved hunt that begins with this turn, if any.
    pub hunt: Option<HuntLine<M>>,
}

/// A line that starts with a turn at the root, and its score.
#[derive(Clone, Debug)]
pub struct RootLine<M> {
    /// The score in this iteration; minus [`INFINITE`] if the turn was not searched, or if it
    /// was not the first and did not raise alpha.
    pub score: Score,
    /// The relation of the score to the true value.
    pub bound: Bound,
    /// The depth of the search that gave the score.
    pub depth: usize,
    /// The maximum ply reached when the score was found.
    pub seldepth: usize,
    /// The turns.
    pub pv: Vec<M>,
}

impl<M: Copy> RootTurn<M> {
    /// Returns a root turn that has not been searched.
    pub fn new(turn: M) -> Self {
        Self {
            turn,
            line: RootLine {
                score: -INFINITE,
                bound: Bound::Exact,
                depth: 0,
                seldepth: 0,
                pv: vec![turn],
            },
            previous: 0,
            searched: false,
            exact: None,
            proved_loss: None,
            hunt: None,
        }
    }

    /// Returns whether the turn begins a proved hunt of the side that plays it.
    pub fn is_won_by_hunt(&self) -> bool {
        self.hunt.as_ref().is_some_and(HuntLine::is_won)
    }

    /// Notes a loss that a search has proved for this turn.
    pub fn note_loss(&mut self, loss: Score) {
        let known = self.proved_loss.unwrap_or(loss);
        self.proved_loss = Some(known.min(loss));
    }

    /// Restores the last exact score and its line, if any. A search that was cut
    /// short in a narrow window leaves only a bound, which must not be reported as a score,
    /// and a line that consists of this turn alone. A bound that proves a win or a loss is kept, and so is
    /// any bound if the exact score is a loss, which says nothing about the other turns.
    pub fn restore_exact(&mut self) {
        if self.line.bound != Bound::Exact
            && !is_proved(self.latest_score())
            && let Some(exact) = self.exact.take_if(|exact| exact.score > -PROVED_WIN)
        {
            self.line = exact;
        }
    }

    /// Sets the score to a loss that was proved for this turn in an iteration of this depth or
    /// an earlier one. A known line that leads to this loss is kept; any other is cut to the turn.
    pub fn lose(&mut self, loss: Score, depth: usize) {
        if self.line.bound == Bound::Exact && self.line.score == loss {
            return;
        }
        if let Some(exact) = self.exact.take_if(|exact| exact.score == loss) {
            self.line = exact;
            return;
        }
        self.line.score = loss;
        self.line.bound = Bound::Upper;
        self.line.depth = depth;
        self.line.seldepth = self.line.seldepth.max(depth);
        self.line.pv.truncate(1);
    }

    /// Returns the score and the line to report.
    pub fn summary(&self) -> (Score, Vec<M>) {
        (self.latest_score(), self.line.pv.clone())
    }

    /// Returns the score of this iteration, or of the previous one if this one has none.
    pub fn latest_score(&self) -> Score {
        if self.line.score == -INFINITE {
            self.previous
        } else {
            self.line.score
        }
    }
}
