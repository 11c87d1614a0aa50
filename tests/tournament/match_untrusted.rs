//! Input that a tournament must not trust: control characters from engines and files, and files
//! that are too large or not regular.

#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::match_trouble::{expect_failure, short_match};
use batyr::tournament::{Termination, Warning};

use crate::scratch::{
    BATYR, Scratch, all_output, bad_engine, batyr_match, games, run_successfully,
};

/// Returns whether a text contains characters that a terminal interprets or does not show as they
/// are.
fn has_control_characters(text: &str) -> bool {
    let is_bad = |c: char| {
        (c.is_control() && c != '\n')
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
    };
    text.chars().any(is_bad)
}

/// Plays an engine that writes terminal escapes into all its output, and asserts that they are
/// escaped in everything that the tournament prints and writes.
fn assert_no_escapes(fault: &str, turns: &str, part: &str) {
    let scratch = Scratch::new("escapes");
    let out = scratch.join("out");
    let mut args = bad_engine(fault, turns);
    let rest = "--engine cmd=BATYR name=B --each nodes=30 option.Fine=x option.None=y \
                --rounds 1 --max-plies 6 --openings start --plain --logs --max-faults 0";
    let rest = rest.replace("BATYR", BATYR);
    args.extend(rest.split_whitespace().map(str::to_owned));
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let output = batyr_match(&args, &out).env("RUST_LOG", "trace").output();
    let output = output.unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", all_output(&output));
    assert!(
        all_output(&output).contains(part),
        "{part}: {}",
        all_output(&output)
    );
    assert!(
        !has_control_characters(&all_output(&output)),
        "{fault}: {:?}",
        all_output(&output)
    );
    let logs = fs::read_dir(out.join("logs")).unwrap();
    let files = fs::read_dir(&out).unwrap().chain(logs);
    let paths = files.map(|entry| entry.unwrap().path());
    for path in paths.filter(|path| path.is_file()) {
        let text = fs::read_to_string(&path).unwrap();
        let line = text.lines().find(|line| has_control_characters(line));
        assert_eq!(line, None, "{fault}: {}", path.display());
    }
    let log = fs::read_to_string(out.join("logs/Bad-1.log")).unwrap();
    assert!(log.contains("\\u{1b}[31m"), "{fault}: {log}");
}

#[test]
fn escapes_of_an_engine_reach_no_terminal() {
    assert_no_escapes("sprays-moves", "d1-d6", "illegal move");
    assert_no_escapes("sprays-nothing", "", "it had reported: info string error");
    assert_no_escapes("sprays-and-dies", "d1-d6", "on stderr: ");
    assert_no_escapes("sprays-choices", "", "does not play shatra");
}

#[test]
fn names_with_control_characters_are_refused() {
    let scratch = Scratch::new("names");
    let out = scratch.join("out");
    let args = ["--engine", "cmd=x", "name=a\u{1b}[31mb"];
    let output = expect_failure(batyr_match(&args, &out), 2, &["a\\u{1b}[31mb"]);
    assert!(
        !has_control_characters(&all_output(&output)),
        "{:?}",
        all_output(&output)
    );
    run_successfully(&mut short_match("", &out));
    let path = out.join("match.json");
    let text = fs::read_to_string(&path).unwrap();
    let text = text.replace("\"name\": \"A\"", "\"name\": \"A\\u001b[31m\"");
    fs::write(&path, text).unwrap();
    let mut report = Command::new(BATYR);
    report.args(["match", "report"]).arg(&out);
    let output = expect_failure(report, 1, &["match.json", "A\\u{1b}[31m"]);
    assert!(
        !has_control_characters(&all_output(&output)),
        "{:?}",
        all_output(&output)
    );
}

#[test]
fn escapes_in_a_journal_reach_no_report() {
    let scratch = Scratch::new("foreign");
    let out = scratch.join("out");
    run_successfully(&mut short_match("", &out));
    let path = out.join("games.jsonl");
    let (first, second) = (games(&out)[&1].clone(), games(&out)[&2].clone());
    let mut hostile = first;
    hostile.end = Termination::IllegalMove;
    for text in [&mut hostile.detail, hostile.opening.name.as_mut().unwrap()] {
        text.push_str("\u{1b}[31m\u{202e}\u{2028}");
    }
    hostile.warnings.push(Warning {
        engine: "A".to_owned(),
        kind: "a line\u{1b}[31m\u{202e}".to_owned(),
        times: 1,
        example: Some("\u{200b}".to_owned()),
    });
    let lines = [hostile, second].map(|game| serde_json::to_string(&game).unwrap() + "\n");
    fs::write(&path, lines.concat()).unwrap();
    let mut report = Command::new(BATYR);
    let output = run_successfully(report.args(["match", "report"]).arg(&out));
    assert!(
        !has_control_characters(&all_output(&output)),
        "{:?}",
        all_output(&output)
    );
    for name in ["report.md", "report.html"] {
        let text = fs::read_to_string(out.join(name)).unwrap();
        assert!(text.contains("31m"), "{name}");
        let line = text.lines().find(|line| has_control_characters(line));
        assert_eq!(line, None, "{name}");
    }
}

