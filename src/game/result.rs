//! The result of a game, as in game files.

use serde::{Deserialize, Serialize};

use crate::base::Color;
use crate::rules::Outcome;

/// The result of a game.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, Default)]
pub enum GameResult {
    /// White has won.
    #[serde(rename = "1-0")]
    WhiteWins,
    /// Black has won.
    #[serde(rename = "0-1")]
    BlackWins,
    /// The game is drawn.
    #[serde(rename = "1/2-1/2")]
    Draw,
    /// The game is unfinished, so it has no score.
    #[default]
    #[serde(rename = "*")]
    Unfinished,
}

impl GameResult {
    /// Returns the result of a game that has ended by the rules.
    pub const fn from_outcome(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Win(side, _) => Self::win_by(side),
            Outcome::Draw(_) => Self::Draw,
        }
    }

    /// Returns the result of a win by this side.
    pub const fn win_by(side: Color) -> Self {
        match side {
            Color::White => Self::WhiteWins,
            Color::Black => Self::BlackWins,
        }
    }

    /// Returns the text in game files: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub const fn text(self) -> &'static str {
        match self {
            Self::WhiteWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unfinished => "*",
        }
    }

    /// Parses the text of a result; returns `None` for any other text. The spellings
    /// `1/2`, `½-½` and `½` are also accepted.
    pub fn from_text(text: &str) -> Option<Self> {
        match text {
            "1-0" => Some(Self::WhiteWins),
            "0-1" => Some(Self::BlackWins),
            "1/2-1/2" | "1/2" | "½-½" | "½" => Some(Self::Draw),
            "*" => Some(Self::Unfinished),
            _ => None,
        }
    }

    /// Returns White's score in half points (2, 1 or 0), or `None` for an unfinished
    /// game.
    pub const fn white_half_points(self) -> Option<u8> {
        match self {
            Self::WhiteWins => Some(2),
            Self::Draw => Some(1),
            Self::BlackWins => Some(0),
            Self::Unfinished => None,
        }
    }
}
