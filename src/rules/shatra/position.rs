//! A valid position under one rule set.
//!
//! A position takes 80 bytes, so playing a turn copies it instead of undoing the turn later.
//!
//! A `Position` is created only from a validated [`Setup`](super::Setup) or by playing a
//! legal turn, so the generator can rely on what validation guarantees.

use std::marker::PhantomData;

use super::board::Board;
use super::geometry;
use super::kind::{Kind, OfficerSet};
use super::ruleset::{ReserveRule, RuleSet};
use crate::base::{Bitboard, Color, Square};

/// A position under the rule set `R`, between turns or in mid-chain.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Position<R: RuleSet> {
    pub(super) board: Board,
    pub(super) to_move: Color,
    /// The temdeks that are on: bit 0 for White, bit 1 for Black; always 0 if the board
    /// determines them ([`ReserveRule::FortressShatras`]).
    pub(super) temdeks: u8,
    pub(super) transit: Option<Square>,
    pub(super) en_passant: Option<Square>,
    /// Whether a man can capture over `en_passant`. Only then is the square part of the
    /// key.
    pub(super) is_en_passant_usable: bool,
    pub(super) halfmoves: u16,
    pub(super) move_number: u16,
    pub(super) rules: PhantomData<R>,
}

impl<R: RuleSet> Position<R> {
    /// Returns the board.
    #[inline]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns whether a side's temdek is on (section 3).
    #[inline]
    pub const fn temdek(&self, color: Color) -> bool {
        match R::RULES.reserve {
            ReserveRule::AllMen | ReserveRule::AllButBiy => self.temdeks >> color.index() & 1 != 0,
            ReserveRule::FortressShatras => self.reserve(color).any(),
        }
    }

    /// Returns the square of the man in mid-chain, if a chain is in progress.
    #[inline]
    pub const fn transit(&self) -> Option<Square> {
        self.transit
    }

    /// Returns the square on files b to f over which a shatra has just stepped.
    #[inline]
    pub const fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Returns whether a man can capture en passant.
    #[cfg(feature = "tables")]
    #[inline]
    pub(crate) const fn can_capture_en_passant(&self) -> bool {
        self.is_en_passant_usable
    }

    /// Returns the number of the current move, which starts at 1 and increases
    /// after each turn of Black.
    #[inline]
    pub const fn move_number(&self) -> u16 {
        self.move_number
    }

    /// Returns the square of a side's biy, unless the biy has been captured.
    #[inline]
    pub const fn biy(&self, color: Color) -> Option<Square> {
        self.board.of(color, Kind::Biy).first()
    }

    /// Returns the side whose biy has been captured: it has lost, whichever side is to move.
    pub fn side_without_biy(&self) -> Option<Color> {
        Color::ALL
            .into_iter()
            .find(|&side| self.biy(side).is_none())
    }

    /// Returns whether one of the biys has been captured.
    #[inline]
    pub const fn is_biy_lost(&self) -> bool {
        self.biy(Color::White).is_none() || self.biy(Color::Black).is_none()
    }

    /// Returns the reserve of a side: the men that keep its temdek on (section 3).
    #[inline]
    pub const fn reserve(&self, color: Color) -> Bitboard {
        let side = &geometry::SIDES[color.index()];
        let men = self.board.men(color);
        match R::RULES.reserve {
            ReserveRule::AllMen => men.and(side.zone),
            ReserveRule::AllButBiy => men.and(side.zone).without(self.board.of(color, Kind::Biy)),
            ReserveRule::FortressShatras => self.board.of(color, Kind::Shatra).and(side.fortress),
        }
    }

    /// Returns the men of a side that are restricted to drops and captures while the side's
    /// temdek is on (section 3).
    #[inline]
    pub(super) const fn men_without_steps(&self, color: Color) -> Bitboard {
        match R::RULES.reserve {
            ReserveRule::AllMen | ReserveRule::AllButBiy => {
                let side = &geometry::SIDES[color.index()];
                self.board.men(color).and(side.zone)
            }
            ReserveRule::FortressShatras => self.reserve(color),
        }
    }

    /// Returns the square of the shatra in a side's fortress that must be dropped before the
    /// others there while the temdek is on, if the rule set has a drop order (section 3).
    #[inline]
    pub const fn first_in_drop_order(&self, color: Color) -> Option<Square> {
        if !R::RULES.drops_in_order {
            return None;
        }
        let side = &geometry::SIDES[color.index()];
        let waiting = self.board.of(color, Kind::Shatra).and(side.fortress);
        match color {
            Color::White => waiting.last(),
            Color::Black => waiting.first(),
        }
    }

    /// Returns the kinds to which a shatra of a side may now be promoted (section 3,
    /// "promotion").
    #[inline]
    pub fn promotions(&self, color: Color) -> OfficerSet {
        if !R::RULES.officers_limited {
            return OfficerSet::BATYR;
        }
        let count = |kind| self.board.of(color, kind).count();
        OfficerSet::new(
            count(Kind::Batyr) < 1,
            count(Kind::Tura) < 2,
            count(Kind::Yalkyn) < 2,
        )
    }

    /// Turns off the temdek of each side that has no reserve (section 3).
    #[inline]
    pub(super) fn turn_off_temdeks(&mut self) {
        for color in Color::ALL {
            if self.reserve(color).is_empty() {
                self.temdeks &= !(1 << color.index());
            }
        }
    }

    /// Returns the square of the shatra that has stepped over [`Self::en_passant`].
    #[inline]
    pub(super) fn en_passant_victim(&self) -> Option<Square> {
        let forward = geometry::regions(!self.to_move).forward;
        self.en_passant
            .map(|passed| geometry::NEXT[passed.index()][forward])
    }
}
