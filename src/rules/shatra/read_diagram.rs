//! Reading the picture that [`Diagram`](super::Diagram) draws.

use super::geometry::square_at;
use super::kind::{Kind, Man};
use super::setup::{Occupant, Setup};
use super::spn::SpnError;
use crate::base::Square;
use crate::text::brief;

/// Why lines are no picture of the board.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DiagramError {
    /// A sign that stands for no square.
    #[error(
        "{found:?} on rank {rank}, expected '.', a letter of QRBKS, qrbks or yuip, or '!' before a letter"
    )]
    Sign {
        /// The sign.
        found: String,
        /// The rank.
        rank: u8,
    },
    /// Too few or too many squares.
    #[error("{found} squares on rank {rank}, expected {expected}")]
    Squares {
        /// How many there are.
        found: usize,
        /// The rank.
        rank: u8,
        /// How many the rank has.
        expected: usize,
    },
    /// Ranks that are not in order.
    #[error("rank {found}, expected rank {expected}")]
    Order {
        /// The number before the squares.
        found: u8,
        /// The rank that comes next.
        expected: u8,
    },
    /// Another line than one of the picture.
    #[error("{0:?} below the board, expected the files a to g, or side and temdeks as in SPN")]
    Below(String),
    /// The picture has too few ranks.
    #[error("the picture ends, expected rank {0}")]
    Short(u8),
    /// The fields below the board.
    #[error(transparent)]
    Fields(#[from] SpnError),
}

/// A picture in the making, from its first line on: fourteen ranks, with or
/// without their numbers, the files, and the fields of SPN behind the board
/// (`w Tt - - - 1`). The last two may be missing.
#[derive(Clone, Debug)]
pub struct DiagramReader {
    setup: Setup,
    /// The rank that comes next; 0 below the board.
    rank: u8,
    fields: Option<String>,
}

impl Default for DiagramReader {
    fn default() -> Self {
        Self {
            setup: Setup::EMPTY,
            rank: 14,
            fields: None,
        }
    }
}

impl DiagramReader {
    /// Whether nothing more can come.
    pub const fn is_whole(&self) -> bool {
        self.fields.is_some()
    }

    /// Reads a line that is not empty.
    ///
    /// # Errors
    /// If the line can't stand there.
    pub fn line(&mut self, line: &str) -> Result<(), DiagramError> {
        let words: Vec<&str> = line.split_whitespace().collect();
        if self.rank > 0 {
            return self.rank_line(&words);
        }
        match words.as_slice() {
            ["a", "b", "c", "d", "e", "f", "g"] => Ok(()),
            ["w" | "b", ..] => {
                self.fields = Some(words.join(" "));
                Ok(())
            }
            _ => Err(DiagramError::Below(brief(line.trim()))),
        }
    }

    /// The position. `fields` stand for those that the picture lacks.
    ///
    /// # Errors
    /// If the picture is not whole, or the fields do not read.
    pub fn finish(self, fields: &str) -> Result<Setup, DiagramError> {
        if self.rank > 0 {
            return Err(DiagramError::Short(self.rank));
        }
        let text = self.setup.to_string();
        let board = text.split(' ').next().unwrap_or_default();
        let fields = self.fields.as_deref().unwrap_or(fields);
        Ok(format!("{board} {fields}").parse()?)
    }

    fn rank_line(&mut self, words: &[&str]) -> Result<(), DiagramError> {
        let rank = self.rank;
        let words = match words.split_first() {
            Some((first, rest)) if first.starts_with(|c: char| c.is_ascii_digit()) => {
                let found = first.parse().map_err(|_| sign(first, rank))?;
                if found != rank {
                    let expected = rank;
                    return Err(DiagramError::Order { found, expected });
                }
                rest
            }
            _ => words,
        };
        let squares: Vec<Square> = (0..7).filter_map(|file| square_at(file, rank)).collect();
        if words.len() != squares.len() {
            return Err(DiagramError::Squares {
                found: words.len(),
                rank,
                expected: squares.len(),
            });
        }
        for (word, square) in words.iter().zip(squares) {
            let occupant = occupant(word).ok_or_else(|| sign(word, rank))?;
            if let Some(place) = self.setup.squares.get_mut(square.index()) {
                *place = occupant;
            }
        }
        self.rank -= 1;
        Ok(())
    }
}

fn sign(found: &str, rank: u8) -> DiagramError {
    DiagramError::Sign {
        found: brief(found),
        rank,
    }
}

/// What a sign says about its square; `None` if it says nothing.
fn occupant(word: &str) -> Option<Option<Occupant>> {
    if word == "." {
        return Some(None);
    }
    let (urgent, letter) = match word.strip_prefix('!') {
        None => (false, word),
        Some(letter) => (true, letter),
    };
    let mut letters = letter.chars();
    let letter = letters.next().filter(|_| letters.next().is_none())?;
    match Kind::from_ghost_letter(letter) {
        Some(kind) if !urgent => Some(Some(Occupant::Ghost(kind))),
        _ => Man::from_letter(letter).map(|man| Some(Occupant::Man { man, urgent })),
    }
}
