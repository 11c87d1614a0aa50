//! Reads pictures of boards, line by line.

use crate::files::game_file::NumberedLine;
use crate::rules::{DiagramError, DiagramReader};

/// How much of a picture has been read.
#[derive(Default)]
pub enum PictureState {
    /// No picture has begun.
    #[default]
    None,
    /// A picture has begun: the number of its first line, and its reader.
    Begun(u64, DiagramReader),
    /// The picture is invalid; its remaining lines are skipped, up to an empty
    /// line or a position given as text.
    Faulty,
}

impl PictureState {
    /// Adds a line to the picture. The first line begins it; a faulty picture ignores all lines.
    pub fn add_line(&mut self, line: &NumberedLine) -> Result<(), DiagramError> {
        if matches!(self, Self::None) {
            *self = Self::Begun(line.number, DiagramReader::for_first_line(&line.text));
        }
        match self {
            Self::Begun(_, reader) => reader.read_line(&line.text),
            Self::None | Self::Faulty => Ok(()),
        }
    }

    /// Returns whether the picture is complete, that is, whether no further line can
    /// belong to it.
    pub const fn is_complete(&self) -> bool {
        match self {
            Self::Begun(_, reader) => reader.is_complete(),
            Self::None | Self::Faulty => false,
        }
    }
}
