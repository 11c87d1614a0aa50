//! Who won a game, in the words of game files.

use serde::{Deserialize, Serialize};

use super::Outcome;
use crate::base::Color;

/// Who won, as game files write it.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, Default)]
pub enum GameResult {
    /// White.
    #[serde(rename = "1-0")]
    WhiteWins,
    /// Black.
    #[serde(rename = "0-1")]
    BlackWins,
    /// Nobody.
    #[serde(rename = "1/2-1/2")]
    Draw,
    /// The game was broken off and counts for nothing.
    #[default]
    #[serde(rename = "*")]
    Unfinished,
}

impl GameResult {
    /// The result of a game that has ended by the rules.
    pub const fn of(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Win(side, _) => Self::win(side),
            Outcome::Draw(_) => Self::Draw,
        }
    }

    /// A win of this side.
    pub const fn win(side: Color) -> Self {
        match side {
            Color::White => Self::WhiteWins,
            Color::Black => Self::BlackWins,
        }
    }

    /// The text in game files: `1-0`, `0-1`, `1/2-1/2`, `*`.
    pub const fn text(self) -> &'static str {
        match self {
            Self::WhiteWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unfinished => "*",
        }
    }

    /// The result of such a text, written a little otherwise, too: `1/2`,
    /// `½-½`.
    pub fn from_text(text: &str) -> Option<Self> {
        match text {
            "1-0" => Some(Self::WhiteWins),
            "0-1" => Some(Self::BlackWins),
            "1/2-1/2" | "1/2" | "½-½" | "½" => Some(Self::Draw),
            "*" => Some(Self::Unfinished),
            _ => None,
        }
    }

    /// Half points of White: 2, 1, 0; `None` for an unfinished game.
    pub const fn white_half_points(self) -> Option<u8> {
        match self {
            Self::WhiteWins => Some(2),
            Self::Draw => Some(1),
            Self::BlackWins => Some(0),
            Self::Unfinished => None,
        }
    }
}
