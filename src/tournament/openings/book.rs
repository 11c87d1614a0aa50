//! Books: lists of openings from a file.

use super::super::Opening;
use super::line::{self, OpeningLineError};
use crate::game::Variant;

/// An error in parsing a book.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BookError {
    /// A line is not an opening.
    #[error("{file}, line {line}, column {column}: {error}")]
    Line {
        /// The name of the file.
        file: String,
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// The error at that place.
        error: OpeningLineError,
    },
    /// The text contains no opening.
    #[error("{0} holds no opening, expected one per line")]
    Empty(String),
}

/// A book: one or more openings, each playable in its variant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Book {
    name: String,
    openings: Vec<Opening>,
}

impl Book {
    /// Parses the openings of a text and checks each against the rules. Each
    /// opening is named by the file's name without folders, and its line:
    /// `my.openings:17`.
    ///
    /// # Errors
    /// Returns an error if a line is not an opening, or if there is none.
    pub fn parse(variant: Variant, file: &str, text: &str) -> Result<Self, BookError> {
        let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut openings = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let number = index + 1;
            let opening =
                line::parse(variant, line).map_err(|(column, error)| BookError::Line {
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

    /// Returns the name of the file, without folders.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns all openings, in the order of the file.
    pub fn openings(&self) -> &[Opening] {
        &self.openings
    }

    /// Returns the number of openings, at least 1.
    pub const fn len(&self) -> usize {
        self.openings.len()
    }

    /// Returns whether there is no opening, which is always false.
    pub const fn is_empty(&self) -> bool {
        self.openings.is_empty()
    }

    /// Returns the opening at an index, from 0; indices wrap around at the end.
    pub fn get(&self, place: usize) -> Opening {
        let place = place % self.len().max(1);
        self.openings.get(place).cloned().unwrap_or_default()
    }
}
