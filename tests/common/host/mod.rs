//! Test hosts, which run the engine as a process and exchange lines with it.
//!
//! The process is driven as `batyr match` drives its engines. An independent parser, and not that
//! of the protocol crate, checks what the engine prints.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // test code
#![allow(dead_code)] // each test program uses only part of this module

pub mod info;
pub mod metronome;
pub mod statistics;
pub mod uci;
pub mod ushi;

use std::{
    collections::VecDeque,
    fmt,
    io::ErrorKind,
    process::{Command, ExitStatus, Stdio},
    sync::{Mutex, MutexGuard, PoisonError},
    thread::sleep,
    time::{Duration, Instant},
};

use batyr::tournament::player::{NextLine, OutputLine, Process};

/// The time without output after which the engine is considered stalled.
pub const RESPONSE_TIMEOUT: Duration = Duration::from_secs(60);

/// How long an engine that is no longer needed may take to exit before it is killed.
const EXIT_GRACE: Duration = Duration::from_millis(300);

/// The maximum number of lines of the conversation that are shown with a fault.
const MAX_LINES_SHOWN: usize = 30;

/// The maximum number of characters of each line that are shown.
const MAX_CHARS_SHOWN: usize = 300;

/// A fault of the engine, with the last lines of the conversation.
#[derive(Debug, Clone)]
pub enum ConversationFault {
    /// The engine sent a move that the rules do not allow.
    Illegal(String),
    /// The process exited unexpectedly, or wrote to stderr.
    Crash(String),
    /// The engine did not answer in time.
    Stall(String),
    /// The engine sent a line that the dialect does not allow at that point.
    Protocol(String),
}

impl fmt::Display for ConversationFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Illegal(text) => write!(f, "illegal move: {text}"),
            Self::Crash(text) => write!(f, "crash: {text}"),
            Self::Stall(text) => write!(f, "stall: {text}"),
            Self::Protocol(text) => write!(f, "protocol fault: {text}"),
        }
    }
}

/// A line from the engine and its time of arrival.
#[derive(Debug, Clone)]
pub struct ReceivedLine {
    pub arrived_at: Instant,
    pub text: String,
}

/// A running engine, which is killed on drop.
pub struct EngineProcess {
    process: Process,
    /// The lines of stdout that no test has read yet; for one that is unreadable, the reason.
    unread: VecDeque<Result<ReceivedLine, String>>,
    /// What the process has written to stderr.
    error_output: String,
    /// The lines of both sides of the conversation.
    log: Vec<String>,
    pub started_at: Instant,
}

impl EngineProcess {
    /// Starts the engine with these arguments.
    pub fn start(args: &[&str]) -> Self {
        Self::start_with_env(args, &[])
    }

