//! The handle of a run for other threads.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

use super::events::RunEvent;
use crate::tournament::{PauseReason, RunControl};

/// A handle with which another thread can stop or pause a run, or change its number of concurrent
/// games.
#[derive(Clone, Debug)]
pub struct RunHandle {
    events: Sender<RunEvent>,
    control: Arc<RunControl>,
}

impl RunHandle {
    /// Creates a handle, and the receiver of the events of a run.
    pub(super) fn new() -> (Self, Receiver<RunEvent>) {
        let (events, received) = channel();
        let control = Arc::new(RunControl::new());
        (Self { events, control }, received)
    }

    /// Returns the control that stops a worker with the run, and the sender for its reports.
    pub(super) fn parts(&self) -> (Arc<RunControl>, Sender<RunEvent>) {
        (Arc::clone(&self.control), self.events.clone())
    }

    /// Adds or removes a reason to pause the run. Games pause between turns.
    pub fn set_paused(&self, reason: PauseReason, is_paused: bool) {
        let report = |reasons| drop(self.events.send(RunEvent::PauseChanged(reasons)));
        self.control.set_paused(reason, is_paused, report);
    }

    /// Adds this reason to pause the run, or removes it if it has already been added.
    pub fn toggle_pause(&self, reason: PauseReason) {
        self.set_paused(reason, !self.is_paused_by(reason));
    }

    /// Returns whether the run is paused for this reason.
    pub fn is_paused_by(&self, reason: PauseReason) -> bool {
        self.control.reasons().contains(&reason)
    }

    /// Changes the number of concurrent games by `change`. Games in progress are completed.
    pub fn change_jobs(&self, change: isize) {
        let _ = self.events.send(RunEvent::ChangeJobs(change));
    }

    /// Returns whether the run is paused and no engine is thinking.
    pub fn is_at_rest(&self) -> bool {
        self.control.is_at_rest()
    }

    /// Returns whether the run was stopped or has ended.
    pub fn is_stopped(&self) -> bool {
        self.control.is_stopped()
    }

    /// Interrupts the games and ends the run.
    pub fn stop(&self) {
        self.control.stop();
        // If the run is over, the receiver has been dropped.
        let _ = self.events.send(RunEvent::Stop);
    }
}
