//! Parses text diagrams as written by [`Diagram`](super::Diagram).

use super::geometry::square_at;
use super::kind::{Kind, Man};
use super::setup::{Occupant, Setup};
use super::spn::{BoardField, SpnError};
use crate::base::Square;
use crate::util::text::brief;

/// An error in a text diagram.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DiagramError {
    /// A symbol does not describe a square.
    #[error(
        "{found:?} on rank {rank}, expected '.' or one of the letters QRBKS, qrbks or yuip, with '!' before an urgent man"
    )]
    Symbol {
        /// The symbol.
        found: String,
        /// The rank.
        rank: u8,
    },
    /// A rank has too few or too many squares.
    #[error("{found} squares on rank {rank}, expected {expected}")]
    Squares {
        /// The number of squares found.
        found: usize,
        /// The rank.
        rank: u8,
        /// The number of squares on the rank.
        expected: usize,
    },
    /// The ranks are not in order.
    #[error("rank {found}, expected rank {expected}")]
    Order {
        /// The rank number that precedes the squares.
        found: u8,
        /// The expected rank.
        expected: u8,
    },
    /// A line below the board is neither the file letters nor the fields of SPN.
    #[error(
        "{0:?} below the board, expected the file letters a to g or the fields of SPN from the side to move on"
    )]
    UnexpectedLine(String),
    /// Ranks are missing at the end.
    #[error("the diagram ends before rank {0}")]
    MissingRanks(u8),
    /// The fields below the board are not valid SPN.
    #[error(transparent)]
    Fields(#[from] SpnError),
}

/// Reads a diagram line by line: fourteen ranks, with or without rank numbers;
/// optionally the file letters; and optionally the fields of SPN that follow the board
/// (`w Tt - - - 1`).
#[derive(Clone, Debug)]
pub struct DiagramReader {
    setup: Setup,
    /// The rank to read next, or 0 below the board.
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
    /// Returns whether the diagram is complete, so that no further line can
    /// follow.
    pub const fn is_complete(&self) -> bool {
        self.fields.is_some()
    }

    /// Reads a line that is not empty.
    ///
    /// # Errors
    /// Returns an error if the line can't be the next line of the diagram.
    pub fn read_line(&mut self, line: &str) -> Result<(), DiagramError> {
        let words: Vec<&str> = line.split_whitespace().collect();
        if self.rank > 0 {
            return self.read_rank(&words);
        }
        match words.as_slice() {
            ["a", "b", "c", "d", "e", "f", "g"] => Ok(()),
            ["w" | "b", ..] => {
                self.fields = Some(words.join(" "));
                Ok(())
            }
            _ => Err(DiagramError::UnexpectedLine(brief(line.trim()))),
        }
    }

    /// Returns the set-up that the diagram shows. If the diagram does not contain the
    /// fields after the board, `fields` is used instead.
    ///
    /// # Errors
    /// Returns an error if the diagram is incomplete or the fields are not
    /// valid SPN.
    pub fn finish(self, fields: &str) -> Result<Setup, DiagramError> {
        if self.rank > 0 {
            return Err(DiagramError::MissingRanks(self.rank));
        }
        let board = BoardField(&self.setup);
        let fields = self.fields.as_deref().unwrap_or(fields);
        Ok(format!("{board} {fields}").parse()?)
    }

    fn read_rank(&mut self, words: &[&str]) -> Result<(), DiagramError> {
        let rank = self.rank;
        let words = match words.split_first() {
            Some((first, rest)) if first.starts_with(|c: char| c.is_ascii_digit()) => {
                let found = first.parse().map_err(|_| symbol_error(first, rank))?;
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
            let occupant = occupant(word).ok_or_else(|| symbol_error(word, rank))?;
            if let Some(slot) = self.setup.squares.get_mut(square.index()) {
                *slot = occupant;
            }
        }
        self.rank -= 1;
        Ok(())
    }
}

fn symbol_error(found: &str, rank: u8) -> DiagramError {
    DiagramError::Symbol {
        found: brief(found),
        rank,
    }
}

/// Returns the contents of the square that a symbol describes, or `None` if it is not a
/// symbol.
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
