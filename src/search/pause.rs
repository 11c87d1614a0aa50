//! A search in slices, for a host whose only thread it runs on.
//!
//! When the host asks for a pause ([`Poll::Pause`](super::Poll::Pause)), the search returns as it does when it is
//! stopped. It keeps the results of the iterations that are complete, and the transposition table. The
//! next slice begins the unfinished iteration again, and soon arrives where it was, as the table
//! has what it had found. A search of several workers does not pause.

use std::time::Duration;

use super::event::SearchOutcome;
use super::time::Timer;

/// How far a search in slices has come. A new search has the default value.
#[derive(Clone, Debug, Default)]
pub enum SearchStage<M> {
    /// It has not begun.
    #[default]
    New,
    /// It is in the middle of an iteration.
    Begun,
    /// It is over, but its answer may not be due.
    Finished(SearchOutcome<M>),
}

/// What a slice of a search has led to.
#[derive(Clone, Debug)]
pub enum Slice<M> {
    /// The search is over.
    Done(SearchOutcome<M>),
    /// The search goes on in the next slice.
    Paused,
    /// The search is over, but the host must stop it, or tell it of a ponderhit, before the next
    /// slice returns its answer.
    Waiting,
}

/// The turn that has been the best since some iteration.
#[derive(Copy, Clone, Debug)]
pub struct BestSince<M> {
    /// The turn; `None` before the first iteration is complete.
    pub turn: Option<M>,
    /// The number of iterations that have confirmed it.
    pub confirmations: u32,
}

impl<M: Copy + Eq> BestSince<M> {
    /// Returns the value before the first iteration.
    pub const fn new() -> Self {
        Self {
            turn: None,
            confirmations: 0,
        }
    }

    /// Records the best turn of another iteration.
    pub fn record(&mut self, turn: M) {
        self.confirmations = if self.turn == Some(turn) {
            self.confirmations + 1
        } else {
            0
        };
        self.turn = Some(turn);
    }
}

/// What a worker keeps during a pause, besides its [`WorkerState`](super::worker::WorkerState).
#[derive(Debug)]
pub struct PausedWorker<M> {
    /// The timer, which knows when pondering ended.
    pub timer: Timer,
    /// The number of nodes searched so far.
    pub nodes: u64,
    /// How many of them were those of hunts, for each side.
    pub hunt_nodes: [u64; 2],
    /// The time at which progress is reported next.
    pub next_progress: Duration,
    /// The best turn so far.
    pub best: BestSince<M>,
}
