//! Progress bars as they appear on the screen of a terminal.

#![cfg(unix)]

use std::num::NonZero;

use crate::pty::{SIZE, Terminal};

const CTRL_C: &str = "\x03";

/// Returns the contents of the screen after a program's output.
fn screen(raw: &str) -> String {
    let [rows, columns] = [SIZE.0, SIZE.1].map(|size| NonZero::new(size).unwrap());
    let mut terminal = vt100::Parser::new(rows, columns, 0);
    terminal.process(raw.as_bytes());
    terminal.screen().contents()
}

#[test]
fn perft_shows_its_progress_and_clears_the_bar() {
    let mut terminal = Terminal::batyr(&["perft", "7", "--threads", "1"], |command| command);
    terminal.expect(" pairs of turns, ");
    terminal.press(CTRL_C);
    terminal.expect("leaves");
    let (status, raw) = terminal.wait_for_exit_and_output();
    let screen = screen(&raw);
    assert_eq!(status.code(), Some(130));
    assert!(!screen.contains("pairs of turns"), "{screen}");
    assert!(!screen.contains('█'), "{screen}");
}

#[test]
fn a_dumb_terminal_gets_no_escape_sequences() {
    let args = ["analyse", "startpos", "--depth", "5"];
    let mut terminal = Terminal::batyr(&args, |command| command.env("TERM", "dumb"));
    let (_, raw) = terminal.finish();
    assert!(!raw.contains('\u{1b}'), "{raw}");
}

#[test]
fn analyse_estimates_the_time_left() {
    let args = ["analyse", "startpos", "startpos", "--movetime", "1500"];
    let mut terminal = Terminal::batyr(&args, |command| command);
    let before = terminal.expect(" left");
    let (percent, time) = before.rsplit_once(" %, ").unwrap_or_default();
    let percent = percent.rsplit(' ').next().unwrap_or_default();
    assert!(
        percent.parse::<u32>().is_ok_and(|percent| percent < 100),
        "{before:?}"
    );
    assert!(time.ends_with('s') && time != "0s", "{before:?}");
    terminal.press(CTRL_C);
    let (status, raw) = terminal.wait_for_exit_and_output();
    let screen = screen(&raw);
    assert_eq!(status.code(), Some(130));
    assert!(!screen.contains(" left"), "{screen}");
}
