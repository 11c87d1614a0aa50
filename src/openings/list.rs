//! Lists of openings, from a file or built into the program.

use std::borrow::Cow;
use std::collections::HashMap;

use super::line::{self, Opening, OpeningLineError};
use crate::game::Variant;

/// An error in parsing a list.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpeningListError {
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

/// One or more openings, all legal in the list's variant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpeningList {
    name: String,
    openings: Vec<Opening>,
}

impl OpeningList {
    /// Parses the openings in a file's `text` and checks each against the rules.
    /// Each opening is named after the file, without folders, and its line:
    /// `my.openings:17`.
    ///
    /// # Errors
    /// Returns an error if a line is not an opening, or if there are no openings.
    pub fn parse(variant: Variant, file: &str, text: &str) -> Result<Self, OpeningListError> {
        let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut openings = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let number = index + 1;
            let opening =
                line::parse(variant, line).map_err(|(column, error)| OpeningListError::Line {
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
            return Err(OpeningListError::Empty(file.to_owned()));
        }
        Ok(Self {
            name: name.to_owned(),
            openings,
        })
    }

    /// Returns the name of the list's file, without folders.
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

/// The name and the text of a file in the folder `lists`.
macro_rules! list {
    ($file:literal) => {
        Some(($file, Cow::from(include_str!(concat!("lists/", $file)))))
    };
}

/// Returns the openings that ship with the program for a variant, or `None` if there are
/// none. They are balanced; `batyr openings` made them with the command at the head of the list.
///
/// # Errors
/// Returns an error if the list is invalid, which tests rule out.
pub fn shipped(variant: Variant) -> Result<Option<OpeningList>, OpeningListError> {
    // A variant without openings would have an arm with `None`.
    let list = match variant {
        Variant::Extended => list!("shatra.openings"),
        Variant::Original => list!("shatra-original.openings"),
        Variant::Kurin => list!("shatra-kurin.openings"),
        Variant::Pritchard => list!("shatra-pritchard.openings"),
        Variant::Online => list!("shatra-online.openings"),
        Variant::Shatranj | Variant::FairyShatranj => list!("shatranj.openings"),
        Variant::Shatar => list!("shatar.openings"),
        // Fairy Shatar starts after the pair of moves that Shatar begins with.
        Variant::FairyShatar => list!("shatar.openings")
            .map(|(file, text)| (file, text.replace("\nd2d4 d7d5 ", "\n").into())),
    };
    list.map(|(file, text)| OpeningList::parse(variant, file, &text))
        .transpose()
}
