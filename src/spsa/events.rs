//! The events that a run reports to its caller, and the reasons for the run's end.

use super::file::SpsaFileError;
use crate::tournament::openings::OpeningError;
use crate::tournament::{GameReport, PauseReason};

/// An error in a run.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SpsaError {
    /// The state can't be written.
    #[error(transparent)]
    File(#[from] SpsaFileError),
    /// An opening can't be provided.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// A worker thread can't be started.
    #[error("can't start a thread: {0}")]
    Thread(#[from] std::io::Error),
    /// A worker thread has panicked.
    #[error("a thread that played games panicked; please report this")]
    WorkerPanicked,
}

/// The reason for the end of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SpsaEnd {
    /// All pairs have been played.
    Complete,
    /// The run was stopped.
    Stopped,
    /// The program of the engine, described here, changed during the run.
    ProgramChanged(String),
    /// The engine can't be started for a reason, described here, that is not the engine's fault.
    CannotStart(String),
    /// The same pair was abandoned too often because the runner itself did not run for a while; the
    /// last delay is described here.
    Delays(String),
    /// There were too many failures in a row, or in the same pair.
    Failures {
        /// The number of failures.
        count: usize,
        /// A description of the end of the last failed game.
        detail: String,
        /// The tuned options of the engine that failed, as words: `option.NAME=VALUE`.
        options: String,
    },
}

/// An event that reports the progress of a run.
#[derive(Debug)]
pub enum SpsaEvent<'n> {
    /// A game has ended.
    Game(&'n GameReport),
    /// A pair has been completed; unless it copies an earlier pair, the values have been updated.
    Pair,
    /// A pair does not count because of this game, and is played again.
    Failed(&'n GameReport),
    /// The run is paused for these reasons, or has been resumed if there are none.
    PauseChanged(&'n [PauseReason]),
}
