//! Parses and writes FEN, the notation of positions.
//!
//! The fields are `board side castling ep halfmoves movenumber`. In Shatar, a seventh field
//! is added if needed: `S` if White's series of checks has included a shak, `s` if Black's
//! has, and `m` if a mori's move discovered the check on the board.

use std::fmt::{self, Display};
use std::str::FromStr;

use super::geometry::{SQUARES, square_at};
use super::kind::Man;
use super::letters::{all_letters, letter, man_of_letter};
use super::position::Position;
use super::ruleset::RuleSet;
use super::series::CheckSeries;
use super::setup::{Setup, SetupError};
use crate::base::Color;
use crate::base::Span;
use crate::rules::PositionFault;
use crate::util::text::brief;

/// The letter for a check discovered by a mori's move.
const CHECK_BY_MORI: &str = "m";

/// An error in a FEN.
pub type FenError = PositionFault<FenFault>;

/// What is wrong with a FEN. Each message names the token and what was
/// expected.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FenFault {
    /// The text is empty.
    #[error("empty position, expected a board such as rnbkqbnr/pppppppp/8/8/8/8/…")]
    Empty,
    /// The board does not have eight ranks.
    #[error("board {board:?} has {found} ranks, expected 8 joined by '/'")]
    RankCount {
        /// The board field.
        board: String,
        /// The number of ranks found.
        found: usize,
    },
    /// A rank has too few or too many squares.
    #[error("rank {rank} of the board, {text:?}, has {found} squares, expected 8")]
    RankLength {
        /// The number of the rank.
        rank: u8,
        /// The text of the rank.
        text: String,
        /// The number of squares found.
        found: usize,
    },
    /// The board field has an unknown letter.
    #[error(
        "{letter:?} in rank {rank} of the board, {text:?}, expected one of {letters}, or 1 to 8"
    )]
    UnknownLetter {
        /// The letter.
        letter: char,
        /// The number of the rank.
        rank: u8,
        /// The text of the rank.
        text: String,
        /// All valid letters.
        letters: String,
    },
    /// The side to move is neither `w` nor `b`.
    #[error("side to move {0:?}, expected w or b")]
    UnknownSide(String),
    /// The side to move is missing.
    #[error("no side to move after the board {0:?}, expected w or b")]
    MissingSide(String),
    /// A field that the game does not use is not `-`.
    #[error("{field} {token:?}, expected -, as the game has none")]
    UnusedField {
        /// The name of the field.
        field: &'static str,
        /// The text of the field.
        token: String,
    },
    /// A counter is not a number or is out of range.
    #[error("{field} {token:?}, expected a number from {min} to 65535")]
    InvalidCounter {
        /// The name of the field.
        field: &'static str,
        /// The text of the field.
        token: String,
        /// The minimum value.
        min: u16,
    },
    /// The series of checks can't be parsed.
    #[error("series of checks {0:?}, expected -, or S, s and m in this order")]
    InvalidSeries(String),
    /// There are more fields than the game uses.
    #[error("{token:?} after the {last}, expected the end")]
    TooManyFields {
        /// The first extra field.
        token: String,
        /// The name of the last field.
        last: &'static str,
    },
    /// The fields are well formed, but do not describe a position of the game.
    #[error(transparent)]
    Setup(SetupError),
}

impl Setup {
    /// Parses a FEN of the game `R`. Fields after the side to move default to `- - 0 1`;
    /// those for castling and en passant may be missing even if others follow.
    ///
    /// # Errors
    /// Returns an error if the text is not a FEN.
    pub fn from_fen<R: RuleSet>(text: &str) -> Result<Self, FenError> {
        let at = |part: &str, fault| FenError::at(part, text, fault);
        let at_end = |fault| FenError::at_end(text, fault);
        let mut fields = text.split_ascii_whitespace().peekable();
        let board = fields.next().ok_or_else(|| at_end(FenFault::Empty))?;
        let squares = parse_board::<R>(board, text)?;
        let side = fields
            .next()
            .ok_or_else(|| at_end(FenFault::MissingSide(brief(board))))?;
        let to_move = match side {
            "w" => Color::White,
            "b" => Color::Black,
            _ => return Err(at(side, FenFault::UnknownSide(brief(side)))),
        };
        for field in ["castling", "en-passant square"] {
            // XBoard omits fields that the game does not use.
            if fields.peek().is_some_and(|text| is_number(text)) {
                break;
            }
            if let Some(token) = fields.next().filter(|&token| token != "-") {
                let fault = FenFault::UnusedField {
                    field,
                    token: brief(token),
                };
                return Err(at(token, fault));
            }
        }
        let counter = |field, token: Option<&str>, min| {
            token.map_or(Ok(min), |token| {
                parse_counter(field, token, min).map_err(|fault| at(token, fault))
            })
        };
        let halfmoves = counter("halfmove clock", fields.next(), 0)?;
        let move_number = counter("move number", fields.next(), 1)?;
        let series = match fields.next_if(|_| R::RULES.has_series()) {
            Some(token) => parse_series(token).map_err(|fault| at(token, fault))?,
            None => CheckSeries::NONE,
        };
        if let Some(extra) = fields.next() {
            let fault = FenFault::TooManyFields {
                token: brief(extra),
                last: if R::RULES.has_series() {
                    "series of checks"
                } else {
                    "move number"
                },
            };
            return Err(at(extra, fault));
        }
        Ok(Self {
            squares,
            to_move,
            halfmoves,
            move_number,
            series,
        })
    }
}

