//! A move in two bytes.

use crate::base::Square;

const PROMOTES: u16 = 1 << 12;

/// A move: from where to where, and whether a pawn is promoted. What it is
/// promoted to is the same for all pawns of a game.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Move(u16);

impl Move {
    /// A move that is no promotion.
    #[inline]
    pub const fn new(from: Square, to: Square) -> Self {
        Self(from.index() as u16 | (to.index() as u16) << 6)
    }

    /// A pawn's move to the last rank.
    #[inline]
    pub const fn promotion(from: Square, to: Square) -> Self {
        Self(Self::new(from, to).0 | PROMOTES)
    }

    /// The square that the man leaves.
    #[inline]
    pub const fn from(self) -> Square {
        Square::new(self.0 as u8)
    }

    /// The square that it goes to.
    #[inline]
    pub const fn to(self) -> Square {
        Square::new((self.0 >> 6) as u8)
    }

    /// Whether a pawn is promoted.
    #[inline]
    pub const fn promotes(self) -> bool {
        self.0 & PROMOTES != 0
    }

    /// Sixteen bits, never 0: a man can't stay where it is.
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0
    }
}
