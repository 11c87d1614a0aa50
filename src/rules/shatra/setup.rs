//! A position as described by text, before validation.
//!
//! A [`Setup`] can contain anything that SPN can express. Only [`Setup::position`]
//! converts it to a [`Position`]: it rejects what RULES.md section 10 rejects and
//! interprets everything else as that section specifies.

use std::fmt::{self, Display};
use std::marker::PhantomData;

use super::board::Board;
use super::geometry;
use super::kind::{Kind, Man};
use super::position::Position;
use super::ruleset::{ReserveRule, RuleSet};
use crate::base::{Bitboard, Color, Square};

/// The contents of an occupied square.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Occupant {
    /// A man.
    Man {
        /// The man.
        man: Man,
        /// Whether the man carries the urgent mark.
        urgent: bool,
    },
    /// A ghost: a man captured earlier in the current chain.
    Ghost(Kind),
}

/// Writes the SPN letter, with `!` before an urgent man.
impl Display for Occupant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Man { man, urgent } => {
                let mark = if *urgent { "!" } else { "" };
                write!(f, "{mark}{}", man.letter())
            }
            Self::Ghost(kind) => write!(f, "{}", kind.ghost_letter().unwrap_or('p')),
        }
    }
}

/// The contents of an SPN, or of a diagram.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The contents of each square, by index.
    pub squares: [Option<Occupant>; geometry::SQUARES],
    /// The side to move.
    pub to_move: Color,
    /// Whether each side's temdek is on, White's first.
    pub temdeks: [bool; 2],
    /// The square of the man in mid-chain.
    pub transit: Option<Square>,
    /// The square over which a two-square step passed.
    pub en_passant: Option<Square>,
    /// The half-move clock: the number of turns since the last capture or
    /// promotion.
    pub halfmoves: u16,
    /// The number of the current move.
    pub move_number: u16,
}

/// An error in a set-up that makes it invalid under a rule set (RULES.md section 10).
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SetupError {
    /// A side has more than one biy, or neither side has one. Where exactly one side lacks
    /// its biy, the game is over, and the set-up is valid.
    #[error("{side} has {found} biys (letter {letter}), expected exactly one")]
    Biys {
        /// The side.
        side: &'static str,
        /// The letter of the biy.
        letter: char,
        /// The number found.
        found: u32,
    },
    /// A side has more men of a kind than the rule set allows.
    #[error(
        "{side} has {found} men with the letters {letters:?}, expected at most {max} in {variant}"
    )]
    TooMany {
        /// The side.
        side: &'static str,
        /// The letters of the counted kinds.
        letters: &'static str,
        /// The number found.
        found: u32,
        /// The number allowed.
        max: u32,
        /// The id of the rule set.
        variant: &'static str,
    },
    /// The transit field names a square without a man of the side to move.
    #[error("transit square {} holds no man of the side to move, expected the man in mid-chain", .0.index() + 1)]
    Transit(Square),
    /// A ghost is on the board although no chain is in progress.
    #[error(
        "captured man {letter:?} on square {} without a man in mid-chain, expected a transit square",
        .square.index() + 1
    )]
    GhostOutsideChain {
        /// The letter of the captured man.
        letter: char,
        /// The square of the captured man.
        square: Square,
    },
}

impl Setup {
    /// The empty board with White to move.
    pub const EMPTY: Self = Self {
        squares: [None; geometry::SQUARES],
        to_move: Color::White,
        temdeks: [false; 2],
        transit: None,
        en_passant: None,
        halfmoves: 0,
        move_number: 1,
    };

    /// Returns the start position of a rule set (RULES.md section 2).
    pub fn start<R: RuleSet>() -> Self {
        // A test ensures that every start position can be parsed.
        R::RULES.start.parse().unwrap_or(Self::EMPTY)
    }

    /// Validates the set-up, and returns it as a position of the rule set `R`.
    ///
    /// # Errors
    /// Returns a [`SetupError`] if the set-up is not a valid position. A valid position
    /// may still be one that play cannot reach.
    pub fn position<R: RuleSet>(&self) -> Result<Position<R>, SetupError> {
        self.check_biys()?;
        self.check_men::<R>()?;
        self.check_transit()?;
        Ok(Position::from_setup(self))
    }

