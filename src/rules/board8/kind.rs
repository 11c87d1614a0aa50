//! The kinds of men, named after their counterparts in chess.

use crate::base::Color;

/// A kind of man. Each game has its own names and letters for the kinds.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Kind {
    /// The piyadah of Shatranj, the fu of Shatar.
    Pawn,
    /// The asp of Shatranj, the mori of Shatar.
    Knight,
    /// The pil of Shatranj, the teme of Shatar.
    Bishop,
    /// The rukh of Shatranj, the tereg of Shatar.
    Rook,
    /// The farzin of Shatranj, the bers of Shatar.
    Queen,
    /// The shah of Shatranj, the noyon of Shatar.
    King,
}

impl Kind {
    /// All kinds, in order of value in chess, least valuable first.
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
