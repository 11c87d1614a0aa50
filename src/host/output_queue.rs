//! The queue of lines to a host.
//!
//! The conversation never waits for the host to read. The
//! queue between the two is unbounded, but counts the bytes that it holds, and
//! two limits apply: above the soft one, reports of a search's progress are
//! dropped (no other line ever is); above the hard one, the queue is
//! [full](OutputSender::is_full), and the conversation must act on it. An
//! answer is queued even then; the requests are limited instead, in another
//! module.

use std::future::pending;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::{Notify, watch};

use super::stdout_pipe::StdoutPipe;

/// The cost of a queued line besides its text, in bytes.
const LINE_OVERHEAD: usize = 64;
/// The maximum number of lines that the writing side takes at once.
const MAX_BATCH: usize = 64;

/// The limits on the number of bytes that wait for the host.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OutputLimits {
    /// The number of bytes above which reports of progress are dropped.
    pub soft: usize,
    /// The number of bytes above which the queue is full.
    pub hard: usize,
}

/// The sending half of the queue.
#[derive(Debug)]
pub struct OutputSender {
    lines: UnboundedSender<String>,
    pending: Arc<Pending>,
    limits: OutputLimits,
    /// The pipe to which lines are written directly while the queue is empty.
    pipe: Option<StdoutPipe>,
    /// A flag that turns true when nobody reads any more, if there is one.
    gone: Option<watch::Receiver<bool>>,
}

/// The receiving half of the queue. Dropping it closes the queue.
#[derive(Debug)]
pub struct OutputReceiver {
    lines: UnboundedReceiver<String>,
    pending: Arc<Pending>,
}

#[derive(Debug, Default)]
struct Pending {
    bytes: AtomicUsize,
    written: Notify,
}

/// Creates an empty queue.
pub fn output_queue(limits: OutputLimits) -> (OutputSender, OutputReceiver) {
    let (line_sender, lines) = unbounded_channel();
    let pending = Arc::new(Pending::default());
    let sender = OutputSender {
        lines: line_sender,
        pending: Arc::clone(&pending),
        limits,
        pipe: None,
        gone: None,
    };
    (sender, OutputReceiver { lines, pending })
}

impl OutputSender {
    /// Sets the pipe, if there is one, to which lines are written directly
    /// while the queue is empty.
    #[must_use]
    pub fn with_pipe(mut self, pipe: Option<StdoutPipe>) -> Self {
        self.pipe = pipe;
        self
    }

    /// Sets the flag that turns true when the host is gone.
    #[must_use]
    pub fn with_hangup(mut self, gone: watch::Receiver<bool>) -> Self {
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
            if self.pending() > self.limits.soft && is_progress(&line) {
                continue;
            }
            self.pending.bytes.fetch_add(cost(&line), Relaxed);
            // A closed queue is not an error here: `closed` reports it.
            let _ = self.lines.send(line);
        }
    }

    /// Returns whether the bytes that wait for the host exceed the hard limit.
    pub fn is_full(&self) -> bool {
        self.pending() > self.limits.hard
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

impl OutputReceiver {
    /// Waits for lines and appends some to `batch`; returns `false` if no more
    /// will come.
    pub async fn next(&mut self, batch: &mut Vec<String>) -> bool {
        self.lines.recv_many(batch, MAX_BATCH).await > 0
    }

    /// Does the same as `next`, blocking the thread.
    pub fn blocking_next(&mut self, batch: &mut Vec<String>) -> bool {
        self.lines.blocking_recv_many(batch, MAX_BATCH) > 0
    }

    /// Clears lines that have been written or abandoned, so that they no longer
    /// count as waiting.
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
    line.len() + LINE_OVERHEAD
}

/// Returns whether a line reports the progress of a search, which a host may
/// miss without losing anything that it waits for; a text is not one.
fn is_progress(line: &str) -> bool {
    let is_text = |rest: &str| rest.starts_with("string") || rest.starts_with("message");
    line.strip_prefix("info ")
        .is_some_and(|rest| !is_text(rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    const OUTPUT_LIMITS: OutputLimits = OutputLimits {
        soft: 500,
        hard: 2_000,
    };
    const ANSWER: &str = "bestmove a5-a6";

    fn send(sender: &OutputSender, line: &str, times: usize) {
        sender.send(&mut vec![line.to_owned(); times]);
    }

    #[test]
    fn progress_is_dropped_above_the_soft_limit_and_answers_never() {
        let (sender, mut output) = output_queue(OUTPUT_LIMITS);
        send(&sender, "info depth 1 pv a5-a6", 100);
        for line in [ANSWER, "info string error: no", "info message no"] {
            send(&sender, line, 1);
        }
        assert!(!sender.is_full());
        drop(sender);
        let mut all = Vec::new();
        while output.blocking_next(&mut all) {}
        assert!((5..20).contains(&all.len()), "{}", all.len());
        assert_eq!(all[all.len() - 3], ANSWER);
    }

    #[tokio::test]
    async fn a_full_queue_has_room_again_after_it_is_read() {
        let (sender, mut output) = output_queue(OUTPUT_LIMITS);
        send(&sender, ANSWER, 100);
        assert!(sender.is_full());
        let read = async {
            let mut batch = Vec::new();
            for _ in 0..2 {
                output.next(&mut batch).await;
                output.done(&mut batch);
            }
        };
        tokio::join!(sender.has_room(), read);
        assert!(!sender.is_full());
        assert_eq!(sender.pending(), 0);
        drop(output);
        sender.closed().await;
    }
}
