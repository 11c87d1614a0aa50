//! Files of samples, as `batyr datagen` writes them.

use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use super::error::CliError;
use super::stdout;
use crate::eval::network::NetworkError;
use crate::files::game_file::{FileFault, LineReader};
use crate::files::{OutputFile, Sample, SampleError, open_regular};
use crate::game::{PositionError, Variant};
use crate::training::FloatNetwork;

/// The maximum number of bytes read from a network file; the engine's have about
/// 100 kB.
const MAX_NETWORK_BYTES: u64 = 1 << 26;

/// The reason why work on samples failed.
#[derive(Debug, thiserror::Error)]
pub enum SamplesError {
    /// A file can't be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// The path of the file.
        path: PathBuf,
        /// The error.
        error: io::Error,
    },
    /// A line is not text, or too long.
    #[error("{}:{line}: {fault}", path.display())]
    Line {
        /// The path of the file.
        path: PathBuf,
        /// The number of the line, from 1.
        line: u64,
        /// The error.
        fault: FileFault,
    },
    /// A line is not a sample.
    #[error("{}:{line}: {error}", path.display())]
    Sample {
        /// The path of the file.
        path: PathBuf,
        /// The number of the line, from 1.
        line: u64,
        /// The error.
        error: SampleError,
    },
    /// A line does not hold a position of the game.
    #[error("{}:{line}: {error}", path.display())]
    Position {
        /// The path of the file.
        path: PathBuf,
        /// The number of the line, from 1.
        line: u64,
        /// The error.
        error: PositionError,
    },
    /// A file does not hold a network for the game.
    #[error("{}: {error}", path.display())]
    Network {
        /// The path of the file.
        path: PathBuf,
        /// The error.
        error: NetworkError,
    },
    /// The game has no weights to tune.
    #[error("a network evaluates {}, expected a game with weighted features: train the network with batyr train", .0.id())]
    NoWeights(Variant),
    /// The game has no network to train.
    #[error("no network evaluates {}, expected shatranj or shatar: tune the weights with batyr tune", .0.id())]
    NoNetwork(Variant),
    /// The files hold no samples.
    #[error("the files hold no samples, expected samples written by batyr datagen")]
    Empty,
}

impl From<SamplesError> for CliError {
    fn from(error: SamplesError) -> Self {
        Self::failure(error)
    }
}

/// Passes each sample of a file to `take`.
///
/// # Errors
/// Returns an error if the file can't be read, if a line is not a sample, or if `take`
/// refuses a sample.
pub fn read(
    path: &Path,
    mut take: impl FnMut(&Sample) -> Result<(), PositionError>,
) -> Result<(), SamplesError> {
    let failed = |error| SamplesError::File {
        path: path.to_owned(),
        error,
    };
    let file = open_regular(path).map_err(failed)?;
    let mut lines = LineReader::new(BufReader::new(file));
    let path = || path.to_owned();
    while let Some(text) = lines.next_line().map_err(|error| SamplesError::Line {
        path: path(),
        line: error.line,
        fault: error.fault,
    })? {
        let line = text.number;
        let sample = text.text.parse().map_err(|error| SamplesError::Sample {
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

/// The output file of a result, opened before the work begins.
#[derive(Debug)]
pub struct ResultFile {
    path: PathBuf,
    file: OutputFile,
}

impl ResultFile {
    /// Opens the file, to make sure that it can be written. The old content stays
    /// until the new content is written.
    ///
    /// # Errors
    /// Returns an error if the file can't be written.
    pub fn create(path: &Path) -> Result<Self, SamplesError> {
        let path = path.to_owned();
        match OutputFile::create(&path) {
            Ok(file) => Ok(Self { path, file }),
            Err(error) => Err(SamplesError::File { path, error }),
        }
    }

    /// Writes the content of the file.
    ///
    /// # Errors
    /// Returns an error if the file can't be written.
    pub fn write(self, content: impl AsRef<[u8]>) -> Result<(), SamplesError> {
        let Self { path, mut file } = self;
        let written = file.write_all(content.as_ref());
        let written = written.and_then(|()| file.commit());
        written.map_err(|error| SamplesError::File { path, error })
    }
}

/// Prints a result on stdout.
///
/// # Errors
/// Returns an error if stdout can't be written. A closed pipe is not an error.
pub fn print(text: impl std::fmt::Display) -> Result<(), SamplesError> {
    stdout::print(text).map_err(|error| SamplesError::File {
        path: PathBuf::from("stdout"),
        error,
    })
}

/// Reads a network with this number of inputs.
///
/// # Errors
/// Returns an error if the file can't be read, or does not hold a network with this
/// number of inputs.
pub fn network(path: &Path, inputs: usize) -> Result<FloatNetwork, SamplesError> {
    let path = path.to_owned();
    let mut bytes = Vec::new();
    let read =
        open_regular(&path).and_then(|file| file.take(MAX_NETWORK_BYTES).read_to_end(&mut bytes));
    match read {
        Ok(_) => FloatNetwork::from_bytes(inputs, &bytes)
            .map_err(|error| SamplesError::Network { path, error }),
        Err(error) => Err(SamplesError::File { path, error }),
    }
}

/// Parses a share, a number from 0 to 1, on the command line.
///
/// # Errors
/// Returns an error if the text is not such a number.
pub fn share(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => Err("expected a number from 0 to 1".to_owned()),
    }
}

/// Parses a number that is not negative, on the command line.
///
/// # Errors
/// Returns an error if the text is not such a number.
pub fn non_negative(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() && number >= 0.0 => Ok(number),
        _ => Err("expected a number that is not negative".to_owned()),
    }
}
