//! The end of a game: its result, a code and a sentence.

use crate::base::Color;
use crate::rules::{DrawReason, Outcome, WinReason};
use crate::tournament::{GameResult, Termination};

/// The end of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameEnd {
    /// The result.
    pub result: GameResult,
    /// The reason, as a code.
    pub end: Termination,
    /// The reason, as a sentence for people.
    pub detail: String,
}

impl GameEnd {
    /// Returns a draw.
    pub fn draw(end: Termination, detail: impl Into<String>) -> Self {
        Self {
            result: GameResult::Draw,
            end,
            detail: detail.into(),
        }
    }

    /// Returns a loss of this side.
    pub fn loss(loser: Color, end: Termination, detail: impl Into<String>) -> Self {
        Self {
            result: GameResult::win_by(!loser),
            end,
            detail: detail.into(),
        }
    }

    /// Returns the end of a game without a result.
    pub fn unfinished(detail: impl Into<String>) -> Self {
        Self {
            result: GameResult::Unfinished,
            end: Termination::Interrupted,
            detail: detail.into(),
        }
    }

    /// Returns the end by the rules of the game.
    pub fn by_rules(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Win(winner, WinReason::BiyCaptured) => {
                let text = format!("{} captured the biy", name(winner));
                Self::loss(!winner, Termination::BiyCaptured, text)
            }
            Outcome::Win(winner, WinReason::NoLegalTurn) => {
                let text = format!("{} has no legal turn", name(!winner));
                Self::loss(!winner, Termination::NoLegalTurn, text)
            }
            Outcome::Win(winner, WinReason::Mate) => Self::loss(
                !winner,
                Termination::Mate,
                format!("{} mates", name(winner)),
            ),
            Outcome::Win(winner, WinReason::Bared) => {
                let text = format!("{} has nothing but its king", name(!winner));
                Self::loss(!winner, Termination::Bared, text)
            }
            Outcome::Win(winner, WinReason::MatedByMori) => {
                let text = format!("{} mates with a mori", name(!winner));
                Self::loss(!winner, Termination::MatedByMori, text)
            }
            Outcome::Draw(reason) => Self::drawn(reason),
        }
    }

    /// Returns a draw by the rules of the game.
    fn drawn(reason: DrawReason) -> Self {
        let (end, text) = match reason {
            DrawReason::Repetition => (
                Termination::Repetition,
                "the same position for the third time",
            ),
            DrawReason::BareBiys => (Termination::BareBiys, "only the biys are left"),
            DrawReason::BareKings => (Termination::BareKings, "only the kings are left"),
            DrawReason::Robado => (Termination::Robado, "a side has nothing but its noyon"),
            DrawReason::BaredInReturn => (Termination::BaredInReturn, "both sides bare each other"),
            DrawReason::NoLegalTurn => (Termination::Stalemate, "stalemate"),
            DrawReason::Niol => (Termination::Niol, "a mate without a shak"),
            DrawReason::MateByMori => (Termination::MateByMori, "a mate by a mori"),
            DrawReason::TurnLimit => (Termination::Patience, "too many turns without progress"),
        };
        Self::draw(end, text)
    }
}

/// Returns the name of a side.
pub const fn name(side: Color) -> &'static str {
    match side {
        Color::White => "White",
        Color::Black => "Black",
    }
}
