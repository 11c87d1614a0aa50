//! SPN, the notation of positions:
//! `board side temdek transit ep halfmoves movenumber` (RULES.md section 10).

use std::fmt::{self, Display};
use std::str::FromStr;

use super::geometry::SQUARES;
use super::kind::{Kind, Man};
use super::notation::Numbering;
use super::position::Position;
use super::ruleset::RuleSet;
use super::setup::{Occupant, Setup, SetupError};
use crate::base::Span;
use crate::rules::position_text::{parse_side, side_letter, write_group};
use crate::rules::{NotationError, PositionFault};
use crate::util::text::brief;

/// The number of squares in each group of the board field.
const GROUPS: [usize; 10] = [9, 1, 7, 7, 7, 7, 7, 7, 1, 9];

/// An error in the SPN of a position.
pub type SpnError = NotationError<SetupError>;

/// A set-up with the spans of its parts in the text from which it was parsed.
struct SpnText {
    setup: Setup,
    board: Span,
    /// The letter of each square, or the digit that includes the square.
    squares: Vec<Span>,
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
        spn.setup.position().map_err(|error| {
            let span = spn.span_of(&error);
            SpnError::new(PositionFault::Setup(error), span)
        })
    }
}

impl SpnText {
    fn parse(text: &str) -> Result<Self, SpnError> {
        let mut fields = text.split_ascii_whitespace();
        let board = fields.next().ok_or_else(|| {
            SpnError::at_end(text, PositionFault::Empty("SQSSRSBRB/K/SSSSSSS/7/7/7/7/…"))
        })?;
        let (contents, squares): (Vec<_>, Vec<_>) = parse_board(board, text)?.into_iter().unzip();
        let to_move = parse_side::<SetupError>(fields.next(), board, text)?;
        let temdeks = match fields.next().unwrap_or("-") {
            "-" => [false, false],
            "T" => [true, false],
            "t" => [false, true],
            "Tt" => [true, true],
            other => return Err(SpnError::field(other, text, "temdek", "T, t, Tt or -")),
        };
        let square = |field, token: Option<&str>| match token {
            None | Some("-") => Ok(None),
            Some(token) => {
                let square = parse_digits(token).and_then(|number| Numbering::Spn.square(number));
                let expected = "a square's number from 1 to 62, or -";
                let error = || SpnError::field(token, text, field, expected);
                square.map(Some).ok_or_else(error)
            }
        };
        let transit_token = fields.next();
        let transit = square("transit square", transit_token)?;
        let en_passant = square("en-passant square", fields.next())?;
        let counter = |field, token: &str, min: u16, expected| {
            let number = parse_digits(token).filter(|&number| number >= min);
            number.ok_or_else(|| SpnError::field(token, text, field, expected))
        };
        let halfmoves = match fields.next() {
            None | Some("-") => 0,
            Some(token) => counter("halfmove clock", token, 0, "a number from 0 to 65535, or -")?,
        };
        let move_number = match fields.next() {
            None => 1,
            Some(token) => counter("move number", token, 1, "a number from 1 to 65535")?,
        };
        if let Some(extra) = fields.next() {
            let fault = PositionFault::TooManyFields {
                token: brief(extra),
                last: "move number",
            };
            return Err(SpnError::at(extra, text, fault));
        }
        Ok(Self {
            setup: Setup {
                squares: std::array::from_fn(|i| contents.get(i).copied().flatten()),
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

/// The contents of a square, and the span of its letter or digit.
type Content = (Option<Occupant>, Span);

/// Parses the board field, a part of the SPN.
fn parse_board(board: &str, spn: &str) -> Result<Vec<Content>, SpnError> {
    let groups: Vec<&str> = board.split('/').collect();
    if groups.len() != GROUPS.len() {
        let fault = PositionFault::Groups {
            board: brief(board),
            found: groups.len(),
            groups: "groups",
            expected: GROUPS.len(),
        };
        return Err(SpnError::at(board, spn, fault));
    }
    let mut all = Vec::with_capacity(SQUARES);
    for (i, (text, expected)) in groups.into_iter().zip(GROUPS).enumerate() {
        let squares = parse_group(text, i + 1, spn)?;
        if squares.len() != expected {
            let fault = PositionFault::GroupLength {
                group: format!("group {}", i + 1),
                text: brief(text),
                found: squares.len(),
                expected,
            };
            return Err(SpnError::at(text, spn, fault));
        }
        all.extend(squares);
    }
    Ok(all)
}

/// Parses the text of a group of the board, a part of the SPN.
fn parse_group(text: &str, number: usize, spn: &str) -> Result<Vec<Content>, SpnError> {
    let start = Span::of(text, spn).start();
    let mut squares = Vec::new();
    let mut letters = text.char_indices();
    while let Some((offset, letter)) = letters.next() {
        if squares.len() > SQUARES {
            // The group is already too long, so the error does not need the rest.
            break;
        }
        let span = Span::new(start + offset, letter.len_utf8());
        if let Some(empty @ 1..=9) = letter.to_digit(10) {
            squares.extend((0..empty).map(|_| (None, span)));
            continue;
        }
        let mut rest = letters.by_ref().map(|(_, letter)| letter);
        let Some(occupant) = Occupant::parse(letter, &mut rest) else {
            let fault = PositionFault::Letter {
                letter,
                group: format!("group {number}"),
                text: brief(text),
                expected: "QRBKS, qrbks, yuip, '!' before a letter, or 1 to 9".to_owned(),
            };
            return Err(SpnError::new(fault, span));
        };
        squares.push((Some(occupant), span));
    }
    Ok(squares)
}

impl Occupant {
    /// Parses a letter, or `!` and the letter of an urgent man, from `first` and the letters
    /// after it.
    pub(in crate::rules) fn parse(
        first: char,
        rest: &mut impl Iterator<Item = char>,
    ) -> Option<Self> {
        if let Some(kind) = Kind::from_ghost_letter(first) {
            return Some(Self::Ghost(kind));
        }
        let urgent = first == '!';
        let letter = if urgent { rest.next()? } else { first };
        Man::from_letter(letter).map(|man| Self::Man { man, urgent })
    }
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
        let mut squares = self.squares.into_iter();
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
        write!(f, " {} {temdeks} ", side_letter(self.to_move))?;
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

impl<R: RuleSet> Display for Position<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.setup().fmt(f)
    }
}
