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
fn conversations_are_logged() {
    let scratch = Scratch::new("logs");
    let out = scratch.join("out");
    succeed(&mut command("--logs", &out));
    assert!(games(&out).values().all(|report| !report.end.is_fault()));
    for name in ["A-1.log", "B-1.log"] {
        let log = fs::read_to_string(out.join("logs").join(name)).unwrap();
        assert!(
            log.contains("> uci") && log.contains("< bestmove"),
            "{name}"
        );
    }
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
fn a_missing_program_is_told_before_anything_is_played() {
    let scratch = Scratch::new("missing");
    let out = scratch.join("out");
    let mistyped = "--engine cmd=./no-such-engine name=C nodes=1";
    fails(command(mistyped, &out), 1, &["C", "no-such-engine"]);
    assert!(!out.exists());
    // The same from another folder than that in which it began.
    let engine = scratch.join("engine");
    std::os::unix::fs::symlink(BATYR, &engine).unwrap();
    let relative = "--engine cmd=./engine name=C nodes=1 --rounds 2";
    let mut begin = command(relative, &out);
    succeed(begin.current_dir(scratch.path()));
    let path = out.join("games.jsonl");
    let text = fs::read_to_string(&path).unwrap();
    let first = text.lines().next().unwrap();
    fs::write(&path, format!("{first}\n")).unwrap();
    let resume = batyr_match(&["--resume", "--plain"], &out);
    fails(resume, 1, &["C", "./engine"]);
    assert_eq!(games(&out).len(), 1);
}

#[test]
fn what_would_be_ignored_is_refused() {
    let scratch = Scratch::new("ignored");
    let out = scratch.join("out");
    succeed(&mut command("", &out));
    for ignored in [
        "--rounds 9",
        "--sprt elo1=5",
        "--seed 4",
        "--shard 1/2",
        "--each nodes=2",
    ] {
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

#[test]
fn processors_that_are_not_there() {
    let scratch = Scratch::new("processors");
    let out = scratch.join("out");
    fails(command("--affinity 4095", &out), 2, &["--affinity", "4095"]);
    assert!(!out.exists());
}

#[test]
fn games_of_another_tournament_are_not_taken() {
    let scratch = Scratch::new("alien");
    let out = scratch.join("out");
    succeed(&mut command("", &out));
    let path = out.join("games.jsonl");
    let text = fs::read_to_string(&path).unwrap();
    for (from, to, part) in [
        ("\"game\":1,", "\"game\":0,", "line 1"),
        ("\"encounter\":1,", "\"encounter\":0,", "line 1"),
        ("\"game\":1,", "\"game\":3,", "game 3"),
        ("\"encounter\":1,", "\"encounter\":2,", "game 1"),
        ("\"white\":\"A\"", "\"white\":\"Z\"", "game 1"),
    ] {
        fs::write(&path, text.replacen(from, to, 1)).unwrap();
        let resume = batyr_match(&["--resume", "--plain"], &out);
        fails(resume, 1, &["games.jsonl", part]);
        let mut report = Command::new(BATYR);
        report.args(["match", "report"]).arg(&out);
        fails(report, 1, &["games.jsonl", part]);
    }
}

#[test]
fn a_share_counts_its_own_games_and_a_sum_tells_what_is_missing() {
    let scratch = Scratch::new("sums");
    let part = scratch.join("part");
    let output = succeed(&mut command("--rounds 5 --shard 2/2", &part));
    // Its second encounter is the fourth of the tournament.
    assert!(told(&output).contains("game 8:"), "{}", told(&output));
    let report = fs::read_to_string(part.join("report.md")).unwrap();
    assert!(!report.contains("not played"), "{report}");
    let mut merge = Command::new(BATYR);
    let whole = scratch.join("whole");
    merge.args(["match", "merge"]).arg(&part);
    let output = succeed(merge.arg("--out").arg(&whole));
    let text = told(&output);
    assert!(text.contains("6 of 10 games are missing"), "{text}");
    let report = fs::read_to_string(whole.join("report.md")).unwrap();
    assert!(report.contains("6 of 10 not played"), "{report}");
}

#[test]
fn results_are_told_though_files_can_not_be_written() {
    let scratch = Scratch::new("unwritten");
    let out = scratch.join("out");
    fs::create_dir_all(out.join("games.sgn.new")).unwrap();
    fails(command("", &out), 1, &["games.sgn", "Results", "points"]);
    assert_eq!(games(&out).len(), 2);
}
