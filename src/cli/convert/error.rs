//! The errors that end a conversion.

use std::io;
use std::path::Path;

use crate::cli::error::CliError;

/// The reason that a conversion stops.
#[derive(Debug, thiserror::Error)]
pub enum ConvertError {
    /// A file can't be read or written.
    #[error("{path}: {error}")]
    File {
        /// The path of the file.
        path: String,
        /// The error that the system reports.
        error: io::Error,
    },
    /// Stdout can't be written to.
    #[error("can't write to stdout: {0}")]
    Output(#[from] io::Error),
    /// The command line asks for something impossible.
    #[error("{0}")]
    Usage(String),
}

impl From<ConvertError> for CliError {
    fn from(error: ConvertError) -> Self {
        match error {
            ConvertError::Usage(_) => Self::usage(error),
            ConvertError::File { .. } | ConvertError::Output(_) => Self::failure(error),
        }
    }
}

/// Creates the error for a file that can't be read or written.
pub fn file_error(path: &Path, error: io::Error) -> ConvertError {
    let path = path.display().to_string();
    ConvertError::File { path, error }
}
