//! The queue of lines to a host.
//!
//! **The decision:** the conversation never waits for the host to read. The
//! queue between the two is unbounded, but counts the bytes that it holds, and
//! two limits apply: above the soft one, news of a search that nobody reads is
//! dropped, and nothing else ever is; above the hard one the queue is
//! [full](Outbox::is_full), and the conversation must act on it. An answer is
//! queued even then: limiting the requests is the task of others.

use std::future::pending;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::{Notify, watch};

use super::at_once::Pipe;

/// The cost of a queued line besides its text, in bytes.
const OVERHEAD: usize = 64;
/// The maximum number of lines that the writing side takes at once.
const BATCH: usize = 64;

/// The limits on the number of bytes that wait for the host.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Room {
    /// The number of bytes above which news is dropped.
    pub soft: usize,
    /// The number of bytes above which the queue is full.
    pub hard: usize,
}

/// The sending end of the queue.
#[derive(Debug)]
pub struct Outbox {
    lines: UnboundedSender<String>,
    pending: Arc<Pending>,
    room: Room,
    /// The pipe to which lines are written directly while the queue is empty.
    pipe: Option<Pipe>,
    /// A flag that turns true when nobody reads any more, if that is watched.
    gone: Option<watch::Receiver<bool>>,
}

/// The receiving end of the queue. Dropping it closes the queue.
#[derive(Debug)]
pub struct Output {
    lines: UnboundedReceiver<String>,
    pending: Arc<Pending>,
}

#[derive(Debug, Default)]
struct Pending {
    bytes: AtomicUsize,
    written: Notify,
}

/// Creates an empty queue.
pub fn outbox(room: Room) -> (Outbox, Output) {
    let (sender, lines) = unbounded_channel();
    let pending = Arc::new(Pending::default());
    let outbox = Outbox {
        lines: sender,
        pending: Arc::clone(&pending),
        room,
        pipe: None,
        gone: None,
    };
    (outbox, Output { lines, pending })
}

impl Outbox {
    /// Sets the pipe, if there is one, to which lines are written directly
    /// while the queue is empty.
    #[must_use]
    pub fn past_the_queue(mut self, pipe: Option<Pipe>) -> Self {
        self.pipe = pipe;
        self
    }

    /// Sets the flag that turns true when the host is gone.
    #[must_use]
    pub fn until(mut self, gone: watch::Receiver<bool>) -> Self {
        self.gone = Some(gone);
        self
    }

    /// Sends lines, leaving the list empty.
    pub fn send(&self, lines: &mut Vec<String>) {
        if lines.is_empty() {
            return;
        }
        // Nothing is queued or being written, so the order is kept.
        if let Some(pipe) = self.pipe.as_ref().filter(|_| self.pending() == 0)
            && pipe.write(&as_text(lines))
        {
            lines.clear();
            return;
        }
        for line in lines.drain(..) {
            if self.pending() > self.room.soft && is_news(&line) {
                continue;
            }
            self.pending.bytes.fetch_add(cost(&line), Relaxed);
            // A closed queue is no error here: `closed` reports it.
            let _ = self.lines.send(line);
        }
    }

    /// Returns whether the bytes that wait for the host exceed the hard limit.
    pub fn is_full(&self) -> bool {
        self.pending() > self.room.hard
    }

    /// Waits until the queue is not full.
    pub async fn has_room(&self) {
        while self.is_full() {
            self.pending.written.notified().await;
        }
    }

    /// Waits until nobody reads the lines any more.
    pub async fn closed(&self) {
        tokio::select! {
            () = self.lines.closed() => {}
            () = turns_true(self.gone.clone()) => {}
        }
    }

    fn pending(&self) -> usize {
        self.pending.bytes.load(Relaxed)
    }
}

impl Output {
    /// Waits for lines and appends some to `batch`; returns `false` if no more
    /// will come.
    pub async fn next(&mut self, batch: &mut Vec<String>) -> bool {
        self.lines.recv_many(batch, BATCH).await > 0
    }

    /// Does the same as `next`, blocking the thread.
    pub fn blocking_next(&mut self, batch: &mut Vec<String>) -> bool {
        self.lines.blocking_recv_many(batch, BATCH) > 0
    }

    /// Takes back lines that have been written or given up, so that they no
    /// longer count as waiting.
    pub fn done(&self, batch: &mut Vec<String>) {
        let bytes = batch.drain(..).map(|line| cost(&line)).sum();
        self.pending.bytes.fetch_sub(bytes, Relaxed);
        self.pending.written.notify_one();
    }
}

/// Waits until the flag turns true; for ever if it never does.
async fn turns_true(flag: Option<watch::Receiver<bool>>) {
    if let Some(mut flag) = flag
        && flag.wait_for(|is_true| *is_true).await.is_ok()
    {
        return;
    }
    pending().await
}

/// Returns the lines as they are written, each with a line end.
pub fn as_text(lines: &[String]) -> String {
    let mut text = String::with_capacity(lines.iter().map(|line| line.len() + 1).sum());
    for line in lines {
        text.push_str(line);
        text.push('\n');
    }
    text
}

const fn cost(line: &str) -> usize {
    line.len() + OVERHEAD
}

/// Returns whether a line is news, which a host may miss without losing
/// anything that it waits for: the progress of a search, but no text.
fn is_news(line: &str) -> bool {
    let is_text = |rest: &str| rest.starts_with("string") || rest.starts_with("message");
    line.strip_prefix("info ")
        .is_some_and(|rest| !is_text(rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOM: Room = Room {
        soft: 500,
        hard: 2_000,
    };
    const ANSWER: &str = "bestmove a5-a6";

    fn send(outbox: &Outbox, line: &str, times: usize) {
        outbox.send(&mut vec![line.to_owned(); times]);
    }

    #[test]
    fn news_is_dropped_above_the_soft_limit_and_answers_never() {
        let (outbox, mut output) = outbox(ROOM);
        send(&outbox, "info depth 1 pv a5-a6", 100);
        for line in [ANSWER, "info string error: no", "info message no"] {
            send(&outbox, line, 1);
        }
        assert!(!outbox.is_full());
        drop(outbox);
        let mut all = Vec::new();
        while output.blocking_next(&mut all) {}
        assert!((5..20).contains(&all.len()), "{}", all.len());
        assert_eq!(all[all.len() - 3], ANSWER);
    }

    #[tokio::test]
    async fn a_full_queue_has_room_when_it_was_read() {
        let (outbox, mut output) = outbox(ROOM);
        send(&outbox, ANSWER, 100);
        assert!(outbox.is_full());
        let read = async {
            let mut batch = Vec::new();
            for _ in 0..2 {
                output.next(&mut batch).await;
                output.done(&mut batch);
            }
        };
        tokio::join!(outbox.has_room(), read);
        assert!(!outbox.is_full());
        assert_eq!(outbox.pending(), 0);
        drop(output);
        outbox.closed().await;
    }
}
