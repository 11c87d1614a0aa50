//! The end of a game: the result and the reason.

use crate::base::Color;
use crate::rules::{DrawReason, Outcome, WinReason};
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
        match outcome {
            Outcome::Win(winner, WinReason::BiyCaptured) => {
                let text = format!("{} captured the biy", winner.name());
                Self::loss(!winner, Termination::BiyCaptured, text)
            }
            Outcome::Win(winner, WinReason::NoLegalTurn) => {
                let text = format!("{} has no legal turn", (!winner).name());
                Self::loss(!winner, Termination::NoLegalTurn, text)
            }
            Outcome::Win(winner, WinReason::Mate) => Self::loss(
                !winner,
                Termination::Mate,
                format!("{} gives mate", winner.name()),
            ),
            Outcome::Win(winner, WinReason::Bared) => {
                let text = format!("{} has nothing but its king", (!winner).name());
                Self::loss(!winner, Termination::Bared, text)
            }
            Outcome::Win(winner, WinReason::MoriMateLoses) => {
                let text = format!("{} mates with a mori", (!winner).name());
                Self::loss(!winner, Termination::MoriMateLoses, text)
            }
            Outcome::Draw(reason) => Self::draw_by_rules(reason),
        }
    }

    /// Returns a draw by the rules of the game.
    fn draw_by_rules(reason: DrawReason) -> Self {
        let (termination, text) = match reason {
            DrawReason::Repetition => (
                Termination::Repetition,
                "the same position occurred for the third time",
            ),
            DrawReason::BareBiys => (Termination::BareBiys, "only the biys are left"),
            DrawReason::BareKings => (Termination::BareKings, "only the kings are left"),
            DrawReason::Robado => (Termination::Robado, "a side has nothing but its noyon"),
            DrawReason::BaredInReturn => (Termination::BaredInReturn, "both sides bare each other"),
            DrawReason::NoLegalTurn => (Termination::Stalemate, "stalemate"),
            DrawReason::Niol => (
                Termination::Niol,
                "mate after a series of checks without a shak",
            ),
            DrawReason::MoriMateDraws => (Termination::MoriMateDraws, "mate by a mori"),
            DrawReason::TurnLimit => (
                Termination::TurnLimit,
                "too many turns without a capture or pawn move",
            ),
        };
        Self::draw(termination, text)
    }
}
