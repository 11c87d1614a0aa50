//! A program in its own pseudoterminal, and a reader that waits for its output.

#![allow(dead_code)] // each test program uses a part of it

use std::io::{Read, Write};
use std::process::{Child, ExitStatus};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use pty_process::Size;
use pty_process::blocking::{Command, Pty, open};

/// The limit for every wait.
const PATIENCE: Duration = Duration::from_secs(60);

/// The rows and columns of the terminal.
pub const SIZE: (u16, u16) = (24, 80);

/// A program in its terminal.
pub struct Terminal {
    child: Child,
    keys: Pty,
    pieces: Receiver<Vec<u8>>,
    raw: Vec<u8>,
    /// The length of the plain text that has been searched.
    seen: usize,
}

impl Terminal {
    /// Starts the program with these arguments, in an environment that `set`
    /// may change.
    pub fn batyr(args: &[&str], set: impl FnOnce(Command) -> Command) -> Self {
        let (pty, pts) = open().unwrap();
        pty.resize(Size::new(SIZE.0, SIZE.1)).unwrap();
        let command = Command::new(env!("CARGO_BIN_EXE_batyr"))
            .args(args)
            .env("TERM", "xterm-256color")
            .env_remove("CLICOLOR")
            .env_remove("CLICOLOR_FORCE")
            // This variable would enable colours everywhere.
            .env_remove("CI");
        let child = set(command).spawn(pts).unwrap();
        let (sender, pieces) = channel();
        let fd = std::os::fd::AsFd::as_fd(&pty).try_clone_to_owned().unwrap();
        let mut output = std::fs::File::from(fd);
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            // Reading fails once the program has closed its terminal.
            while let Ok(read @ 1..) = output.read(&mut buffer) {
                if sender.send(buffer[..read].to_vec()).is_err() {
                    return;
                }
            }
        });
        Self {
            child,
            keys: pty,
            pieces,
            raw: Vec::new(),
            seen: 0,
        }
    }

    /// Presses keys.
    pub fn press(&mut self, keys: &str) {
        self.press_bytes(keys.as_bytes());
    }

    /// Sends bytes that no key produces.
    pub fn press_bytes(&mut self, bytes: &[u8]) {
        self.keys.write_all(bytes).unwrap();
    }

    /// Types a line.
    pub fn line(&mut self, line: &str) {
        self.press(&format!("{line}\r"));
    }

    /// Types a line and waits for an answer to it.
    pub fn ask(&mut self, line: &str, answer: &str) {
        self.line(line);
        self.expect(answer);
    }

    /// Waits for a text after those found so far; returns the output in
    /// between.
    pub fn expect(&mut self, text: &str) -> String {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let plain = self.plain();
            let fresh = &plain[self.seen..];
            if let Some(at) = fresh.find(text) {
                let before = fresh[..at].to_owned();
                self.seen += at + text.len();
                return before;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.pieces.recv_timeout(left) {
                Ok(piece) => self.raw.extend(piece),
                Err(error) => {
                    self.child.kill().unwrap();
                    panic!("no {text:?} ({error}) in: {fresh}");
                }
            }
        }
    }

    /// Returns all output, including escape sequences.
    pub fn raw(&self) -> String {
        String::from_utf8_lossy(&self.raw).into_owned()
    }

    /// Returns all output without escape sequences.
    pub fn plain(&self) -> String {
        anstream::adapter::strip_str(&self.raw()).to_string()
    }

    /// Waits for the program to end.
    pub fn end(self) -> ExitStatus {
        self.end_with_output().0
    }

    /// Waits for the program to end, and also returns all output, including escape
    /// sequences.
    pub fn end_with_output(mut self) -> (ExitStatus, String) {
        let deadline = Instant::now() + PATIENCE;
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            assert!(Instant::now() < deadline, "the program does not end");
            thread::sleep(Duration::from_millis(10));
        };
        // The terminal is closed now: only the output still in transit arrives.
        while let Ok(piece) = self.pieces.recv_timeout(PATIENCE) {
            self.raw.extend(piece);
        }
        (status, self.raw())
    }
}

/// Kills the program if a test fails.
impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
