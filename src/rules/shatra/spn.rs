//! SPN, the notation of positions:
//! `board side temdek transit ep halfmoves movenumber` (RULES.md section 10).

use std::fmt::{self, Display};
use std::str::FromStr;

use super::geometry::SQUARES;
use super::kind::{Kind, Man};
use super::position::Position;
use super::ruleset::RuleSet;
use super::setup::{Occupant, Setup};
use crate::base::{Color, Square};
use crate::util::text::brief;

/// The number of squares in each group of the board field.
const GROUPS: [usize; 10] = [9, 1, 7, 7, 7, 7, 7, 7, 1, 9];

/// The reason why a text is not an SPN. Each error names the token and what was
/// expected.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SpnError {
    /// The text is empty.
    #[error("empty position, expected a board such as SQSSRSBRB/K/SSSSSSS/7/7/7/7/…")]
    Empty,
    /// The board does not have ten groups.
    #[error("board {board:?} has {found} groups, expected 10 joined by '/'")]
    Groups {
        /// The board field.
        board: String,
        /// The number of groups found.
        found: usize,
    },
    /// A group has too few or too many squares.
    #[error("group {number} of the board, {group:?}, has {found} squares, expected {expected}")]
    GroupLength {
        /// The number of the group, from 1.
        number: usize,
        /// Its text.
        group: String,
        /// The number of squares found.
        found: usize,
        /// The expected number of squares.
        expected: usize,
    },
    /// The board field has an unknown letter.
    #[error(
        "{letter:?} in group {number} of the board, {group:?}, expected one of QRBKS, qrbks, yuip, '!' before a letter, or 1 to 9"
    )]
    Letter {
        /// The letter.
        letter: char,
        /// The number of the group, from 1.
        number: usize,
        /// Its text.
        group: String,
    },
    /// The side to move is neither `w` nor `b`.
    #[error("side to move {0:?}, expected w or b")]
    Side(String),
    /// The side to move is missing.
    #[error("no side to move behind the board {0:?}, expected w or b")]
    NoSide(String),
    /// The temdek field can't be parsed.
    #[error("temdek {0:?}, expected T, t, Tt or -")]
    Temdek(String),
    /// A field is not the number of a square.
    #[error("{field} {token:?}, expected a square's number from 1 to 62, or -")]
    SquareNumber {
        /// The name of the field.
        field: &'static str,
        /// Its text.
        token: String,
    },
    /// A counter is not a number or is out of range.
    #[error("{field} {token:?}, expected a number from {least} to 65535{or_dash}")]
    Counter {
        /// The name of the field.
        field: &'static str,
        /// Its text.
        token: String,
        /// The least value.
        least: u16,
        /// The alternative notation of an absent value, if there is one.
        or_dash: &'static str,
    },
    /// There are more than seven fields.
    #[error("{0:?} behind the move number, expected the end")]
    TooManyFields(String),
}

impl FromStr for Setup {
    type Err = SpnError;

    fn from_str(text: &str) -> Result<Self, SpnError> {
        let mut fields = text.split_ascii_whitespace();
        let board = fields.next().ok_or(SpnError::Empty)?;
        let squares = parse_board(board)?;
        let side = fields
            .next()
            .ok_or_else(|| SpnError::NoSide(brief(board)))?;
        let to_move = match side {
            "w" => Color::White,
            "b" => Color::Black,
            _ => return Err(SpnError::Side(brief(side))),
        };
        let temdeks = match fields.next().unwrap_or("-") {
            "-" => [false, false],
            "T" => [true, false],
            "t" => [false, true],
            "Tt" => [true, true],
            other => return Err(SpnError::Temdek(brief(other))),
        };
        let transit = parse_square("transit square", fields.next())?;
        let en_passant = parse_square("en-passant square", fields.next())?;
        let halfmoves = match fields.next() {
            None | Some("-") => 0,
            Some(token) => parse_counter("halfmove clock", token, 0, ", or -")?,
        };
        let move_number = match fields.next() {
            None => 1,
            Some(token) => parse_counter("move number", token, 1, "")?,
        };
        if let Some(extra) = fields.next() {
            return Err(SpnError::TooManyFields(brief(extra)));
        }
        Ok(Self {
            squares,
            to_move,
            temdeks,
            transit,
            en_passant,
            halfmoves,
            move_number,
        })
    }
}

