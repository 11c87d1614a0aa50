//! The errors that end a count.

use std::io;

use crate::cli::error::CliError;
use crate::cli::position_text::PositionTextError;

/// The reason that a count fails.
#[derive(Debug, thiserror::Error)]
pub enum PerftError {
    /// The position is invalid.
    #[error("position: {0}")]
    Position(#[from] PositionTextError),
    /// The system can't start the threads.
    #[error("can't start the threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// Stdout can't be written to.
    #[error("can't write to stdout: {0}")]
    Write(#[from] io::Error),
    /// The file with this path can't be read.
    #[error("can't read {0}: {1}")]
    Read(String, io::Error),
}

impl From<PerftError> for CliError {
    fn from(error: PerftError) -> Self {
        Self::failure(error)
    }
}
