//! A picture of a board, line by line.

use crate::rules::game_file::TextLine;
use crate::rules::{board8, shatra};

/// Why lines are no picture of a board.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    /// Of Shatra's.
    #[error(transparent)]
    Shatra(#[from] shatra::DiagramError),
    /// Of that of chess.
    #[error(transparent)]
    Board8(#[from] board8::DiagramError),
}

/// The picture at hand.
#[derive(Default)]
pub enum Picture {
    /// There is none.
    #[default]
    None,
    /// With the line in which it began.
    Begun(u64, Reader),
    /// The rest of it is passed over, up to an empty line.
    Faulty,
}

impl Picture {
    /// Takes another line.
    ///
    /// # Errors
    /// If it does not belong there.
    pub fn line(&mut self, line: &TextLine) -> Result<(), PictureError> {
        if matches!(self, Self::None) {
            *self = Self::Begun(line.number, Reader::of(&line.text));
        }
        match self {
            Self::Begun(_, Reader::Shatra(reader)) => reader.line(&line.text)?,
            Self::Begun(_, Reader::Board8(reader)) => reader.line(&line.text)?,
            Self::None | Self::Faulty => {}
        }
        Ok(())
    }

    /// Whether nothing more can come.
    pub fn is_whole(&self) -> bool {
        match self {
            Self::Begun(_, Reader::Shatra(reader)) => reader.is_whole(),
            Self::Begun(_, Reader::Board8(reader)) => reader.is_whole(),
            Self::None | Self::Faulty => false,
        }
    }
}

/// A picture in the making.
pub enum Reader {
    /// Of Shatra's board.
    Shatra(Box<shatra::DiagramReader>),
    /// Of that of chess.
    Board8(board8::DiagramReader),
}

impl Reader {
    /// By its first line.
    fn of(line: &str) -> Self {
        if board8::DiagramReader::begins_with(line) {
            Self::Board8(board8::DiagramReader::default())
        } else {
            Self::Shatra(Box::default())
        }
    }

    /// The text of the position; `fields` stand for what the picture lacks
    /// behind the board.
    ///
    /// # Errors
    /// If the picture is not whole.
    pub fn finish(self, fields: &str) -> Result<String, PictureError> {
        Ok(match self {
            Self::Shatra(reader) => reader.finish(fields)?.to_string(),
            Self::Board8(reader) => reader.finish(fields)?,
        })
    }
}
