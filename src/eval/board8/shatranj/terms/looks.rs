//! Who looks at what.

use crate::base::{Bitboard, Color};
use crate::rules::board8::geometry::{KING_STEPS, pawns_attack};
use crate::rules::board8::{Kind, Position, Rules};

/// What both sides look at.
pub struct Looks {
    by: [Bitboard; 2],
    by_pawns: [Bitboard; 2],
    by_officers: [[Bitboard; Kind::ALL.len()]; 2],
}

impl Looks {
    /// As far as pawns and kings go; officers are [added](Self::add) one by one.
    #[inline]
    pub fn of<R: Rules>(position: &Position<R>) -> Self {
        let by_pawns = Color::ALL.map(|color| {
            let pawns = position.board().of(color, Kind::Pawn);
            pawns_attack(pawns, color)
        });
        let by = Color::ALL.map(|color| {
            let king = position.king(color);
            by_pawns[color.index()] | KING_STEPS[king.index()]
        });
        Self {
            by,
            by_pawns,
            by_officers: [[Bitboard::EMPTY; Kind::ALL.len()]; 2],
        }
    }

    /// An officer looks at these squares.
    #[inline]
    pub fn add(&mut self, color: Color, kind: Kind, squares: Bitboard) {
        self.by[color.index()] |= squares;
        self.by_officers[color.index()][kind.index()] |= squares;
    }

    /// What a side looks at.
    #[inline]
    pub const fn by(&self, color: Color) -> Bitboard {
        self.by[color.index()]
    }

    /// What its pawns look at.
    #[inline]
    pub const fn by_pawns(&self, color: Color) -> Bitboard {
        self.by_pawns[color.index()]
    }

    /// What its officers of a kind look at.
    #[inline]
    pub const fn by_officers(&self, color: Color, kind: Kind) -> Bitboard {
        self.by_officers[color.index()][kind.index()]
    }

    /// What its officers look at that are worth clearly less than a kind; a farzin
    /// is hardly worth more than a pil.
    #[inline]
    pub fn by_lesser(&self, color: Color, kind: Kind) -> Bitboard {
        let of = |kind| self.by_officers(color, kind);
        match kind {
            Kind::Rook => of(Kind::Knight) | of(Kind::Bishop) | of(Kind::Queen),
            Kind::Knight => of(Kind::Bishop) | of(Kind::Queen),
            _ => Bitboard::EMPTY,
        }
    }
}
