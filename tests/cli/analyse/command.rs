//! The program, run to its end.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::output::{stderr, stdout};

/// Returns a command that runs the program with these arguments.
pub fn batyr(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_batyr"));
    command.args(words).env_remove("RUST_LOG");
    command
}

/// Runs the program with this text on stdin.
pub fn run(words: &[&str], stdin: &str) -> Output {
    let mut child = batyr(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that reads no stdin may have ended already.
    let _ = child.stdin.take().unwrap().write_all(stdin.as_bytes());
    child.wait_with_output().unwrap()
}

/// Returns the output of a run that must succeed.
#[track_caller]
pub fn stdout_of(words: &[&str], stdin: &str) -> String {
    let output = run(words, stdin);
    assert!(output.status.success(), "{}", stderr(&output));
    assert_eq!(stderr(&output), "");
    stdout(&output)
}

/// Returns the path of a file of the fixtures.
pub fn data(name: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    root.join("tests/data/analyse").join(name)
}
