//! Opening books: lists of openings, from a file or built into the program.

use std::borrow::Cow;
use std::collections::HashMap;

use super::line::{self, Opening, OpeningLineError};
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
        /// The error at that position of the line.
        error: OpeningLineError,
    },
    /// The text contains no opening.
    #[error("{0} contains no opening; expected one per line")]
    Empty(String),
}

/// An opening book: one or more openings, all legal in the book's variant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Book {
    name: String,
    openings: Vec<Opening>,
}

impl Book {
    /// Parses the openings in a file's `text` and checks each against the rules.
    /// Each opening is named after the file, without folders, and its line:
    /// `my.openings:17`.
    ///
    /// # Errors
    /// Returns an error if a line is not an opening, or if there are no openings.
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

    /// Returns the name of the book's file, without folders.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns all openings, in the order of the file.
    pub fn openings(&self) -> &[Opening] {
        &self.openings
    }

    /// Returns the number of openings, at least 1.
    pub const fn count(&self) -> usize {
        self.openings.len()
    }

    /// Returns, for each opening, the index of the first one with the same position and turns.
    pub fn first_equals(&self) -> Vec<usize> {
        let mut firsts = HashMap::new();
        let openings = self.openings.iter().enumerate();
        let first = openings.map(|(index, opening)| {
            *firsts
                .entry((&opening.position, &opening.turns))
                .or_insert(index)
        });
        first.collect()
    }

    /// Returns the opening at an index, from 0; indices wrap around at the end.
    pub fn get(&self, index: usize) -> Opening {
        let index = index % self.count().max(1);
        self.openings.get(index).cloned().unwrap_or_default()
    }
}

/// The name and the text of a file in the folder `books`.
macro_rules! book {
    ($file:literal) => {
        Some(($file, Cow::from(include_str!(concat!("books/", $file)))))
    };
}

/// Returns the book that ships with the program for a variant, or `None` if the variant
/// has none. The openings are balanced; `batyr book` made them with the command at the
/// head of the book.
///
/// # Errors
/// Returns an error if the book is invalid, which tests rule out.
pub fn shipped(variant: Variant) -> Result<Option<Book>, BookError> {
    // A variant without a book would have an arm with `None`.
    let book = match variant {
        Variant::Extended => book!("shatra.openings"),
        Variant::Original => book!("shatra-original.openings"),
        Variant::Kurin => book!("shatra-kurin.openings"),
        Variant::Pritchard => book!("shatra-pritchard.openings"),
        Variant::Online => book!("shatra-online.openings"),
        Variant::Shatranj | Variant::FairyShatranj => book!("shatranj.openings"),
        Variant::Shatar => book!("shatar.openings"),
        // Fairy Shatar starts after the pair of moves that Shatar begins with.
        Variant::FairyShatar => book!("shatar.openings")
            .map(|(file, text)| (file, text.replace("\nd2d4 d7d5 ", "\n").into())),
    };
    book.map(|(file, text)| Book::parse(variant, file, &text))
        .transpose()
}
