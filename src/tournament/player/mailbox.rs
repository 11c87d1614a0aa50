//! The queue of an engine's lines that the runner has not read yet.
//!
//! **The decision:** a queue that is bounded in lines and in bytes. When it is
//! full its writers wait, so that an engine that floods is blocked by its own
//! pipe (back-pressure) and costs no memory.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// The greatest number of entries that may wait.
const MOST_ENTRIES: usize = 10_000;
/// The greatest number of bytes of text that may wait; a single entry may
/// exceed it.
const MOST_BYTES: usize = 16 << 20;

/// A line from an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum What {
    /// A line of its output.
    Line(String),
    /// A line of its output that is not text, or too long; the reason.
    Refused(String),
    /// A line of its error output (stderr).
    Complaint(String),
}

impl What {
    /// Returns the length of its text, in bytes.
    pub const fn bytes(&self) -> usize {
        let (Self::Line(text) | Self::Refused(text) | Self::Complaint(text)) = self;
        text.len()
    }
}

/// A line with its time of arrival.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The time at which its last byte was read.
    pub at: Instant,
    /// The line.
    pub what: What,
}

/// The result of waiting for an entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Taken {
    /// The oldest entry.
    Entry(Entry),
    /// Nothing in the time allowed.
    Nothing,
    /// Nothing, and nothing more will come.
    Ended,
}

/// A bounded queue of an engine's lines.
#[derive(Debug, Default)]
pub struct Mailbox {
    state: Mutex<State>,
    /// Signals that an entry came, or the output ended.
    filled: Condvar,
    /// Signals that there is room again, or the reader has left.
    emptied: Condvar,
}

#[derive(Debug, Default)]
struct State {
    entries: VecDeque<Entry>,
    bytes: usize,
    has_ended: bool,
    is_deaf: bool,
}

impl State {
    fn has_room(&self, bytes: usize) -> bool {
        let fits = self.entries.len() < MOST_ENTRIES && self.bytes + bytes <= MOST_BYTES;
        fits || self.entries.is_empty()
    }
}

impl Mailbox {
    /// Adds an entry, and waits for room if there is none. Returns `false` if
    /// the reader has left.
    pub fn put(&self, entry: Entry) -> bool {
        let bytes = entry.what.bytes();
        let state = self.lock();
        let waited = self
            .emptied
            .wait_while(state, |state| !state.is_deaf && !state.has_room(bytes));
        let mut state = waited.unwrap_or_else(PoisonError::into_inner);
        if state.is_deaf {
            return false;
        }
        state.bytes += bytes;
        state.entries.push_back(entry);
        drop(state);
        self.filled.notify_one();
        true
    }

    /// Reports that the output has ended.
    pub fn end(&self) {
        self.lock().has_ended = true;
        self.filled.notify_all();
    }

    /// Reports that the reader has left.
    pub fn turn_deaf(&self) {
        let mut state = self.lock();
        state.is_deaf = true;
        state.entries.clear();
        drop(state);
        self.emptied.notify_all();
    }

    /// Removes and returns the oldest entry; waits for one until the deadline.
    pub fn take(&self, deadline: Instant) -> Taken {
        let time = deadline.saturating_duration_since(Instant::now());
        let waited = self.filled.wait_timeout_while(self.lock(), time, |state| {
            state.entries.is_empty() && !state.has_ended
        });
        let (mut state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        let Some(entry) = state.entries.pop_front() else {
            return if state.has_ended {
                Taken::Ended
            } else {
                Taken::Nothing
            };
        };
        state.bytes = state.bytes.saturating_sub(entry.what.bytes());
        drop(state);
        self.emptied.notify_one();
        Taken::Entry(entry)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::thread::spawn;
    use std::time::Duration;

    use super::*;

    fn line(text: &str) -> Entry {
        Entry {
            at: Instant::now(),
            what: What::Line(text.to_owned()),
        }
    }

    fn soon() -> Instant {
        Instant::now() + Duration::from_millis(20)
    }

    #[test]
    fn entries_come_out_in_order_and_then_the_end() {
        let mailbox = Mailbox::default();
        assert_eq!(mailbox.take(soon()), Taken::Nothing);
        let (first, second) = (line("a"), line("b"));
        assert!(mailbox.put(first.clone()) && mailbox.put(second.clone()));
        mailbox.end();
        assert_eq!(mailbox.take(soon()), Taken::Entry(first));
        assert_eq!(mailbox.take(soon()), Taken::Entry(second));
        assert_eq!(mailbox.take(soon()), Taken::Ended);
    }

    #[test]
    fn a_flood_waits_for_room() {
        for (text, most) in [("x".to_owned(), MOST_ENTRIES), ("y".repeat(1 << 20), 16)] {
            let mailbox = Arc::new(Mailbox::default());
            let writer = {
                let (mailbox, entry) = (Arc::clone(&mailbox), line(&text));
                spawn(move || (0..most + 5).all(|_| mailbox.put(entry.clone())))
            };
            std::thread::sleep(Duration::from_millis(300));
            assert_eq!(mailbox.lock().entries.len(), most);
            assert!(!writer.is_finished());
            for _ in 0..5 {
                assert!(matches!(mailbox.take(soon()), Taken::Entry(_)));
            }
            assert!(writer.join().unwrap());
        }
    }

    #[test]
    fn whoever_speaks_to_the_deaf_is_let_go() {
        let mailbox = Arc::new(Mailbox::default());
        let writer = {
            let mailbox = Arc::clone(&mailbox);
            spawn(move || while mailbox.put(line("again")) {})
        };
        std::thread::sleep(Duration::from_millis(20));
        mailbox.turn_deaf();
        writer.join().unwrap();
    }
}
