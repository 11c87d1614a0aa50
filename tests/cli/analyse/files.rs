//! Files: many of them, special ones, and none that is overwritten.

use std::fs;
use std::path::Path;
use std::process::Output;

use super::command::{batyr, run, stdout_of};
use crate::output::{stderr, stdout};

const ONE_CAPTURE: &str = "9/1/K6/5s1/4S1R/7/7/k6/1/9 b";
const GAME: &str = "[Event \"x\"]\n\n1. d1-d6 c10-c8 *\n";

/// Analyses `in.sgn` of a folder from within that folder.
fn analyse_in(folder: &Path, words: &[&str]) -> Output {
    batyr(&["analyse", "in.sgn", "--depth", "1"])
        .args(words)
        .current_dir(folder)
        .output()
        .unwrap()
}

#[test]
fn conflicting_files_are_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("in.sgn");
    fs::write(&input, GAME).unwrap();
    fs::write(folder.path().join("old"), "old").unwrap();
    for words in [
        &["-o", "in.sgn"][..],
        &["-o", "./in.sgn"],
        &["--html", "in.sgn"],
        &["--svg", "in.sgn"],
        &["-o", "old", "--html", "old"],
        &["-o", "new", "--svg", "new"],
    ] {
        let output = analyse_in(folder.path(), words);
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        let errors = stderr(&output);
        assert!(errors.contains("expected two different files"), "{errors}");
        assert_eq!(fs::read_to_string(&input).unwrap(), GAME, "{words:?}");
    }
    assert_eq!(
        fs::read_to_string(folder.path().join("old")).unwrap(),
        "old"
    );
    assert!(!folder.path().join("new").exists());
    // Outputs that are not regular files lose nothing.
    let output = analyse_in(folder.path(), &["-o", "/dev/null", "--svg", "/dev/null"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
}

#[test]
fn stdin_given_twice_is_rejected() {
    let output = run(&["analyse", "-", "--games", "-"], "");
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
}

#[test]
fn a_byte_order_mark_is_not_part_of_a_position() {
    let words = ["analyse", "--csv", "--depth", "1"];
    let text = stdout_of(&words, &format!("\u{feff}{ONE_CAPTURE}\r\n"));
    assert_eq!(text.lines().count(), 2, "{text}");
}

#[test]
fn a_game_without_turns_does_not_use_up_the_header() {
    let games = format!("[Event \"empty\"]\n\n*\n\n{GAME}");
    let text = stdout_of(&["analyse", "--csv", "--depth", "1"], &games);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("game,source,white,"), "{text}");
    assert_eq!(lines.len(), 3, "{text}");
}

#[test]
fn positions_are_rejected_with_sgn() {
    let output = run(&["analyse", "startpos", "--sgn", "--depth", "1"], "");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(stdout(&output), "");
    assert!(
        stderr(&output).contains("expected games"),
        "{}",
        stderr(&output)
    );
}

/// A shell limits the number of open files.
#[test]
#[cfg(unix)]
fn more_files_are_analysed_than_may_be_open() {
    let folder = tempfile::tempdir().unwrap();
    for i in 0..60 {
        fs::write(folder.path().join(format!("{i}.txt")), ONE_CAPTURE).unwrap();
    }
    let script = "ulimit -n 40; exec \"$0\" analyse *.txt --depth 1 --csv";
    let output = std::process::Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_batyr")])
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert_eq!(stderr(&output), "");
    assert_eq!(stdout(&output).lines().count(), 61);
}
