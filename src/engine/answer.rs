//! A search as its caller sees it: the events while it runs, or the answer at its end.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, channel};
use std::time::Duration;

use super::error::EngineError;
use super::event::{EngineEvent, Listener, PvLine};
use crate::base::Score;
use crate::search::Control;

/// The maximum interval at which the caller is asked whether to stop a search.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// The events of a search, in order. The last one is [`EngineEvent::Done`]; dropping the
/// iterator earlier does not stop the search.
#[derive(Debug)]
pub struct SearchEvents {
    receiver: Receiver<EngineEvent>,
    is_over: bool,
}

impl SearchEvents {
    /// Returns a listener, and the events that it receives.
    pub(super) fn new() -> (Listener, Self) {
        let (sender, receiver) = channel();
        // Sending fails only if the receiver has been dropped.
        let listener = Arc::new(move |event| drop(sender.send(event)));
        let events = Self {
            receiver,
            is_over: false,
        };
        (listener, events)
    }

    /// Waits for the answer of the search that `control` stops. `should_stop` is polled, and
    /// returns `true` to end the search early; `on_line` receives each line.
    ///
    /// # Errors
    /// Returns an error if the search reported one.
    pub(super) fn wait(
        self,
        control: &Control,
        should_stop: &dyn Fn() -> bool,
        on_line: &mut dyn FnMut(&PvLine),
    ) -> Result<Answer, EngineError> {
        let mut answer = Answer::default();
        let mut failure = None;
        loop {
            // Polled after each event, too: if events come quickly, the wait never times out.
            answer.is_stopped |= should_stop();
            if answer.is_stopped {
                control.stop();
            }
            match self.next_within_interval() {
                Ok(EngineEvent::Line(line)) => {
                    on_line(&line);
                    answer.replace_line(line);
                }
                Ok(EngineEvent::Error(message)) => failure = Some(message),
                Ok(EngineEvent::Done {
                    best,
                    ponder,
                    score,
                }) => {
                    (answer.turn, answer.reply, answer.score) = (best, ponder, score);
                    break;
                }
                Ok(
                    EngineEvent::Current { .. } | EngineEvent::Progress(_) | EngineEvent::Text(_),
                ) => {}
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        failure.map_or(Ok(answer), |message| Err(EngineError::Search(message)))
    }

    /// Waits for the next event. One that is there is taken without a look at the system's clock, which
    /// not every system has.
    fn next_within_interval(&self) -> Result<EngineEvent, RecvTimeoutError> {
        match self.receiver.try_recv() {
            Ok(event) => Ok(event),
            Err(TryRecvError::Disconnected) => Err(RecvTimeoutError::Disconnected),
            Err(TryRecvError::Empty) => self.receiver.recv_timeout(POLL_INTERVAL),
        }
    }
}

impl Iterator for SearchEvents {
    type Item = EngineEvent;

    fn next(&mut self) -> Option<EngineEvent> {
        if self.is_over {
            return None;
        }
        let event = self.receiver.recv().ok()?;
        self.is_over = matches!(event, EngineEvent::Done { .. });
        Some(event)
    }
}

/// The answer of a search.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Answer {
    /// The turn to play; `None` if there is no legal turn.
    pub turn: Option<String>,
    /// The expected reply.
    pub reply: Option<String>,
    /// The score of the turn for the side to move, in centipawns; `None` if there is no legal
    /// turn, or if the search was stopped before it had searched one.
    pub score: Option<Score>,
    /// The last line reported for each MultiPV index, best first. Empty only if the search
    /// was stopped before it reported a line.
    pub lines: Vec<PvLine>,
    /// Whether the caller stopped the search before it reached its limits.
    pub is_stopped: bool,
}

impl Answer {
    /// Replaces the line with the same MultiPV index, or adds the line.
    fn replace_line(&mut self, line: PvLine) {
        let index = line.multipv.saturating_sub(1);
        match self.lines.get_mut(index) {
            Some(old) => *old = line,
            None => self.lines.push(line),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use crate::engine::{Engine, Limits, RootFilter};

    #[test]
    fn the_last_line_for_each_multipv_index_is_kept() {
        let mut engine = Engine::with_hash(1);
        engine.set_multipv(3);
        let answer = engine.best_turn(Limits::depth(3)).unwrap();
        assert!(!answer.is_stopped);
        let lines = answer.lines.iter();
        let indices_and_depths: Vec<_> = lines.map(|line| (line.multipv, line.depth)).collect();
        assert_eq!(indices_and_depths, [(1, 3), (2, 3), (3, 3)]);
    }

    #[test]
    fn a_search_ends_when_the_caller_wants_it_to() {
        let mut engine = Engine::with_hash(1);
        let reported = Cell::new(0);
        let answer = engine.search_and_wait(
            Limits::default(),
            RootFilter::default(),
            &|| reported.get() >= 3,
            &mut |_| reported.set(reported.get() + 1),
        );
        let answer = answer.unwrap();
        assert!(answer.is_stopped && answer.turn.is_some());
        assert_eq!(answer.lines.len(), 1);
    }
}
