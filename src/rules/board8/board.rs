//! The placement of the men, with a Zobrist key that is updated incrementally.
//!
//! The fields are private, so that the key is updated whenever a man is moved.

use super::kind::{Kind, Man};
use crate::base::{Bitboard, Color, Square};
use crate::rules::keys::BOARD8_MEN;

/// The placement of all men.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Board {
    kinds: [Bitboard; 6],
    sides: [Bitboard; 2],
    key: u64,
}

impl Board {
    /// The empty board.
    pub const EMPTY: Self = Self {
        kinds: [Bitboard::EMPTY; 6],
        sides: [Bitboard::EMPTY; 2],
        key: 0,
    };

    /// Returns the men of a side.
    #[inline]
    pub const fn men(&self, color: Color) -> Bitboard {
        self.sides[color.index()]
    }

    /// Returns the men of a kind, of both sides.
    #[inline]
    pub const fn all(&self, kind: Kind) -> Bitboard {
        self.kinds[kind.index()]
    }

    /// Returns the men of a kind that belong to a side.
    #[inline]
    pub const fn of(&self, color: Color, kind: Kind) -> Bitboard {
        self.all(kind).and(self.men(color))
    }

    /// Returns all occupied squares.
    #[inline]
    pub const fn occupied(&self) -> Bitboard {
        self.sides[0].or(self.sides[1])
    }

    /// Returns the Zobrist key of the placement.
    #[inline]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// Returns the kind of the man on a square; `None` if the square is empty.
    #[inline]
    #[expect(clippy::manual_find, reason = "the loop is unrolled, `find` is not")]
    pub fn kind_at(&self, square: Square) -> Option<Kind> {
        for kind in Kind::ALL {
            if self.all(kind).has(square) {
                return Some(kind);
            }
        }
        None
    }

    /// Returns the man on a square; `None` if the square is empty.
    pub fn man_at(&self, square: Square) -> Option<Man> {
        let kind = self.kind_at(square)?;
        let color = if self.sides[0].has(square) {
            Color::White
        } else {
            Color::Black
        };
        Some(Man { color, kind })
    }

    /// Puts a man on an empty square, or removes this man from its square.
    #[inline]
    pub fn toggle(&mut self, color: Color, kind: Kind, square: Square) {
        self.kinds[kind.index()] ^= square.bit();
        self.sides[color.index()] ^= square.bit();
        self.key ^= BOARD8_MEN[color.index()][kind.index()][square.index()];
    }

    /// Moves a man to an empty square.
    #[inline]
    pub fn shift(&mut self, color: Color, kind: Kind, from: Square, to: Square) {
        let both = from.bit() | to.bit();
        self.kinds[kind.index()] ^= both;
        self.sides[color.index()] ^= both;
        let keys = &BOARD8_MEN[color.index()][kind.index()];
        self.key ^= keys[from.index()] ^ keys[to.index()];
    }
}
