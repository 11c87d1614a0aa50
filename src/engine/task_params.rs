//! The parameters of a task that runs on the engine's thread.

use super::error::EngineError;
use super::event::{EngineEvent, Listener, TurnNotation};
use crate::base::Instant;
use crate::search::{Control, Limits, SearchSettings};

/// The turns to which a host restricts the root of a search, as text. In
/// [`TurnNotation::Jumps`], a jump stands for every turn that begins with it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RootFilter {
    /// The only turns to search; empty for all turns.
    pub only: Vec<String>,
    /// The turns not to search, even if they are in `only`. A complete turn excludes all
    /// that lead to the same position; a jump only the turns that begin with it.
    pub ignored: Vec<String>,
}

/// The parameters of a task and the receiver of its events.
pub struct TaskParams {
    /// The limits of the search.
    pub limits: Limits,
    /// The turns to which the root is restricted.
    pub root_filter: RootFilter,
    /// The settings of the search.
    pub settings: SearchSettings,
    /// The notation in which turns are read and written.
    pub notation: TurnNotation,
    /// The time at which the host requested the task.
    pub started: Instant,
    /// The control by which the task is stopped.
    pub control: Control,
    /// The receiver of the events.
    pub listener: Listener,
}

impl TaskParams {
    /// Sends an event to the receiver.
    pub fn send(&self, event: EngineEvent) {
        (self.listener)(event);
    }

    /// Returns a guard that sends [`EngineEvent::Done`] when it is dropped, even by a
    /// panic: the host waits for that event.
    pub fn done_guard(&self) -> DoneGuard<'_> {
        DoneGuard(self)
    }

    /// Reports an error because of which the task can't run, and ends the task without an
    /// answer.
    pub fn fail(&self, error: &EngineError) {
        let _done_guard = self.done_guard();
        self.send(EngineEvent::Error(error.to_string()));
    }
}

/// The guard returned by [`TaskParams::done_guard`].
pub struct DoneGuard<'p>(&'p TaskParams);

impl Drop for DoneGuard<'_> {
    fn drop(&mut self) {
        self.0.send(EngineEvent::NO_ANSWER);
    }
}