    /// Returns the set-up with the sides exchanged: the board is turned around, and each
    /// man is given to the other side.
    #[must_use]
    pub fn exchanged(&self) -> Self {
        let mut squares = self.squares;
        squares.reverse();
        for occupant in squares.iter_mut().flatten() {
            if let Occupant::Man { man, .. } = occupant {
                man.color = !man.color;
            }
        }
        let [white, black] = self.temdeks;
        Self {
            squares,
            to_move: !self.to_move,
            temdeks: [black, white],
            transit: self.transit.map(geometry::half_turn),
            en_passant: self.en_passant.map(geometry::half_turn),
            ..*self
        }
    }

    /// Returns the mirror image of the set-up in file d.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let occupant_at = |square: Square| self.squares.get(square.index()).copied().flatten();
        let mut squares = self.squares;
        for (square, occupant) in geometry::squares().zip(&mut squares) {
            *occupant = occupant_at(geometry::mirrored(square));
        }
        Self {
            squares,
            transit: self.transit.map(geometry::mirrored),
            en_passant: self.en_passant.map(geometry::mirrored),
            ..*self
        }
    }

    /// Iterates over the occupied squares and their contents.
    pub fn occupants(&self) -> impl Iterator<Item = (Square, Occupant)> {
        geometry::squares()
            .zip(self.squares)
            .filter_map(|(square, occupant)| Some((square, occupant?)))
    }

    fn count(&self, color: Color, kinds: &[Kind]) -> u32 {
        let is_counted = |occupant| {
            matches!(occupant, Occupant::Man { man, .. }
                if man.color == color && kinds.contains(&man.kind))
        };
        self.occupants()
            .filter(|&(_, occupant)| is_counted(occupant))
            .count() as u32
    }

    /// Checks that each side has exactly one biy or, as at the end of a game (section 9), that
    /// one side has one biy and the other none.
    fn check_biys(&self) -> Result<(), SetupError> {
        let [white, black] = Color::ALL.map(|color| self.count(color, &[Kind::Biy]));
        if matches!((white, black), (0, 1) | (1, 0)) {
            return Ok(());
        }
        // A side may lack its biy, but not have several.
        let counts = [(Color::Black, black), (Color::White, white)];
        let fault = counts.into_iter().filter(|(_, found)| *found != 1);
        fault
            .max_by_key(|(_, found)| *found)
            .map_or(Ok(()), |(color, found)| {
                let kind = Kind::Biy;
                Err(SetupError::Biys {
                    side: color.name(),
                    letter: Man { color, kind }.letter(),
                    found,
                })
            })
    }

    fn check_men<R: RuleSet>(&self) -> Result<(), SetupError> {
        let limits: &[(&'static str, &[Kind], u32)] = if R::RULES.officers_limited {
            &[
                ("Q", &[Kind::Batyr], 1),
                ("R", &[Kind::Tura], 2),
                ("B", &[Kind::Yalkyn], 2),
                ("S", &[Kind::Shatra], 11),
            ]
        } else {
            &[
                ("R", &[Kind::Tura], 0),
                ("B", &[Kind::Yalkyn], 0),
                ("QS", &[Kind::Batyr, Kind::Shatra], 23),
            ]
        };
        for color in Color::ALL {
            let side = color.name();
            for &(letters, kinds, max) in limits {
                let found = self.count(color, kinds);
                if found > max {
                    let variant = R::RULES.id;
                    return Err(SetupError::TooMany {
                        side,
                        letters,
                        found,
                        max,
                        variant,
                    });
                }
            }
        }
        Ok(())
    }

    fn check_transit(&self) -> Result<(), SetupError> {
        if let Some(transit) = self.transit {
            let is_own_man = matches!(self.squares.get(transit.index()),
                Some(Some(Occupant::Man { man, .. })) if man.color == self.to_move);
            return is_own_man.then_some(()).ok_or(SetupError::Transit(transit));
        }
        for (square, occupant) in self.occupants() {
            if let Occupant::Ghost(kind) = occupant {
                return Err(SetupError::GhostOutsideChain {
                    letter: kind.ghost_letter().unwrap_or('?'),
                    square,
                });
            }
        }
        Ok(())
    }
}