fn parse_board(board: &str) -> Result<[Option<Occupant>; SQUARES], SpnError> {
    let groups: Vec<&str> = board.split('/').collect();
    if groups.len() != GROUPS.len() {
        return Err(SpnError::Groups {
            board: brief(board),
            found: groups.len(),
        });
    }
    let mut all = Vec::with_capacity(SQUARES);
    for (i, (group, expected)) in groups.into_iter().zip(GROUPS).enumerate() {
        let squares = parse_group(group, i + 1)?;
        if squares.len() != expected {
            return Err(SpnError::GroupLength {
                number: i + 1,
                group: brief(group),
                found: squares.len(),
                expected,
            });
        }
        all.extend(squares);
    }
    let mut squares = [None; SQUARES];
    for (square, occupant) in squares.iter_mut().zip(all) {
        *square = occupant;
    }
    Ok(squares)
}

fn parse_group(group: &str, number: usize) -> Result<Vec<Option<Occupant>>, SpnError> {
    let mut squares = Vec::new();
    let mut letters = group.chars();
    while let Some(letter) = letters.next() {
        if squares.len() > SQUARES {
            // The group is too long already; the error does not need the rest.
            break;
        }
        let wrong = |letter| SpnError::Letter {
            letter,
            number,
            group: brief(group),
        };
        if let Some(empty @ 1..=9) = letter.to_digit(10) {
            squares.extend((0..empty).map(|_| None));
        } else if let Some(kind) = Kind::from_ghost_letter(letter) {
            squares.push(Some(Occupant::Ghost(kind)));
        } else if letter == '!' {
            let marked = letters.next().ok_or_else(|| wrong('!'))?;
            let man = Man::from_letter(marked).ok_or_else(|| wrong('!'))?;
            squares.push(Some(Occupant::Man { man, urgent: true }));
        } else {
            let man = Man::from_letter(letter).ok_or_else(|| wrong(letter))?;
            squares.push(Some(Occupant::Man { man, urgent: false }));
        }
    }
    Ok(squares)
}

fn parse_square(field: &'static str, token: Option<&str>) -> Result<Option<Square>, SpnError> {
    match token {
        None | Some("-") => Ok(None),
        Some(token) => match digits(token) {
            Some(number @ 1..=62) => Ok(Some(Square::new((number - 1) as u8))),
            _ => Err(SpnError::SquareNumber {
                field,
                token: brief(token),
            }),
        },
    }
}

fn parse_counter(
    field: &'static str,
    token: &str,
    least: u16,
    or_dash: &'static str,
) -> Result<u16, SpnError> {
    digits(token)
        .filter(|&number| number >= least)
        .ok_or_else(|| SpnError::Counter {
            field,
            token: brief(token),
            least,
            or_dash,
        })
}

/// Parses a number of plain digits; `+5` is not one.
fn digits(token: &str) -> Option<u16> {
    if token.bytes().all(|b| b.is_ascii_digit()) {
        token.parse().ok()
    } else {
        None
    }
}

/// Writes all seven fields.
impl Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut squares = self.squares.iter();
        for (i, length) in GROUPS.into_iter().enumerate() {
            if i > 0 {
                f.write_str("/")?;
            }
            write_group(f, squares.by_ref().take(length))?;
        }
        let temdeks = match self.temdeks {
            [false, false] => "-",
            [true, false] => "T",
            [false, true] => "t",
            [true, true] => "Tt",
        };
        let side = match self.to_move {
            Color::White => 'w',
            Color::Black => 'b',
        };
        write!(f, " {side} {temdeks} ")?;
        for square in [self.transit, self.en_passant] {
            match square {
                Some(square) => write!(f, "{} ", square.index() + 1)?,
                None => f.write_str("- ")?,
            }
        }
        match self.halfmoves {
            0 => f.write_str("-")?,
            n => write!(f, "{n}")?,
        }
        write!(f, " {}", self.move_number)
    }
}

fn write_group<'s>(
    f: &mut fmt::Formatter<'_>,
    squares: impl Iterator<Item = &'s Option<Occupant>>,
) -> fmt::Result {
    let mut empty = 0;
    for occupant in squares {
        let Some(occupant) = occupant else {
            empty += 1;
            continue;
        };
        if empty > 0 {
            write!(f, "{}", std::mem::take(&mut empty))?;
        }
        match occupant {
            Occupant::Man { man, urgent } => {
                let mark = if *urgent { "!" } else { "" };
                write!(f, "{mark}{}", man.letter())?;
            }
            Occupant::Ghost(kind) => {
                write!(f, "{}", kind.ghost_letter().unwrap_or('p'))?;
            }
        }
    }
    if empty > 0 {
        write!(f, "{empty}")?;
    }
    Ok(())
}

impl<R: RuleSet> Display for Position<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.setup().fmt(f)
    }
}
