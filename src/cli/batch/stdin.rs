//! A reader of stdin that ends at a signal.
//!
//! A thread does the reading, since a read that waits for a person or a pipe
//! could not be interrupted; the thread ends with the program.

use std::io::{self, Read};
use std::rc::Rc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread::Builder;
use std::time::Duration;

use crate::cli::interrupt::Interrupt;

/// The number of bytes read at once.
const CHUNK: usize = 1 << 13;
/// The interval at which the interrupt is polled.
const POLL: Duration = Duration::from_millis(20);

/// A reader of stdin until its end or a signal.
pub struct Stdin {
    chunks: Receiver<io::Result<Vec<u8>>>,
    chunk: io::Cursor<Vec<u8>>,
    interrupt: Rc<Interrupt>,
}

impl Stdin {
    /// Starts the reading thread.
    ///
    /// # Errors
    /// If the system can't start the thread.
    pub fn start(interrupt: Rc<Interrupt>) -> io::Result<Self> {
        let (sender, chunks) = sync_channel(1);
        Builder::new()
            .name("batyr-stdin".to_owned())
            .spawn(move || {
                let mut stdin = io::stdin().lock();
                loop {
                    let mut chunk = vec![0; CHUNK];
                    let read = stdin.read(&mut chunk).map(|length| {
                        chunk.truncate(length);
                        chunk
                    });
                    let is_last = !matches!(&read, Ok(chunk) if !chunk.is_empty());
                    if sender.send(read).is_err() || is_last {
                        return;
                    }
                }
            })?;
        Ok(Self {
            chunks,
            chunk: io::Cursor::default(),
            interrupt,
        })
    }
}

impl Read for Stdin {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.chunk.read(buffer)?;
        if length > 0 {
            return Ok(length);
        }
        while !self.interrupt.is_raised() {
            match self.chunks.recv_timeout(POLL) {
                Ok(chunk) => {
                    self.chunk = io::Cursor::new(chunk?);
                    return self.chunk.read(buffer);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(0),
            }
        }
        Ok(0)
    }
}
