//! The parameters of a task of the engine's thread.

use std::time::Instant;

use super::error::EngineError;
use super::event::{Event, Listener, Notation};
use crate::search::{Control, Limits, SearchSettings};

/// The parameters of a task and the receiver of its events.
pub struct TaskParams {
    pub limits: Limits,
    /// The texts of the only turns to search; empty for all turns.
    pub root_turns: Vec<String>,
    pub settings: SearchSettings,
    /// The notation in which turns are read and reported.
    pub notation: Notation,
    /// The time of the host's request.
    pub started: Instant,
    pub control: Control,
    pub listener: Listener,
}

impl TaskParams {
    /// Sends an event to the receiver.
    pub fn send(&self, event: Event) {
        (self.listener)(event);
    }

    /// Returns a guard that reports the end of the task when it is dropped,
    /// even by a panic, since the host waits for that report.
    pub fn answer_at_end(&self) -> AnswerAtEnd<'_> {
        AnswerAtEnd(self)
    }

    /// Reports the error of a task that can't be run, and ends the task without an
    /// answer.
    pub fn fail(&self, error: &EngineError) {
        let _done_guard = self.answer_at_end();
        self.send(Event::Error(error.to_string()));
    }
}

/// The guard of [`TaskParams::answer_at_end`].
pub struct AnswerAtEnd<'p>(&'p TaskParams);

impl Drop for AnswerAtEnd<'_> {
    fn drop(&mut self) {
        self.0.send(Event::NO_ANSWER);
    }
}
