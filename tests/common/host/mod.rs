//! A host: runs the engine as a process and talks to it in lines.
//!
//! Nothing here uses the protocol crate: an independent reader checks what the engine prints. A
//! thread stamps each line with its time of arrival, so that a busy test does not make the engine
//! look slow.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // test code
#![allow(dead_code)] // each test program uses a part of it

pub mod info;
pub mod metronome;
pub mod tally;
pub mod uci;
pub mod ushi;

use std::{
    fmt,
    io::{BufRead, BufReader, Read, Write},
    process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio},
    sync::{
        Mutex, MutexGuard, PoisonError,
        mpsc::{Receiver, RecvTimeoutError, channel},
    },
    thread::{JoinHandle, sleep, spawn},
    time::{Duration, Instant},
};

/// The time without output after which the engine counts as stalled.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// The number of lines of the conversation that a fault shows.
const SHOWN: usize = 30;

/// The number of characters shown of each line.
const SHOWN_WIDTH: usize = 300;

/// What went wrong, with the end of the conversation.
#[derive(Debug, Clone)]
pub enum Fault {
    /// A move that the rules do not allow.
    Illegal(String),
    /// The process ended, or wrote to stderr.
    Crash(String),
    /// No answer came.
    Stall(String),
    /// The dialect does not allow this line here.
    Talk(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Illegal(text) => write!(f, "illegal: {text}"),
            Self::Crash(text) => write!(f, "crash: {text}"),
            Self::Stall(text) => write!(f, "stall: {text}"),
            Self::Talk(text) => write!(f, "talk: {text}"),
        }
    }
}

/// A line from the engine and when it arrived.
#[derive(Debug, Clone)]
pub struct Heard {
    pub at: Instant,
    pub text: String,
}

/// A running engine. It is killed when this is dropped.
pub struct Process {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<Heard>,
    readers: Option<(JoinHandle<()>, JoinHandle<String>)>,
    /// Both sides of the conversation.
    log: Vec<String>,
    pub started: Instant,
}

impl Process {
    /// Starts the engine with these arguments.
    pub fn start(words: &[&str]) -> Self {
        Self::start_in(words, &[])
    }

