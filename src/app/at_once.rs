//! Writing to standard output on the spot, where that can't wait.
//!
//! **The decision:** every change of threads costs time when all cores search,
//! and with the writing thread out of the way nearly all answers come within a
//! tenth of a millisecond. A pipe that the system calls writable takes a page
//! in one piece and at once; all else (terminals, files, pipes that are full)
//! is left to the thread.

/// What a pipe takes in one piece, in bytes: the least that systems grant.
#[cfg(unix)]
const PIECE: usize = 4096;

/// Standard output, if it is a pipe.
#[derive(Debug)]
#[cfg_attr(not(unix), allow(dead_code))]
pub struct Pipe(());

#[cfg(unix)]
impl Pipe {
    /// Looks at what standard output is.
    pub fn of_stdout() -> Option<Self> {
        use rustix::fs::{FileType, fstat};
        let stat = fstat(std::io::stdout()).ok()?;
        FileType::from_raw_mode(stat.st_mode)
            .is_fifo()
            .then_some(Self(()))
    }

    /// Writes all of the text or nothing; `false` if it has to wait, or nobody
    /// will read it.
    pub fn write(&self, text: &str) -> bool {
        use rustix::event::{PollFd, PollFlags, Timespec, poll};
        let stdout = std::io::stdout();
        let now = Timespec {
            tv_sec: 0,
            tv_nsec: 0,
        };
        let mut room = [PollFd::new(&stdout, PollFlags::OUT)];
        text.len() <= PIECE
            && poll(&mut room, Some(&now)).is_ok_and(|ready| ready == 1)
            && room.iter().all(|fd| fd.revents() == PollFlags::OUT)
            && rustix::io::write(&stdout, text.as_bytes()).is_ok()
    }
}

#[cfg(not(unix))]
impl Pipe {
    /// Nothing is known of it.
    pub const fn of_stdout() -> Option<Self> {
        None
    }

    /// Leaves it to the thread.
    pub const fn write(&self, _text: &str) -> bool {
        false
    }
}
