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
use super::ruleset::Rules;
use super::series::CheckSeries;
use crate::base::{Bitboard, Color, Square, zobrist};

static TO_MOVE_KEYS: [u64; 2] = zobrist::keys(72);
static SERIES_KEYS: [u64; 4] = zobrist::keys(73);

/// A position under the rules `R`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Position<R: Rules> {
    pub(super) board: Board,
    pub(super) to_move: Color,
    /// The men that give check to the side to move.
    pub(super) checkers: Bitboard,
    pub(super) series: CheckSeries,
    pub(super) halfmoves: u16,
    pub(super) move_number: u16,
    pub(super) rules: PhantomData<R>,
}

impl<R: Rules> Position<R> {
    /// Returns the board.
    #[inline]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the side to move.
    #[inline]
    pub const fn side_to_move(&self) -> Color {
        self.to_move
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

    /// Returns the half-move clock: the number of turns since the last capture or pawn
    /// move.
    #[inline]
    pub const fn halfmoves(&self) -> u16 {
        self.halfmoves
    }

    /// Returns the number of the current full move, which starts at 1 and increases
    /// after each turn of Black.
    #[inline]
    pub const fn move_number(&self) -> u16 {
        self.move_number
    }

    /// Returns the number of men on the board, not counting the kings.
    #[inline]
    pub const fn man_count(&self) -> i32 {
        self.board.occupied().count() as i32 - 2
    }

    /// Returns a key that is equal for positions that count as repetitions.
    /// It depends on the series of checks only if repetition does.
    #[inline]
    pub const fn key(&self) -> u64 {
        let key = self.board.key() ^ TO_MOVE_KEYS[self.to_move.index()];
        if R::REPETITION_COMPARES_SERIES {
            key ^ SERIES_KEYS[self.series.shak_index()]
        } else {
            key
        }
    }

    /// Returns the square of the side's king. Every position has one, so the fallback
    /// a1 is never used.
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