    /// Starts the engine with these arguments and environment variables.
    pub fn start_with_env(args: &[&str], variables: &[(&str, &str)]) -> Self {
        let started_at = Instant::now();
        let mut command = Command::new(env!("CARGO_BIN_EXE_batyr"));
        command
            .args(args)
            .env_remove("RUST_LOG")
            .envs(variables.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        Self {
            process: Process::start(command).expect("the engine can be started"),
            unread: VecDeque::new(),
            error_output: String::new(),
            log: Vec::new(),
            started_at,
        }
    }

    /// Returns the process id.
    pub fn id(&self) -> u32 {
        self.process.id()
    }

    /// Sends lines in a single write and returns the time at which they were sent.
    pub fn send(&mut self, lines: &str) -> Result<Instant, ConversationFault> {
        self.send_bytes(format!("{lines}\n").as_bytes())
    }

    /// Sends raw bytes and returns the time at which they were sent.
    pub fn send_bytes(&mut self, bytes: &[u8]) -> Result<Instant, ConversationFault> {
        let text = String::from_utf8_lossy(bytes);
        self.log
            .extend(text.lines().map(|line| format!("> {}", truncated(line))));
        let sent_at = Instant::now();
        match self.process.write(bytes, RESPONSE_TIMEOUT) {
            Ok(()) => Ok(sent_at),
            Err(error) if error.kind() == ErrorKind::TimedOut => {
                Err(ConversationFault::Stall(self.with_log("stdin is not read")))
            }
            Err(_) => Err(ConversationFault::Crash(self.with_log("stdin is closed"))),
        }
    }

    /// Closes the engine's stdin.
    pub fn close_input(&mut self) {
        self.process.close_input();
    }

    /// Reads the next line.
    pub fn next_line(&mut self, timeout: Duration) -> Result<ReceivedLine, ConversationFault> {
        let deadline = Instant::now() + timeout;
        loop {
            if let Some(line) = self.unread.pop_front() {
                let received =
                    line.map_err(|reason| ConversationFault::Protocol(self.with_log(&reason)))?;
                self.log.push(format!("< {}", received.text));
                return Ok(received);
            }
            match self.process.next_line(deadline) {
                NextLine::Line(line) => self.store(line.at, line.output),
                NextLine::Timeout => {
                    return Err(ConversationFault::Stall(self.with_log("no line arrived")));
                }
                NextLine::Closed => {
                    return Err(ConversationFault::Crash(self.with_log("stdout was closed")));
                }
            }
        }
    }

    /// Keeps a line until a test asks for it.
    fn store(&mut self, arrived_at: Instant, line: OutputLine) {
        match line {
            OutputLine::Stdout(text) => {
                self.unread.push_back(Ok(ReceivedLine { arrived_at, text }));
            }
            OutputLine::Unreadable { reason, .. } => self.unread.push_back(Err(reason)),
            OutputLine::Stderr(text) => {
                self.error_output.push_str(&text);
                self.error_output.push('\n');
            }
        }
    }

    /// Reads up to the first line with this prefix; returns the lines, including that one.
    pub fn read_until(
        &mut self,
        prefix: &str,
        timeout: Duration,
    ) -> Result<Vec<ReceivedLine>, ConversationFault> {
        let deadline = Instant::now() + timeout;
        let mut lines = Vec::new();
        loop {
            let received = self.next_line(deadline.saturating_duration_since(Instant::now()))?;
            let is_last = received.text.starts_with(prefix);
            lines.push(received);
            if is_last {
                return Ok(lines);
            }
        }
    }

    /// Returns the first line with this prefix, and skips the lines before it.
    pub fn skip_to(
        &mut self,
        prefix: &str,
        timeout: Duration,
    ) -> Result<ReceivedLine, ConversationFault> {
        let mut lines = self.read_until(prefix, timeout)?;
        Ok(lines.pop().expect("the line with the prefix"))
    }

    /// Returns all lines that arrive during this time, or before the output ends.
    pub fn read_for(&mut self, time: Duration) -> Vec<String> {
        let deadline = Instant::now() + time;
        let mut lines = Vec::new();
        while let Ok(received) = self.next_line(deadline.saturating_duration_since(Instant::now()))
        {
            lines.push(received.text);
        }
        lines
    }

    /// Reads the next line, which must be `text`.
    ///
    /// # Errors
    ///
    /// Returns a fault if the line is different or does not arrive in time.
    pub fn expect_line(
        &mut self,
        text: &str,
        timeout: Duration,
    ) -> Result<ReceivedLine, ConversationFault> {
        let received = self.next_line(timeout)?;
        if received.text == text {
            return Ok(received);
        }
        let fault = format!("expected {text:?}, received {:?}", received.text);
        Err(ConversationFault::Protocol(self.with_log(&fault)))
    }

    /// Returns the description of a fault, followed by the last lines of the conversation.
    pub fn with_log(&self, fault: &str) -> String {
        let first = self.log.len().saturating_sub(MAX_LINES_SHOWN);
        format!("{fault}\n  {}", self.log[first..].join("\n  "))
    }

    /// Clears the log, which would grow too large in very long conversations.
    pub fn clear_log(&mut self) {
        self.log.clear();
    }

    /// Waits for the process to exit; returns how long that took, and the exit status.
    pub fn wait_for_exit(&mut self) -> Result<(Duration, ExitStatus), ConversationFault> {
        let from = Instant::now();
        while from.elapsed() < RESPONSE_TIMEOUT {
            self.process.wait_for_exit(Duration::ZERO);
            if let Some(status) = self.process.status() {
                return Ok((from.elapsed(), status));
            }
            sleep(Duration::from_micros(500));
        }
        Err(ConversationFault::Stall(
            self.with_log("the process did not exit"),
        ))
    }

    /// Sends `quit` and returns how long the process then took to exit. Output on stderr and an
    /// exit status other than 0 are faults.
    pub fn quit(mut self) -> Result<Duration, ConversationFault> {
        self.send("quit")?;
        self.wait_for_clean_exit()
    }

    /// Waits for the process to exit and returns how long that took. Output on stderr and an exit
    /// status other than 0 are faults.
    pub fn wait_for_clean_exit(&mut self) -> Result<Duration, ConversationFault> {
        let (time, status) = self.wait_for_exit()?;
        let error_output = self.error_output();
        if status.success() && error_output.is_empty() {
            return Ok(time);
        }
        Err(ConversationFault::Crash(
            self.with_log(&format!("{status}: {error_output}")),
        ))
    }

    /// Waits for the end of the output, and returns what the process wrote to stderr. A second call
    /// returns nothing.
    pub fn error_output(&mut self) -> String {
        self.error_output_within(RESPONSE_TIMEOUT)
    }

    /// Does the same as [`Self::error_output`], but waits only for this time.
    fn error_output_within(&mut self, timeout: Duration) -> String {
        let deadline = Instant::now() + timeout;
        while let NextLine::Line(line) = self.process.next_line_of_rest(deadline) {
            self.store(line.at, line.output);
        }
        std::mem::take(&mut self.error_output)
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        self.close_input();
        let error_output = self.error_output_within(EXIT_GRACE);
        if !error_output.is_empty() {
            eprintln!("the engine wrote to stderr: {error_output}");
        }
    }
}

/// Returns a line for the log, truncated if it is very long.
fn truncated(line: &str) -> String {
    match line.char_indices().nth(MAX_CHARS_SHOWN) {
        Some((end, _)) => format!("{}… ({} bytes)", &line[..end], line.len()),
        None => line.to_string(),
    }
}

/// Returns the value of a result, and panics if it is a fault.
#[track_caller]
pub fn expect_no_fault<T>(result: Result<T, ConversationFault>) -> T {
    result.unwrap_or_else(|fault| panic!("{fault}"))
}

/// Waits for the lock that keeps the tests of a program from measuring times simultaneously.
pub fn measurement_lock() -> MutexGuard<'static, ()> {
    static LOCK: Mutex<()> = Mutex::new(());
    LOCK.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the number of games that a slow test plays: `default`, unless the environment variable
/// `GAMES` overrides it.
pub fn game_count(default: usize) -> usize {
    let games = std::env::var("GAMES").ok();
    games.map_or(default, |games| {
        games.parse().expect("GAMES must be a number")
    })
}
