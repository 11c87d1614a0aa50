//! Parses and writes FEN, the notation of positions.
//!
//! The fields are `board side castling ep halfmoves movenumber`. In Shatar, a seventh field
//! adds what the board does not show: `S` if White's series of checks has included a shak,
//! `s` if Black's has, and `m` if a mori's move discovered the check on the board.

use std::fmt::{self, Display};
use std::str::FromStr;

use super::geometry::{SQUARES, square_at};
use super::kind::Man;
use super::letters::{all_letters, letter, man_of_letter};
use super::position::Position;
use super::ruleset::RuleSet;
use super::series::CheckSeries;
use super::setup::{Setup, SetupError};
use crate::base::Span;
use crate::rules::position_text::{parse_side, side_letter, write_group};
use crate::rules::{NotationError, PositionFault};
use crate::util::text::brief;

/// The texts of series of checks, by [`CheckSeries::bits`].
const SERIES: [&str; 8] = ["-", "S", "s", "Ss", "m", "Sm", "sm", "Ssm"];

/// An error in a FEN.
pub type FenError = NotationError<SetupError>;

impl Setup {
    /// Parses a FEN of the game `R`. Fields after the side to move default to `- - 0 1`;
    /// those for castling and en passant may be missing even if others follow.
    ///
    /// # Errors
    /// Returns an error if the text is not a FEN.
    pub fn from_fen<R: RuleSet>(text: &str) -> Result<Self, FenError> {
        let mut fields = text.split_ascii_whitespace().peekable();
        let board = fields.next().ok_or_else(|| {
            FenError::at_end(text, PositionFault::Empty("rnbkqbnr/pppppppp/8/8/8/8/…"))
        })?;
        let squares = parse_board::<R>(board, text)?;
        let to_move = parse_side::<SetupError>(fields.next(), board, text)?;
        for field in ["castling", "en-passant square"] {
            // XBoard omits fields that the game does not use.
            if fields.peek().is_some_and(|text| is_number(text)) {
                break;
            }
            if let Some(token) = fields.next().filter(|&token| token != "-") {
                let expected = "-, as the game has none";
                return Err(FenError::field(token, text, field, expected));
            }
        }
        let mut counter = |field, min: u16, expected| {
            let Some(token) = fields.next() else {
                return Ok(min);
            };
            let number = token.parse().ok().filter(|&number| number >= min);
            number.ok_or_else(|| FenError::field(token, text, field, expected))
        };
        let halfmoves = counter("halfmove clock", 0, "a number from 0 to 65535")?;
        let move_number = counter("move number", 1, "a number from 1 to 65535")?;
        let series = match fields.next_if(|_| R::RULES.has_series()) {
            Some(token) => parse_series(token).ok_or_else(|| {
                let expected = "-, or S, s and m in this order";
                FenError::field(token, text, "series of checks", expected)
            })?,
            None => CheckSeries::NONE,
        };
        if let Some(extra) = fields.next() {
            let fault = PositionFault::TooManyFields {
                token: brief(extra),
                last: match R::RULES.has_series() {
                    true => "series of checks",
                    false => "move number",
                },
            };
            return Err(FenError::at(extra, text, fault));
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
            FenError::at(board, text, PositionFault::Setup(error))
        })
    }
}

/// Parses the board field; `fen` is the text that contains the field.
fn parse_board<R: RuleSet>(board: &str, fen: &str) -> Result<[Option<Man>; SQUARES], FenError> {
    let ranks: Vec<&str> = board.split('/').collect();
    if ranks.len() != 8 {
        let fault = PositionFault::Groups {
            board: brief(board),
            found: ranks.len(),
            groups: "ranks",
            expected: 8,
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
                let fault = PositionFault::Letter {
                    letter,
                    group: format!("rank {rank}"),
                    text: brief(text),
                    expected: format!("{}, or 1 to 8", all_letters::<R>()),
                };
                let start = Span::of(text, fen).start() + offset;
                return Err(FenError::new(fault, Span::new(start, letter.len_utf8())));
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
            let fault = PositionFault::GroupLength {
                group: format!("rank {rank}"),
                text: brief(text),
                found: file,
                expected: 8,
            };
            return Err(FenError::at(text, fen, fault));
        }
    }
    Ok(squares)
}

fn is_number(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

fn parse_series(token: &str) -> Option<CheckSeries> {
    let bits = SERIES.iter().position(|&text| text == token)?;
    Some(CheckSeries::from_bits(bits as u8))
}

impl<R: RuleSet> Display for Position<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (1..=8).rev() {
            let squares = (0..8).map(|file| {
                let man = self.board().man_at(square_at(file, rank)?)?;
                Some(letter::<R>(man))
            });
            write_group(f, squares)?;
            f.write_str(if rank > 1 { "/" } else { "" })?;
        }
        let (side, halfmoves) = (side_letter(self.to_move), self.halfmoves);
        write!(f, " {side} - - {halfmoves} {}", self.move_number())?;
        // The board shows whether the check on it is a shak, and whether a mori gives it.
        let (is_shak, by_mori) = (self.is_shak(), self.has_mori_checker());
        let visible = CheckSeries::NONE.with_check(!self.to_move, is_shak, by_mori);
        match self.series().bits() & !visible.bits() {
            0 => Ok(()),
            hidden => write!(f, " {}", SERIES[usize::from(hidden)]),
        }
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
