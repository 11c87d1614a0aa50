//! Runs the program to its end.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::output::{stderr, stdout};

/// A position in which Black can capture.
pub const ONE_CAPTURE: &str = "9/1/K6/5s1/4S1R/7/7/k6/1/9 b";

/// Returns a command that runs the program with these arguments.
pub fn batyr(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_batyr"));
    command.args(args).env_remove("RUST_LOG");
    command
}

/// Runs the program with this text on stdin.
pub fn run(args: &[&str], stdin: &str) -> Output {
    let mut child = batyr(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that does not read its stdin may have exited already.
    let _ = child.stdin.take().unwrap().write_all(stdin.as_bytes());
    child.wait_with_output().unwrap()
}

/// Returns the stdout of a run that must succeed without writing to stderr.
#[track_caller]
pub fn stdout_of(args: &[&str], stdin: &str) -> String {
    let output = run(args, stdin);
    assert!(output.status.success(), "{}", stderr(&output));
    assert_eq!(stderr(&output), "");
    stdout(&output)
}

/// Returns the path of a fixture of these tests.
pub fn fixture(name: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    root.join("tests/data/analyse").join(name)
}
