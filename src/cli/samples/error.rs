//! The files of the subcommands that read samples: `samples`, `train` and `wdl`.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::match_games::MatchGamesError;
use crate::cli::error::CliError;
use crate::cli::stdout;
use crate::eval::EvaluationFamily;
use crate::eval::network::{MAX_NETWORK_BYTES, NetworkBytes, NetworkError};
use crate::files::game_file::FileFault;
use crate::files::{OutputFile, SampleError, SampleFileError, is_same_file, read_bytes};
use crate::game::{PositionError, Variant};
use crate::training::FloatNetwork;

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
    /// A file of samples can't be read or written.
    #[error(transparent)]
    SampleFile(#[from] SampleFileError),
    /// A file contains samples of another variant.
    #[error("{}: samples of {}; expected {}", path.display(), found.id(), expected.id())]
    Variant {
        /// The path of the file.
        path: PathBuf,
        /// The variant in the file.
        found: Variant,
        /// The variant required.
        expected: Variant,
    },
    /// A sample in a file is not a position of the variant.
    #[error("{}: a damaged sample: {error}", path.display())]
    Damaged {
        /// The path of the file.
        path: PathBuf,
        /// What is wrong with the position.
        error: PositionError,
    },
    /// Samples can't be taken from the games of a match.
    #[error(transparent)]
    MatchGames(#[from] MatchGamesError),
    /// A result can't be printed.
    #[error(transparent)]
    Print(io::Error),
    /// The files contain no samples.
    #[error(
        "the files contain no samples; expected samples written by 'batyr datagen' or \
             'batyr samples --pack'"
    )]
    Empty,
}

impl SamplesError {
    /// Returns the error that a file can't be read or written.
    pub fn file(path: &Path, error: io::Error) -> Self {
        Self::File {
            path: path.to_owned(),
            error,
        }
    }
}

impl From<SamplesError> for CliError {
    fn from(error: SamplesError) -> Self {
        Self::failure(error)
    }
}

/// Checks that an output file is none of the input files, which would be lost.
///
/// # Errors
/// Returns an error for a bad command line if it is one.
pub fn check_not_input(output: &Path, inputs: &[PathBuf]) -> Result<(), CliError> {
    if inputs.iter().any(|input| is_same_file(input, output)) {
        let output = output.display();
        return Err(CliError::usage(format_args!(
            "{output} is both input and output; expected two different files"
        )));
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
        let file = OutputFile::create(path).map_err(|error| SamplesError::file(path, error))?;
        Ok(Self {
            path: path.to_owned(),
            file,
        })
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
    stdout::print(text).map_err(SamplesError::Print)
}

/// A network with its ancestry, from which training can start.
#[derive(Debug)]
pub struct ParentNetwork {
    /// The weights.
    pub network: FloatNetwork,
    /// A line for each training run that led to it.
    pub ancestry: String,
    /// Its name.
    pub name: String,
}

/// Reads a network of a family.
///
/// # Errors
/// Returns an error if the file can't be read, or if it does not contain a network of the
/// family.
pub fn read_network(path: &Path, family: EvaluationFamily) -> Result<ParentNetwork, SamplesError> {
    let bytes =
        read_bytes(path, MAX_NETWORK_BYTES).map_err(|error| SamplesError::file(path, error))?;
    let bytes = NetworkBytes::check(&bytes, family.network_shape());
    let bytes = bytes.map_err(|error| SamplesError::Network {
        path: path.to_owned(),
        error,
    })?;
    Ok(ParentNetwork {
        network: FloatNetwork::new(&bytes),
        ancestry: bytes.ancestry(),
        name: bytes.name(),
    })
}
