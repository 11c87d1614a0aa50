//! Keys that change a match while it is shown on a terminal.

#![cfg(unix)]

use crate::pty::Terminal;

const CTRL_C: &str = "\x03";

#[test]
fn keys_pause_a_match_and_change_the_number_of_games() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out").display().to_string();
    let engine = format!("cmd={}", env!("CARGO_BIN_EXE_batyr"));
    let args = [
        &["match", "--engine", &engine, "name=A", "--engine", &engine],
        &["name=B", "--each", "nodes=300", "--rounds", "500"][..],
        &["--affinity", "none", "--out", &out],
    ];
    let mut terminal = Terminal::batyr(&args.concat(), |command| command);
    terminal.expect("change the number of concurrent games (1)");
    terminal.press("+");
    terminal.expect("concurrent games (2)");
    terminal.press("--");
    terminal.expect("concurrent games (1)");
    terminal.press("p");
    terminal.expect("paused by a key");
    terminal.press("p");
    terminal.expect("the games continue");
    // A pause does not keep Ctrl-C from ending the run, and no key is shown.
    terminal.press("p");
    terminal.expect("paused by a key");
    terminal.press(CTRL_C);
    terminal.expect("Interrupted. To continue");
    let (status, raw) = terminal.wait_for_exit_and_output();
    assert_eq!(status.code(), Some(130), "{raw}");
    assert!(!raw.contains("--\r"), "{raw}");
}
