//! The men, by what they stand for in chess.

use crate::base::Color;

/// A kind of man. Each game has its own names and letters for them.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Kind {
    /// Piyadah or fu.
    Pawn,
    /// Asp or mori.
    Knight,
    /// Pil or teme.
    Bishop,
    /// Rukh or tereg.
    Rook,
    /// Farzin or bers.
    Queen,
    /// Shah or noyon.
    King,
}

impl Kind {
    /// All kinds, the least first.
    pub const ALL: [Self; 6] = [
        Self::Pawn,
        Self::Knight,
        Self::Bishop,
        Self::Rook,
        Self::Queen,
        Self::King,
    ];

    /// 0 to 5, in the order of [`Kind::ALL`].
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// A man of a side.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Man {
    /// Its side.
    pub color: Color,
    /// Its kind.
    pub kind: Kind,
}
