//! A move, stored in two bytes.

use crate::base::Square;

/// The bit that is set if a pawn is promoted.
const PROMOTES: u16 = 1 << 12;

/// A move: its two squares, and whether a pawn is promoted. Pawns are always promoted to
/// queens, so the kind is not stored.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Move(u16);

impl Move {
    /// Creates a move without promotion.
    #[inline]
    pub const fn new(from: Square, to: Square) -> Self {
        Self(from.index() as u16 | (to.index() as u16) << 6)
    }

    /// Creates a pawn's move to the last rank.
    #[inline]
    pub const fn promotion(from: Square, to: Square) -> Self {
        Self(Self::new(from, to).0 | PROMOTES)
    }

    /// Returns the square that the man leaves.
    #[inline]
    pub const fn from(self) -> Square {
        Square::new(self.0 as u8)
    }

    /// Returns the square that the man goes to.
    #[inline]
    pub const fn to(self) -> Square {
        Square::new((self.0 >> 6) as u8)
    }

    /// Returns whether a pawn is promoted.
    #[inline]
    pub const fn promotes(self) -> bool {
        self.0 & PROMOTES != 0
    }

    /// Returns the move as sixteen bits. They are never 0, because the two squares differ.
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0
    }
}
