//! The errors and faults of an engine's process.

use std::path::PathBuf;
use std::time::Duration;

/// An error in starting an engine or in preparing it for a game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StartError {
    /// The program does not exist.
    #[error("program {} not found: {reason}", .command.display())]
    NoProgram {
        /// The program, as named in the settings of the engine.
        command: PathBuf,
        /// The reason, with the paths that were searched.
        reason: String,
    },
    /// The engine's working directory does not exist.
    #[error("there is no folder {}", .folder.display())]
    NoFolder {
        /// The folder.
        folder: PathBuf,
    },
    /// The system can't start the program.
    #[error("{} can't be started: {reason}", .command.display())]
    CannotStart {
        /// The program.
        command: PathBuf,
        /// The system's error message.
        reason: String,
    },
    /// The system allows the runner no more open files.
    #[error(
        "the runner has too many open files (this is not the engine's fault); lower --jobs, or \
         raise the limit (ulimit -n)"
    )]
    OpenFiles,
    /// The machine has no process or memory left, described here by the system.
    #[error(
        "the machine has no process or memory left for it (this is not the engine's fault): {0}; \
         lower --jobs, or raise the limits (ulimit -u, memory)"
    )]
    Shortage(String),
    /// The engine does not play the variant.
    #[error("it does not play {variant}: {reason}")]
    NoVariant {
        /// The id of the variant.
        variant: &'static str,
        /// The reason, from the engine's replies and options.
        reason: String,
    },
    /// The program is no longer the one with which the run began.
    #[error("{0}")]
    ProgramChanged(String),
    /// The engine stopped answering or ended, or the runner was told to stop.
    #[error(transparent)]
    Fault(#[from] EngineFault),
}

impl StartError {
    /// Returns whether the error ends the run: it is not the engine's fault, and would end the next
    /// game in the same way.
    pub const fn ends_run(&self) -> bool {
        matches!(
            self,
            Self::OpenFiles | Self::Shortage(_) | Self::ProgramChanged(_)
        )
    }
}

/// A fault of a running engine, or the interruption of a wait for it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EngineFault {
    /// The engine's process is running, but does not answer.
    #[error("no {expected} within {ms} ms of {command:?}")]
    Stall {
        /// The command that was sent to the engine.
        command: String,
        /// The reply that was expected.
        expected: &'static str,
        /// The time that the runner waited, in milliseconds.
        ms: u128,
    },
    /// The engine's process ended, or closed its output.
    #[error("{how}")]
    Disconnect {
        /// A description of the end.
        how: String,
        /// The last lines that the engine wrote to stderr, escaped.
        stderr: Vec<String>,
    },
    /// The runner was told to stop.
    #[error("the runner was stopped")]
    Interrupted,
}

impl EngineFault {
    /// Returns the fault of an engine that did not give the expected reply within this time.
    pub fn stall(command: &str, expected: &'static str, limit: Duration) -> Self {
        Self::Stall {
            command: command.to_owned(),
            expected,
            ms: limit.as_millis(),
        }
    }

    /// Returns the fault of an engine that is not running.
    pub fn not_running() -> Self {
        Self::Disconnect {
            how: "its process is not running".to_owned(),
            stderr: Vec::new(),
        }
    }
}
