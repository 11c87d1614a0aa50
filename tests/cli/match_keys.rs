//! Keys that change a match while it is shown on a terminal.

#![cfg(unix)]

use std::thread::{available_parallelism, sleep};
use std::time::{Duration, Instant};

use crate::pty::Terminal;

const CTRL_C: &str = "\x03";

/// Starts a match in a terminal, and waits for its line of keys.
fn start(folder: &tempfile::TempDir, rest: &str) -> Terminal {
    let out = folder.path().join("out").display().to_string();
    let engine = format!("cmd={}", env!("CARGO_BIN_EXE_batyr"));
    let args = format!(
        "match --engine {engine} name=A --engine {engine} name=B --rounds 500 --affinity none \
         --out {out} --each {rest}"
    );
    let args: Vec<&str> = args.split(' ').collect();
    let mut terminal = Terminal::batyr(&args, |command| command);
    assert!(terminal.is_in_line_mode());
    terminal.expect("change the number of concurrent games");
    terminal
}

fn wait_until(what: &str, condition: impl Fn() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(20);
    while !condition() {
        assert!(Instant::now() < deadline, "{what}");
        sleep(Duration::from_millis(5));
    }
}

#[test]
fn keys_pause_a_match_and_change_the_number_of_games() {
    let folder = tempfile::tempdir().unwrap();
    let mut terminal = start(&folder, "nodes=300");
    terminal.expect("(1)");
    wait_until("the mode is not changed", || !terminal.is_in_line_mode());
    // A key without a meaning: no key is shown.
    terminal.press("~");
    terminal.press("+");
    terminal.expect("concurrent games (2)");
    terminal.press("--");
    terminal.expect("concurrent games (1)");
    terminal.press("p");
    terminal.expect("paused by a key");
    terminal.press("p");
    terminal.expect("the games continue");
    // A pause does not keep Ctrl-C from ending the run.
    terminal.press("p");
    terminal.expect("paused by a key");
    terminal.press(CTRL_C);
    terminal.expect("Interrupted. To continue");
    let (status, raw) = terminal.finish();
    assert_eq!(status.code(), Some(130), "{raw}");
    assert!(!raw.contains('~'), "{raw}");
    assert!(terminal.is_in_line_mode());
}

#[test]
fn no_timed_game_is_added_without_a_processor() {
    let folder = tempfile::tempdir().unwrap();
    let processors = available_parallelism().unwrap();
    let mut terminal = start(&folder, &format!("tc=20+1 --jobs {processors}"));
    terminal.press("+");
    terminal.expect(&format!("{} games with a time limit", processors.get() + 1));
    terminal.press(CTRL_C);
    terminal.expect("Interrupted. To continue");
    let (status, raw) = terminal.finish();
    assert_eq!(status.code(), Some(130), "{raw}");
}

#[test]
fn the_terminal_is_restored_if_the_program_ends_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let mut terminal = start(&folder, "nodes=300");
    wait_until("the mode is not changed", || !terminal.is_in_line_mode());
    terminal.press(CTRL_C);
    sleep(Duration::from_millis(10));
    // The second one does not wait for anything.
    terminal.press(CTRL_C);
    let (status, raw) = terminal.finish();
    assert_eq!(status.code(), Some(130), "{raw}");
    assert!(terminal.is_in_line_mode());
}
