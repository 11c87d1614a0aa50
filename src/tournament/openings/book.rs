//! A list of openings from a file.

use super::super::Opening;
use super::line::{self, LineError};
use crate::rules::Variant;

/// Why a text is no book.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BookError {
    /// A line is no opening.
    #[error("{file}, line {line}, column {column}: {error}")]
    Line {
        /// The name of the file.
        file: String,
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// What is wrong there.
        error: LineError,
    },
    /// There is no opening in it.
    #[error("{0} holds no opening, expected one in a line")]
    Empty(String),
}

/// Openings, at least one, that can be played in their game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Book {
    name: String,
    openings: Vec<Opening>,
}

impl Book {
    /// The openings of a text, each checked against the rules. Each is called
    /// by the file's name without folders and its line: `my.openings:17`.
    ///
    /// # Errors
    /// If a line is no opening, or all are empty.
    pub fn read(variant: Variant, file: &str, text: &str) -> Result<Self, BookError> {
        let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut openings = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let number = index + 1;
            let opening = line::read(variant, line).map_err(|(column, error)| BookError::Line {
                file: file.to_owned(),
                line: number,
                column,
                error,
            })?;
            if let Some(opening) = opening {
                openings.push(Opening {
                    name: Some(format!("{name}:{number}")),
                    ..opening
                });
            }
        }
        if openings.is_empty() {
            return Err(BookError::Empty(file.to_owned()));
        }
        Ok(Self {
            name: name.to_owned(),
            openings,
        })
    }

    /// The name of the file, without folders.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// All openings, in the order of the file.
    pub fn openings(&self) -> &[Opening] {
        &self.openings
    }

    /// How many there are; never 0.
    pub const fn len(&self) -> usize {
        self.openings.len()
    }

    /// Whether there is none; that can't be.
    pub const fn is_empty(&self) -> bool {
        self.openings.is_empty()
    }

    /// The opening at a place, from 0; the first one comes again after the
    /// last.
    pub fn get(&self, place: usize) -> Opening {
        let place = place % self.len().max(1);
        self.openings.get(place).cloned().unwrap_or_default()
    }
}
