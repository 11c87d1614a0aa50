//! `batyr keep`, the process between a runner and an engine: no process that it has started
//! outlives the runner, however the runner ends.

#![cfg(target_os = "linux")] // processes are found in /proc

use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::scratch::BATYR;
use crate::test_game::{assert_none_left, process_mark, processes_with_mark, script};

/// The time within which a keeper must end its processes. The keeper gives the engine a second to
/// exit by itself.
const EXIT_LIMIT: Duration = Duration::from_secs(4);

/// Starts a keeper in its own process group, so that signals from the terminal do not reach its
/// processes.
fn start_keeper(args: &[&str]) -> Child {
    Command::new(BATYR)
        .arg("keep")
        .args(args)
        .process_group(0)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn run(args: &[&str]) -> Output {
    start_keeper(args).wait_with_output().unwrap()
}

#[test]
fn the_exit_status_is_that_of_the_engine() {
    for (code, script) in [
        (0, "exit 0"),
        (7, "exit 7"),
        (137, "kill -9 $$"),
        (143, "kill $$"),
    ] {
        let output = run(&["--", "sh", "-c", script]);
        assert_eq!(output.status.code(), Some(code), "{script}");
    }
    let output = run(&["--", "/no/such/engine"]);
    assert_eq!(output.status.code(), Some(127));
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(
        stderr.starts_with("batyr keep: /no/such/engine: "),
        "{stderr}"
    );
}

#[test]
fn the_streams_are_those_of_the_engine() {
    let mut keeper = start_keeper(&["--", "sh", "-c", "read line; echo \"<$line>\"; echo oh >&2"]);
    let mut stdin = keeper.stdin.take().unwrap();
    stdin.write_all(b"hello\nworld\n").unwrap();
    let output = keeper.wait_with_output().unwrap();
    drop(stdin);
    assert_eq!(output.stdout, b"<hello>\n");
    assert_eq!(output.stderr, b"oh\n");
}

#[test]
fn the_engine_runs_on_the_chosen_processors() {
    let args = [
        "--cpus",
        "0",
        "--",
        "grep",
        "Cpus_allowed_list",
        "/proc/self/status",
    ];
    let output = run(&args);
    assert_eq!(output.stdout, b"Cpus_allowed_list:\t0\n");
    let output = run(&["--cpus", "1000", "--", "true"]);
    assert_eq!(
        output.status.code(),
        Some(127),
        "there is no such processor"
    );
}

#[test]
fn the_runner_sees_that_the_engine_closed_its_output() {
    let mut keeper = start_keeper(&["--", "sh", "-c", "exec >&-; exec 2>&-; sleep 600"]);
    let before = Instant::now();
    let mut stdout = String::new();
    keeper
        .stdout
        .take()
        .unwrap()
        .read_to_string(&mut stdout)
        .unwrap();
    assert!(before.elapsed() < EXIT_LIMIT);
    drop(keeper.stdin.take());
    keeper.wait().unwrap();
}

#[test]
fn all_processes_end_when_the_runner_closes_its_pipes() {
    let mark = process_mark("pipes");
    let child = script("child.sh").display().to_string();
    let engine = script("engine.py").display().to_string();
    let mut keeper = start_keeper(&["--", "env", &mark, &child, &engine, "ignores-eof-and-quit"]);
    wait_for_processes(&mark, 8);
    drop(keeper.stdin.take());
    keeper.wait().unwrap();
    assert_none_left(&mark, EXIT_LIMIT);
}

#[test]
fn processes_that_leave_the_group_end_with_the_engine() {
    let mark = process_mark("daemons");
    let engine = "setsid sleep 600 & (setsid sleep 600 &); read line; exit 7";
    let mut keeper = start_keeper(&["--", "env", &mark, "sh", "-c", engine]);
    wait_for_processes(&mark, 4);
    let mut stdin = keeper.stdin.take().unwrap();
    stdin.write_all(b"end\n").unwrap();
    assert_eq!(keeper.wait().unwrap().code(), Some(7));
    assert_none_left(&mark, EXIT_LIMIT);
}

/// Waits until at least this many processes have the mark.
fn wait_for_processes(mark: &str, count: usize) {
    let deadline = Instant::now() + Duration::from_secs(10);
    while processes_with_mark(mark).len() < count {
        assert!(Instant::now() < deadline, "{:?}", processes_with_mark(mark));
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// A minimal runner, which starts a keeper in its own process group and waits.
const RUNNER: &str = "\
import os, subprocess, sys, time
keeper = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, preexec_fn=os.setpgrp)
print('up', flush=True)
time.sleep(600)
";

#[test]
fn no_process_outlives_a_killed_runner() {
    let child = script("child.sh").display().to_string();
    let engine = script("engine.py").display().to_string();
    for (fault, count) in [("silent", 8), ("ignores-eof-and-quit", 8), ("none", 8)] {
        let mark = process_mark(&format!("killed-{fault}"));
        let args = ["keep", "--", "env", &mark, &child, &engine, fault];
        let mut runner = Command::new("python3")
            .args(["-c", RUNNER, BATYR])
            .args(args)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut stdout = BufReader::new(runner.stdout.take().unwrap());
        stdout.read_line(&mut line).unwrap();
        assert_eq!(line, "up\n");
        wait_for_processes(&mark, count);
        runner.kill().unwrap();
        runner.wait().unwrap();
        assert_none_left(&mark, EXIT_LIMIT);
    }
}
