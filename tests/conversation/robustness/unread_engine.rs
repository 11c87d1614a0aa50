//! Runs an engine whose output the host does not read, or closes.

use std::{
    io::{BufRead, BufReader, Read, Write},
    process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio},
    sync::mpsc::{Receiver, Sender, channel},
    thread::{sleep, spawn},
    time::{Duration, Instant},
};

use super::machine::processor_time;
use crate::{host::RESPONSE_TIMEOUT, program::wait_for_exit};

/// An engine whose output stays in the pipe until the test reads it.
pub struct UnreadEngine {
    child: Child,
    /// Sends to a writer thread, so that a test times out, instead of blocking, if the engine does
    /// not read its input.
    input: Option<Sender<String>>,
    output: Option<BufReader<ChildStdout>>,
}

/// Writes the lines that arrive to stdin, until the engine exits.
fn forward_lines(mut stdin: ChildStdin, input: Receiver<String>) {
    for text in input {
        if stdin.write_all(text.as_bytes()).is_err() {
            // The engine has exited; the test checks its exit status.
            return;
        }
    }
}

impl UnreadEngine {
    pub fn start() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_batyr"))
            .env_remove("RUST_LOG")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let stdin = child.stdin.take().unwrap();
        let (input, receiver) = channel();
        spawn(move || forward_lines(stdin, receiver));
        Self {
            input: Some(input),
            output: child.stdout.take().map(BufReader::new),
            child,
        }
    }

    /// Returns the process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends lines without waiting for the engine to read them.
    pub fn send(&mut self, lines: &str) {
        let input = self.input.as_ref().unwrap();
        // The writer thread ends when the engine exits.
        let _ = input.send(format!("{lines}\n"));
    }

    /// Reads lines up to this one.
    pub fn read_until(&mut self, expected: &str) {
        let mut line = String::new();
        while line.trim_end() != expected {
            line.clear();
            let read = self.output.as_mut().unwrap().read_line(&mut line).unwrap();
            assert!(read > 0, "the output ended before {expected}");
        }
    }

    /// Closes the engine's stdin.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// Closes the engine's stdout.
    pub fn close_output(&mut self) {
        self.output = None;
    }

    /// Waits until the engine uses no processor time.
    pub fn wait_until_idle(&self) {
        const INTERVAL: Duration = Duration::from_millis(150);
        let deadline = Instant::now() + RESPONSE_TIMEOUT;
        let mut before = processor_time(self.id());
        loop {
            sleep(INTERVAL);
            let now = processor_time(self.id());
            if now == before {
                return;
            }
            assert!(
                Instant::now() < deadline,
                "the engine keeps using the processor"
            );
            before = now;
        }
    }

    /// Closes the engine's stdin and returns all remaining output.
    pub fn close_and_read_all(mut self) -> String {
        self.input = None;
        let mut text = String::new();
        let mut output = self.output.take().unwrap();
        output.read_to_string(&mut text).unwrap();
        text
    }

    /// Waits for the process to exit; returns its exit status and its stderr.
    pub fn wait_for_exit(&mut self) -> (ExitStatus, String) {
        let status = wait_for_exit(&mut self.child, RESPONSE_TIMEOUT);
        let mut error_output = String::new();
        let mut stderr = self.child.stderr.take().unwrap();
        stderr.read_to_string(&mut error_output).unwrap();
        (status, error_output)
    }
}

impl Drop for UnreadEngine {
    fn drop(&mut self) {
        // The process may have exited already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
