//! The errors of a shared tournament.

use std::io;
use std::path::PathBuf;

use crate::tournament::folder::FolderError;
use crate::tournament::journal::JournalError;
use crate::tournament::run::QueueError;

/// An error in sharing a tournament with other processes.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ClusterError {
    /// A file of the queue can't be read or written.
    #[error("{path}: {error}")]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        error: io::Error,
    },
    /// The file system has no hard links, by which results are published.
    #[error("{path}: {error}; a shared tournament needs a file system with hard links")]
    NoLinks {
        /// The file that could not be linked.
        path: PathBuf,
        /// The error of the operating system.
        error: io::Error,
    },
    /// The thread that stamps the claims can't be started.
    #[error("can't start a thread: {0}")]
    Thread(io::Error),
    /// The folder of the tournament can't be used.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The journal of a chunk can't be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The games can't be scheduled.
    #[error(transparent)]
    Schedule(#[from] QueueError),
    /// The folder contains a tournament that is not shared.
    #[error(
        "{0} contains a tournament that one process plays; give a different --out, or continue it \
         with match --resume"
    )]
    NotShared(PathBuf),
    /// The folder contains other work.
    #[error("{folder} contains other work: {found}; expected {expected}")]
    OtherWork {
        /// The folder.
        folder: PathBuf,
        /// The work in the folder.
        found: String,
        /// The work of this process.
        expected: String,
    },
    /// This machine or its programs differ from those of the first share.
    #[error(
        "worker {worker} differs from the first worker, {first}: {difference}; it must not take part"
    )]
    Mixture {
        /// The worker.
        worker: String,
        /// The worker that began the tournament.
        first: String,
        /// What differs.
        difference: String,
    },
    /// A worker whose games are to be counted has no record.
    #[error("worker {0} has played games, but left no record of itself in queue/workers")]
    UnknownWorker(String),
    /// Games that were counted when the tournament was ended are not there.
    #[error(
        "{path}: the tournament ended after {counted} games, but only {found} are complete in \
         queue/chunks; nothing was written. Try again when this machine sees all files"
    )]
    MissingGames {
        /// The file that says how the tournament ended.
        path: PathBuf,
        /// The number of games that count.
        counted: usize,
        /// The number of these games that are known.
        found: usize,
    },
    /// A complete chunk contains a game that is not on the schedule.
    #[error("{path}: game {game} is not on the schedule of the chunk")]
    ForeignGame {
        /// The file of the chunk.
        path: PathBuf,
        /// The number of the game.
        game: u32,
    },
}
