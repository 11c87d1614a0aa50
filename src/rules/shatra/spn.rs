//! SPN, the notation of positions:
//! `board side temdek transit ep halfmoves movenumber` (RULES.md section 10).

use std::fmt::{self, Display};
use std::str::FromStr;

use super::geometry::SQUARES;
use super::kind::{Kind, Man};
use super::position::Position;
use super::ruleset::RuleSet;
use super::setup::{Occupant, Setup, SetupError};
use crate::base::Span;
use crate::base::{Color, Square};
use crate::rules::PositionFault;
use crate::util::text::brief;

/// The number of squares in each group of the board field.
const GROUPS: [usize; 10] = [9, 1, 7, 7, 7, 7, 7, 7, 1, 9];

/// An error in the SPN of a position.
pub type SpnError = PositionFault<SpnFault>;

/// What is wrong with an SPN. Each message states the token and what was expected.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SpnFault {
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
        /// The number of the group, counted from 1.
        number: usize,
        /// The text of the group.
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
        /// The number of the group, counted from 1.
        number: usize,
        /// The text of the group.
        group: String,
    },
    /// The side to move is neither `w` nor `b`.
    #[error("side to move {0:?}, expected w or b")]
    Side(String),
    /// The side to move is missing.
    #[error("no side to move after the board {0:?}, expected w or b")]
    NoSide(String),
    /// The temdek field can't be parsed.
    #[error("temdek {0:?}, expected T, t, Tt or -")]
    Temdek(String),
    /// A field is not the number of a square.
    #[error("{field} {token:?}, expected a square's number from 1 to 62, or -")]
    SquareNumber {
        /// The name of the field.
        field: &'static str,
        /// The text of the field.
        token: String,
    },
    /// A counter is not a number or is out of range.
    #[error("{field} {token:?}, expected a number from {min} to 65535{or_dash}")]
    Counter {
        /// The name of the field.
        field: &'static str,
        /// The text of the field.
        token: String,
        /// The minimum value.
        min: u16,
        /// `, or -` if the field may be `-`, otherwise empty.
        or_dash: &'static str,
    },
    /// There are more than seven fields.
    #[error("{0:?} after the move number, expected the end")]
    TooManyFields(String),
    /// The fields are well formed, but do not describe a position of the rule set.
    #[error(transparent)]
    Setup(SetupError),
}

/// A set-up with the spans of its parts in the text from which it was parsed.
struct SpnText {
    setup: Setup,
    board: Span,
    /// The letter of each square, or the digit that includes it.
    squares: [Span; SQUARES],
    transit: Span,
}

impl FromStr for Setup {
    type Err = SpnError;

    fn from_str(text: &str) -> Result<Self, SpnError> {
        SpnText::parse(text).map(|spn| spn.setup)
    }
}

impl<R: RuleSet> FromStr for Position<R> {
    type Err = SpnError;

    fn from_str(text: &str) -> Result<Self, SpnError> {
        let spn = SpnText::parse(text)?;
        spn.setup.position().map_err(|error| SpnError {
            span: spn.span_of(&error),
            fault: SpnFault::Setup(error),
        })
    }
}

impl SpnText {
    fn parse(text: &str) -> Result<Self, SpnError> {
        let error_at = |part: &str, fault| SpnError::at(part, text, fault);
        let error_at_end = |fault| SpnError::at_end(text, fault);
        let mut fields = text.split_ascii_whitespace();
        let board = fields.next().ok_or_else(|| error_at_end(SpnFault::Empty))?;
        let (contents, squares) = parse_board(board, text)?;
        let side = fields
            .next()
            .ok_or_else(|| error_at_end(SpnFault::NoSide(brief(board))))?;
        let to_move = match side {
            "w" => Color::White,
            "b" => Color::Black,
            _ => return Err(error_at(side, SpnFault::Side(brief(side)))),
        };
        let temdeks = match fields.next().unwrap_or("-") {
            "-" => [false, false],
            "T" => [true, false],
            "t" => [false, true],
            "Tt" => [true, true],
            other => return Err(error_at(other, SpnFault::Temdek(brief(other)))),
        };
        let square = |field, token: Option<&str>| match token {
            None | Some("-") => Ok(None),
            Some(token) => parse_square(field, token)
                .map(Some)
                .map_err(|fault| error_at(token, fault)),
        };
        let transit_token = fields.next();
        let transit = square("transit square", transit_token)?;
        let en_passant = square("en-passant square", fields.next())?;
        let counter = |field, token, min, or_dash| {
            parse_counter(field, token, min, or_dash).map_err(|fault| error_at(token, fault))
        };
        let halfmoves = match fields.next() {
            None | Some("-") => 0,
            Some(token) => counter("halfmove clock", token, 0, ", or -")?,
        };
        let move_number = match fields.next() {
            None => 1,
            Some(token) => counter("move number", token, 1, "")?,
        };
        if let Some(extra) = fields.next() {
            return Err(error_at(extra, SpnFault::TooManyFields(brief(extra))));
        }
        Ok(Self {
            setup: Setup {
                squares: contents,
                to_move,
                temdeks,
                transit,
                en_passant,
                halfmoves,
                move_number,
            },
            board: Span::of(board, text),
            squares,
            transit: transit_token.map_or(Span::end_of(text), |token| Span::of(token, text)),
        })
    }

