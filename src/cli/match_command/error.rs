//! The errors of `batyr match`, and its exit statuses.

use super::request::RequestError;
use crate::cli::error::CliError;
use crate::tournament::capacity::CapacityError;
use crate::tournament::cpus::CpusError;
use crate::tournament::folder::FolderError;
use crate::tournament::game_text::GameTextError;
use crate::tournament::merge::MergeError;
use crate::tournament::player::StartError;
use crate::tournament::programs::ProgramChange;
use crate::tournament::run::{QueueError, RunError};

/// The exit status of a run that ended because an engine broke down.
pub const ENGINE_FAILED: u8 = 3;
/// The exit status of a strict run that ended at a warning or a fault.
pub const STRICT_VIOLATION: u8 = 4;
/// The reason that the command fails.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// The command line does not describe a tournament.
    #[error(transparent)]
    Request(#[from] RequestError),
    /// The games can't be pinned to processors.
    #[error(transparent)]
    Cpus(#[from] CpusError),
    /// The machine can't run this many games at a time.
    #[error(transparent)]
    Capacity(#[from] CapacityError),
    /// The folder of the tournament can't be used.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The run failed.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The shards can't be merged.
    #[error(transparent)]
    Merge(#[from] MergeError),
    /// An engine is not the same program in all shards.
    #[error("{0}. To count the games of both programs together, add --accept-changed-programs")]
    MergedProgram(MergeError),
    /// The games can't be scheduled, or the journal does not match the schedule.
    #[error(transparent)]
    GameQueue(#[from] QueueError),
    /// A game in the journal is invalid.
    #[error(transparent)]
    Game(#[from] GameTextError),
    /// The program of an engine can't be found.
    #[error("engine {name:?}: {error}; no game was started")]
    EngineNotFound { name: String, error: StartError },
    /// An engine can't be started.
    #[error(
        "can't start engine {name:?}: {error}; no game was started \
         (use --max-faults 0 to play regardless)"
    )]
    EngineStart { name: String, error: StartError },
    /// The program of an engine is not the one that played the games so far.
    #[error(
        "engine {:?} is not the program that played the games so far: {}. Restore that \
         program, begin another tournament with another --out, or count the games of both \
         programs together with --accept-changed-programs", .0.engine, .0.difference
    )]
    ProgramChanged(ProgramChange),
    /// A check before the first game gave this warning, and --strict is set.
    #[error("{0}; no game was started, because --strict allows no warnings")]
    Strict(String),
    /// The path of this program, which supervises the engines, can't be found.
    #[error("can't find the path of this program, which is needed to start engines: {0}")]
    OwnPath(std::io::Error),
}

impl From<MatchError> for CliError {
    fn from(error: MatchError) -> Self {
        match error {
            MatchError::Request(_)
            | MatchError::Cpus(_)
            | MatchError::Capacity(CapacityError::Processors { .. }) => Self::usage(error),
            MatchError::EngineStart { .. } => Self::with_status(ENGINE_FAILED, error),
            MatchError::Strict(_) => Self::with_status(STRICT_VIOLATION, error),
            _ => Self::failure(error),
        }
    }
}
