//! Direct writes to standard output, where they can't block.
//!
//! Every switch between threads costs time when all cores
//! search, and without the writing thread nearly all answers arrive within a
//! tenth of a millisecond. A pipe that the system reports as writable takes a
//! page in one piece and at once; everything else (terminals, files, full
//! pipes) is left to the thread.

/// The number of bytes that a pipe takes in one piece: the least that POSIX
/// systems grant.
#[cfg(unix)]
const PIPE_BUFFER: usize = 4096;

/// Standard output, if it is a pipe.
#[derive(Debug)]
#[cfg_attr(not(unix), allow(dead_code))]
pub struct StdoutPipe(());

#[cfg(unix)]
impl StdoutPipe {
    /// Returns standard output if it is a pipe.
    pub fn open() -> Option<Self> {
        use rustix::fs::{FileType, fstat};
        let stat = fstat(std::io::stdout()).ok()?;
        FileType::from_raw_mode(stat.st_mode)
            .is_fifo()
            .then_some(Self(()))
    }

    /// Writes all of the text or nothing; returns `false` if it would have to
    /// wait, or nobody reads the pipe.
    pub fn write(&self, text: &str) -> bool {
        use rustix::event::{PollFd, PollFlags, Timespec, poll};
        let stdout = std::io::stdout();
        let now = Timespec {
            tv_sec: 0,
            tv_nsec: 0,
        };
        let mut room = [PollFd::new(&stdout, PollFlags::OUT)];
        text.len() <= PIPE_BUFFER
            && poll(&mut room, Some(&now)).is_ok_and(|ready| ready == 1)
            && room.iter().all(|fd| fd.revents() == PollFlags::OUT)
            && rustix::io::write(&stdout, text.as_bytes()).is_ok()
    }
}

#[cfg(not(unix))]
impl StdoutPipe {
    /// Returns `None`: the kind of standard output is unknown here.
    pub const fn open() -> Option<Self> {
        None
    }

    /// Returns `false`, which leaves the text to the writing thread.
    pub const fn write(&self, _text: &str) -> bool {
        false
    }
}