impl<R: RuleSet> FromStr for Position<R> {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Self, FenError> {
        let setup = Setup::from_fen::<R>(text)?;
        setup.position().map_err(|error| {
            let board = text.split_ascii_whitespace().next().unwrap_or(text);
            FenError::at(board, text, FenFault::Setup(error))
        })
    }
}

/// Parses the board field, a part of the FEN.
fn parse_board<R: RuleSet>(board: &str, fen: &str) -> Result<[Option<Man>; SQUARES], FenError> {
    let ranks: Vec<&str> = board.split('/').collect();
    if ranks.len() != 8 {
        let fault = FenFault::RankCount {
            board: brief(board),
            found: ranks.len(),
        };
        return Err(FenError::at(board, fen, fault));
    }
    let mut squares = [None; SQUARES];
    for (text, rank) in ranks.into_iter().zip((1..=8).rev()) {
        let mut file: usize = 0;
        for (offset, letter) in text.char_indices() {
            if let '1'..='8' = letter {
                file += letter as usize - '0' as usize;
                continue;
            }
            let Some(man) = man_of_letter::<R>(letter) else {
                return Err(FenError {
                    fault: FenFault::UnknownLetter {
                        letter,
                        rank,
                        text: brief(text),
                        letters: all_letters::<R>(),
                    },
                    span: Span::new(Span::of(text, fen).start() + offset, letter.len_utf8()),
                });
            };
            let square = u8::try_from(file)
                .ok()
                .and_then(|file| square_at(file, rank));
            if let Some(occupant) = square.and_then(|square| squares.get_mut(square.index())) {
                *occupant = Some(man);
            }
            file += 1;
        }
        if file != 8 {
            let fault = FenFault::RankLength {
                rank,
                text: brief(text),
                found: file,
            };
            return Err(FenError::at(text, fen, fault));
        }
    }
    Ok(squares)
}

