//! SIGHUP, which a terminal sends when it is closed, ends every long-running command in order, as
//! SIGTERM does, unless the command was started with `nohup`.

#![cfg(target_os = "linux")]

use std::fs;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

/// The commands, and the status with which they end after a signal. PROGRAM is the program itself.
const COMMANDS: [(&str, i32); 12] = [
    (
        "analyse startpos --movetime 600000 --threads 1 --json -o out.json",
        130,
    ),
    ("solve startpos --moves 60 --nodes 1000000000000", 130),
    ("perft 12 --threads 1", 130),
    ("openings --count 100000 --nodes 1000 -j 1 -o openings", 130),
    (
        "datagen --games 100000 --nodes 1000 -j 1 -o new.samples",
        130,
    ),
    (
        "train samples --variant shatar --epochs 10000 -o trained.net",
        130,
    ),
    (
        "match --plain --out match --engine cmd=PROGRAM name=a --engine cmd=PROGRAM name=b \
         --each nodes=20 --rounds 100000 --jobs 1",
        130,
    ),
    (
        "spsa -o tuning.json --engine cmd=PROGRAM --each nodes=20 option.Hash=1 \
         --parameter MultiPV:8:4 --pairs 100000 --jobs 1",
        130,
    ),
    ("serve --tcp 127.0.0.1:0", 0),
    ("board --no-open --listen 127.0.0.1:0", 0),
    ("", 0),
    ("go infinite", 0),
];

/// The signals of which a process has a list in /proc.
fn signals(process: &Child, list: &str) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{}/status", process.id())).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(list))?;
    u64::from_str_radix(line.trim(), 16).ok()
}

fn has(signals: u64, signal: Signal) -> bool {
    signals >> (signal.as_raw() - 1) & 1 == 1
}

/// Waits until a process handles a signal.
fn wait_for_handler(process: &Child, signal: Signal, command: &str) {
    let start = Instant::now();
    while !signals(process, "SigCgt:").is_some_and(|caught| has(caught, signal)) {
        assert!(
            start.elapsed() < Duration::from_secs(20),
            "{command}: {signal:?}"
        );
        sleep(Duration::from_millis(2));
    }
}

fn send(process: &Child, signal: Signal) {
    kill_process(Pid::from_child(process), signal).unwrap();
}

fn folder_with_samples() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let start = "rnbjkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBJKBNR w - - 0 1 | 3 | 1\n";
    fs::write(folder.path().join("text"), start.repeat(500)).unwrap();
    let pack = "samples --pack samples --variant shatar text";
    assert!(
        start_in(&folder, HEEDS_HANGUPS, pack)
            .wait()
            .unwrap()
            .success()
    );
    folder
}

/// What a shell starts a command with so that the command gets hangups, even if these tests
/// were started with `nohup`.
const HEEDS_HANGUPS: &str = "exec env --default-signal=HUP";

/// Starts a command in a folder; `before` is what stands before it in the shell.
fn start_in(folder: &tempfile::TempDir, before: &str, command: &str) -> Child {
    let program = env!("CARGO_BIN_EXE_batyr");
    let command = command.replace("PROGRAM", program);
    Command::new("sh")
        .args(["-c", &format!("{before} {program} {command}")])
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Returns the status with which a process exits.
fn status(mut process: Child, what: &str) -> i32 {
    let start = Instant::now();
    loop {
        if let Some(status) = process.try_wait().unwrap() {
            return status.code().unwrap_or_else(|| panic!("{what}: {status}"));
        }
        if start.elapsed() > Duration::from_secs(20) {
            process.kill().unwrap();
            panic!("{what} does not end");
        }
        sleep(Duration::from_millis(2));
    }
}

#[test]
fn a_hangup_ends_each_command_in_order() {
    let folder = folder_with_samples();
    for (command, expected) in COMMANDS {
        let process = start_in(&folder, HEEDS_HANGUPS, command);
        wait_for_handler(&process, Signal::HUP, command);
        send(&process, Signal::HUP);
        // The shell of a terminal that is closed sends it, and the system again.
        send(&process, Signal::HUP);
        assert_eq!(status(process, command), expected, "{command}");
    }
    assert!(folder.path().join("trained.net.checkpoint").exists());
}

#[test]
fn after_a_hangup_the_results_so_far_are_whole() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(
        folder.path().join("positions"),
        "startpos\n".repeat(100_000),
    )
    .unwrap();
    let command = "analyse positions --depth 2 --json -o out";
    let process = start_in(&folder, HEEDS_HANGUPS, command);
    let output = folder.path().join("out");
    let start = Instant::now();
    while !output.exists() {
        assert!(start.elapsed() < Duration::from_secs(20));
        sleep(Duration::from_millis(2));
    }
    send(&process, Signal::HUP);
    assert_eq!(status(process, command), 130);
    let text = fs::read_to_string(output).unwrap();
    assert!(
        text.starts_with("{\"type\":\"position\"") && text.ends_with("}\n"),
        "{text}"
    );
}

#[test]
fn a_command_that_nohup_starts_ignores_hangups() {
    let folder = folder_with_samples();
    for (command, expected) in COMMANDS {
        let process = start_in(&folder, "exec nohup", command);
        wait_for_handler(&process, Signal::TERM, command);
        let ignored = signals(&process, "SigIgn:").unwrap();
        assert!(has(ignored, Signal::HUP), "{command} listens for hangups");
        send(&process, Signal::HUP);
        send(&process, Signal::TERM);
        assert_eq!(status(process, command), expected, "{command}");
    }
}
