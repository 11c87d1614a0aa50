//! The program under test and others: run to their end, sent signals, and watched.

#![allow(dead_code)] // each test program uses only part of this module

use std::fs;
use std::io::{self, Write};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Returns a command that runs the program with these arguments.
pub fn batyr(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_batyr"));
    command.args(args).env_remove("RUST_LOG");
    command
}

/// Runs the program with these arguments and this text on stdin.
pub fn run(args: &[&str], input: &str) -> Output {
    run_with_input(&mut batyr(args), input.as_bytes())
}

/// Runs a command with this input.
pub fn run_with_input(command: &mut Command, input: &[u8]) -> Output {
    let piped = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = piped.spawn().unwrap();
    // A program that does not read its stdin may have exited already.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

/// Returns what a program wrote to stdout.
pub fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// Returns what a program wrote to stderr.
pub fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Returns whether a program is installed. If it is not, a message says that the test leaves it out;
/// with the environment variable `BATYR_REQUIRE_PROGRAMS`, which `.ci/run` sets where it installs
/// all programs, the test fails instead.
pub fn is_installed(program: &str) -> bool {
    let is_found = which::which(program).is_ok();
    if !is_found {
        let message = format!("left out: {program} is not installed");
        let is_required = std::env::var_os("BATYR_REQUIRE_PROGRAMS").is_some();
        assert!(!is_required, "{message}");
        // Unlike `eprintln!`, this is shown although the test passes.
        io::stderr()
            .write_all(format!("{message}\n").as_bytes())
            .unwrap();
    }
    is_found
}

/// Sends a signal, given by its name without `SIG`.
pub fn send_signal(id: u32, name: &str) {
    let status = Command::new("kill")
        .args(["-s", name, &id.to_string()])
        .status();
    assert!(
        status.is_ok_and(|status| status.success()),
        "kill -s {name} failed"
    );
}

/// Waits until a process exits; after this time, kills it and panics.
pub fn wait_for_exit(child: &mut Child, timeout: Duration) -> ExitStatus {
    let deadline = Instant::now() + timeout;
    while Instant::now() < deadline {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    panic!("the process does not exit");
}

/// Sends SIGINT, as Ctrl-C does, to a program, which must end soon with the status of an
/// interruption.
pub fn interrupt(child: Child) -> Output {
    let signalled = Instant::now();
    send_signal(child.id(), "INT");
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let elapsed = signalled.elapsed();
    assert!(elapsed < Duration::from_secs(5), "{elapsed:?}");
    output
}

/// Returns an amount of memory from `/proc/ID/status`, in kilobytes, given its name there:
/// `VmRSS` is the memory in use, `VmHWM` its peak, `VmSize` the virtual memory.
pub fn memory_kilobytes(id: u32, name: &str) -> u64 {
    let status = fs::read_to_string(format!("/proc/{id}/status")).expect("the process is running");
    let amount = status.lines().find_map(|line| line.strip_prefix(name));
    let number = amount.and_then(|rest| rest.strip_prefix(':')?.strip_suffix(" kB"));
    number.expect(name).trim().parse().unwrap()
}
