//! Input and output files: many of them, devices, and outputs that would overwrite another file.

use std::fs;
use std::path::Path;
use std::process::Output;

use super::command::{ONE_CAPTURE, stdout_of};
use crate::program::{batyr, run, stderr, stdout};

const GAME: &str = "[Event \"x\"]\n\n1. d1-d6 c10-c8 *\n";

/// Analyses the file `in.sgn` of a folder, with that folder as the working directory.
fn analyse_in(folder: &Path, args: &[&str]) -> Output {
    batyr(&["analyse", "in.sgn", "--depth", "1"])
        .args(args)
        .current_dir(folder)
        .output()
        .unwrap()
}

#[test]
fn a_file_of_games_is_known_by_its_content() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pct.txt");
    let moves = "1. 61-42 13-27 *\n";
    for start in [
        "% made by X\n[White \"A\"]\n\n",
        "; by X\n[White \"A\"]\n\n",
        "; by X\n",
        "",
    ] {
        let text = format!("{start}{moves}");
        fs::write(&path, &text).unwrap();
        let named = stdout_of(&["analyse", path.to_str().unwrap(), "--depth", "1"], "");
        assert!(named.starts_with("Game 1: "), "{text}: {named}");
        let piped = stdout_of(&["analyse", "-", "--depth", "1"], &text);
        assert_eq!(piped, named, "{text}");
    }
}

#[test]
fn conflicting_files_are_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("in.sgn");
    fs::write(&input, GAME).unwrap();
    fs::write(folder.path().join("old"), "old").unwrap();
    for args in [
        &["-o", "in.sgn"][..],
        &["-o", "./in.sgn"],
        &["--html", "in.sgn"],
        &["--svg", "in.sgn"],
        &["-o", "old", "--html", "old"],
        &["-o", "new", "--svg", "new"],
    ] {
        let output = analyse_in(folder.path(), args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let errors = stderr(&output);
        assert!(errors.contains("expected two different files"), "{errors}");
        assert_eq!(fs::read_to_string(&input).unwrap(), GAME, "{args:?}");
    }
    assert_eq!(
        fs::read_to_string(folder.path().join("old")).unwrap(),
        "old"
    );
    assert!(!folder.path().join("new").exists());
    // Two outputs to the same device do not overwrite each other.
    if cfg!(unix) {
        let output = analyse_in(folder.path(), &["-o", "/dev/null", "--svg", "/dev/null"]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    }
}

#[test]
fn stdin_given_twice_is_rejected() {
    let output = run(&["analyse", "-", "--games", "-"], "");
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
}

#[test]
fn a_byte_order_mark_is_not_part_of_a_position() {
    let args = ["analyse", "--csv", "--depth", "1"];
    let text = stdout_of(&args, &format!("\u{feff}{ONE_CAPTURE}\r\n"));
    assert_eq!(text.lines().count(), 2, "{text}");
}

#[test]
fn the_csv_header_is_printed_although_the_first_game_has_no_turns() {
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
        stderr(&output).contains("--sgn needs games"),
        "{}",
        stderr(&output)
    );
}

/// The shell limits the number of open files.
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
