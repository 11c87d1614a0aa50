//! The one error type of the subcommands.
//!
//! **The decision:** a subcommand returns why it failed, and one function prints
//! the message and sets the exit status. Errors about single items of the input
//! are reported when they occur and do not end the work; the subcommand then
//! returns exit status 1 without an error.

use std::fmt::Display;
use std::io;
use std::process::ExitCode;

use super::analyse::AnalyseError;
use super::args::Typo;
use super::compliance::ComplianceError;
use super::convert::ConvertError;
use super::datagen::DatagenError;
use super::man::ManError;
use super::match_command::MatchError;
use super::perft::PerftError;
use super::play::PlayError;
use super::samples::SamplesError;
use super::solve::SolveError;
use crate::host::network::ServerError;
use crate::tournament::openings::MakeError;

/// The exit status for bad usage, the same as clap's.
const USAGE: u8 = 2;
/// The exit status after a failure.
const FAILURE: u8 = 1;
/// The exit status of work that a signal has ended: the one that shells report
/// for a program killed by SIGINT.
const INTERRUPTED: u8 = 130;

/// The reason why a subcommand did not do its work completely.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CliError {
    /// The command line asks for something impossible. Exit status 2.
    Usage(String),
    /// The work failed.
    Failure {
        /// The exit status: 1, or one that the subcommand documents.
        status: u8,
        /// What happened.
        message: String,
    },
    /// A signal ended the work. Exit status 130. The message, if there is one,
    /// says how much was done.
    Interrupted(Option<String>),
}

impl CliError {
    /// Creates an error in the command line.
    pub fn usage(message: impl Display) -> Self {
        Self::Usage(message.to_string())
    }

    /// Creates a failure with exit status 1.
    pub fn failure(message: impl Display) -> Self {
        Self::with_status(FAILURE, message)
    }

    /// Creates a failure with this exit status.
    pub fn with_status(status: u8, message: impl Display) -> Self {
        let message = message.to_string();
        Self::Failure { status, message }
    }

    /// Returns the exit status of the program.
    pub fn exit_code(&self) -> ExitCode {
        ExitCode::from(match self {
            Self::Usage(_) => USAGE,
            Self::Failure { status, .. } => *status,
            Self::Interrupted(_) => INTERRUPTED,
        })
    }

    /// Returns the message for people, if there is one.
    pub fn message(&self) -> Option<&str> {
        match self {
            Self::Usage(message) | Self::Failure { message, .. } => Some(message),
            Self::Interrupted(message) => message.as_deref(),
        }
    }
}

/// Implements the conversion of errors that are always failures with exit
/// status 1.
macro_rules! failures {
    ($($error:ty),* $(,)?) => {$(
        impl From<$error> for CliError {
            fn from(error: $error) -> Self {
                Self::failure(error)
            }
        }
    )*};
}

failures![
    AnalyseError,
    DatagenError,
    MakeError,
    ManError,
    PlayError,
    SamplesError,
    ServerError,
    SolveError,
    io::Error,
    PerftError,
];

impl From<Typo> for CliError {
    fn from(typo: Typo) -> Self {
        Self::usage(typo)
    }
}

impl From<ComplianceError> for CliError {
    fn from(error: ComplianceError) -> Self {
        match error.is_usage() {
            true => Self::usage(error),
            false => Self::failure(error),
        }
    }
}

impl From<ConvertError> for CliError {
    fn from(error: ConvertError) -> Self {
        match error.is_usage() {
            true => Self::usage(error),
            false => Self::failure(error),
        }
    }
}

impl From<MatchError> for CliError {
    fn from(error: MatchError) -> Self {
        match error.exit_code() {
            USAGE => Self::usage(error),
            status => Self::with_status(status, error),
        }
    }
}
