//! A host that reads late receives every line.

use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// More boards than a pipe can hold.
const BOARDS: usize = 300;

#[test]
fn all_lines_arrive_after_the_end_of_input() {
    let mut engine = Command::new(env!("CARGO_BIN_EXE_batyr"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the engine starts");
    let mut stdin = engine.stdin.take().unwrap();
    stdin.write_all("d\n".repeat(BOARDS).as_bytes()).unwrap();
    drop(stdin);
    sleep(Duration::from_millis(300));
    let mut text = String::new();
    engine
        .stdout
        .take()
        .unwrap()
        .read_to_string(&mut text)
        .unwrap();
    assert!(engine.wait().unwrap().success());
    assert_eq!(text.matches("Variant: shatra").count(), BOARDS);
}
