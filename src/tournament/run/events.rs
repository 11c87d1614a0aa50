//! The events of a run: those from its workers, those reported to its caller,
//! and its end.

use super::queue::ScheduledGame;
use crate::tournament::{GameReport, TurnReport};

/// A progress report on a run.
#[derive(Debug)]
pub enum ProgressEvent<'n> {
    /// A worker begins a game.
    Started {
        /// The number of the worker, from 0.
        worker: usize,
        /// The game.
        scheduled: &'n ScheduledGame,
    },
    /// An engine has made a turn.
    Turn {
        /// The number of the worker.
        worker: usize,
        /// The number of turns made so far, those of the opening included.
        turn_number: usize,
        /// The turn.
        turn: &'n TurnReport,
    },
    /// A game has ended and is in the journal.
    Finished {
        /// The number of the worker.
        worker: usize,
        /// The game.
        report: &'n GameReport,
    },
    /// A game that a fault interrupted will be played again.
    Retried {
        /// The report of the interrupted game.
        report: &'n GameReport,
    },
    /// A game was lost by a breakdown. It counts when its loser completes
    /// another game, see [`RunSettings::max_breakdowns`](super::RunSettings::max_breakdowns).
    Held {
        /// The game.
        report: &'n GameReport,
    },
}

/// The reason why the run has ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RunEnd {
    /// All games are played.
    Complete,
    /// The sequential test has decided.
    Decided,
    /// The run was stopped.
    Stopped,
    /// An engine has broken down too many times in a row.
    Breakdowns {
        /// The engine.
        engine: String,
        /// The number of these breakdowns in a row. Their games do not count.
        games: usize,
        /// A description of the end of the last of these games.
        detail: String,
    },
    /// The first warning or fault ended a strict run.
    Strict(String),
}

/// An event from a worker, or the request to stop.
#[derive(Debug)]
pub(super) enum WorkerEvent {
    Turn(usize, usize, TurnReport),
    Finished(usize, Box<GameReport>),
    Stop,
}
