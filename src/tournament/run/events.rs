//! The events of a run: events that its workers and its handle send, progress events for its
//! caller, and the reason for its end.

use crate::tournament::player::StartError;
use crate::tournament::{GameReport, Opening, PauseReason, ScheduledGame, TurnReport};

/// An event that reports the progress of a run.
#[derive(Debug)]
pub enum ProgressEvent<'n> {
    /// A worker has begun a game.
    Started {
        /// The number of the worker, from 0.
        worker: usize,
        /// The game.
        scheduled: &'n ScheduledGame,
        /// Its opening.
        opening: &'n Opening,
    },
    /// An engine has played a turn.
    Turn {
        /// The number of the worker.
        worker: usize,
        /// The number of turns played so far, including those of the opening.
        turn_number: usize,
        /// The turn.
        turn: &'n TurnReport,
    },
    /// A game counts: it has just ended, or was held until now. It is in the journal.
    Finished {
        /// The game.
        report: &'n GameReport,
    },
    /// A game ended with a breakdown and is replayed.
    Retried {
        /// The report of the game, which does not count.
        report: &'n GameReport,
    },
    /// The number of concurrent games was changed.
    JobsChanged {
        /// The new number.
        jobs: usize,
        /// The reason that fewer games were added than requested, or a warning.
        note: Option<&'n str>,
    },
    /// The run was paused or resumed.
    PauseChanged {
        /// The reasons for which the run is paused; none if it was resumed.
        reasons: &'n [PauseReason],
    },
    /// A game was abandoned because the runner was suspended for a while. It is replayed.
    Delayed {
        /// The report of the game, which does not count.
        report: &'n GameReport,
    },
    /// A game was lost by a breakdown. It counts once its loser completes
    /// another game; see [`RunSettings::max_breakdowns`](super::RunSettings::max_breakdowns).
    Held {
        /// The game.
        report: &'n GameReport,
    },
}

/// The reason for the end of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RunEnd {
    /// All games have been played.
    Complete,
    /// The sequential test is decided.
    Decided,
    /// All games of a pass through the openings were copies, and the sequential test is undecided.
    NoOtherGames {
        /// The number of games that are not copies.
        games: usize,
    },
    /// Others with whom the run shares the tournament have ended it.
    Ended,
    /// The run was stopped.
    Stopped,
    /// An engine broke down in too many consecutive games.
    Breakdowns {
        /// The engine.
        engine: String,
        /// The number of consecutive games with a breakdown. They do not count.
        games: usize,
        /// A description of the end of the last of these games.
        detail: String,
    },
    /// The program of an engine, described here, changed during the run.
    ProgramChanged(String),
    /// An engine can't be started for a reason, described here, that is not its fault.
    CannotStart(String),
    /// A game was abandoned too often because the runner was suspended for a while.
    Delays {
        /// The number of the game.
        game: u32,
        /// The number of times that it was abandoned.
        attempts: usize,
        /// A description of the last delay.
        detail: String,
    },
    /// The first warning or fault, described here, ended a strict run.
    Strict(String),
}

/// An event for the run: from a worker, with its number, or a request from another thread.
#[derive(Debug)]
pub enum RunEvent {
    /// An engine has played a turn; the second number is that of the turn.
    Turn(usize, usize, TurnReport),
    /// A game has ended.
    Finished(usize, Box<GameReport>),
    /// An engine can't be started, and the run [can't continue](StartError::ends_run).
    CannotStart(StartError),
    /// A request to change the number of concurrent games by this difference.
    ChangeJobs(isize),
    /// The reasons for a pause have changed to these.
    PauseChanged(Vec<PauseReason>),
    /// A worker thread has panicked.
    WorkerPanicked,
    /// A request to stop the run.
    Stop,
}
