//! A legal position of a game.
//!
//! A position is small, so it is copied before a move is played, and no move is ever
//! undone.
//!
//! A `Position` can only be created from a validated [`Setup`](super::Setup) or by
//! playing a legal move. The move generator thus relies on what validation guarantees:
//! each side has one king, and the side that has just moved is not in check.

use std::marker::PhantomData;

use super::attacks;
use super::board::Board;
use super::kind::Kind;
use super::ruleset::RuleSet;
use super::series::CheckSeries;
use crate::base::{Bitboard, Color, Square};

/// A position under the rules `R`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Position<R: RuleSet> {
    pub(super) board: Board,
    pub(super) to_move: Color,
    /// The men that give check to the side to move.
    pub(super) checkers: Bitboard,
    pub(super) series: CheckSeries,
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

    /// Returns the men that give check to the side to move.
    #[inline]
    pub const fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// Returns the state of both sides' series of checks.
    #[inline]
    pub const fn series(&self) -> CheckSeries {
        self.series
    }

    /// Returns the number of the current full move, which starts at 1 and increases
    /// after each turn of Black.
    #[inline]
    pub const fn move_number(&self) -> u16 {
        self.move_number
    }

    /// Returns the square of the side's king. Every position has both kings, so the
    /// fallback a1 is never used.
    #[inline]
    pub const fn king(&self, color: Color) -> Square {
        match self.board.of(color, Kind::King).first() {
            Some(square) => square,
            None => Square::new(0),
        }
    }

    /// Returns whether the side has nothing but its king.
    #[inline]
    pub const fn is_bare(&self, color: Color) -> bool {
        !self.board.men(color).has_several()
    }

    /// Returns the men of a side that attack a square.
    #[inline]
    pub fn attackers(&self, color: Color, square: Square) -> Bitboard {
        attacks::attackers_of::<R>(&self.board, color, square, self.board.occupied())
    }
}
