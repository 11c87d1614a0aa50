//! The queue of lines to a host.
//!
//! The conversation never waits for the host to read. The queue between the two is
//! unbounded, but it counts the bytes that it holds, and two limits apply. Above the soft
//! limit, progress reports of searches are dropped, but no other lines. Above the hard
//! limit, the queue is [full](OutputSender::is_full), and the conversation must react.
//! Answers are queued even then; the module `limits` limits requests instead.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use futures_util::future::OptionFuture;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::{Notify, watch};

use super::stdout_pipe::StdoutPipe;

/// The number of bytes that a queued line is assumed to need in addition to its text.
const LINE_OVERHEAD: usize = 64;
/// The maximum number of lines that the receiver takes at once.
const MAX_BATCH: usize = 64;

/// The sending half of the queue.
#[derive(Debug)]
pub struct OutputSender {
    lines: UnboundedSender<String>,
    pending: Arc<PendingOutput>,
    /// The number of bytes above which progress reports are dropped.
    soft_limit: usize,
    /// The number of bytes above which the queue is full.
    hard_limit: usize,
    /// The pipe, if any, to which lines are written directly while the queue is empty.
    pub pipe: Option<StdoutPipe>,
    /// The flag, if any, that becomes true when the host no longer reads.
    pub hangup: Option<watch::Receiver<bool>>,
}

/// The receiving half of the queue. Dropping it closes the queue.
#[derive(Debug)]
pub struct OutputReceiver {
    lines: UnboundedReceiver<String>,
    pending: Arc<PendingOutput>,
}

/// The state that the two halves of the queue share.
#[derive(Debug, Default)]
struct PendingOutput {
    /// The number of bytes that are queued or being written.
    bytes: AtomicUsize,
    /// Notified when lines have been written.
    written: Notify,
}

/// Creates an empty queue with a hard limit of `max_output` bytes, by default 16 MiB. Progress
/// reports may fill only a part of the queue, so that room remains for answers.
pub fn output_queue(max_output: Option<usize>) -> (OutputSender, OutputReceiver) {
    let (soft_limit, hard_limit) = match max_output {
        Some(bytes) => (bytes / 4, bytes),
        None => (1 << 20, 16 << 20),
    };
    let (line_sender, lines) = unbounded_channel();
    let pending = Arc::new(PendingOutput::default());
    let sender = OutputSender {
        lines: line_sender,
        pending: Arc::clone(&pending),
        soft_limit,
        hard_limit,
        pipe: None,
        hangup: None,
    };
    (sender, OutputReceiver { lines, pending })
}

impl OutputSender {
    /// Sends lines, except progress reports above the soft limit.
    pub fn send(&self, lines: Vec<String>) {
        // If nothing is queued or being written, a direct write keeps the lines in order.
        if let Some(pipe) = self.pipe.as_ref().filter(|_| self.pending_bytes() == 0)
            && !lines.is_empty()
            && pipe.try_write(&join_lines(&lines))
        {
            return;
        }
        for line in lines {
            if self.pending_bytes() > self.soft_limit && is_progress_report(&line) {
                continue;
            }
            self.pending.bytes.fetch_add(cost(&line), Relaxed);
            // A closed queue is not an error here, because `closed` reports it.
            let _ = self.lines.send(line);
        }
    }

    /// Returns whether the number of bytes that the host has not read exceeds the hard limit.
    pub fn is_full(&self) -> bool {
        self.pending_bytes() > self.hard_limit
    }

    /// Waits until the queue is not full.
    pub async fn wait_for_room(&self) {
        while self.is_full() {
            self.pending.written.notified().await;
        }
    }

    /// Waits until the host no longer reads.
    pub async fn closed(&self) {
        let hangup = self
            .hangup
            .clone()
            .map(|mut flag| async move { flag.wait_for(|is_raised| *is_raised).await.is_ok() });
        // The second branch is never taken if there is no flag.
        tokio::select! {
            () = self.lines.closed() => {}
            Some(true) = OptionFuture::from(hangup) => {}
        }
    }

    fn pending_bytes(&self) -> usize {
        self.pending.bytes.load(Relaxed)
    }
}

impl OutputReceiver {
    /// Waits for lines and appends some of them to `batch`; returns `false` once the queue is
    /// closed and empty.
    pub async fn next_batch(&mut self, batch: &mut Vec<String>) -> bool {
        self.lines.recv_many(batch, MAX_BATCH).await > 0
    }

    /// Does the same as [`OutputReceiver::next_batch`], but blocks the thread.
    pub fn blocking_next_batch(&mut self, batch: &mut Vec<String>) -> bool {
        self.lines.blocking_recv_many(batch, MAX_BATCH) > 0
    }

    /// Clears a batch that has been written, so that its bytes no longer count as unread.
    pub fn mark_written(&self, batch: &mut Vec<String>) {
        let bytes = batch.drain(..).map(|line| cost(&line)).sum();
        self.pending.bytes.fetch_sub(bytes, Relaxed);
        self.pending.written.notify_one();
    }
}

/// Joins lines into the text that is written, in which each line ends with a newline.
pub fn join_lines(lines: &[String]) -> String {
    let mut text = String::with_capacity(lines.iter().map(|line| line.len() + 1).sum());
    for line in lines {
        text.push_str(line);
        text.push('\n');
    }
    text
}

/// Returns the number of bytes that a queued line adds to the count.
const fn cost(line: &str) -> usize {
    line.len() + LINE_OVERHEAD
}

/// Returns whether a line reports the progress of a search. A host does not wait for such a
/// line, so it may be dropped; `info` lines with a message may not.
fn is_progress_report(line: &str) -> bool {
    let is_message = |rest: &str| rest.starts_with("string") || rest.starts_with("message");
    line.strip_prefix("info ")
        .is_some_and(|rest| !is_message(rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAX_OUTPUT: Option<usize> = Some(2_000);
    const ANSWER: &str = "bestmove a5-a6";

    fn send(sender: &OutputSender, line: &str, times: usize) {
        sender.send(vec![line.to_owned(); times]);
    }

    #[test]
    fn only_progress_reports_are_dropped_above_the_soft_limit() {
        let (sender, mut output) = output_queue(MAX_OUTPUT);
        send(&sender, "info depth 1 pv a5-a6", 100);
        for line in [ANSWER, "info string error: no", "info message no"] {
            send(&sender, line, 1);
        }
        assert!(!sender.is_full());
        drop(sender);
        let mut received = Vec::new();
        while output.blocking_next_batch(&mut received) {}
        assert!((5..20).contains(&received.len()), "{}", received.len());
        assert_eq!(received[received.len() - 3], ANSWER);
    }

    #[tokio::test]
    async fn a_full_queue_has_room_again_after_it_is_read() {
        let (sender, mut output) = output_queue(MAX_OUTPUT);
        send(&sender, ANSWER, 100);
        assert!(sender.is_full());
        let read = async {
            let mut batch = Vec::new();
            for _ in 0..2 {
                output.next_batch(&mut batch).await;
                output.mark_written(&mut batch);
            }
        };
        tokio::join!(sender.wait_for_room(), read);
        assert!(!sender.is_full());
        assert_eq!(sender.pending_bytes(), 0);
        drop(output);
        sender.closed().await;
    }
}
