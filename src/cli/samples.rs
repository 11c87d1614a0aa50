//! The files of the subcommands that fit to samples: `tune`, `train` and `wdl`.

use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use super::error::CliError;
use super::stdout;
use crate::eval::network::NetworkError;
use crate::files::game_file::{FileFault, LineReader};
use crate::files::{OutputFile, Sample, SampleError, open_regular};
use crate::game::{PositionError, Variant};
use crate::training::FloatNetwork;

/// The maximum number of bytes read from a network file. The networks of the engine
/// have about 100 kB.
const MAX_NETWORK_BYTES: u64 = 1 << 26;

/// The reason that a subcommand can't fit to samples.
#[derive(Debug, thiserror::Error)]
pub enum SamplesError {
    /// A file can't be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// The path of the file.
        path: PathBuf,
        /// The error that the system reports.
        error: io::Error,
    },
    /// A line is not text or is too long.
    #[error("{}:{line}: {fault}", path.display())]
    Line {
        /// The path of the file.
        path: PathBuf,
        /// The number of the line, from 1.
        line: u64,
        /// What is wrong with the line.
        fault: FileFault,
    },
    /// A line is not a sample.
    #[error("{}:{line}: {error}", path.display())]
    Sample {
        /// The path of the file.
        path: PathBuf,
        /// The number of the line, from 1.
        line: u64,
        /// What is wrong with the sample.
        error: SampleError,
    },
    /// The position of a sample is invalid in the variant.
    #[error("{}:{line}: {error}", path.display())]
    Position {
        /// The path of the file.
        path: PathBuf,
        /// The number of the line, from 1.
        line: u64,
        /// What is wrong with the position.
        error: PositionError,
    },
    /// A file does not contain a network for the variant.
    #[error("{}: {error}", path.display())]
    Network {
        /// The path of the file.
        path: PathBuf,
        /// What is wrong with the network.
        error: NetworkError,
    },
    /// The evaluation of the variant has no weights to tune.
    #[error("{} is evaluated by a network; use 'batyr train' to train it", .0.id())]
    NoWeights(Variant),
    /// The evaluation of the variant has no network to train.
    #[error("{} is not evaluated by a network; use 'batyr tune' to tune its weights", .0.id())]
    NoNetwork(Variant),
    /// The files contain no samples.
    #[error("the files contain no samples; expected samples written by 'batyr datagen'")]
    Empty,
}

impl From<SamplesError> for CliError {
    fn from(error: SamplesError) -> Self {
        Self::failure(error)
    }
}

/// Calls `visit` with each sample in a file.
///
/// # Errors
/// Returns an error if the file can't be read, if a line is not a sample, or if
/// `visit` returns an error.
pub fn for_each_sample(
    path: &Path,
    mut visit: impl FnMut(&Sample) -> Result<(), PositionError>,
) -> Result<(), SamplesError> {
    let file_error = |error| SamplesError::File {
        path: path.to_owned(),
        error,
    };
    let file = open_regular(path).map_err(file_error)?;
    let mut lines = LineReader::new(BufReader::new(file));
    let path = || path.to_owned();
    while let Some(line) = lines.next_line().map_err(|error| SamplesError::Line {
        path: path(),
        line: error.line,
        fault: error.fault,
    })? {
        let number = line.number;
        let sample = line.text.parse().map_err(|error| SamplesError::Sample {
            path: path(),
            line: number,
            error,
        })?;
        visit(&sample).map_err(|error| SamplesError::Position {
            path: path(),
            line: number,
            error,
        })?;
    }
    Ok(())
}

/// An output file with its path for error messages, opened before the work begins.
#[derive(Debug)]
pub struct NamedOutputFile {
    path: PathBuf,
    file: OutputFile,
}

impl NamedOutputFile {
    /// Opens the file, to make sure that it can be written. Its old content is kept
    /// until the result is written.
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

    /// Writes the result.
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
/// Returns an error if stdout can't be written to. It is not an error if the reader
/// closes the pipe early.
pub fn print_result(text: impl std::fmt::Display) -> Result<(), SamplesError> {
    stdout::print(text).map_err(|error| SamplesError::File {
        path: PathBuf::from("stdout"),
        error,
    })
}

/// Reads a network with this number of inputs.
///
/// # Errors
/// Returns an error if the file can't be read, or if it does not contain a network
/// with this number of inputs.
pub fn read_network(path: &Path, inputs: usize) -> Result<FloatNetwork, SamplesError> {
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
