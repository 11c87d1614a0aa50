//! An engine's process and its pipes.
//!
//! Reading and writing never wait without a time limit. A thread reads each line
//! and records its time of arrival; writing fails if the engine does not read in
//! time; and dropping a process kills it and everything that remains of its
//! process group.

use std::io::{self, Read};
use std::process::{Child, Command, ExitStatus};
use std::sync::Arc;
use std::thread::sleep;
use std::time::{Duration, Instant};

use batyr_protocol::{LineError, LineSplitter};

use super::line_queue::{LineQueue, NextLine, OutputLine, OutputStream, TimedLine};
use super::timed_input::{TimedInput, spawn_pipe_thread};

/// The maximum length of a line from an engine, in bytes.
const MAX_LINE_BYTES: usize = 1 << 20;
/// The number of bytes read at a time.
const READ_SIZE: usize = 1 << 16;
/// The interval at which a process that is expected to end is polled.
const EXIT_POLL_INTERVAL: Duration = Duration::from_millis(2);

/// The process of an engine.
#[derive(Debug)]
pub struct Process {
    child: Child,
    stdin: Option<TimedInput>,
    line_queue: Arc<LineQueue>,
    status: Option<ExitStatus>,
    /// Whether the process group has been killed, after which the system may give its id to
    /// other processes.
    is_group_killed: bool,
}

impl Process {
    /// Starts a command whose standard streams are pipes.
    ///
    /// # Errors
    /// Returns an error if the system can't start it, or a thread for one of its pipes.
    pub fn start(mut command: Command) -> io::Result<Self> {
        let mut child = command.spawn()?;
        let (stdin, stdout, stderr) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let mut process = Self {
            child,
            stdin: None,
            line_queue: Arc::default(),
            status: None,
            is_group_killed: false,
        };
        process.stdin = stdin.map(TimedInput::new).transpose()?;
        if let Some(stdout) = stdout {
            let line_queue = Arc::clone(&process.line_queue);
            spawn_pipe_thread("engine-out", move || {
                read_lines(stdout, &line_queue, stdout_line);
                line_queue.mark_ended(OutputStream::Stdout);
            })?;
        }
        if let Some(stderr) = stderr {
            let line_queue = Arc::clone(&process.line_queue);
            spawn_pipe_thread("engine-err", move || {
                read_lines(stderr, &line_queue, stderr_line);
                line_queue.mark_ended(OutputStream::Stderr);
            })?;
        }
        Ok(process)
    }

    /// Returns the process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Returns the next line from the engine; waits for it until the deadline.
    pub fn next_line(&self, deadline: Instant) -> NextLine {
        self.line_queue.pop(deadline)
    }

    /// Returns the next line after the engine has ended or closed its output; waits for
    /// it until the deadline. A line on stderr may arrive after the end of stdout.
    pub fn next_line_of_rest(&self, deadline: Instant) -> NextLine {
        self.line_queue.pop_rest(deadline)
    }

    /// Writes all bytes to the engine's input within this time.
    ///
    /// # Errors
    /// Returns `TimedOut` if the engine does not read, or a different error if it has closed its
    /// input.
    pub fn write(&mut self, bytes: &[u8], timeout: Duration) -> io::Result<()> {
        match &mut self.stdin {
            Some(stdin) => stdin.write(bytes, timeout),
            None => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    /// Closes the engine's input.
    pub fn close_input(&mut self) {
        self.stdin = None;
    }

    /// Waits for the process to end; returns whether it did within this time.
    pub fn wait_for_exit(&mut self, timeout: Duration) -> bool {
        let deadline = Instant::now() + timeout;
        loop {
            if self.status.is_none() {
                self.status = self.child.try_wait().ok().flatten();
            }
            if self.status.is_some() {
                return true;
            }
            if Instant::now() >= deadline {
                return false;
            }
            sleep(EXIT_POLL_INTERVAL);
        }
    }

    /// Returns the exit status, if the process is known to have ended.
    pub const fn status(&self) -> Option<ExitStatus> {
        self.status
    }

    /// Kills the process, all others in its process group and, on Linux, all its descendants, and
    /// returns its exit status.
    pub fn kill(&mut self) -> Option<ExitStatus> {
        self.wait_for_exit(Duration::ZERO);
        // A keeper that ended by itself has killed all processes in its group,
        // and the system may have given the group's id to other processes.
        if self.status.is_none_or(was_killed) && !self.is_group_killed {
            self.kill_group();
            self.is_group_killed = true;
        }
        if self.status.is_none() {
            self.status = self.child.wait().ok();
        }
        self.line_queue.close();
        self.status
    }

    #[cfg(unix)]
    fn kill_group(&mut self) {
        use rustix::process::{Pid, Signal, kill_process_group};
        let group = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw);
        #[cfg(target_os = "linux")]
        if self.status.is_none()
            && let Some(keeper) = group
        {
            // Descendants that left the group become children of the keeper, which must not end
            // before they do. It is stopped so that it doesn't end with the engine.
            let _ = rustix::process::kill_process(keeper, Signal::STOP);
            crate::tournament::process_tree::kill_descendants(keeper);
        }
        // An empty group is not an error.
        let _ = group.map(|group| kill_process_group(group, Signal::KILL));
        if self.status.is_none() {
            let _ = self.child.kill();
        }
    }

    #[cfg(not(unix))]
    fn kill_group(&mut self) {
        if self.status.is_none() {
            let _ = self.child.kill();
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

#[cfg(unix)]
fn was_killed(status: ExitStatus) -> bool {
    use std::os::unix::process::ExitStatusExt;
    status.signal().is_some()
}

#[cfg(not(unix))]
fn was_killed(_: ExitStatus) -> bool {
    false
}

/// Puts each line into the queue, until the stream ends or the queue is closed.
fn read_lines(
    mut stream: impl Read,
    line_queue: &LineQueue,
    wrap: fn(Result<Vec<u8>, LineError>) -> OutputLine,
) {
    let mut splitter = LineSplitter::with_limit(MAX_LINE_BYTES);
    let mut buffer = vec![0; READ_SIZE];
    let mut lines = Vec::new();
    loop {
        let count = match stream.read(&mut buffer) {
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => 0,
        };
        let at = Instant::now();
        let mut bytes = buffer.get(..count).unwrap_or_default();
        lines.extend(std::iter::from_fn(|| splitter.next_raw_line(&mut bytes)));
        if count == 0 {
            lines.extend(splitter.finish_raw());
        }
        for line in lines.drain(..) {
            let output = wrap(line);
            if !line_queue.push(TimedLine { at, output }) {
                return;
            }
        }
        if count == 0 {
            return;
        }
    }
}

/// Makes a queue entry from a line of stdout. The readable part of a line that is not UTF-8 is
/// kept, because it may be the engine's answer.
fn stdout_line(line: Result<Vec<u8>, LineError>) -> OutputLine {
    let unreadable = |error: LineError, text| OutputLine::Unreadable {
        reason: error.to_string(),
        text,
    };
    match line.map(String::from_utf8) {
        Ok(Ok(text)) => OutputLine::Stdout(text),
        Ok(Err(error)) => {
            let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
            unreadable(error.utf8_error().into(), text)
        }
        Err(error) => unreadable(error, String::new()),
    }
}

/// Makes a queue entry from a line of stderr. Invalid UTF-8 is replaced: only people read it.
fn stderr_line(line: Result<Vec<u8>, LineError>) -> OutputLine {
    OutputLine::Stderr(match line {
        Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(error) => error.to_string(),
    })
}
