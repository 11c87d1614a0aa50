//! The end of a game: the result and the reason.

use crate::base::Color;
use crate::rules::Outcome;
use crate::tournament::{GameResult, Termination};

/// The result of a game and the reason for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameEnd {
    /// The result.
    pub result: GameResult,
    /// The reason, as a code.
    pub termination: Termination,
    /// The reason, as a human-readable sentence.
    pub detail: String,
    /// The last lines that the loser wrote to stderr, if it broke down.
    pub stderr: Vec<String>,
}

impl GameEnd {
    /// Returns a draw.
    pub fn draw(termination: Termination, detail: impl Into<String>) -> Self {
        Self {
            result: GameResult::Draw,
            termination,
            detail: detail.into(),
            stderr: Vec::new(),
        }
    }

    /// Returns a loss for this side.
    pub fn loss(loser: Color, termination: Termination, detail: impl Into<String>) -> Self {
        Self {
            result: GameResult::win_by(!loser),
            termination,
            detail: detail.into(),
            stderr: Vec::new(),
        }
    }

    /// Returns the end of a game without a result.
    pub fn unfinished(detail: impl Into<String>) -> Self {
        Self {
            result: GameResult::Unfinished,
            termination: Termination::Interrupted,
            detail: detail.into(),
            stderr: Vec::new(),
        }
    }

    /// Returns the end of a game that is abandoned because the runner itself did not run.
    pub fn delayed(detail: impl Into<String>) -> Self {
        Self {
            termination: Termination::RunnerDelayed,
            ..Self::unfinished(detail)
        }
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
