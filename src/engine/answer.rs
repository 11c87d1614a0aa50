//! A search as its caller sees it: the events while it runs, or the answer at its end.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};

use super::event::{EngineEvent, Listener, PvLine};
use crate::base::Score;

/// The events of a search, in order. The last one is [`EngineEvent::Done`]; an iterator that
/// is dropped earlier does not stop the search.
#[derive(Debug)]
pub struct SearchEvents {
    receiver: Receiver<EngineEvent>,
    is_over: bool,
}

impl SearchEvents {
    /// Returns a listener, and the events that it receives.
    pub(super) fn new() -> (Listener, Self) {
        let (sender, receiver) = channel();
        // Sending fails only if nobody is interested any more.
        let listener = Arc::new(move |event| drop(sender.send(event)));
        let events = Self {
            receiver,
            is_over: false,
        };
        (listener, events)
    }
}

impl Iterator for SearchEvents {
    type Item = EngineEvent;

    /// Waits for the next event.
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
    /// The last line reported for each MultiPV index, best first.
    pub lines: Vec<PvLine>,
}

impl Answer {
    /// Collects the answer from the events of a search.
    ///
    /// # Errors
    /// Returns the message of the search if it failed.
    pub(super) fn collect(events: SearchEvents) -> Result<Self, String> {
        let mut answer = Self::default();
        let mut failure = None;
        for event in events {
            match event {
                EngineEvent::Line(line) => replace_line(&mut answer.lines, line),
                EngineEvent::Error(message) => failure = Some(message),
                EngineEvent::Done {
                    best,
                    ponder,
                    score,
                } => {
                    answer.turn = best;
                    answer.reply = ponder;
                    answer.score = score;
                }
                EngineEvent::Current { .. } | EngineEvent::Text(_) => {}
            }
        }
        failure.map_or(Ok(answer), Err)
    }
}

/// Replaces the line with the same MultiPV index, or adds the line.
pub fn replace_line(lines: &mut Vec<PvLine>, line: PvLine) {
    let index = line.multipv.saturating_sub(1);
    match lines.get_mut(index) {
        Some(old) => *old = line,
        None => lines.push(line),
    }
}
