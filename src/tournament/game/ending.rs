//! How a game ended, in a word and in a sentence.

use crate::base::Color;
use crate::rules::shatra::{DrawReason, Outcome, WinReason};
use crate::tournament::{End, GameResult};

/// The end of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// Who won.
    pub result: GameResult,
    /// Why.
    pub end: End,
    /// The sentence.
    pub detail: String,
}

impl Ending {
    /// A draw.
    pub fn draw(end: End, detail: impl Into<String>) -> Self {
        Self {
            result: GameResult::Draw,
            end,
            detail: detail.into(),
        }
    }

    /// A loss of this side.
    pub fn loss(loser: Color, end: End, detail: impl Into<String>) -> Self {
        Self {
            result: GameResult::win(!loser),
            end,
            detail: detail.into(),
        }
    }

    /// No result.
    pub fn unfinished(detail: impl Into<String>) -> Self {
        Self {
            result: GameResult::Unfinished,
            end: End::Interrupted,
            detail: detail.into(),
        }
    }

    /// The end by the rules.
    pub fn by_rules(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Win(winner, WinReason::BiyCaptured) => {
                let text = format!("{} captured the biy", name(winner));
                Self::loss(!winner, End::BiyCaptured, text)
            }
            Outcome::Win(winner, WinReason::NoLegalTurn) => {
                let text = format!("{} has no legal turn", name(!winner));
                Self::loss(!winner, End::NoLegalTurn, text)
            }
            Outcome::Draw(DrawReason::Repetition) => {
                Self::draw(End::Repetition, "the same position for the third time")
            }
            Outcome::Draw(DrawReason::BareBiys) => {
                Self::draw(End::BareBiys, "only the biys are left")
            }
        }
    }
}

/// A side by its name.
pub const fn name(side: Color) -> &'static str {
    match side {
        Color::White => "White",
        Color::Black => "Black",
    }
}
