//! Runs a program in a pseudoterminal and waits for its output.

#![cfg(unix)]

use std::io::{Read, Write};
use std::process::{Child, ExitStatus};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use pty_process::Size;
use pty_process::blocking::{Command, Pty, open};
use rustix::termios::{LocalModes, tcgetattr};

/// The time limit of every wait.
const TIMEOUT: Duration = Duration::from_secs(60);

/// The rows and columns of the terminal.
pub const SIZE: (u16, u16) = (24, 80);

/// A program that runs in its own terminal.
pub struct Terminal {
    child: Child,
    keys: Pty,
    /// The output that has not been read yet.
    chunks: Receiver<Vec<u8>>,
    /// The output that has been read, with its escape sequences.
    raw: Vec<u8>,
    /// The length of the plain text that has been searched.
    searched: usize,
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
            // The texts are English, whatever the machine speaks.
            .env("LC_ALL", "C")
            .env_remove("CLICOLOR")
            .env_remove("CLICOLOR_FORCE")
            // This variable would enable colours everywhere.
            .env_remove("CI");
        let child = set(command).spawn(pts).unwrap();
        let (sender, chunks) = channel();
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
            chunks,
            raw: Vec::new(),
            searched: 0,
        }
    }

    /// Presses the keys that type this text.
    pub fn press(&mut self, keys: &str) {
        self.press_bytes(keys.as_bytes());
    }

    /// Sends bytes that no key produces.
    pub fn press_bytes(&mut self, bytes: &[u8]) {
        self.keys.write_all(bytes).unwrap();
    }

    /// Types a line and presses Enter.
    pub fn type_line(&mut self, line: &str) {
        self.press(&format!("{line}\r"));
    }

    /// Types a line and waits for an answer to it.
    pub fn ask(&mut self, line: &str, answer: &str) {
        self.type_line(line);
        self.expect(answer);
    }

    /// Waits for text after the text found so far, and returns the output in between.
    pub fn expect(&mut self, text: &str) -> String {
        let deadline = Instant::now() + TIMEOUT;
        loop {
            let plain = self.plain();
            let unsearched = &plain[self.searched..];
            if let Some(at) = unsearched.find(text) {
                let before = unsearched[..at].to_owned();
                self.searched += at + text.len();
                return before;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.chunks.recv_timeout(left) {
                Ok(chunk) => self.raw.extend(chunk),
                Err(error) => {
                    self.child.kill().unwrap();
                    panic!("no {text:?} ({error}) in: {unsearched}");
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

    /// Returns whether the terminal shows what is typed, and delivers it line by line.
    pub fn is_in_line_mode(&self) -> bool {
        let modes = tcgetattr(&self.keys).unwrap().local_modes;
        modes.contains(LocalModes::ECHO | LocalModes::ICANON)
    }

    /// Waits for the program to exit.
    pub fn wait_for_exit(self) -> ExitStatus {
        self.wait_for_exit_and_output().0
    }

    /// Waits for the program to exit, and also returns all output, including escape
    /// sequences.
    pub fn wait_for_exit_and_output(mut self) -> (ExitStatus, String) {
        self.finish()
    }

    /// Waits for the program to exit, and returns all output; the terminal stays open.
    pub fn finish(&mut self) -> (ExitStatus, String) {
        let deadline = Instant::now() + TIMEOUT;
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            assert!(Instant::now() < deadline, "the program does not exit");
            thread::sleep(Duration::from_millis(10));
        };
        // The terminal is closed now: only the output still in transit arrives.
        while let Ok(chunk) = self.chunks.recv_timeout(TIMEOUT) {
            self.raw.extend(chunk);
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