    /// Returns the part of the text to which an error in the set-up refers.
    fn span_of(&self, error: &SetupError) -> Span {
        match error {
            SetupError::Biys { .. } | SetupError::TooMany { .. } => self.board,
            SetupError::Transit(_) => self.transit,
            SetupError::GhostOutsideChain { square, .. } => {
                let span = self.squares.get(square.index());
                span.copied().unwrap_or(self.board)
            }
        }
    }
}

/// The contents of each square, and the span of its letter or digit.
type Contents = ([Option<Occupant>; SQUARES], [Span; SQUARES]);

/// Parses the board field, a part of the SPN.
fn parse_board(board: &str, spn: &str) -> Result<Contents, SpnError> {
    let groups: Vec<&str> = board.split('/').collect();
    if groups.len() != GROUPS.len() {
        let fault = SpnFault::Groups {
            board: brief(board),
            found: groups.len(),
        };
        return Err(SpnError::at(board, spn, fault));
    }
    let mut all = Vec::with_capacity(SQUARES);
    for (i, (group, expected)) in groups.into_iter().zip(GROUPS).enumerate() {
        let squares = parse_group(group, i + 1, Span::of(group, spn).start())?;
        if squares.len() != expected {
            let fault = SpnFault::GroupLength {
                number: i + 1,
                group: brief(group),
                found: squares.len(),
                expected,
            };
            return Err(SpnError::at(group, spn, fault));
        }
        all.extend(squares);
    }
    let mut contents = ([None; SQUARES], [Span::default(); SQUARES]);
    let slots = contents.0.iter_mut().zip(&mut contents.1);
    for ((occupant, span), found) in slots.zip(all) {
        (*occupant, *span) = found;
    }
    Ok(contents)
}

/// Parses a group of the board, which begins at the offset `start` of the SPN.
fn parse_group(
    group: &str,
    number: usize,
    start: usize,
) -> Result<Vec<(Option<Occupant>, Span)>, SpnError> {
    let mut squares = Vec::new();
    let mut letters = group.char_indices();
    while let Some((offset, letter)) = letters.next() {
        if squares.len() > SQUARES {
            // The group is already too long, so the error does not need the rest.
            break;
        }
        let span = Span::new(start + offset, letter.len_utf8());
        let letter_error = || SpnError {
            fault: SpnFault::Letter {
                letter,
                number,
                group: brief(group),
            },
            span,
        };
        if let Some(empty @ 1..=9) = letter.to_digit(10) {
            squares.extend((0..empty).map(|_| (None, span)));
        } else if let Some(kind) = Kind::from_ghost_letter(letter) {
            squares.push((Some(Occupant::Ghost(kind)), span));
        } else {
            let urgent = letter == '!';
            let man = if urgent {
                letters.next().and_then(|(_, man)| Man::from_letter(man))
            } else {
                Man::from_letter(letter)
            };
            let man = man.ok_or_else(letter_error)?;
            squares.push((Some(Occupant::Man { man, urgent }), span));
        }
    }
    Ok(squares)
}

fn parse_square(field: &'static str, token: &str) -> Result<Square, SpnFault> {
    match parse_digits(token) {
        Some(number @ 1..=62) => Ok(Square::new((number - 1) as u8)),
        _ => Err(SpnFault::SquareNumber {
            field,
            token: brief(token),
        }),
    }
}

fn parse_counter(
    field: &'static str,
    token: &str,
    min: u16,
    or_dash: &'static str,
) -> Result<u16, SpnFault> {
    parse_digits(token)
        .filter(|&number| number >= min)
        .ok_or_else(|| SpnFault::Counter {
            field,
            token: brief(token),
            min,
            or_dash,
        })
}

/// Parses a number that consists only of digits, unlike `+5`.
fn parse_digits(token: &str) -> Option<u16> {
    if token.bytes().all(|byte| byte.is_ascii_digit()) {
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
            f.write_str(if i > 0 { "/" } else { "" })?;
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
        occupant.fmt(f)?;
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
