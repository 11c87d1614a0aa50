//! Conversations over stdin and stdout: how they end on signals, with hosts that do not read and
//! with closed pipes, and their debug log.

#![cfg(unix)]

use std::{
    fs,
    io::{Read, Write},
    process::{Child, Command, Stdio},
    thread::sleep,
    time::{Duration, Instant},
};

use crate::host::{
    EngineProcess, RESPONSE_TIMEOUT,
    uci::{start_engine, wait_until_ready},
};
use crate::program::{send_signal, wait_for_exit};

/// The time limit for everything that should be fast; it is long enough for a busy machine.
const TIME_LIMIT: Duration = Duration::from_secs(10);
/// How long to let the process run before something else is done.
const PAUSE: Duration = Duration::from_millis(200);

/// Starts a process that writes its errors to the stderr of the test.
fn start_engine_process() -> Child {
    Command::new(env!("CARGO_BIN_EXE_batyr"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

#[test]
fn on_a_signal_all_searches_are_answered_and_the_program_exits() {
    for name in ["INT", "TERM"] {
        let mut process = start_engine("shatra").unwrap();
        process
            .send("go infinite\ngo movetime 100000\nisready")
            .unwrap();
        process.skip_to("readyok", RESPONSE_TIMEOUT).unwrap();
        let signalled_at = Instant::now();
        send_signal(process.id(), name);
        for _ in 0..2 {
            process.skip_to("bestmove ", RESPONSE_TIMEOUT).unwrap();
        }
        process.wait_for_clean_exit().unwrap();
        assert!(signalled_at.elapsed() < TIME_LIMIT);
    }
}

#[test]
fn a_signal_ends_idle_conversations_and_scripts() {
    let mut process = start_engine("shatra").unwrap();
    send_signal(process.id(), "TERM");
    process.wait_for_clean_exit().unwrap();

    let mut process = EngineProcess::start(&["go infinite"]);
    process.skip_to("info depth 2 ", RESPONSE_TIMEOUT).unwrap();
    send_signal(process.id(), "INT");
    process.skip_to("bestmove ", RESPONSE_TIMEOUT).unwrap();
    process.wait_for_clean_exit().unwrap();
}

/// The number of `d` commands whose output exceeds the limit at which the console stops reading.
const BOARD_COUNT: usize = 20_000;

#[test]
fn a_host_that_never_reads_can_stop_and_quit() {
    let mut child = start_engine_process();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all("d\n".repeat(2_000).as_bytes()).unwrap();
    stdin
        .write_all(b"setoption name MultiPV value 200\n")
        .unwrap();
    stdin.write_all(b"go infinite\n").unwrap();
    sleep(PAUSE);
    stdin.write_all(b"stop\nquit\n").unwrap();
    assert!(wait_for_exit(&mut child, TIME_LIMIT).success());
}

#[test]
fn the_console_stops_reading_from_a_host_that_never_reads() {
    let mut child = start_engine_process();
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || {
        // The process may exit before it has read everything.
        let _ = stdin.write_all("d\n".repeat(BOARD_COUNT).as_bytes());
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
    assert!(wait_for_exit(&mut child, TIME_LIMIT).success());
    let text = reader.join().unwrap();
    assert_eq!(text.matches("Variant: shatra").count(), BOARD_COUNT);
}

#[test]
fn a_signal_ends_the_program_even_if_its_output_is_not_read() {
    let mut child = start_engine_process();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all("d\n".repeat(1_000).as_bytes()).unwrap();
    drop(stdin);
    sleep(PAUSE);
    send_signal(child.id(), "TERM");
    assert!(wait_for_exit(&mut child, TIME_LIMIT).success());
}

#[test]
fn a_closed_pipe_ends_the_program_without_an_error() {
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
    assert!(wait_for_exit(&mut child, TIME_LIMIT).success());
    stderr.read_to_string(&mut error_output).unwrap();
    assert_eq!(error_output, "");
}

#[test]
fn the_debug_log_contains_both_sides_of_the_conversation() {
    let path = std::env::temp_dir().join(format!("batyr-serve-{}.log", std::process::id()));
    let mut process = start_engine("shatra").unwrap();
    let set_log = "setoption name Debug Log File value";
    process
        .send(&format!("{set_log} {}", path.display()))
        .unwrap();
    process
        .send(&format!("{set_log} /no such folder/log\nisready"))
        .unwrap();
    let error = process.next_line(RESPONSE_TIMEOUT).unwrap().text;
    assert!(
        error.starts_with(
            "info string error: setoption Debug Log File: can't write to '/no such folder/log': "
        ),
        "{error}"
    );
    process.expect_line("readyok", RESPONSE_TIMEOUT).unwrap();
    process.send("go depth 2").unwrap();
    process.skip_to("bestmove ", RESPONSE_TIMEOUT).unwrap();
    process.send(&format!("{set_log} <empty>")).unwrap();
    wait_until_ready(&mut process).unwrap();
    process.quit().unwrap();
    let log = fs::read_to_string(&path).unwrap();
    fs::remove_file(&path).unwrap();
    let lines: Vec<&str> = log
        .lines()
        .map(|line| line.split_once(' ').unwrap().1)
        .collect();
    assert!(lines[0].starts_with("# Batyr's debug log"));
    assert_eq!(lines[1], format!(">> {set_log} /no such folder/log"));
    assert_eq!(lines[2], format!("<< {error}"));
    assert_eq!(lines[3..6], [">> isready", "<< readyok", ">> go depth 2"]);
    assert!(lines.iter().any(|line| line.starts_with("<< bestmove ")));
    assert!(!log.contains("quit"));
}
