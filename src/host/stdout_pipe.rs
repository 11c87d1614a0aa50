//! Writes directly to standard output when the write can't block.
//!
//! Switching to the writing thread costs time when all cores are searching; with direct
//! writes, nearly all answers arrive within a tenth of a millisecond. A pipe that the system
//! reports as writable accepts a page at once and in one piece. Everything else
//! (terminals, files, full pipes) is left to the writing thread.

/// The number of bytes that a writable pipe accepts in one piece: `PIPE_BUF` of Linux;
/// elsewhere, the smallest value that POSIX allows.
#[cfg(unix)]
const ATOMIC_WRITE_BYTES: usize = if cfg!(target_os = "linux") { 4096 } else { 512 };

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

    /// Writes either the whole text or nothing; returns `false` if the text is too long, or if
    /// the write would block or fails.
    pub fn try_write(&self, text: &str) -> bool {
        use rustix::event::{PollFd, PollFlags, Timespec, poll};
        let stdout = std::io::stdout();
        let now = Timespec {
            tv_sec: 0,
            tv_nsec: 0,
        };
        let mut poll_fds = [PollFd::new(&stdout, PollFlags::OUT)];
        text.len() <= ATOMIC_WRITE_BYTES
            && poll(&mut poll_fds, Some(&now)).is_ok_and(|ready| ready == 1)
            && poll_fds.iter().all(|fd| fd.revents() == PollFlags::OUT)
            && rustix::io::write(&stdout, text.as_bytes()).is_ok()
    }
}

#[cfg(not(unix))]
impl StdoutPipe {
    /// Returns `None`, because the kind of standard output is unknown here.
    pub const fn open() -> Option<Self> {
        None
    }

    /// Returns `false`, which leaves the text to the writing thread.
    pub const fn try_write(&self, _text: &str) -> bool {
        false
    }
}
