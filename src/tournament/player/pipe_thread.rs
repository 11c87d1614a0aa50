//! The threads that serve the pipes of an engine.

use std::io;
use std::thread::Builder;

/// The stack size of a thread, in bytes.
const STACK_SIZE: usize = 256 << 10;

/// Starts a thread that reads from an engine or writes to it.
pub fn spawn_pipe_thread(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    let builder = Builder::new().name(name.to_owned()).stack_size(STACK_SIZE);
    builder.spawn(work).map(drop)
}
