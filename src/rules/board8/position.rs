//! A legal position of a game: it is copied to be changed.
//!
//! A `Position` can only come from a validated [`Setup`](super::Setup) or from
//! playing a legal move, so the generator may rely on what validation promises:
//! each side has one king, and the side that has just moved is not in check.

use std::marker::PhantomData;

use super::attacks;
use super::board::Board;
use super::kind::Kind;
use super::ruleset::{Mate, Rules};
use super::series::Series;
use super::setup::Setup;
use crate::base::{Bitboard, Color, Square, zobrist};

static TO_MOVE: [u64; 2] = zobrist::keys(72);
static SERIES: [u64; 4] = zobrist::keys(73);

/// A position under the rules `R`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Position<R: Rules> {
    pub(super) board: Board,
    pub(super) to_move: Color,
    /// What gives check to the side to move.
    pub(super) checkers: Bitboard,
    pub(super) series: Series,
    pub(super) halfmoves: u16,
    pub(super) move_number: u16,
    pub(super) rules: PhantomData<R>,
}

impl<R: Rules> Position<R> {
    /// The start position.
    pub fn start() -> Self {
        Self::from_setup(&Setup::start::<R>())
    }

    /// The men on their squares.
    #[inline]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The side whose move it is.
    #[inline]
    pub const fn side_to_move(&self) -> Color {
        self.to_move
    }

    /// The men that give check.
    #[inline]
    pub const fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// The series of checks that are going on.
    #[inline]
    pub const fn series(&self) -> Series {
        self.series
    }

    /// Turns since the last capture or pawn's move.
    #[inline]
    pub const fn halfmoves(&self) -> u16 {
        self.halfmoves
    }

    /// The number of the move, from 1, counted up after Black's.
    #[inline]
    pub const fn move_number(&self) -> u16 {
        self.move_number
    }

    /// Men on the board, the kings aside.
    #[inline]
    pub const fn men(&self) -> i32 {
        self.board.occupied().count() as i32 - 2
    }

    /// A key of all that makes two positions the same. Fairy-Stockfish takes
    /// positions for repeated whatever the series of checks.
    #[inline]
    pub const fn key(&self) -> u64 {
        let key = self.board.key() ^ TO_MOVE[self.to_move.index()];
        if matches!(R::MATE, Mate::WinsAfterShak) {
            key ^ SERIES[self.series.shaks()]
        } else {
            key
        }
    }

    /// The square of the side's king. There always is one; a1 stands for none.
    #[inline]
    pub const fn king(&self, color: Color) -> Square {
        match self.board.of(color, Kind::King).first() {
            Some(square) => square,
            None => Square::new(0),
        }
    }

    /// Whether the side has nothing but its king.
    #[inline]
    pub const fn is_bare(&self, color: Color) -> bool {
        !self.board.men(color).several()
    }

    /// The men of a side that attack a square.
    #[inline]
    pub fn attackers(&self, color: Color, square: Square) -> Bitboard {
        attacks::on::<R>(&self.board, color, square, self.board.occupied())
    }
}
