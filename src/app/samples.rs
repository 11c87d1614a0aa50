//! Files of samples, as `batyr datagen` writes them.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use crate::rules::PositionError;
use crate::training::{Sample, SampleError};

/// Why nothing comes of samples.
#[derive(Debug, thiserror::Error)]
pub enum SamplesError {
    /// A file can't be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A line is no sample.
    #[error("{}:{line}: {error}", path.display())]
    Sample {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// Why.
        error: SampleError,
    },
    /// A line holds no position of the game.
    #[error("{}:{line}: {error}", path.display())]
    Position {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// Why.
        error: PositionError,
    },
    /// There is nothing to learn from.
    #[error("the files hold no samples, expected what batyr datagen writes")]
    Empty,
}

/// Gives `take` each sample of a file.
///
/// # Errors
/// If the file can't be read, or a line is no sample or refused.
pub fn read(
    path: &Path,
    mut take: impl FnMut(&Sample) -> Result<(), PositionError>,
) -> Result<(), SamplesError> {
    let failed = |error| SamplesError::File {
        path: path.to_owned(),
        error,
    };
    let file = BufReader::new(File::open(path).map_err(failed)?);
    for (i, text) in file.lines().enumerate() {
        let text = text.map_err(failed)?;
        let line = i + 1;
        let path = || path.to_owned();
        let sample = text.parse().map_err(|error| SamplesError::Sample {
            path: path(),
            line,
            error,
        })?;
        take(&sample).map_err(|error| SamplesError::Position {
            path: path(),
            line,
            error,
        })?;
    }
    Ok(())
}

/// Writes a file.
///
/// # Errors
/// If that can't be done.
pub fn write(path: &Path, text: &str) -> Result<(), SamplesError> {
    std::fs::write(path, text).map_err(|error| SamplesError::File {
        path: path.to_owned(),
        error,
    })
}
