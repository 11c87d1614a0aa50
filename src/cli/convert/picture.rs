//! A reader of board pictures, line by line.

use crate::files::game_file::NumberedLine;
use crate::rules::{board8, shatra};

/// The reasons why lines are not a picture of a board.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    /// The error of a picture of Shatra's board.
    #[error(transparent)]
    Shatra(#[from] shatra::DiagramError),
    /// The error of a picture of the chessboard.
    #[error(transparent)]
    Board8(#[from] board8::DiagramError),
}

/// The state of reading a picture.
#[derive(Default)]
pub enum PictureState {
    /// No picture has begun.
    #[default]
    None,
    /// A picture has begun, with the number of its first line.
    Begun(u64, PictureReader),
    /// The picture has an error; the rest of it is skipped, up to an empty
    /// line.
    Faulty,
}

impl PictureState {
    /// Adds a line to the picture.
    ///
    /// # Errors
    /// If the line does not belong there.
    pub fn line(&mut self, line: &NumberedLine) -> Result<(), PictureError> {
        if matches!(self, Self::None) {
            *self = Self::Begun(line.number, PictureReader::of(&line.text));
        }
        match self {
            Self::Begun(_, PictureReader::Shatra(reader)) => reader.line(&line.text)?,
            Self::Begun(_, PictureReader::Board8(reader)) => reader.read_line(&line.text)?,
            Self::None | Self::Faulty => {}
        }
        Ok(())
    }

    /// Returns whether the picture is complete, so that no line can follow.
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
    /// Chooses the reader by the first line.
    fn of(line: &str) -> Self {
        if board8::DiagramReader::begins_with(line) {
            Self::Board8(board8::DiagramReader::default())
        } else {
            Self::Shatra(Box::default())
        }
    }

    /// Returns the text of the position; `fields` supply what follows the board
    /// in that text, if the picture lacks it.
    ///
    /// # Errors
    /// If the picture is incomplete.
    pub fn finish(self, fields: &str) -> Result<String, PictureError> {
        Ok(match self {
            Self::Shatra(reader) => reader.finish(fields)?.to_string(),
            Self::Board8(reader) => reader.finish(fields)?,
        })
    }
}