    /// Starts the engine with these arguments and environment variables.
    pub fn start_in(words: &[&str], variables: &[(&str, &str)]) -> Self {
        let started = Instant::now();
        let mut child = Command::new(env!("CARGO_BIN_EXE_batyr"))
            .args(words)
            .env_remove("RUST_LOG")
            .envs(variables.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        let (sender, lines) = channel();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let stderr = child.stderr.take().unwrap();
        let read_lines = move |stdout: BufReader<ChildStdout>| {
            for text in stdout.lines().map_while(Result::ok) {
                let at = Instant::now();
                if sender.send(Heard { at, text }).is_err() {
                    return;
                }
            }
        };
        let read_all = |mut stderr: ChildStderr| {
            let mut text = String::new();
            // A read error is as bad as output.
            let _ = stderr.read_to_string(&mut text);
            text
        };
        Self {
            stdin: child.stdin.take(),
            child,
            lines,
            readers: Some((
                spawn(move || read_lines(stdout)),
                spawn(move || read_all(stderr)),
            )),
            log: Vec::new(),
            started,
        }
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends lines in one piece and returns when.
    pub fn send(&mut self, lines: &str) -> Result<Instant, Fault> {
        self.send_bytes(format!("{lines}\n").as_bytes())
    }

    /// Sends raw bytes.
    pub fn send_bytes(&mut self, bytes: &[u8]) -> Result<Instant, Fault> {
        let text = String::from_utf8_lossy(bytes);
        self.log
            .extend(text.lines().map(|line| format!("> {}", shown(line))));
        let at = Instant::now();
        let written = self.stdin.as_mut().map(|stdin| stdin.write_all(bytes));
        match written {
            Some(Ok(())) => Ok(at),
            _ => Err(Fault::Crash(self.story("stdin is closed"))),
        }
    }

    /// Closes the engine's input.
    pub fn close_input(&mut self) {
        self.stdin = None;
    }

    /// Returns the next line.
    pub fn next(&mut self, timeout: Duration) -> Result<Heard, Fault> {
        match self.lines.recv_timeout(timeout) {
            Ok(heard) => {
                self.log.push(format!("< {}", heard.text));
                Ok(heard)
            }
            Err(RecvTimeoutError::Timeout) => Err(Fault::Stall(self.story("no line comes"))),
            Err(RecvTimeoutError::Disconnected) => Err(Fault::Crash(self.story("stdout ended"))),
        }
    }

    /// Returns the lines up to and including the first one with this prefix.
    pub fn until(&mut self, prefix: &str, timeout: Duration) -> Result<Vec<Heard>, Fault> {
        let end = Instant::now() + timeout;
        let mut lines = Vec::new();
        loop {
            let heard = self.next(end.saturating_duration_since(Instant::now()))?;
            let is_last = heard.text.starts_with(prefix);
            lines.push(heard);
            if is_last {
                return Ok(lines);
            }
        }
    }

    /// Returns the first line with this prefix; skips those before it.
    pub fn expect(&mut self, prefix: &str, timeout: Duration) -> Result<Heard, Fault> {
        let mut lines = self.until(prefix, timeout)?;
        Ok(lines.pop().expect("the line that ended the wait"))
    }

    /// Returns all lines that arrive within the time, or up to the end of the output.
    pub fn listen(&mut self, time: Duration) -> Vec<String> {
        let end = Instant::now() + time;
        let mut texts = Vec::new();
        while let Ok(heard) = self.next(end.saturating_duration_since(Instant::now())) {
            texts.push(heard.text);
        }
        texts
    }

    /// Reads the next line and returns a fault if it differs from `text`.
    pub fn must_say(&mut self, text: &str, timeout: Duration) -> Result<Heard, Fault> {
        let heard = self.next(timeout)?;
        if heard.text == text {
            return Ok(heard);
        }
        let fault = format!("{:?} instead of {text:?}", heard.text);
        Err(Fault::Talk(self.story(&fault)))
    }

    /// Returns the fault's text, followed by the end of the conversation.
    pub fn story(&self, fault: &str) -> String {
        let first = self.log.len().saturating_sub(SHOWN);
        format!("{fault}\n  {}", self.log[first..].join("\n  "))
    }

    /// Clears the log, which would grow too large in very long conversations.
    pub fn forget(&mut self) {
        self.log.clear();
    }

    /// Waits for the process to end and returns how long that took.
    pub fn wait(&mut self) -> Result<(Duration, ExitStatus), Fault> {
        let from = Instant::now();
        while from.elapsed() < PATIENCE {
            if let Some(status) = self.child.try_wait().expect("the process can be asked") {
                return Ok((from.elapsed(), status));
            }
            sleep(Duration::from_micros(500));
        }
        Err(Fault::Stall(self.story("the process does not end")))
    }

    /// Sends `quit` and returns how long the process then took to end. Output on stderr and an
    /// exit status other than 0 are faults.
    pub fn quit(mut self) -> Result<Duration, Fault> {
        self.send("quit")?;
        let (time, status) = self.wait()?;
        self.check_end(status)?;
        Ok(time)
    }

    /// Checks the exit status and stderr of a process that has ended.
    pub fn check_end(&mut self, status: ExitStatus) -> Result<(), Fault> {
        let complaint = self.complaint();
        if status.success() && complaint.is_empty() {
            return Ok(());
        }
        Err(Fault::Crash(self.story(&format!("{status}: {complaint}"))))
    }

    /// Returns what the process wrote to stderr, once it has ended.
    pub fn complaint(&mut self) -> String {
        let Some((stdout, stderr)) = self.readers.take() else {
            return String::new();
        };
        stdout.join().expect("the reader of stdout lives");
        stderr.join().expect("the reader of stderr lives")
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.stdin = None;
        // The process may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
        let complaint = self.complaint();
        if !complaint.is_empty() {
            eprintln!("the engine said on stderr: {complaint}");
        }
    }
}

/// Returns a line of the log, cut off if it is very long.
fn shown(line: &str) -> String {
    match line.char_indices().nth(SHOWN_WIDTH) {
        Some((end, _)) => format!("{}… ({} bytes)", &line[..end], line.len()),
        None => line.to_string(),
    }
}

/// Returns a lock that keeps measurements from disturbing each other.
pub fn alone() -> MutexGuard<'static, ()> {
    static LOCK: Mutex<()> = Mutex::new(());
    LOCK.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the number of games that a long form plays: `usual`, unless `GAMES` in the environment
/// sets another.
pub fn games(usual: usize) -> usize {
    let asked = std::env::var("GAMES").ok();
    asked.map_or(usual, |games| games.parse().expect("GAMES is a number"))
}
