//! Reads pictures of boards, line by line.

use crate::files::game_file::NumberedLine;
use crate::rules::{board8, shatra};

/// The reason that lines are not a picture of a board.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    /// A picture of Shatra's board is invalid.
    #[error(transparent)]
    Shatra(#[from] shatra::DiagramError),
    /// A picture of the chessboard is invalid.
    #[error(transparent)]
    Board8(#[from] board8::DiagramError),
}

/// How much of a picture has been read.
#[derive(Default)]
pub enum PictureState {
    /// No picture has begun.
    #[default]
    None,
    /// A picture has begun: the number of its first line, and its reader.
    Begun(u64, PictureReader),
    /// The picture is invalid; its remaining lines are skipped, up to an empty
    /// line.
    Faulty,
}

impl PictureState {
    /// Adds a line to the picture.
    ///
    /// # Errors
    /// Returns an error if the picture can't continue with this line.
    pub fn add_line(&mut self, line: &NumberedLine) -> Result<(), PictureError> {
        if matches!(self, Self::None) {
            *self = Self::Begun(line.number, PictureReader::for_first_line(&line.text));
        }
        match self {
            Self::Begun(_, PictureReader::Shatra(reader)) => reader.read_line(&line.text)?,
            Self::Begun(_, PictureReader::Board8(reader)) => reader.read_line(&line.text)?,
            Self::None | Self::Faulty => {}
        }
        Ok(())
    }

    /// Returns whether the picture is complete, so that no further line can
    /// belong to it.
    pub fn is_complete(&self) -> bool {
        match self {
            Self::Begun(_, PictureReader::Shatra(reader)) => reader.is_complete(),
            Self::Begun(_, PictureReader::Board8(reader)) => reader.is_complete(),
            Self::None | Self::Faulty => false,
        }
    }
}

/// A picture being read.
pub enum PictureReader {
    /// A picture of Shatra's board.
    Shatra(Box<shatra::DiagramReader>),
    /// A picture of the chessboard.
    Board8(board8::DiagramReader),
}

impl PictureReader {
    /// Chooses the reader for the board that the first line belongs to.
    fn for_first_line(line: &str) -> Self {
        if board8::DiagramReader::begins_with(line) {
            Self::Board8(board8::DiagramReader::default())
        } else {
            Self::Shatra(Box::default())
        }
    }

    /// Returns the position as text. `fields` are the fields after the board,
    /// used if the picture has none.
    ///
    /// # Errors
    /// Returns an error if the picture is incomplete.
    pub fn finish(self, fields: &str) -> Result<String, PictureError> {
        Ok(match self {
            Self::Shatra(reader) => reader.finish(fields)?.to_string(),
            Self::Board8(reader) => reader.finish(fields)?,
        })
    }
}
