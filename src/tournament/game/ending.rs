//! The end of a game: the result and the reason.

use crate::base::Color;
use crate::rules::Outcome;
use crate::tournament::{GameReport, GameResult, Termination};

/// The result of a game and the reason for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameEnd {
    pub result: GameResult,
    /// The reason, as a code.
    pub termination: Termination,
    /// The reason, as a human-readable sentence.
    pub detail: String,
    /// The last lines that the loser wrote to stderr, if it broke down.
    pub stderr: Vec<String>,
}

impl GameEnd {
    fn new(result: GameResult, termination: Termination, detail: impl Into<String>) -> Self {
        Self {
            result,
            termination,
            detail: detail.into(),
            stderr: Vec::new(),
        }
    }

    pub fn draw(termination: Termination, detail: impl Into<String>) -> Self {
        Self::new(GameResult::Draw, termination, detail)
    }

    /// Returns a loss for this side.
    pub fn loss(loser: Color, termination: Termination, detail: impl Into<String>) -> Self {
        Self::new(GameResult::win_by(!loser), termination, detail)
    }

    /// Returns the end of a game without a result.
    pub fn unfinished(detail: impl Into<String>) -> Self {
        Self::new(GameResult::Unfinished, Termination::Interrupted, detail)
    }

    /// Returns the end of a game that is abandoned because the runner itself was suspended.
    pub fn delayed(detail: impl Into<String>) -> Self {
        Self::new(GameResult::Unfinished, Termination::RunnerDelayed, detail)
    }

    /// Returns the end of a game that is over by its rules.
    pub fn by_rules(outcome: Outcome) -> Self {
        let detail = outcome.reason();
        match outcome {
            Outcome::Win(winner, reason) => Self::loss(!winner, Termination::Won(reason), detail),
            Outcome::Draw(reason) => Self::draw(Termination::Drawn(reason), detail),
        }
    }
}

impl GameReport {
    pub(super) fn set_end(&mut self, end: GameEnd) {
        self.result = end.result;
        self.end = end.termination;
        self.detail = end.detail;
        self.stderr = end.stderr;
    }
}
