//! The writer of standard output, which has a thread of its own: a host that does not read
//! can't keep the engine from reading.

use std::io::{self, Write};
use std::thread::Builder;

use tokio::sync::oneshot;

use crate::host::output_queue::{OutputReceiver, join_lines};

/// A handle to the writing thread.
#[derive(Debug)]
pub struct StdoutWriter(oneshot::Receiver<()>);

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
                let mut batch = Vec::new();
                while output.blocking_next_batch(&mut batch) {
                    if let Err(error) = write(&batch) {
                        log::debug!("can't write to standard output: {error}");
                        break;
                    }
                    output.mark_written(&mut batch);
                }
                // The receiver may have been dropped already.
                let _ = done_sender.send(());
            })?;
        Ok(Self(done))
    }

    /// Waits until all lines have been written, however slowly the host reads. The
    /// sending half of the queue must have been dropped.
    pub async fn finish(&mut self) {
        // An error means that the thread has ended, so nothing is left to wait for.
        let _ = (&mut self.0).await;
    }
}

fn write(batch: &[String]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(join_lines(batch).as_bytes())?;
    out.flush()
}
