//! The reasons that the analysis can't continue.

use std::io;

use crate::cli::batch::output::WriteError;
use crate::cli::error::CliError;
use crate::engine::EngineError;

/// The reason that the analysis can't continue.
#[derive(Debug, thiserror::Error)]
pub enum AnalyseError {
    /// A search can't run.
    #[error(transparent)]
    Search(#[from] EngineError),
    /// A result can't be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// An output for games was requested, but there were no games.
    #[error("no games in the input, so there is nothing to write to {0}")]
    NoGames(&'static str),
    /// A result can't be formatted.
    #[error("can't write a record: {0}")]
    Record(#[from] io::Error),
    /// The system can't start the threads.
    #[error("can't start the threads: {0}")]
    Threads(io::Error),
}

impl From<AnalyseError> for CliError {
    fn from(error: AnalyseError) -> Self {
        Self::failure(error)
    }
}
