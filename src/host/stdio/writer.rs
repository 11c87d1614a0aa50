//! The writer of standard output. It has its own thread, so that a host that does not read
//! its output can't keep the engine from reading input.

use std::io::{self, Write};
use std::thread::Builder;

use tokio::sync::oneshot;

use crate::host::output_queue::{OutputReceiver, join_lines};

/// A handle to the writing thread.
#[derive(Debug)]
pub struct StdoutWriter(oneshot::Receiver<io::Result<()>>);

impl StdoutWriter {
    /// Starts the thread. It ends, and drops `output`, when all lines have been written or a
    /// write fails.
    ///
    /// # Errors
    /// Returns an error if the system can't start the thread.
    pub fn start(mut output: OutputReceiver) -> io::Result<Self> {
        let (done_sender, done) = oneshot::channel();
        Builder::new()
            .name("batyr-writer".to_owned())
            .spawn(move || {
                let written = write_all(&mut output);
                if let Err(error) = &written {
                    log::debug!("can't write to standard output: {error}");
                }
                // The receiver may have been dropped already.
                let _ = done_sender.send(written);
                // Dropping the queue tells the conversation that nobody reads the output; the
                // reason has already been sent.
                drop(output);
            })?;
        Ok(Self(done))
    }

    /// Waits until all lines have been written, however slowly the host reads. The
    /// sending half of the queue must have been dropped.
    ///
    /// # Errors
    /// Returns an error if a line can't be written, unless the host has closed the pipe.
    pub async fn finish(&mut self) -> io::Result<()> {
        // If there is no result, the thread has ended, and there is nothing to wait for.
        outcome((&mut self.0).await.ok())
    }

    /// Returns the result of writing if it has ended, otherwise `Ok`.
    ///
    /// # Errors
    /// Returns an error in the same cases as [`StdoutWriter::finish`].
    pub fn result_so_far(&mut self) -> io::Result<()> {
        outcome(self.0.try_recv().ok())
    }
}

/// Returns the error of writing, unless the host has closed the pipe.
fn outcome(result: Option<io::Result<()>>) -> io::Result<()> {
    match result {
        Some(Err(error)) if error.kind() != io::ErrorKind::BrokenPipe => {
            let message = format!("can't write to stdout: {error}");
            Err(io::Error::new(error.kind(), message))
        }
        _ => Ok(()),
    }
}

/// Writes lines until there are no more or a write fails.
fn write_all(output: &mut OutputReceiver) -> io::Result<()> {
    let mut batch = Vec::new();
    while output.blocking_next_batch(&mut batch) {
        let mut stdout = io::stdout().lock();
        stdout.write_all(join_lines(&batch).as_bytes())?;
        stdout.flush()?;
        output.mark_written(&mut batch);
    }
    Ok(())
}
