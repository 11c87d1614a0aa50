//! `batyr compliance`: this engine passes in every dialect, and an engine with one defect fails the
//! checks of that defect and no others.

#![cfg(target_os = "linux")] // scripts

use std::process::{Command, Output};
use std::thread;
use std::time::{Duration, Instant};

use crate::scratch::BATYR;
use crate::test_game::script;
use serde_json::Value;

fn compliance(args: &[&str]) -> Output {
    let mut command = Command::new(BATYR);
    command.arg("compliance").args(args).output().unwrap()
}

/// Asserts that this engine passes all checks, of which there must be at least `min_checks`.
fn assert_passes(dialect: &str, min_checks: usize) {
    let output = compliance(&[BATYR, "--proto", dialect]);
    let text = String::from_utf8(output.stdout).unwrap();
    let bad: Vec<&str> = text
        .lines()
        .filter(|line| !line.starts_with("ok "))
        .collect();
    let count = text.lines().count() - 1;
    let summary = format!("{dialect}: {count} ok, 0 failed, 0 skipped");
    assert_eq!(bad, [summary], "{text}");
    assert!(count >= min_checks, "{count} checks");
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty());
}

#[test]
fn this_engine_passes_in_uci() {
    assert_passes("uci", 40);
}

#[test]
fn this_engine_passes_in_ucci() {
    assert_passes("ucci", 40);
}

#[test]
fn this_engine_passes_in_ushi() {
    assert_passes("ushi", 40);
}

/// Returns the names of the checks that an engine with this defect fails.
fn failed_checks(defect: &str) -> Vec<String> {
    let args = format!("{} {defect} {BATYR}", script("liar.py").display());
    let output = compliance(&["python3", "--args", &args, "--json"]);
    assert_eq!(output.status.code(), Some(1), "{defect}");
    let summary: Value = serde_json::from_slice(&output.stdout).unwrap();
    let checks = summary["checks"].as_array().unwrap();
    let failed: Vec<String> = checks
        .iter()
        .filter(|check| check["result"] == "fail")
        .inspect(|check| assert!(!check["reason"].as_str().unwrap().is_empty()))
        .map(|check| check["name"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(summary["failed"], failed.len());
    assert_eq!(summary["skipped"], 0);
    assert_eq!(summary["passed"], checks.len() - failed.len());
    failed
}

#[test]
fn an_engine_without_an_author_fails() {
    assert_eq!(
        failed_checks("nameless"),
        ["the engine sends its name and author"]
    );
}

#[test]
fn an_engine_that_reports_no_error_fails() {
    let expected = [
        "a value out of range is refused",
        "a text that is not a position is refused",
        "a command with one illegal move is refused",
        "a limit with an invalid value is ignored",
        "an unknown command is reported",
        "unknown words of go are ignored",
        "bytes that are not UTF-8 are refused",
        "junk is refused and changes nothing",
    ];
    assert_eq!(failed_checks("proud"), expected);
}

#[test]
fn an_engine_that_omits_the_first_move_of_its_pv_fails() {
    let expected = [
        "every pv is legal",
        "the last pv begins with bestmove",
        "MultiPV lines are complete and distinct",
    ];
    let failed = failed_checks("forgetful");
    let others: Vec<_> = failed
        .iter()
        .filter(|name| !expected.contains(&name.as_str()))
        .collect();
    // A line of one move becomes empty, which is not a valid line.
    assert!(
        others
            .iter()
            .all(|name| name.as_str() == "info lines are well-formed"),
        "{others:?}"
    );
    for name in expected {
        assert!(
            failed.iter().any(|failed| failed == name),
            "{name} in {failed:?}"
        );
    }
}

#[test]
fn an_engine_that_does_not_wait_fails() {
    let failed = failed_checks("impatient");
    let expected = "infinite waits for stop, even with one legal turn";
    assert_eq!(failed.first().map(String::as_str), Some(expected));
    // Whether the engine is still searching at that check depends on timing.
    let may_fail = "isready is answered during a search";
    assert!(
        failed.iter().skip(1).all(|name| name == may_fail),
        "{failed:?}"
    );
}

#[test]
fn an_engine_that_ignores_quit_fails() {
    assert_eq!(
        failed_checks("stays"),
        [
            "quit ends the process",
            "quit ends the process during a search"
        ]
    );
}

/// Asserts that an engine of tests/bad_engines fails within the time limit, with a message that
/// contains `part`.
fn assert_fails_within_the_limit(fault: &str, part: &str) {
    let args = format!("{} {fault}", script("engine.py").display());
    let started = Instant::now();
    let output = compliance(&["python3", "--args", &args, "--limit", "6"]);
    let elapsed = started.elapsed();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(
        elapsed < Duration::from_secs(40),
        "{fault}: {elapsed:?}\n{text}"
    );
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains(part), "{fault}: {text}");
    let last = text.lines().last().unwrap();
    assert!(
        last.starts_with("uci: ") && last.ends_with("skipped"),
        "{text}"
    );
    assert!(!last.contains(" 0 failed"), "{text}");
}

#[test]
fn an_engine_that_floods_its_output_fails() {
    assert_fails_within_the_limit("floods", "too much output");
    assert_fails_within_the_limit("floods-stderr", "too much output");
}

#[test]
fn an_engine_that_never_ends_its_line_fails() {
    assert_fails_within_the_limit("floods-without-end-of-line", "--limit");
}

#[test]
fn an_engine_that_trickles_its_output_fails() {
    assert_fails_within_the_limit("trickles", "--limit");
}

#[test]
fn control_characters_of_an_engine_are_escaped() {
    let args = format!("{} sprays-moves", script("engine.py").display());
    let check = |json: bool| {
        let mut all_args = vec!["python3", "--args", &args, "--limit", "20"];
        all_args.extend(json.then_some("--json"));
        let output = compliance(&all_args);
        let text = String::from_utf8_lossy(&output.stdout);
        let is_bad = |c: char| {
            (c.is_control() && c != '\n') || matches!(c, '\u{200b}' | '\u{2028}' | '\u{202e}')
        };
        assert!(!text.chars().any(is_bad), "{text:?}");
        assert!(text.contains("u{1b}"), "{output:?}");
    };
    // Most of the time of each is waiting.
    thread::scope(|scope| {
        scope.spawn(|| check(true));
        check(false);
    });
}

#[test]
fn a_missing_program_fails_the_handshake_and_bad_options_are_rejected() {
    let output = compliance(&["no-such-engine"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("FAIL  the handshake is answered"), "{text}");
    assert!(text.ends_with("uci: 0 ok, 1 failed, 0 skipped\n"), "{text}");
    assert_eq!(output.status.code(), Some(1));
    let output = compliance(&[BATYR, "--option", "=5"]);
    assert_eq!(output.status.code(), Some(2));
    let output = compliance(&[BATYR, "--proto", "xboard"]);
    assert_eq!(output.status.code(), Some(2));
}
