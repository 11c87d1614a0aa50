//! An engine whose host does not read its output, or closes it.

use std::{
    io::{BufRead, BufReader, Read, Write},
    process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio},
    sync::mpsc::{Sender, channel},
    thread::{sleep, spawn},
    time::{Duration, Instant},
};

use super::machine::processor_time;
use crate::host::RESPONSE_TIMEOUT;

/// An engine whose output stays in the pipe until the test reads it.
pub struct UnreadEngine {
    child: Child,
    /// The input of a writer thread, so that an engine that does not read runs into a time limit.
    input: Option<Sender<String>>,
    output: Option<BufReader<ChildStdout>>,
}

fn write_all(mut stdin: ChildStdin, texts: std::sync::mpsc::Receiver<String>) {
    for text in texts {
        if stdin.write_all(text.as_bytes()).is_err() {
            // The engine has ended; the test reads its exit status.
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
        let (input, texts) = channel();
        spawn(move || write_all(stdin, texts));
        Self {
            input: Some(input),
            output: child.stdout.take().map(BufReader::new),
            child,
        }
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    pub fn send(&mut self, lines: &str) {
        let input = self.input.as_ref().unwrap();
        // The thread may have ended with the engine.
        let _ = input.send(format!("{lines}\n"));
    }

    /// Reads up to this line.
    pub fn read_until(&mut self, expected: &str) {
        let mut line = String::new();
        while line.trim_end() != expected {
            line.clear();
            let read = self.output.as_mut().unwrap().read_line(&mut line).unwrap();
            assert!(read > 0, "the output ends before {expected}");
        }
    }

    pub fn close_input(&mut self) {
        self.input = None;
    }

    pub fn close_output(&mut self) {
        self.output = None;
    }

    /// Waits until the engine is idle.
    pub fn wait_until_idle(&self) {
        const INTERVAL: Duration = Duration::from_millis(150);
        let end = Instant::now() + RESPONSE_TIMEOUT;
        let mut before = processor_time(self.id());
        loop {
            sleep(INTERVAL);
            let now = processor_time(self.id());
            if now == before {
                return;
            }
            assert!(Instant::now() < end, "the engine keeps using the processor");
            before = now;
        }
    }

    /// Ends the input and reads all remaining output.
    pub fn close_and_read_all(mut self) -> String {
        self.input = None;
        let mut text = String::new();
        let mut output = self.output.take().unwrap();
        output.read_to_string(&mut text).unwrap();
        text
    }

    /// Waits for the process to end; returns its exit status and its stderr.
    pub fn wait_for_exit(&mut self) -> (ExitStatus, String) {
        let until = Instant::now() + RESPONSE_TIMEOUT;
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            assert!(Instant::now() < until, "the process does not end");
            sleep(Duration::from_millis(1));
        };
        let mut error_output = String::new();
        let mut stderr = self.child.stderr.take().unwrap();
        stderr.read_to_string(&mut error_output).unwrap();
        (status, error_output)
    }
}

impl Drop for UnreadEngine {
    fn drop(&mut self) {
        // The process may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
