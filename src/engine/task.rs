//! What all tasks of the engine's thread have in common, and the simplest task, a perft.

use std::cell::RefCell;

use super::error::EngineError;
use super::event::{EngineEvent, Listener};
use crate::game::GameRecord;
use crate::search::{Control, CoreClaim};

/// The control by which a task is stopped, and the receiver of its events.
pub struct TaskContext {
    /// The control.
    pub control: Control,
    /// The receiver.
    pub listener: Listener,
}

impl TaskContext {
    /// Sends an event to the receiver.
    pub fn send(&self, event: EngineEvent) {
        (self.listener)(event);
    }

    /// Returns a guard that sends [`EngineEvent::Done`] when it is dropped, even by a
    /// panic: the host waits for that event.
    pub fn done_guard(&self) -> DoneGuard<'_> {
        DoneGuard(self)
    }

    /// Reports an error that prevents the task from running, and ends the task without an
    /// answer.
    pub fn fail(&self, error: &EngineError) {
        let _done_guard = self.done_guard();
        self.send(EngineEvent::Error(error.to_string()));
    }
}

/// The guard returned by [`TaskContext::done_guard`].
pub struct DoneGuard<'t>(&'t TaskContext);

impl Drop for DoneGuard<'_> {
    fn drop(&mut self) {
        self.0.send(EngineEvent::NO_ANSWER);
    }
}

/// Counts the leaves of the game tree below each turn of the current position, until
/// stopped, and reports the counts as text.
pub fn perft(game: &GameRecord, depth: u32, task: &TaskContext) {
    let claim = RefCell::new(CoreClaim::new(&task.control));
    let stop = || {
        claim.borrow_mut().wait_to_continue(|| false);
        task.control.poll();
        task.control.is_stopped()
    };
    let mut report =
        |turn: &str, leaves: u64| task.send(EngineEvent::Text(format!("{turn}: {leaves}")));
    let text = match game.perft_divide(depth, &stop, &mut report) {
        Some(total) => format!("Nodes searched: {total}"),
        None => "stopped before all leaves were counted".to_owned(),
    };
    task.send(EngineEvent::Text(text));
}
