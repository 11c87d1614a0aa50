//! What ends a match although no engine is at fault: a program that disappears, or too many open
//! files.

#![cfg(target_os = "linux")] // open files are found in /proc

use std::fs;
use std::path::Path;
use std::process::Child;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Resource, Rlimit, prlimit};

use crate::program::wait_for_exit;
use crate::scratch::{BATYR, Scratch, all_output, batyr_match, games};

/// The time limit of every wait.
const LIMIT: Duration = Duration::from_secs(60);

/// Starts a match of two engines that are restarted before each game, and waits for its first
/// games.
fn start(scratch: &Scratch, program: &str, out: &Path) -> Child {
    let line = format!(
        "--engine cmd={program} name=A --engine cmd={program} name=B --each nodes=300 restart=on \
         --rounds 1000 --max-plies 40 --plain --affinity none"
    );
    let words: Vec<&str> = line.split(' ').collect();
    let mut command = batyr_match(&words, out);
    let mut runner = command.current_dir(scratch.path()).spawn().unwrap();
    let deadline = Instant::now() + LIMIT;
    while fs::read_to_string(out.join("games.jsonl")).map_or(0, |text| text.lines().count()) < 2 {
        if Instant::now() > deadline || runner.try_wait().unwrap().is_some() {
            let _ = runner.kill();
            panic!("{}", all_output(&runner.wait_with_output().unwrap()));
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    runner
}

/// Asserts that the match ends with status 1 and says why, and that no game was lost by a fault.
fn assert_ends(mut runner: Child, out: &Path, parts: &[&str]) {
    let status = wait_for_exit(&mut runner, LIMIT);
    let text = all_output(&runner.wait_with_output().unwrap());
    assert_eq!(status.code(), Some(1), "{text}");
    for part in parts {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(!text.contains("was not started"), "{text}");
    assert!(
        games(out).values().all(|game| !game.end.is_fault()),
        "{text}"
    );
}

#[test]
fn a_program_that_disappears_ends_the_run() {
    let scratch = Scratch::new("gone");
    let (program, out) = (scratch.join("eng"), scratch.join("out"));
    fs::copy(BATYR, &program).unwrap();
    let runner = start(&scratch, "./eng", &out);
    // As a linker does before it writes a program anew.
    fs::remove_file(&program).unwrap();
    let parts = ["the program of engine", "not found", "/eng", "--resume"];
    assert_ends(runner, &out, &parts);
}

#[test]
fn too_many_open_files_end_the_run() {
    let scratch = Scratch::new("open-files");
    let out = scratch.join("out");
    let runner = start(&scratch, BATYR, &out);
    // With one file fewer than now, the second engine can't be started.
    let files = fs::read_dir(format!("/proc/{}/fd", runner.id()))
        .unwrap()
        .count();
    let limit = Rlimit {
        current: Some(u64::try_from(files).unwrap() - 1),
        maximum: Some(1024),
    };
    prlimit(Some(Pid::from_child(&runner)), Resource::Nofile, limit).unwrap();
    assert_ends(runner, &out, &["too many open files", "--jobs", "--resume"]);
}
