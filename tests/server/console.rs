//! The end of conversations on the console: by signals, with hosts that do not read, with a closed
//! pipe; and their debug log.

#![cfg(unix)]

use std::{
    fs,
    io::{Read, Write},
    process::{Child, Command, ExitStatus, Stdio},
    thread::sleep,
    time::{Duration, Instant},
};

use crate::host::{
    EngineProcess, RESPONSE_TIMEOUT,
    uci::{start_engine, wait_until_ready},
};

/// The limit for everything that should be quick, generous enough for a busy machine.
const QUICK_LIMIT: Duration = Duration::from_secs(10);
const PAUSE: Duration = Duration::from_millis(200);

fn signal(name: &str, process: u32) {
    let status = Command::new("kill")
        .args([&format!("-{name}"), &process.to_string()])
        .status();
    assert!(status.unwrap().success());
}

fn start(words: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_batyr"))
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Waits for the process to end, within the limit.
fn end(mut child: Child) -> ExitStatus {
    let from = Instant::now();
    while from.elapsed() < QUICK_LIMIT {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    panic!("the process does not end");
}

#[test]
fn a_signal_ends_the_program_with_all_searches_answered() {
    for name in ["INT", "TERM"] {
        let mut process = start_engine("shatra").unwrap();
        process
            .send("go infinite\ngo movetime 100000\nisready")
            .unwrap();
        process.skip_to("readyok", RESPONSE_TIMEOUT).unwrap();
        let signalled = Instant::now();
        signal(name, process.id());
        for _ in 0..2 {
            process.skip_to("bestmove ", RESPONSE_TIMEOUT).unwrap();
        }
        let (_, status) = process.wait_for_exit().unwrap();
        process.check_clean_exit(status).unwrap();
        assert!(signalled.elapsed() < QUICK_LIMIT);
    }
}

#[test]
fn a_signal_ends_an_idle_conversation_and_a_script() {
    let mut process = start_engine("shatra").unwrap();
    signal("TERM", process.id());
    let (_, status) = process.wait_for_exit().unwrap();
    process.check_clean_exit(status).unwrap();

    let mut process = EngineProcess::start(&["go infinite"]);
    process.skip_to("info depth 2 ", RESPONSE_TIMEOUT).unwrap();
    signal("INT", process.id());
    process.skip_to("bestmove ", RESPONSE_TIMEOUT).unwrap();
    let (_, status) = process.wait_for_exit().unwrap();
    process.check_clean_exit(status).unwrap();
}

/// The number of boards, enough to exceed the limit at which the console stops reading.
const BOARDS: usize = 20_000;

#[test]
fn a_host_that_never_reads_can_stop_and_quit() {
    let mut child = start(&[]);
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all("d\n".repeat(2_000).as_bytes()).unwrap();
    stdin
        .write_all(b"setoption name MultiPV value 200\n")
        .unwrap();
    stdin.write_all(b"go infinite\n").unwrap();
    sleep(PAUSE);
    stdin.write_all(b"stop\nquit\n").unwrap();
    assert!(end(child).success());
}

#[test]
fn the_console_stops_reading_from_a_host_that_never_reads() {
    let mut child = start(&[]);
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || {
        // The process may end before it has read everything.
        let _ = stdin.write_all("d\n".repeat(BOARDS).as_bytes());
        stdin
    });
    sleep(5 * PAUSE);
    let status = fs::read_to_string(format!("/proc/{}/status", child.id()));
    if let Ok(status) = status {
        let line = status.lines().find(|line| line.starts_with("VmRSS:"));
        let kilobytes: u64 = line
            .and_then(|line| line.split_whitespace().nth(1))
            .map_or(0, |kilobytes| kilobytes.parse().unwrap());
        assert!(kilobytes < 64_000, "{kilobytes} kB");
    }
    // Everything is answered once the output is read.
    let mut text = String::new();
    let mut stdout = child.stdout.take().unwrap();
    let reader = std::thread::spawn(move || {
        stdout.read_to_string(&mut text).unwrap();
        text
    });
    drop(writer.join().unwrap());
    assert!(end(child).success());
    let text = reader.join().unwrap();
    assert_eq!(text.matches("Variant: shatra").count(), BOARDS);
}

#[test]
fn a_signal_ends_the_program_also_when_its_output_is_not_read() {
    let mut child = start(&[]);
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all("d\n".repeat(1_000).as_bytes()).unwrap();
    drop(stdin);
    sleep(PAUSE);
    signal("TERM", child.id());
    assert!(end(child).success());
}

#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_batyr"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    drop(child.stdout.take());
    stdin.write_all(b"uci\ngo infinite\nisready\n").unwrap();
    let mut error_output = String::new();
    let mut stderr = child.stderr.take().unwrap();
    assert!(end(child).success());
    stderr.read_to_string(&mut error_output).unwrap();
    assert_eq!(error_output, "");
}

#[test]
fn the_debug_log_holds_both_sides() {
    let path = std::env::temp_dir().join(format!("batyr-serve-{}.log", std::process::id()));
    let mut process = start_engine("shatra").unwrap();
    let name = "setoption name Debug Log File value";
    process.send(&format!("{name} {}", path.display())).unwrap();
    process
        .send(&format!("{name} /no such folder/log\nisready"))
        .unwrap();
    let refusal = process.next_line(RESPONSE_TIMEOUT).unwrap().text;
    assert!(
        refusal.starts_with(
            "info string error: setoption Debug Log File: can't write to '/no such folder/log': "
        ),
        "{refusal}"
    );
    process.expect_line("readyok", RESPONSE_TIMEOUT).unwrap();
    process.send("go depth 2").unwrap();
    process.skip_to("bestmove ", RESPONSE_TIMEOUT).unwrap();
    process.send(&format!("{name} <empty>")).unwrap();
    wait_until_ready(&mut process).unwrap();
    process.quit().unwrap();
    let log = fs::read_to_string(&path).unwrap();
    fs::remove_file(&path).unwrap();
    let lines: Vec<&str> = log
        .lines()
        .map(|line| line.split_once(' ').unwrap().1)
        .collect();
    assert!(lines[0].starts_with("# Batyr's debug log"));
    assert_eq!(lines[1], format!(">> {name} /no such folder/log"));
    assert_eq!(lines[2], format!("<< {refusal}"));
    assert_eq!(lines[3..6], [">> isready", "<< readyok", ">> go depth 2"]);
    assert!(lines.iter().any(|line| line.starts_with("<< bestmove ")));
    assert!(!log.contains("quit"));
}
