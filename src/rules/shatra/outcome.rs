//! How a game ends (RULES.md section 9).

use crate::base::Color;

/// The end of a game by its rules.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// A side has won.
    Win(Color, WinReason),
    /// Nobody has.
    Draw(DrawReason),
}

/// How a game was won.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum WinReason {
    /// The loser's biy was captured.
    BiyCaptured,
    /// The loser has no legal turn.
    NoLegalTurn,
}

/// How a game was drawn.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum DrawReason {
    /// The same position for the third time.
    Repetition,
    /// Only the biys are left, and each side has made three more turns.
    BareBiys,
}
