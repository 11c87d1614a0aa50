//! What goes wrong around a tournament and is no engine's fault: outputs that
//! are gone, command lines and folders that don't fit. None of it may cost a
//! game.

#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // test code

mod tournament;

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Command, Output};

use tournament::{BATYR, Scratch, batyr_match, games, succeed, told, two_engines};

/// A short tournament with further words.
fn short(rest: &str) -> Vec<String> {
    let mut words = two_engines("nodes=30");
    let fixed = format!("--max-plies 12 --plain {rest}");
    words.extend(fixed.split_whitespace().map(str::to_owned));
    words
}

fn command(rest: &str, out: &Path) -> Command {
    let words = short(rest);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    batyr_match(&words, out)
}

fn fails(mut command: Command, status: i32, parts: &[&str]) -> Output {
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(status), "{}", told(&output));
    for part in parts {
        assert!(told(&output).contains(part), "{part}: {}", told(&output));
    }
    output
}

#[test]
fn a_reader_that_leaves_ends_nothing() {
    let scratch = Scratch::new("pipe");
    let out = scratch.join("out");
    let mut child = command("--rounds 3", &out).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap());
    lines.read_line(&mut String::new()).unwrap();
    drop(lines);
    let mut complaint = String::new();
    let mut stderr = child.stderr.take().unwrap();
    stderr.read_to_string(&mut complaint).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0), "{complaint}");
    assert_eq!(games(&out).len(), 6);
    assert!(out.join("report.md").exists());
}

#[test]
fn what_an_engine_does_wrong_is_told_to_people() {
    let scratch = Scratch::new("warnings");
    let out = scratch.join("out");
    let output = succeed(&mut command("--each option.Hsh=64", &out));
    assert!(
        told(&output).contains("see the report"),
        "{}",
        told(&output)
    );
    let report = fs::read_to_string(out.join("report.md")).unwrap();
    let line = report.lines().find(|line| line.contains("Hsh"));
    assert!(line.unwrap().contains("has no option"), "{report}");
}

#[test]
fn what_would_be_ignored_is_refused() {
    let scratch = Scratch::new("ignored");
    let out = scratch.join("out");
    succeed(&mut command("", &out));
    for ignored in ["--rounds 9", "--sprt elo1=5", "--seed 4", "--shard 1/2"] {
        let words: Vec<&str> = ignored.split(' ').collect();
        let mut resume = batyr_match(&words, &out);
        resume.args(["--resume", "--plain"]);
        fails(resume, 2, &["--engine"]);
    }
    succeed(batyr_match(&["--resume", "--plain", "-j", "2"], &out).arg("--logs"));
}

#[test]
fn numbers_that_are_too_large() {
    let scratch = Scratch::new("large");
    let out = scratch.join("out");
    fails(command("--rounds 200000000", &out), 1, &["too large"]);
    assert!(!out.exists());
    succeed(&mut command("--shard 1/4294967295", &out));
    assert_eq!(games(&out).len(), 2);
}
