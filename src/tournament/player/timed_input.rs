//! An engine's input. Writing to it fails if the engine does not read in time.
//!
//! On Unix the pipe does not block, and `poll` waits for it. Elsewhere a thread writes; if an
//! engine blocks it, the thread ends when the engine's process does.

use std::io;
use std::thread::Builder;

#[cfg(unix)]
pub use polled::TimedInput;
#[cfg(not(unix))]
pub use threaded::TimedInput;

/// The stack size of a thread that serves a pipe, in bytes.
const STACK_SIZE: usize = 256 << 10;

/// Starts a thread that reads from an engine or writes to it.
pub fn spawn_pipe_thread(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    let builder = Builder::new().name(name.to_owned()).stack_size(STACK_SIZE);
    builder.spawn(work).map(drop)
}

#[cfg(unix)]
mod polled {
    use std::io::{self, Write};
    use std::process::ChildStdin;
    use std::time::{Duration, Instant};

    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::io::{Errno, ioctl_fionbio};

    /// The pipe to an engine.
    #[derive(Debug)]
    pub struct TimedInput {
        stdin: ChildStdin,
        /// Whether a write has timed out, and so may have left part of a line in the pipe.
        is_overdue: bool,
    }

    impl TimedInput {
        /// Creates the input of an engine.
        pub fn new(stdin: ChildStdin) -> io::Result<Self> {
            ioctl_fionbio(&stdin, true)?;
            Ok(Self {
                stdin,
                is_overdue: false,
            })
        }

        /// Writes all bytes within this time.
        ///
        /// # Errors
        /// Returns `TimedOut` if the engine does not read, or has not read earlier bytes in
        /// time, or a different error if it has closed its input.
        pub fn write(&mut self, bytes: &[u8], timeout: Duration) -> io::Result<()> {
            if self.is_overdue {
                return Err(io::ErrorKind::TimedOut.into());
            }
            let deadline = Instant::now() + timeout;
            let mut rest = bytes;
            while !rest.is_empty() {
                match self.stdin.write(rest) {
                    Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                    Ok(count) => rest = rest.get(count..).unwrap_or_default(),
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                        self.wait_until_writable(deadline)?;
                    }
                    Err(error) => return Err(error),
                }
            }
            Ok(())
        }

        fn wait_until_writable(&mut self, deadline: Instant) -> io::Result<()> {
            let time = deadline.saturating_duration_since(Instant::now());
            if time.is_zero() {
                self.is_overdue = true;
                return Err(io::ErrorKind::TimedOut.into());
            }
            let time = Timespec::try_from(time).map_err(|_| io::ErrorKind::InvalidInput)?;
            match poll(&mut [PollFd::new(&self.stdin, PollFlags::OUT)], Some(&time)) {
                Ok(_) | Err(Errno::INTR) => Ok(()),
                Err(error) => Err(error.into()),
            }
        }
    }
}

#[cfg(any(not(unix), test))]
mod threaded {
    use std::io::{self, Write};
    use std::process::ChildStdin;
    use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
    use std::time::Duration;

    use super::spawn_pipe_thread;

    /// The channels to the thread that writes to an engine.
    #[derive(Debug)]
    pub struct TimedInput {
        to_write: Sender<Vec<u8>>,
        /// The result of each write.
        results: Receiver<io::Result<()>>,
        /// Whether a write has timed out. Its result may still arrive.
        is_overdue: bool,
    }

    impl TimedInput {
        /// Creates the input of an engine.
        pub fn new(mut stdin: ChildStdin) -> io::Result<Self> {
            let (to_write, from_player) = channel::<Vec<u8>>();
            let (report, results) = channel();
            spawn_pipe_thread("engine-in", move || {
                for bytes in from_player {
                    if report.send(stdin.write_all(&bytes)).is_err() {
                        return;
                    }
                }
            })?;
            Ok(Self {
                to_write,
                results,
                is_overdue: false,
            })
        }

        /// Writes all bytes within this time.
        ///
        /// # Errors
        /// Returns `TimedOut` if the engine does not read, or has not read earlier bytes in
        /// time, or a different error if it has closed its input.
        pub fn write(&mut self, bytes: &[u8], timeout: Duration) -> io::Result<()> {
            if self.is_overdue {
                return Err(io::ErrorKind::TimedOut.into());
            }
            let sent = self.to_write.send(bytes.to_vec());
            sent.map_err(|_| io::ErrorKind::BrokenPipe)?;
            match self.results.recv_timeout(timeout) {
                Ok(result) => result,
                Err(RecvTimeoutError::Timeout) => {
                    self.is_overdue = true;
                    Err(io::ErrorKind::TimedOut.into())
                }
                Err(RecvTimeoutError::Disconnected) => Err(io::ErrorKind::BrokenPipe.into()),
            }
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::io::ErrorKind;
    use std::process::{Command, Stdio};
    use std::time::Duration;

    use super::{polled, threaded};

    /// More than a pipe holds.
    const BYTES: usize = 1 << 21;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command.stdin(Stdio::piped()).stdout(Stdio::null());
        command
    }

    macro_rules! check {
        ($input:ty) => {
            let mut reader = shell("cat").spawn().unwrap();
            let stdin = reader.stdin.take().unwrap();
            let mut input = <$input>::new(stdin).unwrap();
            let all = vec![b'x'; BYTES];
            input.write(&all, Duration::from_secs(10)).unwrap();
            input.write(b"quit\n", Duration::from_secs(10)).unwrap();
            drop(input);
            assert!(reader.wait().unwrap().success());

            // The rest of a line must not be followed by another one when the engine reads again.
            let mut idle = shell("sleep 0.3; exec cat").spawn().unwrap();
            let stdin = idle.stdin.take().unwrap();
            let mut input = <$input>::new(stdin).unwrap();
            let error = input.write(&all, Duration::from_millis(50)).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::TimedOut);
            std::thread::sleep(Duration::from_millis(500));
            let error = input.write(b"x", Duration::from_secs(10)).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::TimedOut);
            idle.kill().unwrap();
            idle.wait().unwrap();

            let mut ended = shell("exit").spawn().unwrap();
            let stdin = ended.stdin.take().unwrap();
            ended.wait().unwrap();
            let mut input = <$input>::new(stdin).unwrap();
            let error = input.write(b"x", Duration::from_secs(10)).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::BrokenPipe);
        };
    }

    #[test]
    fn bytes_are_written_within_the_time_or_an_error_says_why_not() {
        check!(polled::TimedInput);
        check!(threaded::TimedInput);
    }
}
