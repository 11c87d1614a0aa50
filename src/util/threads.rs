//! Threads that the program which holds the engine starts, where the standard library can't.
//!
//! In a browser, only scripts start threads: as workers that share the memory of the module. The program gives the
//! engine a function for it ([`set_start`]); without one, a search has the calling thread alone.

use std::io;
use std::sync::OnceLock;

/// What a thread does; the thread ends with it.
pub type ThreadWork = Box<dyn FnOnce() + Send>;

/// Starts a thread that does this work, and waits until it has begun.
type Start = fn(ThreadWork) -> io::Result<()>;

static START: OnceLock<Start> = OnceLock::new();

/// Sets the function that starts threads. Only the first one counts.
pub fn set_start(start: Start) {
    START.get_or_init(|| start);
}

/// Starts a thread.
///
/// # Errors
/// Returns an error if the program can't start it, or has not said how.
pub fn start(work: ThreadWork) -> io::Result<()> {
    match START.get() {
        Some(start) => start(work),
        None => Err(io::ErrorKind::Unsupported.into()),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;
    use std::thread::Builder;

    use super::*;

    #[test]
    fn threads_start_as_the_program_says() {
        let refused = start(Box::new(|| {}));
        assert_eq!(refused.unwrap_err().kind(), io::ErrorKind::Unsupported);
        set_start(|work| Builder::new().spawn(work).map(drop));
        set_start(|_| Err(io::ErrorKind::OutOfMemory.into()));
        let (sender, receiver) = channel();
        start(Box::new(move || sender.send(()).unwrap())).unwrap();
        receiver.recv().unwrap();
    }
}