fn is_number(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

fn parse_counter(field: &'static str, token: &str, min: u16) -> Result<u16, FenFault> {
    let number = token.parse().ok().filter(|&number| number >= min);
    number.ok_or_else(|| FenFault::InvalidCounter {
        field,
        token: brief(token),
        min,
    })
}

fn parse_series(token: &str) -> Result<CheckSeries, FenFault> {
    if token == "-" {
        return Ok(CheckSeries::NONE);
    }
    let (rest, by_mori) = match token.strip_suffix(CHECK_BY_MORI) {
        Some(rest) => (rest, true),
        None => (token, false),
    };
    let series = match rest {
        "" if by_mori => CheckSeries::NONE,
        "S" => CheckSeries::with_shaks(true, false),
        "s" => CheckSeries::with_shaks(false, true),
        "Ss" => CheckSeries::with_shaks(true, true),
        _ => return Err(FenFault::InvalidSeries(brief(token))),
    };
    Ok(if by_mori {
        series.with_check_by_mori()
    } else {
        series
    })
}

impl<R: RuleSet> Display for Position<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (1..=8).rev() {
            let mut empty = 0;
            for file in 0..8 {
                let square = square_at(file, rank);
                match square.and_then(|square| self.board().man_at(square)) {
                    None => empty += 1,
                    Some(man) => {
                        if empty > 0 {
                            write!(f, "{empty}")?;
                        }
                        empty = 0;
                        write!(f, "{}", letter::<R>(man))?;
                    }
                }
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            f.write_str(if rank > 1 { "/" } else { "" })?;
        }
        let side = match self.to_move {
            Color::White => 'w',
            Color::Black => 'b',
        };
        write!(f, " {side} - - {} {}", self.halfmoves, self.move_number())?;
        // If the check on the board is a shak, the field is not needed to show it.
        let visible = self.is_shak().then_some(!self.to_move);
        let needs_letter = |color| self.series().has_shak(color) && visible != Some(color);
        let [white, black] = Color::ALL.map(needs_letter);
        // Nor is it needed for a mori that gives check itself.
        let discovered = self.series().is_check_by_mori() && !self.has_mori_checker();
        if white || black || discovered {
            f.write_str(" ")?;
        }
        f.write_str(if white { "S" } else { "" })?;
        f.write_str(if black { "s" } else { "" })?;
        f.write_str(if discovered { CHECK_BY_MORI } else { "" })
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Shatar, Shatranj};
    use super::*;

    const BARE: &str = "4k3/p7/8/8/8/8/8/4K2R";

    #[test]
    fn fields_may_be_missing() {
        let full = Setup::from_fen::<Shatranj>(&format!("{BARE} b - - 3 20")).unwrap();
        // XBoard writes FEN in this way.
        let short = Setup::from_fen::<Shatranj>(&format!("{BARE} b 3 20")).unwrap();
        assert_eq!(short, full);
        let bare = Setup::from_fen::<Shatar>(&format!("{BARE} w")).unwrap();
        assert_eq!((bare.halfmoves, bare.move_number), (0, 1));
        assert_eq!(bare.series, CheckSeries::NONE);
    }

    #[test]
    fn errors_name_the_faulty_token() {
        let error = |text: &str| {
            let setup = Setup::from_fen::<Shatar>(text);
            setup.unwrap_err().to_string()
        };
        for (fields, expected) in [
            ("", "no side to move after the board"),
            ("x", "side to move \"x\", expected w or b"),
            (
                "w KQ - 0 1",
                "castling \"KQ\", expected -, as the game has none",
            ),
            ("w - e3 0 1", "en-passant square \"e3\", expected -"),
            (
                "w - - x 1",
                "halfmove clock \"x\", expected a number from 0 to 65535",
            ),
            (
                "w - - 0 0",
                "move number \"0\", expected a number from 1 to 65535",
            ),
            ("w - - 0 70000", "move number \"70000\""),
            (
                "w - - 0 1 sS",
                "series of checks \"sS\", expected -, or S, s and m in this order",
            ),
            ("w - - 0 1 mS", "series of checks \"mS\", expected -, or"),
            ("w - - 0 1 Smm", "series of checks \"Smm\", expected -, or"),
            (
                "w - - 0 1 S 7",
                "\"7\" after the series of checks, expected the end",
            ),
        ] {
            let found = error(&format!("{BARE} {fields}"));
            assert!(found.starts_with(expected), "{fields:?}: {found}");
        }
        for (board, expected) in [
            ("", "empty position"),
            (
                "8/8/8 w",
                "board \"8/8/8\" has 3 ranks, expected 8 joined by '/'",
            ),
            ("4k3/p7/8/9/8/8/8/4K2R w", "'9' in rank 5 of the board"),
            (
                "4k3/p7/8/8/8/8/8/4K2Q w",
                "'Q' in rank 1 of the board, \"4K2Q\", expected one of",
            ),
            (
                "4k3/p6/8/8/8/8/8/4K2R w",
                "rank 7 of the board, \"p6\", has 7 squares",
            ),
            (
                "4k3/p8/8/8/8/8/8/4K2R w",
                "rank 7 of the board, \"p8\", has 9 squares",
            ),
        ] {
            let found = error(board);
            assert!(found.starts_with(expected), "{board:?}: {found}");
        }
    }

    #[test]
    fn errors_state_why_a_position_is_not_valid() {
        let error = |fen: &str| {
            let setup = Setup::from_fen::<Shatranj>(fen).unwrap();
            setup.position::<Shatranj>().unwrap_err().to_string()
        };
        for (fen, expected) in [
            ("8/p7/8/8/8/8/8/4K2R w", "Black has 0 kings (letter k)"),
            ("4k3/8/8/8/8/8/8/3KK2R w", "White has 2 kings (letter K)"),
            ("4k3/8/8/8/8/8/8/4K2P w", "a pawn on h1, expected none"),
            ("4k2R/8/8/8/8/8/8/4K3 w", "Black is in check although"),
            (
                "4k3/NNNNNNNN/NNNNNNNN/8/8/8/8/4K3 b",
                "White has 17 men, expected at most 16",
            ),
        ] {
            let found = error(fen);
            assert!(found.starts_with(expected), "{fen}: {found}");
        }
    }
}
