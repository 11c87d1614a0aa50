//! The host in protocol/examples, written from PROTOCOL.md alone, plays a game in each dialect.

use std::process::Command;

use crate::program::is_installed;

const HOST: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/protocol/examples/host.py");

/// Plays a game with the host, which prints the turns and the result, one per line.
fn play_game(dialect: &str, variant: &str) {
    if !is_installed("python3") {
        return;
    }
    let output = Command::new("python3")
        .args([HOST, dialect, env!("CARGO_BIN_EXE_batyr")])
        .args(["--variant", variant, "--movetime", "20"])
        .args(["--max-turns", "120"])
        .output()
        .unwrap();
    let output_text = String::from_utf8(output.stdout).unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{output_text}{errors}");
    assert_eq!(errors, "");
    let result = output_text.lines().last().unwrap();
    let ends = ["1-0 by ", "0-1 by ", "1/2-1/2 by "];
    assert!(
        ends.iter().any(|end| result.starts_with(end)),
        "{output_text}"
    );
    // Both sides have played. With so little time, a biy may be hunted down within seven turns.
    assert!(output_text.lines().count() > 2, "{output_text}");
}

#[test]
fn the_example_plays_uci() {
    play_game("uci", "shatra");
}

#[test]
fn the_example_plays_ucci() {
    play_game("ucci", "shatra-original");
}

#[test]
fn the_example_plays_ushi() {
    play_game("ushi", "shatra");
}
