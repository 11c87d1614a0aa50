//! A position as a text tells it, before anybody has checked it.
//!
//! [`Setup`] may hold anything that a FEN can say; [`Position`] comes from it
//! by [`Setup::position`] alone.

use std::marker::PhantomData;

use super::attacks;
use super::board::Board;
use super::geometry::{SQUARES, flip, rank_of, square_name, squares};
use super::kind::{Kind, Man};
use super::position::Position;
use super::ruleset::Rules;
use super::series::Series;
use crate::base::{Bitboard, Color, Square};

/// The men of a side at the start; none ever comes back.
const MOST_MEN: u32 = 16;

/// All that a FEN tells about a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// What stands on each square, by index.
    pub squares: [Option<Man>; SQUARES],
    /// The side whose move it is.
    pub to_move: Color,
    /// Turns since the last capture or pawn's move.
    pub halfmoves: u16,
    /// The number of the move.
    pub move_number: u16,
    /// The series of checks that had a shak, before the move to come.
    pub series: Series,
}

/// Why a set-up is no position of a game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SetupError {
    /// A side has no king, or more than one.
    #[error("{side} has {found} kings (letter {letter}), expected exactly one")]
    Kings {
        /// The side.
        side: &'static str,
        /// The letter of its king.
        letter: char,
        /// How many there are.
        found: u32,
    },
    /// A side has more men than any game can give it.
    #[error("{side} has {found} men, expected at most {MOST_MEN}")]
    TooMany {
        /// The side.
        side: &'static str,
        /// How many there are.
        found: u32,
    },
    /// A pawn stands where it could not have come to, or would be none.
    #[error("a pawn on {0}, expected none on ranks 1 and 8")]
    Pawn(String),
    /// The king could be captured.
    #[error("{0} is in check though it is not its move")]
    InCheck(&'static str),
}

const fn name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

impl Setup {
    /// A board without a man, White to move.
    pub const EMPTY: Self = Self {
        squares: [None; SQUARES],
        to_move: Color::White,
        halfmoves: 0,
        move_number: 1,
        series: Series::NONE,
    };

    /// The same with the sides exchanged: the board upside down.
    #[must_use]
    pub fn exchanged(&self) -> Self {
        let mut other = self.clone();
        for (square, man) in squares().zip(&mut other.squares) {
            let from = self.squares.get(flip(square).index()).copied().flatten();
            *man = from.map(|man| Man {
                color: !man.color,
                ..man
            });
        }
        other.to_move = !self.to_move;
        other.series = self.series.exchanged();
        other
    }

    /// The start position of a game.
    pub fn start<R: Rules>() -> Self {
        // A game whose start does not read is caught by a test.
        Self::from_fen::<R>(R::START).unwrap_or(Self::EMPTY)
    }

    /// The position, if it is one of the game `R`.
    ///
    /// # Errors
    /// See [`SetupError`].
    pub fn position<R: Rules>(&self) -> Result<Position<R>, SetupError> {
        let board = self.board();
        for color in Color::ALL {
            let found = board.of(color, Kind::King).count();
            if found != 1 {
                return Err(SetupError::Kings {
                    side: name(color),
                    letter: super::fen::letter::<R>(Man {
                        color,
                        kind: Kind::King,
                    }),
                    found,
                });
            }
        }
        for color in Color::ALL {
            let found = board.men(color).count();
            if found > MOST_MEN {
                return Err(SetupError::TooMany {
                    side: name(color),
                    found,
                });
            }
        }
        let misplaced = |&square: &Square| matches!(rank_of(square), 1 | 8);
        if let Some(square) = board.all(Kind::Pawn).into_iter().find(misplaced) {
            return Err(SetupError::Pawn(square_name(square)));
        }
        let waiting = !self.to_move;
        let king = board.of(waiting, Kind::King).first();
        let in_check = |king| attacks::on::<R>(&board, self.to_move, king, board.occupied()).any();
        if king.is_some_and(in_check) {
            return Err(SetupError::InCheck(name(waiting)));
        }
        Ok(Position::from_setup(self))
    }

    fn board(&self) -> Board {
        let mut board = Board::EMPTY;
        for square in squares() {
            if let Some(Some(man)) = self.squares.get(square.index()) {
                board.toggle(man.color, man.kind, square);
            }
        }
        board
    }
}

impl<R: Rules> Position<R> {
    /// Of a set-up that is known to be a position.
    pub(super) fn from_setup(setup: &Setup) -> Self {
        let mut position = Self {
            board: setup.board(),
            to_move: setup.to_move,
            checkers: Bitboard::EMPTY,
            series: Series::NONE,
            halfmoves: setup.halfmoves,
            move_number: setup.move_number,
            rules: PhantomData,
        };
        let me = position.to_move;
        position.checkers = position.attackers(!me, position.king(me));
        if R::SERIES {
            position.series = position.continued(setup.series);
        }
        position
    }

    /// The series as the checks on the board have it: a check that stands
    /// belongs to it, and where there is none it is broken. A mori that gives
    /// check must have moved, as nothing can uncover it.
    fn continued(&self, told: Series) -> Series {
        let checking = !self.to_move;
        if self.checkers.is_empty() {
            return told.broken(checking);
        }
        let by_mori = told.is_by_mori() || self.is_checked_by_mori();
        told.with_check(checking, self.is_shak(), by_mori)
    }

    /// Whether a mori is among the men that give check.
    pub(super) fn is_checked_by_mori(&self) -> bool {
        self.checkers.meets(self.board.all(Kind::Knight))
    }

    /// All that a FEN tells.
    pub fn setup(&self) -> Setup {
        let mut setup = Setup {
            squares: [None; SQUARES],
            to_move: self.to_move,
            halfmoves: self.halfmoves,
            move_number: self.move_number,
            series: self.series,
        };
        for (square, man) in squares().zip(&mut setup.squares) {
            *man = self.board.man_at(square);
        }
        setup
    }
}
