//! The kinds of men, named after their counterparts in chess.

use crate::base::Color;

/// A kind of man. Each game has its own names and letters for the kinds.
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
    /// All kinds, least valuable first.
    pub const ALL: [Self; 6] = [
        Self::Pawn,
        Self::Knight,
        Self::Bishop,
        Self::Rook,
        Self::Queen,
        Self::King,
    ];

    /// Returns the index, 0 to 5, in the order of [`Kind::ALL`].
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// A man of a side.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Man {
    /// The side of the man.
    pub color: Color,
    /// The kind of the man.
    pub kind: Kind,
}
