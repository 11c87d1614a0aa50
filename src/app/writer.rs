//! Standard output, written by a thread of its own: a host that does not read
//! must not keep the engine from listening.

use std::io::{self, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::Builder;
use std::time::Duration;

/// How long `quit` waits for a host to read the last lines.
const PATIENCE: Duration = Duration::from_millis(40);

/// Writes lines, each whole and flushed.
#[derive(Debug)]
pub struct Writer {
    lines: Sender<Vec<String>>,
    finished: Receiver<()>,
}

impl Writer {
    /// Starts the thread.
    ///
    /// # Errors
    /// If the system refuses it.
    pub fn start() -> io::Result<Self> {
        let (lines, batches) = channel::<Vec<String>>();
        let (done, finished) = channel();
        Builder::new()
            .name("batyr-writer".to_owned())
            .spawn(move || {
                for batch in batches {
                    if write(&batch).is_err() {
                        // The host has closed the pipe and can't be told anything.
                        std::process::exit(0);
                    }
                }
                // Whoever waited may be gone already.
                let _ = done.send(());
            })?;
        Ok(Self { lines, finished })
    }

    /// Hands over lines, leaving the list empty.
    pub fn send(&self, lines: &mut Vec<String>) {
        if !lines.is_empty() && self.lines.send(std::mem::take(lines)).is_err() {
            log::error!("the writing thread is gone");
        }
    }

    /// Waits until all is written, however slowly it is read.
    pub fn finish(self) {
        drop(self.lines);
        // An error means that the thread is gone, with nothing left to write.
        let _ = self.finished.recv();
    }

    /// Waits a moment until all is written.
    pub fn finish_soon(self) {
        drop(self.lines);
        if self.finished.recv_timeout(PATIENCE).is_err() {
            log::warn!("the host did not read the last lines");
        }
    }
}

fn write(batch: &[String]) -> io::Result<()> {
    let mut text = String::new();
    for line in batch {
        text.push_str(line);
        text.push('\n');
    }
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}
