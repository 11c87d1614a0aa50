//! A turn: a quiet step, slide, drop or teleport, or a complete capture chain.
//!
//! The effect of a turn on the board is stored in sixteen bytes. The path of a chain is
//! not stored; [`Position::path`](super::Position::path) finds it by running the
//! generator up to the ordinal of the turn.

use super::kind::Kind;
use crate::base::{Bitboard, Square};

/// A legal turn of a position.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct Turn {
    captured: Bitboard,
    /// The number of the chain among the chains of the same man, from 0. It distinguishes chains
    /// that have the same effect but are different turns (RULES.md section 12).
    ordinal: u32,
    from: Square,
    to: Square,
    flags: u8,
    late_promotions: LatePromotions,
}

/// The mask of the flag bits that hold the code of the kind to which the man is promoted;
/// the code is 0 without a promotion.
const PROMOTION: u8 = 0b111;
/// The flag of a two-square step.
const TWO_STEP: u8 = 1 << 3;
/// The flag of a man that becomes urgent.
const URGENT: u8 = 1 << 4;

impl Turn {
    /// Creates a quiet step or slide, a drop or a teleport.
    #[inline]
    pub(super) const fn without_capture(from: Square, to: Square) -> Self {
        Self {
            captured: Bitboard::EMPTY,
            ordinal: 0,
            from,
            to,
            flags: 0,
            late_promotions: LatePromotions::NONE,
        }
    }

    /// Creates a shatra's two-square step.
    #[inline]
    pub(super) const fn two_step(from: Square, to: Square) -> Self {
        Self {
            flags: TWO_STEP,
            ..Self::without_capture(from, to)
        }
    }

    /// Creates a quiet promotion.
    #[inline]
    pub(super) const fn promoting(from: Square, to: Square, kind: Kind) -> Self {
        Self {
            flags: kind.code() as u8,
            ..Self::without_capture(from, to)
        }
    }

    /// Creates a chain, or the turn with which a man in mid-chain stops.
    #[inline]
    pub(super) const fn chain(from: Square, to: Square, effect: ChainEffect, ordinal: u32) -> Self {
        let promotion = match effect.promotion {
            Some(kind) => kind.code() as u8,
            None => 0,
        };
        Self {
            captured: effect.captured,
            ordinal,
            from,
            to,
            flags: promotion | if effect.urgent { URGENT } else { 0 },
            late_promotions: effect.late_promotions,
        }
    }

    /// Returns the square that the man leaves.
    #[inline]
    pub const fn from(self) -> Square {
        self.from
    }

    /// Returns the square on which the turn ends. A chain may end where it started.
    #[inline]
    pub const fn to(self) -> Square {
        self.to
    }

    /// Returns the squares of the men that the turn captures.
    #[inline]
    pub const fn captured(self) -> Bitboard {
        self.captured
    }

    /// Returns the kind to which the man is promoted, if it is promoted.
    #[inline]
    pub const fn promotion(self) -> Option<Kind> {
        Kind::from_code((self.flags & PROMOTION) as usize)
    }

    /// Returns whether the turn is a shatra's two-square step.
    #[inline]
    pub(crate) const fn is_two_step(self) -> bool {
        self.flags & TWO_STEP != 0
    }

    /// Returns whether the man has the urgent mark after the turn.
    #[inline]
    pub(super) const fn becomes_urgent(self) -> bool {
        self.flags & URGENT != 0
    }

    /// Returns the late promotions of the enemy's shatras.
    #[inline]
    pub(super) const fn late_promotions(self) -> LatePromotions {
        self.late_promotions
    }

    /// Returns the number of a chain among the chains of its man.
    #[inline]
    pub(super) const fn ordinal(self) -> u32 {
        self.ordinal
    }

    /// Returns whether the turn captures or promotes.
    #[inline]
    pub const fn is_tactical(self) -> bool {
        self.captured.any() || self.flags & PROMOTION != 0
    }
}

impl std::fmt::Debug for Turn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}-{:?}", self.from, self.to)?;
        if self.captured.any() {
            write!(f, " x{:?} #{}", self.captured, self.ordinal)?;
        }
        match self.promotion() {
            Some(kind) => write!(f, " ={}", kind.letter()),
            None => Ok(()),
        }
    }
}

/// The effects of a chain other than the move of its man.
#[derive(Copy, Clone, Debug)]
pub(super) struct ChainEffect {
    pub captured: Bitboard,
    pub promotion: Option<Kind>,
    pub late_promotions: LatePromotions,
    pub urgent: bool,
}

/// The late promotions that one chain causes: the new kinds of the waiting shatras on
/// the three squares of their final rank (RULES.md section 3), with two bits for each
/// square.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct LatePromotions(u8);

impl LatePromotions {
    /// No late promotion.
    pub const NONE: Self = Self(0);

    /// Returns the bit offset of a square of a final rank: one of the squares 0
    /// to 2 or 59 to 61.
    const fn bit_offset(square: Square) -> usize {
        (square.index() + 1) % 3 * 2
    }

    /// Returns whether there is any late promotion.
    #[inline]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Returns the new kind of a shatra on its final rank; `None` if the shatra is not promoted.
    pub const fn kind_at(self, square: Square) -> Option<Kind> {
        match self.0 >> Self::bit_offset(square) & 0b11 {
            1 => Some(Kind::Tura),
            2 => Some(Kind::Yalkyn),
            3 => Some(Kind::Batyr),
            _ => None,
        }
    }

    /// Adds a late promotion: the shatra on `square` becomes an officer of this kind.
    #[must_use]
    pub const fn with(self, square: Square, kind: Kind) -> Self {
        // The low two bits of the codes: tura 01, yalkyn 10, batyr 11.
        Self(self.0 | (kind.code() as u8 & 0b11) << Self::bit_offset(square))
    }
}
