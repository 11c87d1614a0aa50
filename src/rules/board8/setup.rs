//! A position as a text describes it, before validation.
//!
//! A [`Setup`] can hold anything that a FEN can express; only [`Setup::position`] turns
//! it into a [`Position`].

use std::marker::PhantomData;

use super::attacks;
use super::board::Board;
use super::geometry::{SQUARES, flip, mirrored, rank_of, square_name, squares};
use super::kind::{Kind, Man};
use super::position::Position;
use super::ruleset::RuleSet;
use super::series::CheckSeries;
use crate::base::{Bitboard, Color, Square};

/// The maximum number of men of a side: that of the start position, because captured men
/// do not return.
const MAX_MEN_PER_SIDE: u32 = 16;

/// The contents of a FEN.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The man on each square, by index.
    pub squares: [Option<Man>; SQUARES],
    /// The side to move.
    pub to_move: Color,
    /// The half-move clock: the number of turns since the last capture or pawn move.
    pub halfmoves: u16,
    /// The number of the current move.
    pub move_number: u16,
    /// The state of both sides' series of checks.
    pub series: CheckSeries,
}

/// The reason that a set-up is not a position of a game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SetupError {
    /// A side has no king, or more than one.
    #[error("{side} has {found} kings (letter {letter}), expected exactly one")]
    KingCount {
        /// The side.
        side: &'static str,
        /// The letter of its king.
        letter: char,
        /// The number found.
        found: u32,
    },
    /// A side has more men than in the start position.
    #[error("{side} has {found} men, expected at most {MAX_MEN_PER_SIDE}")]
    TooManyMen {
        /// The side.
        side: &'static str,
        /// The number found.
        found: u32,
    },
    /// A pawn is on rank 1 or 8: behind its starting rank, or where it would have been
    /// promoted.
    #[error("a pawn on {}, expected none on ranks 1 and 8", square_name(*.0))]
    MisplacedPawn(Square),
    /// The side that is not to move is in check.
    #[error("{0} is in check although the opponent is to move")]
    InCheck(&'static str),
}

impl Setup {
    /// The empty board, White to move.
    pub const EMPTY: Self = Self {
        squares: [None; SQUARES],
        to_move: Color::White,
        halfmoves: 0,
        move_number: 1,
        series: CheckSeries::NONE,
    };

    /// Returns the set-up with the colours exchanged and the ranks in reverse order.
    #[must_use]
    pub fn exchanged(&self) -> Self {
        let mut exchanged = self.clone();
        for (square, man) in squares().zip(&mut exchanged.squares) {
            let from = self.squares.get(flip(square).index()).copied().flatten();
            *man = from.map(|man| Man {
                color: !man.color,
                ..man
            });
        }
        exchanged.to_move = !self.to_move;
        exchanged.series = self.series.exchanged();
        exchanged
    }

    /// Returns the mirror image of the set-up: files a and h change places.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let mut image = self.clone();
        for (square, man) in squares().zip(&mut image.squares) {
            *man = self
                .squares
                .get(mirrored(square).index())
                .copied()
                .flatten();
        }
        image
    }

    /// Returns the start position of a game.
    pub fn start<R: RuleSet>() -> Self {
        // A test ensures that the start positions of all games can be parsed.
        Self::from_fen::<R>(R::RULES.start).unwrap_or(Self::EMPTY)
    }

    /// Validates the set-up, and returns it as a position of the game `R`.
    ///
    /// # Errors
    /// Returns an error if the set-up is not such a position; see [`SetupError`].
    pub fn position<R: RuleSet>(&self) -> Result<Position<R>, SetupError> {
        let board = self.board();
        for color in Color::ALL {
            let found = board.of(color, Kind::King).count();
            if found != 1 {
                return Err(SetupError::KingCount {
                    side: color.name(),
                    letter: super::letters::letter::<R>(Man {
                        color,
                        kind: Kind::King,
                    }),
                    found,
                });
            }
        }
        for color in Color::ALL {
            let found = board.men(color).count();
            if found > MAX_MEN_PER_SIDE {
                return Err(SetupError::TooManyMen {
                    side: color.name(),
                    found,
                });
            }
        }
        let misplaced = |&square: &Square| matches!(rank_of(square), 1 | 8);
        if let Some(square) = board.all(Kind::Pawn).into_iter().find(misplaced) {
            return Err(SetupError::MisplacedPawn(square));
        }
        let opponent = !self.to_move;
        let king = board.of(opponent, Kind::King).first();
        let in_check =
            |king| attacks::attackers_of::<R>(&board, self.to_move, king, board.occupied()).any();
        if king.is_some_and(in_check) {
            return Err(SetupError::InCheck(opponent.name()));
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

impl<R: RuleSet> Position<R> {
    /// Returns the start position.
    pub fn start() -> Self {
        Self::from_setup(&Setup::start::<R>())
    }

    /// Returns the position with the colours exchanged and the ranks in reverse order.
    #[must_use]
    pub fn exchanged(&self) -> Self {
        Self::from_setup(&self.setup().exchanged())
    }

    /// Returns the mirror image of the position: files a and h change places.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        Self::from_setup(&self.setup().mirrored())
    }

    /// Creates a position from a valid set-up.
    pub(super) fn from_setup(setup: &Setup) -> Self {
        let mut position = Self {
            board: setup.board(),
            to_move: setup.to_move,
            checkers: Bitboard::EMPTY,
            series: CheckSeries::NONE,
            halfmoves: setup.halfmoves,
            move_number: setup.move_number,
            rules: PhantomData,
        };
        let me = position.to_move;
        position.checkers = position.attackers(!me, position.king(me));
        if R::RULES.has_series() {
            position.series = position.corrected_series(setup.series);
        }
        position
    }

    /// Creates the position that has these men, one king of each side among them; `None` if a
    /// pawn is misplaced or the side that is not to move is in check. What the board says of the
    /// series of checks takes precedence over `series`.
    #[cfg(feature = "tables")]
    #[inline]
    pub(crate) fn from_men(
        to_move: Color,
        series: CheckSeries,
        men: impl Iterator<Item = (Color, Kind, Square)>,
    ) -> Option<Self> {
        let mut position = Self {
            board: Board::EMPTY,
            to_move,
            checkers: Bitboard::EMPTY,
            series: CheckSeries::NONE,
            halfmoves: 0,
            move_number: 1,
            rules: PhantomData,
        };
        for (color, kind, square) in men {
            if kind == Kind::Pawn && matches!(rank_of(square), 1 | 8) {
                return None;
            }
            position.board.toggle(color, kind, square);
        }
        let opponent = !to_move;
        if position.attackers(to_move, position.king(opponent)).any() {
            return None;
        }
        position.checkers = position.attackers(opponent, position.king(to_move));
        if R::RULES.has_series() {
            position.series = position.corrected_series(series);
        }
        Some(position)
    }

    /// Returns the stated series of checks, made consistent with the board: a check on the
    /// board belongs to a series, and without a check the opponent's series has ended. A
    /// mori that gives check must have just moved, because it can't give discovered check.
    fn corrected_series(&self, stated: CheckSeries) -> CheckSeries {
        let checking = !self.to_move;
        if self.checkers.is_empty() {
            return stated.broken(checking);
        }
        let by_mori = stated.is_check_by_mori() || self.has_mori_checker();
        stated.with_check(checking, self.is_shak(), by_mori)
    }

    /// Returns whether a mori is among the men that give check.
    pub(super) fn has_mori_checker(&self) -> bool {
        self.checkers.intersects(self.board.all(Kind::Knight))
    }

    /// Returns the set-up of this position.
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
