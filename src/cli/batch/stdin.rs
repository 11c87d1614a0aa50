//! Reads stdin until it ends or the work must end.
//!
//! A separate thread reads stdin, because a read that waits for a terminal or a pipe
//! can't be interrupted. The thread ends with the program at the latest.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread::Builder;
use std::time::Duration;

use crate::cli::interrupt::Interrupt;

/// The maximum number of bytes in a read.
const CHUNK_SIZE: usize = 1 << 13;
/// The interval at which the interrupt is checked.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// A reader of stdin that ends when the work must end.
pub struct Stdin {
    /// The chunks from the reading thread; an empty one marks the end of stdin.
    chunks: Receiver<io::Result<Vec<u8>>>,
    /// The chunk being read.
    chunk: io::Cursor<Vec<u8>>,
    interrupt: Arc<Interrupt>,
}

impl Stdin {
    /// Starts the reading thread.
    pub fn start(interrupt: Arc<Interrupt>) -> io::Result<Self> {
        let (sender, chunks) = sync_channel(1);
        Builder::new()
            .name("batyr-stdin".to_owned())
            .spawn(move || {
                let mut stdin = io::stdin().lock();
                loop {
                    let mut chunk = vec![0; CHUNK_SIZE];
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
        while !self.interrupt.is_over() {
            match self.chunks.recv_timeout(POLL_INTERVAL) {
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
