//! Files of samples, as `batyr datagen` writes them.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use crate::eval::network::NetworkError;
use crate::rules::{PositionError, Variant};
use crate::training::{Draft, Sample, SampleError};

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
    /// A file holds no network for the game.
    #[error("{}: {error}", path.display())]
    Network {
        /// The file.
        path: PathBuf,
        /// Why.
        error: NetworkError,
    },
    /// There are no weights to tune.
    #[error("a network values {}, expected a game of weighed features: train it with batyr train", .0.id())]
    NotWeighed(Variant),
    /// There is no network to train.
    #[error("no network values {}, expected shatranj or shatar: tune its weights with batyr tune", .0.id())]
    NoNetwork(Variant),
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
pub fn write(path: &Path, content: impl AsRef<[u8]>) -> Result<(), SamplesError> {
    std::fs::write(path, content).map_err(|error| SamplesError::File {
        path: path.to_owned(),
        error,
    })
}

/// Sees to it that a file can be written, before the work for it begins.
///
/// # Errors
/// If it can't.
pub fn writable(path: &Path) -> Result<(), SamplesError> {
    let file = File::options().append(true).create(true).open(path);
    file.map(drop).map_err(|error| SamplesError::File {
        path: path.to_owned(),
        error,
    })
}

/// A network with so many inputs.
///
/// # Errors
/// If the file can't be read, or holds another one or none.
pub fn network(path: &Path, inputs: usize) -> Result<Draft, SamplesError> {
    let path = path.to_owned();
    match std::fs::read(&path) {
        Ok(bytes) => {
            Draft::from_bytes(inputs, &bytes).map_err(|error| SamplesError::Network { path, error })
        }
        Err(error) => Err(SamplesError::File { path, error }),
    }
}

/// A share of the command line.
///
/// # Errors
/// If it is none.
pub fn share(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => Err("expected a number from 0 to 1".to_owned()),
    }
}

/// A size of the command line.
///
/// # Errors
/// If it is none.
pub fn size(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(size) if size.is_finite() && size >= 0.0 => Ok(size),
        _ => Err("expected a number that is not negative".to_owned()),
    }
}