impl<R: RuleSet> Position<R> {
    /// Returns the start position (RULES.md section 2).
    pub fn start() -> Self {
        Self::from_setup(&Setup::start::<R>())
    }

    /// Returns the position with the sides exchanged: the board is turned around, and
    /// each man is given to the other side.
    #[must_use]
    pub fn exchanged(&self) -> Self {
        Self::from_setup(&self.setup().exchanged())
    }

    /// Returns the mirror image of the position in file d. It may be worth something else where the
    /// rules tell files apart (section 3: drop order, late promotion).
    #[must_use]
    pub fn mirrored(&self) -> Self {
        Self::from_setup(&self.setup().mirrored())
    }

    /// Creates a position from a validated set-up, interpreted as section 10 specifies.
    pub(super) fn from_setup(setup: &Setup) -> Self {
        let temdeks = match R::RULES.reserve {
            ReserveRule::AllMen | ReserveRule::AllButBiy => setup.temdeks,
            ReserveRule::FortressShatras => [false, false],
        };
        let mut position = Self {
            board: Board::EMPTY,
            to_move: setup.to_move,
            temdeks: u8::from(temdeks[0]) | u8::from(temdeks[1]) << 1,
            transit: setup.transit,
            en_passant: None,
            is_en_passant_usable: false,
            halfmoves: setup.halfmoves,
            move_number: setup.move_number,
            rules: PhantomData,
        };
        let mut urgent_squares = Bitboard::EMPTY;
        for (square, occupant) in setup.occupants() {
            match occupant {
                Occupant::Man { man, urgent } => {
                    position.board.toggle(man.color, man.kind, square);
                    if urgent {
                        urgent_squares |= square.bit();
                    }
                }
                Occupant::Ghost(kind) => position.board.put_ghost(kind, square),
            }
        }
        if setup.transit.is_none() {
            position.turn_off_temdeks();
            position.set_en_passant(setup.en_passant);
        }
        if R::RULES.has_urgent_men {
            position.mark_urgent(urgent_squares);
        }
        position
    }

    /// Creates the position that has these men, with no temdek on that the board does not
    /// turn on. The men must be those of a valid position.
    #[cfg(feature = "tables")]
    #[inline]
    pub(crate) fn from_men(
        to_move: Color,
        men: impl Iterator<Item = (Color, Kind, Square)>,
    ) -> Self {
        let mut position = Self {
            board: Board::EMPTY,
            to_move,
            temdeks: 0,
            transit: None,
            en_passant: None,
            is_en_passant_usable: false,
            halfmoves: 0,
            move_number: 1,
            rules: PhantomData,
        };
        for (color, kind, square) in men {
            position.board.toggle(color, kind, square);
        }
        position
    }

    /// Sets the urgent marks, which count only on reserve men.
    fn mark_urgent(&mut self, urgent_squares: Bitboard) {
        for color in Color::ALL {
            if self.temdek(color) {
                for square in urgent_squares & self.reserve(color) {
                    self.board.set_urgent(square, true);
                }
            }
        }
    }

    /// Returns this position as a set-up.
    pub fn setup(&self) -> Setup {
        let mut setup = Setup {
            to_move: self.to_move,
            temdeks: Color::ALL.map(|color| self.temdek(color)),
            transit: self.transit,
            en_passant: self.en_passant,
            halfmoves: self.halfmoves,
            move_number: self.move_number,
            ..Setup::EMPTY
        };
        for (square, occupant) in geometry::squares().zip(&mut setup.squares) {
            let urgent = self.board.urgent().has(square);
            *occupant = match self.board.man_at(square) {
                Some(man) => Some(Occupant::Man { man, urgent }),
                None => self.board.kind_at(square).map(Occupant::Ghost),
            };
        }
        setup
    }
}
