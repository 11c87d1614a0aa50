//! What goes wrong with an engine's process.

use std::path::PathBuf;

/// Why an engine could not be started, or did not get through the opening of
/// the conversation.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StartError {
    /// There is no such program.
    #[error("there is no program {}: {why}", .command.display())]
    NoProgram {
        /// The program as it was named.
        command: PathBuf,
        /// Where it was looked for, and what was found.
        why: String,
    },
    /// The folder to run in does not exist.
    #[error("there is no folder {}", .folder.display())]
    NoFolder {
        /// The folder.
        folder: PathBuf,
    },
    /// The system refuses to start it.
    #[error("{} can't be started: {why}", .command.display())]
    Refused {
        /// The program.
        command: PathBuf,
        /// What the system says.
        why: String,
    },
    /// It does not play the game.
    #[error("it does not play {variant}: {why}")]
    NoVariant {
        /// The game.
        variant: &'static str,
        /// What it said.
        why: String,
    },
    /// It fell silent.
    #[error("{0}")]
    Silent(Silence),
    /// Its process ended.
    #[error("{0}")]
    Gone(String),
}

/// An answer that did not come.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no {expected} within {ms} ms of {asked:?}")]
pub struct Silence {
    /// What was said to it.
    pub asked: String,
    /// What should have come.
    pub expected: &'static str,
    /// For how long it was waited, in milliseconds.
    pub ms: u128,
}

/// What went wrong in a conversation under way.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// It lives, but does not answer.
    #[error("{0}")]
    Stall(Silence),
    /// Its process ended, or closed its output.
    #[error("{0}")]
    Disconnect(String),
    /// The runner wants to end.
    #[error("the runner was stopped")]
    Interrupted,
}

impl From<Fault> for StartError {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Stall(silence) => Self::Silent(silence),
            gone => Self::Gone(gone.to_string()),
        }
    }
}
