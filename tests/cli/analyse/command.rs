//! Runs that must succeed, and the files that they read.

use std::path::{Path, PathBuf};

use crate::program::{run, stderr, stdout};

/// A position in which Black can capture.
pub const ONE_CAPTURE: &str = "9/1/K6/5s1/4S1R/7/7/k6/1/9 b";

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
