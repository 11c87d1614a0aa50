//! Lines on their way to a host.
//!
//! **The decision:** who answers never waits for who reads. The queue between
//! the two has no end of its own, but knows how much it holds, and two limits
//! say what follows: above the soft one, news of a search that nobody reads is
//! dropped, and nothing else ever is; above the hard one the queue is
//! [full](Outbox::is_full), and the conversation must do something about it. An
//! answer is queued even then: what may be asked is for others to limit.

use std::future::pending;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::{Notify, watch};

use super::at_once::Pipe;

/// What a queued line costs beside its text, in bytes.
const OVERHEAD: usize = 64;
/// Lines that the writing side takes at once.
const BATCH: usize = 64;

/// How many bytes may wait for the host.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Room {
    /// Above this, news is dropped.
    pub soft: usize,
    /// Above this, the queue is full.
    pub hard: usize,
}

/// The end where lines go in.
#[derive(Debug)]
pub struct Outbox {
    lines: UnboundedSender<String>,
    pending: Arc<Pending>,
    room: Room,
    /// A way past the queue while it is empty.
    pipe: Option<Pipe>,
    /// Turns true when nobody reads any more, if somebody watches that.
    gone: Option<watch::Receiver<bool>>,
}

/// The end where lines come out. Dropping it closes the queue.
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

/// An empty queue.
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
    /// Opens a way past the queue, where there is one.
    #[must_use]
    pub fn past_the_queue(mut self, pipe: Option<Pipe>) -> Self {
        self.pipe = pipe;
        self
    }

    /// Takes the host for gone when this turns true.
    #[must_use]
    pub fn until(mut self, gone: watch::Receiver<bool>) -> Self {
        self.gone = Some(gone);
        self
    }

    /// Hands over lines, leaving the list empty.
    pub fn send(&self, lines: &mut Vec<String>) {
        if lines.is_empty() {
            return;
        }
        // Nothing is queued or being written, so the order stays.
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
            // Whoever wants to know that nobody listens asks `closed`.
            let _ = self.lines.send(line);
        }
    }

    /// Whether more waits for the host than should.
    pub fn is_full(&self) -> bool {
        self.pending() > self.room.hard
    }

    /// Waits until the queue is not full.
    pub async fn has_room(&self) {
        while self.is_full() {
            self.pending.written.notified().await;
        }
    }

    /// Waits until the other end is gone.
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
    /// Waits for lines and adds some to `batch`; `false` if there will be none.
    pub async fn next(&mut self, batch: &mut Vec<String>) -> bool {
        self.lines.recv_many(batch, BATCH).await > 0
    }

    /// The same, blocking the thread.
    pub fn blocking_next(&mut self, batch: &mut Vec<String>) -> bool {
        self.lines.blocking_recv_many(batch, BATCH) > 0
    }

    /// Takes back lines that have been written, or given up.
    pub fn done(&self, batch: &mut Vec<String>) {
        let bytes = batch.drain(..).map(|line| cost(&line)).sum();
        self.pending.bytes.fetch_sub(bytes, Relaxed);
        self.pending.written.notify_one();
    }
}

/// Waits for ever if it never does.
async fn turns_true(flag: Option<watch::Receiver<bool>>) {
    if let Some(mut flag) = flag
        && flag.wait_for(|is_true| *is_true).await.is_ok()
    {
        return;
    }
    pending().await
}

/// Lines as they are written.
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

/// Whether a host that misses the line has lost nothing that it waits for: the
/// progress of a search, but no text.
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
