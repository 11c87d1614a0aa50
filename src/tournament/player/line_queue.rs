//! The queue of an engine's lines that the runner has not read yet.
//!
//! The queue is bounded in lines and in bytes. When it is full, the threads that
//! fill it wait, so that an engine that sends too much is blocked by its own pipe
//! (back-pressure) and does not use up the memory.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::Instant;

use crate::util::sync::{lock, unpoisoned};

/// The maximum number of entries that may wait.
const MAX_LINES: usize = 10_000;
/// The maximum number of bytes of text that may wait; a single waiting entry may exceed it.
const MAX_BYTES: usize = 16 << 20;

/// A line from an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OutputLine {
    /// A line of stdout.
    Stdout(String),
    /// A line of stdout that is not UTF-8 text, or is too long.
    Unreadable {
        /// The reason that the line is unreadable.
        reason: String,
        /// The line with a replacement character for each bad sequence of bytes; empty if the
        /// line is too long.
        text: String,
    },
    /// A line of stderr.
    Stderr(String),
}

impl OutputLine {
    /// Returns the length of the line's text, with the reason if it is unreadable, in bytes.
    pub const fn bytes(&self) -> usize {
        match self {
            Self::Stdout(text) | Self::Stderr(text) => text.len(),
            Self::Unreadable { reason, text } => reason.len() + text.len(),
        }
    }
}

/// A line with its time of arrival.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TimedLine {
    /// The time at which the last byte of the line was read.
    pub at: Instant,
    /// The line.
    pub output: OutputLine,
}

/// The result of waiting for an entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NextLine {
    /// The oldest entry.
    Line(TimedLine),
    /// No entry arrived before the deadline.
    Timeout,
    /// The queue is empty, and stdout has ended, as has stderr if all lines were to be read.
    Closed,
}

/// An output stream of an engine.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum OutputStream {
    /// The standard output.
    Stdout,
    /// The standard error stream.
    Stderr,
}

/// A bounded queue of an engine's lines.
#[derive(Debug, Default)]
pub struct LineQueue {
    state: Mutex<State>,
    /// Signals that an entry was added, or that a stream has ended.
    filled: Condvar,
    /// Signals that an entry was removed, or that the queue was closed.
    emptied: Condvar,
}

#[derive(Debug, Default)]
struct State {
    entries: VecDeque<TimedLine>,
    bytes: usize,
    stdout_has_ended: bool,
    stderr_has_ended: bool,
    is_closed: bool,
}

impl State {
    fn has_space(&self, bytes: usize) -> bool {
        let fits = self.entries.len() < MAX_LINES && self.bytes + bytes <= MAX_BYTES;
        fits || self.entries.is_empty()
    }
}

impl LineQueue {
    /// Adds an entry; waits for space if the queue is full. Returns `false` if
    /// the queue is closed.
    pub fn push(&self, entry: TimedLine) -> bool {
        let bytes = entry.output.bytes();
        let state = self.lock();
        let waited = self
            .emptied
            .wait_while(state, |state| !state.is_closed && !state.has_space(bytes));
        let mut state = unpoisoned(waited);
        if state.is_closed {
            return false;
        }
        state.bytes += bytes;
        state.entries.push_back(entry);
        drop(state);
        self.filled.notify_one();
        true
    }

    /// Records that a stream has ended.
    pub fn mark_ended(&self, stream: OutputStream) {
        let mut state = self.lock();
        match stream {
            OutputStream::Stdout => state.stdout_has_ended = true,
            OutputStream::Stderr => state.stderr_has_ended = true,
        }
        drop(state);
        self.filled.notify_all();
    }

    /// Closes the queue, which is no longer read, and discards its entries.
    pub fn close(&self) {
        let mut state = self.lock();
        state.is_closed = true;
        state.entries.clear();
        drop(state);
        self.emptied.notify_all();
    }

    /// Removes and returns the oldest entry; waits for one until the deadline or the end
    /// of stdout.
    pub fn pop(&self, deadline: Instant) -> NextLine {
        self.pop_unless(deadline, |state| state.stdout_has_ended)
    }

