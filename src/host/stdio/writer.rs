//! The writer of standard output. It has its own thread: a host that does not
//! read must not keep the engine from reading.

use std::io::{self, Write};
use std::thread::Builder;

use tokio::sync::oneshot;

use crate::host::output_queue::{OutputReceiver, as_text};

/// A handle to the writing thread.
#[derive(Debug)]
pub struct Writer(oneshot::Receiver<()>);

impl Writer {
    /// Starts the thread. It ends, and drops `output`, when everything is
    /// written or the host has closed the pipe.
    ///
    /// # Errors
    /// If the system can't start the thread.
    pub fn start(mut output: OutputReceiver) -> io::Result<Self> {
        let (done, finished) = oneshot::channel();
        Builder::new()
            .name("batyr-writer".to_owned())
            .spawn(move || {
                let mut batch = Vec::new();
                while output.blocking_next(&mut batch) {
                    if let Err(error) = write(&batch) {
                        log::debug!("writing stdout: {error}");
                        break;
                    }
                    output.done(&mut batch);
                }
                // The receiver may have been dropped already.
                let _ = done.send(());
            })?;
        Ok(Self(finished))
    }

    /// Waits until everything is written, however slowly the host reads. The
    /// other end of the queue must have been dropped.
    pub async fn finish(&mut self) {
        // An error means that the thread is gone, with nothing left to write.
        let _ = (&mut self.0).await;
    }
}

fn write(batch: &[String]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(as_text(batch).as_bytes())?;
    out.flush()
}
