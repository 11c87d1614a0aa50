//! The error type that all subcommands return.
//!
//! A subcommand returns the reason why it failed, and one function prints the message
//! and sets the exit status. Errors in single items of the input are reported when they
//! occur and do not end the work; the subcommand then returns exit status 1 without an
//! error. The operator `?` turns any library error into a failure with exit status 1; a
//! subcommand sets any other exit status explicitly.

use std::error::Error;
use std::fmt::Display;
use std::path::Path;
use std::process::ExitCode;

/// The exit status of success.
const SUCCESS: u8 = 0;
/// The exit status for bad usage, the same as that of clap.
const USAGE: u8 = 2;
/// The exit status after a failure.
const FAILURE: u8 = 1;
/// The exit status after a signal: 128 + SIGINT, as shells report it.
const INTERRUPTED: u8 = 130;

/// The reason that a subcommand did not complete its work.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CliError {
    /// The command line is invalid. Exit status 2.
    Usage(String),
    /// The work failed.
    Failure {
        /// The exit status: 1, or one that the subcommand documents.
        status: u8,
        /// What happened.
        message: String,
    },
    /// A signal ended the work. Exit status 130. The message, if any, says how much
    /// was done.
    Interrupted(Option<String>),
    /// The reader of stdout has closed the pipe (`| head`) and needs no more output, so
    /// this is not a failure: exit status 0.
    ClosedPipe,
}

impl CliError {
    /// Creates an error for an invalid command line.
    pub fn usage(message: impl Display) -> Self {
        Self::Usage(message.to_string())
    }

    /// Creates a failure with exit status 1.
    pub fn failure(message: impl Display) -> Self {
        Self::with_status(FAILURE, message)
    }

    /// Returns a function that turns an error in this file into a failure with exit status 1.
    pub fn in_file<E: Display>(path: &Path) -> impl Fn(E) -> Self {
        move |error| Self::failure(format_args!("{}: {error}", path.display()))
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
            Self::ClosedPipe => SUCCESS,
        })
    }

    /// Returns the message for the user, if any.
    pub fn message(&self) -> Option<&str> {
        match self {
            Self::Usage(message) | Self::Failure { message, .. } => Some(message),
            Self::Interrupted(message) => message.as_deref(),
            Self::ClosedPipe => None,
        }
    }
}

impl<E: Error> From<E> for CliError {
    fn from(error: E) -> Self {
        Self::failure(error)
    }
}
