//! Who looks at what.

use crate::base::{Bitboard, Color};
use crate::rules::board8::geometry::{KING_STEPS, pawns_attack};
use crate::rules::board8::{Kind, Position, Rules};

/// What both sides look at.
pub struct Looks {
    by_kings: [Bitboard; 2],
    /// With any other man.
    by_others: [Bitboard; 2],
    by_pawns: [Bitboard; 2],
    by_officers: [[Bitboard; Kind::ALL.len()]; 2],
    hunts: [Hunt; 2],
}

/// The officers of a side that look at squares next to the enemy's king.
#[derive(Copy, Clone, Default)]
pub struct Hunt {
    /// Their number.
    pub hunters: i32,
    /// What they weigh together.
    pub weight: i32,
    /// The squares that each looks at, added up.
    pub squares: i32,
}

impl Looks {
    /// As far as pawns and kings go; officers are [added](Self::add) one by one.
    #[inline]
    pub fn of<R: Rules>(position: &Position<R>) -> Self {
        let by_pawns = Color::ALL.map(|color| {
            let pawns = position.board().of(color, Kind::Pawn);
            pawns_attack(pawns, color)
        });
        Self {
            by_kings: Color::ALL.map(|color| KING_STEPS[position.king(color).index()]),
            by_others: by_pawns,
            by_pawns,
            by_officers: [[Bitboard::EMPTY; Kind::ALL.len()]; 2],
            hunts: [Hunt::default(); 2],
        }
    }

    /// An officer looks at these squares.
    #[inline]
    pub fn add(&mut self, color: Color, kind: Kind, squares: Bitboard) {
        self.by_others[color.index()] |= squares;
        self.by_officers[color.index()][kind.index()] |= squares;
    }

    /// A side hunts the enemy's king so.
    #[inline]
    pub const fn set_hunt(&mut self, color: Color, hunt: Hunt) {
        self.hunts[color.index()] = hunt;
    }

    /// How a side hunts the enemy's king.
    #[inline]
    pub const fn hunt(&self, color: Color) -> Hunt {
        self.hunts[color.index()]
    }

    /// What a side looks at with any man but its king.
    #[inline]
    pub const fn by_others(&self, color: Color) -> Bitboard {
        self.by_others[color.index()]
    }

    /// What a side looks at.
    #[inline]
    pub const fn by(&self, color: Color) -> Bitboard {
        self.by_kings[color.index()].or(self.by_others(color))
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
    pub fn by_lesser<R: Rules>(&self, color: Color, kind: Kind) -> Bitboard {
        let of = |kind| self.by_officers(color, kind);
        let light = of(Kind::Knight) | of(Kind::Bishop);
        match (kind, R::QUEEN_SLIDES) {
            (Kind::Rook, true) => light,
            (Kind::Queen, true) => light | of(Kind::Rook),
            (Kind::Rook, false) => light | of(Kind::Queen),
            (Kind::Knight, false) => of(Kind::Bishop) | of(Kind::Queen),
            _ => Bitboard::EMPTY,
        }
    }
}