    /// Removes and returns the oldest entry; waits for one until the deadline or the end
    /// of both streams.
    pub fn pop_rest(&self, deadline: Instant) -> NextLine {
        self.pop_unless(deadline, |state| {
            state.stdout_has_ended && state.stderr_has_ended
        })
    }

    fn pop_unless(&self, deadline: Instant, has_ended: impl Fn(&State) -> bool) -> NextLine {
        let time = deadline.saturating_duration_since(Instant::now());
        let waited = self.filled.wait_timeout_while(self.lock(), time, |state| {
            state.entries.is_empty() && !has_ended(state)
        });
        let (mut state, _) = unpoisoned(waited);
        let Some(entry) = state.entries.pop_front() else {
            return if has_ended(&state) {
                NextLine::Closed
            } else {
                NextLine::Timeout
            };
        };
        state.bytes = state.bytes.saturating_sub(entry.output.bytes());
        drop(state);
        // The entry of one stream may fit where that of the other does not.
        self.emptied.notify_all();
        NextLine::Line(entry)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::thread::spawn;
    use std::time::Duration;

    use super::*;

    fn line(text: &str) -> TimedLine {
        TimedLine {
            at: Instant::now(),
            output: OutputLine::Stdout(text.to_owned()),
        }
    }

    fn soon() -> Instant {
        Instant::now() + Duration::from_millis(20)
    }

    #[test]
    fn entries_are_taken_in_order_and_then_the_end() {
        let line_queue = LineQueue::default();
        assert_eq!(line_queue.pop(soon()), NextLine::Timeout);
        let (first, second) = (line("a"), line("b"));
        assert!(line_queue.push(first.clone()) && line_queue.push(second.clone()));
        line_queue.mark_ended(OutputStream::Stdout);
        assert_eq!(line_queue.pop(soon()), NextLine::Line(first));
        assert_eq!(line_queue.pop(soon()), NextLine::Line(second));
        assert_eq!(line_queue.pop(soon()), NextLine::Closed);
    }

    #[test]
    fn stderr_is_read_to_its_end_after_the_end_of_stdout() {
        let line_queue = Arc::new(LineQueue::default());
        line_queue.mark_ended(OutputStream::Stdout);
        assert_eq!(line_queue.pop(soon()), NextLine::Closed);
        assert_eq!(line_queue.pop_rest(soon()), NextLine::Timeout);
        let late = {
            let line_queue = Arc::clone(&line_queue);
            spawn(move || {
                std::thread::sleep(Duration::from_millis(20));
                line_queue.push(line("the reason"));
                line_queue.mark_ended(OutputStream::Stderr);
            })
        };
        let deadline = Instant::now() + Duration::from_secs(10);
        assert!(matches!(line_queue.pop_rest(deadline), NextLine::Line(_)));
        assert_eq!(line_queue.pop_rest(deadline), NextLine::Closed);
        late.join().unwrap();
    }

    #[test]
    fn a_writer_waits_for_space_in_a_full_queue() {
        for (text, count) in [("x".to_owned(), MAX_LINES), ("y".repeat(1 << 20), 16)] {
            let line_queue = Arc::new(LineQueue::default());
            let writer = {
                let (line_queue, entry) = (Arc::clone(&line_queue), line(&text));
                spawn(move || (0..count + 5).all(|_| line_queue.push(entry.clone())))
            };
            std::thread::sleep(Duration::from_millis(300));
            assert_eq!(line_queue.lock().entries.len(), count);
            assert!(!writer.is_finished());
            for _ in 0..5 {
                assert!(matches!(line_queue.pop(soon()), NextLine::Line(_)));
            }
            assert!(writer.join().unwrap());
        }
    }

    #[test]
    fn closing_the_queue_releases_a_waiting_writer() {
        let line_queue = Arc::new(LineQueue::default());
        let writer = {
            let line_queue = Arc::clone(&line_queue);
            spawn(move || while line_queue.push(line("again")) {})
        };
        std::thread::sleep(Duration::from_millis(20));
        line_queue.close();
        writer.join().unwrap();
    }
}