#[test]
fn a_full_log_loses_no_game() {
    let scratch = Scratch::new("chatter");
    let out = scratch.join("out");
    let mut args = bad_engine("chatters", "d1-d6");
    let rest = "--engine cmd=BATYR name=B --each nodes=30 --rounds 1 --games 1 --max-plies 2 \
                --openings start --plain --logs --logs-limit 1";
    let rest = rest.replace("BATYR", BATYR);
    args.extend(rest.split_whitespace().map(str::to_owned));
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    run_successfully(&mut batyr_match(&args, &out));
    assert!(games(&out).values().all(|report| !report.end.is_fault()));
    let path = out.join("logs/Bad-1.log");
    let length = fs::metadata(&path).unwrap().len();
    assert!(length < 1_100_000, "{length}");
    let log = fs::read_to_string(&path).unwrap();
    let last = log.lines().last().unwrap();
    assert!(last.contains("left out"), "{last}");
    assert_eq!(log.matches("left out").count(), 1);
}

fn make_fifo(path: &Path) {
    let _ = fs::remove_file(path);
    let made = Command::new("mkfifo").arg(path).status();
    assert!(made.unwrap().success());
}

#[test]
fn a_fifo_or_device_is_refused_and_named() {
    let scratch = Scratch::new("fifo");
    let (out, fifo) = (scratch.join("out"), scratch.join("fifo"));
    make_fifo(&fifo);
    for (path, kind) in [
        (fifo.as_path(), "a FIFO"),
        (Path::new("/dev/zero"), "a device"),
    ] {
        let openings = format!("--openings {}", path.display());
        expect_failure(short_match(&openings, &out), 2, &["--openings", kind]);
        assert!(!out.exists());
    }
    run_successfully(&mut short_match("", &out));
    for name in ["match.json", "games.jsonl"] {
        let kept = fs::read(out.join(name)).unwrap();
        for device in [false, true] {
            if device {
                fs::remove_file(out.join(name)).unwrap();
                std::os::unix::fs::symlink("/dev/zero", out.join(name)).unwrap();
            } else {
                make_fifo(&out.join(name));
            }
            let kind = if device { "a device" } else { "a FIFO" };
            let resume = batyr_match(&["--resume", "--plain"], &out);
            expect_failure(resume, 1, &[name, kind]);
            let mut report = Command::new(BATYR);
            report.args(["match", "report"]).arg(&out);
            expect_failure(report, 1, &[name, kind]);
        }
        fs::remove_file(out.join(name)).unwrap();
        fs::write(out.join(name), kept).unwrap();
    }
    make_fifo(&out.join("games.sgn"));
    let resume = batyr_match(&["--resume", "--plain"], &out);
    expect_failure(resume, 1, &["games.sgn", "a FIFO", "Results"]);
}

#[test]
fn a_fifo_in_place_of_a_log_stops_no_game() {
    let scratch = Scratch::new("fifo-log");
    let out = scratch.join("out");
    fs::create_dir_all(out.join("logs")).unwrap();
    make_fifo(&out.join("logs/A-1.log"));
    run_successfully(&mut short_match("--logs", &out));
    assert_eq!(games(&out).len(), 2);
    let warnings = &games(&out)[&1].warnings;
    assert!(warnings[0].to_string().contains("a FIFO"), "{warnings:?}");
}

#[test]
fn a_huge_file_without_line_ends_is_refused() {
    let scratch = Scratch::new("giant");
    let (out, giant) = (scratch.join("out"), scratch.join("giant"));
    // A sparse file takes no disk space.
    let make_giant = |path: &Path| fs::File::create(path).unwrap().set_len(1 << 40).unwrap();
    make_giant(&giant);
    let openings = format!("--openings {}", giant.display());
    expect_failure(short_match(&openings, &out), 2, &["--openings", "MB"]);
    run_successfully(&mut short_match("", &out));
    make_giant(&out.join("games.jsonl"));
    let resume = || batyr_match(&["--resume", "--plain"], &out);
    expect_failure(resume(), 1, &["games.jsonl, line 1", "MB"]);
    make_giant(&out.join("match.json"));
    expect_failure(resume(), 1, &["match.json", "MB"]);
}
