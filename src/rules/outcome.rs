//! How a game ends (RULES.md section 9, SHATRANJ-SHATAR.md).

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
    /// The loser has no legal turn, and is not in check where there is such a
    /// thing.
    NoLegalTurn,
    /// The loser's king is mated.
    Mate,
    /// The loser has nothing but its king.
    Bared,
    /// The winner's king is mated by a mori, as Fairy-Stockfish has it.
    MatedByMori,
}

/// How a game was drawn.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum DrawReason {
    /// The same position for the third time.
    Repetition,
    /// Only the biys are left, and each side has made three more turns.
    BareBiys,
    /// Only the kings are left.
    BareKings,
    /// A side has nothing but its king, in Shatar (robado).
    Robado,
    /// A side has nothing but its king, and can bare the other one.
    BaredInReturn,
    /// The side to move has no legal turn.
    NoLegalTurn,
    /// A mate without a shak in its series (niol).
    Niol,
    /// A mate by a mori's move.
    MateByMori,
    /// Too many turns without a capture or a pawn's move.
    Patience,
}
