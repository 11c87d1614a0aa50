//! A TCP stream whose reads and writes are repeated when a signal interrupts them.

use std::io::{ErrorKind, Read, Result, Write};
use std::net::TcpStream;

/// A stream with time limits. When the process is stopped and continued, the system ends a
/// read or write that has a time limit with `EINTR` (signal(7)).
#[derive(Debug)]
pub struct HostStream(pub TcpStream);

impl Read for HostStream {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        repeat_if_interrupted(|| self.0.read(buffer))
    }
}

impl Write for HostStream {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        repeat_if_interrupted(|| self.0.write(bytes))
    }

    fn flush(&mut self) -> Result<()> {
        repeat_if_interrupted(|| self.0.flush())
    }
}

fn repeat_if_interrupted<T>(mut operation: impl FnMut() -> Result<T>) -> Result<T> {
    loop {
        match operation() {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}
