//! `batyr spsa`: a run can be stopped, killed and continued.

#![cfg(unix)]

mod errors;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::program::send_signal;

const BATYR: &str = env!("CARGO_BIN_EXE_batyr");

/// This engine, which waits before each search and writes the options that it is sent to a file.
const SLOW_ENGINE: &str = r#"#!/bin/sh
while read -r line; do
  case "$line" in
    go*) sleep 0.01 ;;
    setoption*) echo "$line" >> sent ;;
  esac
  echo "$line"
  case "$line" in quit) exit ;; esac
done | exec BATYR
"#;

/// Returns a command with these words; the word ENGINE stands for the description of an engine.
fn spsa(folder: &Path, line: &str) -> Command {
    let mut command = Command::new(BATYR);
    command.arg("spsa");
    for word in line.split(' ') {
        match word {
            "ENGINE" => command.args(["--engine", &format!("cmd={BATYR}"), "name=tuned"]),
            word => command.arg(word.replace('_', " ")),
        };
    }
    command.current_dir(folder).env_remove("RUST_LOG");
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Runs a command, and returns its stdout and stderr; its exit status must be this one.
fn run(folder: &Path, status: i32, line: &str) -> (String, String) {
    check(spsa(folder, line).output().unwrap(), status, line)
}

fn check(output: Output, status: i32, line: &str) -> (String, String) {
    let [out, errors] =
        [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    assert_eq!(output.status.code(), Some(status), "{line}: {errors}");
    (out, errors)
}

fn state(path: &Path) -> Value {
    let saved: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    saved["state"].clone()
}

/// Returns the number of pairs that count.
fn pairs(path: &Path) -> u64 {
    let state = state(path);
    let unfinished = state["unfinished"].as_array().unwrap().len() as u64;
    state["begun"].as_u64().unwrap() - unfinished
}

/// Waits until this many pairs, but not all, count in the file.
fn wait_for_pairs(child: &mut Child, path: &Path, count: u64) {
    let deadline = Instant::now() + Duration::from_secs(60);
    while !path.exists() || pairs(path) < count {
        assert!(child.try_wait().unwrap().is_none(), "the run has ended");
        assert!(Instant::now() < deadline, "no pairs in the file");
        sleep(Duration::from_millis(20));
    }
}

fn write_program(path: &Path, text: &str) {
    fs::write(path, text).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn a_run_writes_its_file_and_prints_the_values() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let line = "ENGINE --each nodes=50 option.Hash=1 --parameter Skill_Level:8:4 --parameter \
                multipv:3:2 --pairs 3 --jobs 2 --max-plies 60 -o tuned";
    let (out, errors) = run(folder, 0, line);
    let lines: Vec<&str> = out.lines().collect();
    let fields = |index: usize| lines[index].split_whitespace().collect::<Vec<_>>();
    assert_eq!(fields(0), ["parameter", "start", "value", "change"]);
    assert_eq!(fields(1)[..3], ["Skill", "Level", "8.00"], "{out}");
    assert_eq!(fields(2)[..2], ["MultiPV", "3.00"], "{out}");
    assert_eq!(lines[4], "'option.Skill Level=8' option.MultiPV=3", "{out}");
    assert!(
        errors.starts_with("tuning 2 parameters in 3 pairs"),
        "{errors}"
    );
    let state = state(&folder.join("tuned"));
    assert_eq!(state["begun"], 3);
    let games = ["plus_wins", "draws", "minus_wins"].map(|key| state[key].as_u64().unwrap());
    assert_eq!(games.iter().sum::<u64>(), 6);

    // A finished run can be shown again, and is neither replaced nor changed by mistake.
    assert_eq!(run(folder, 0, "--resume -o tuned").0, out);
    let (_, errors) = run(folder, 1, line);
    assert!(
        errors.contains("tuned is not empty; use --resume"),
        "{errors}"
    );
    let (_, errors) = run(folder, 1, &format!("{} --resume", line.replace("50", "51")));
    let expected = "tuned was written with other settings: engine.budget.nodes is 50 in the file, \
                    but 51 is requested";
    assert!(errors.contains(expected), "{errors}");
    run(folder, 0, &format!("{line} --overwrite"));
}

#[test]
fn a_run_that_was_stopped_or_killed_ends_like_an_uninterrupted_one() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write_program(&folder.join("slow"), &SLOW_ENGINE.replace("BATYR", BATYR));
    let line = "--each nodes=50 option.Hash=1 --parameter Move_Overhead:8 --parameter MultiPV:9:8 \
                --rate 0.1 --pairs 6 --max-plies 40 --seed 3 -o";
    run(folder, 0, &format!("ENGINE {line} straight"));

    let resume = format!("--engine cmd=./slow {line} resumed --resume");
    let mut child = spsa(folder, &resume).spawn().unwrap();
    wait_for_pairs(&mut child, &folder.join("resumed"), 1);
    let (_, errors) = run(folder, 1, &resume);
    let expected = "resumed is in use by another 'batyr spsa'";
    assert!(errors.contains(expected), "{errors}");
    send_signal(child.id(), "INT");
    let (out, errors) = check(child.wait_with_output().unwrap(), 130, &resume);
    assert!(out.starts_with("parameter"), "{out}");
    let expected = "of 6 pairs. To continue: batyr spsa --resume -o resumed";
    assert!(errors.contains(expected), "{errors}");
    let done = pairs(&folder.join("resumed"));
    assert!((1..6).contains(&done), "{done}");

    let mut child = spsa(folder, &resume).spawn().unwrap();
    wait_for_pairs(&mut child, &folder.join("resumed"), done + 1);
    child.kill().unwrap();
    child.wait().unwrap();
    run(folder, 0, "--resume -o resumed");
    let [one, two] = ["straight", "resumed"].map(|name| state(&folder.join(name)));
    assert_ne!(one["values"][0], 8.0, "{one}");
    assert_eq!(one, two);
    // The running engines were sent the values of each pair.
    let sent = fs::read_to_string(folder.join("sent")).unwrap();
    assert!(sent.matches("name MultiPV value").count() >= 12, "{sent}");
}

#[test]
fn a_pause_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("pause"), "").unwrap();
    let line = "ENGINE --each nodes=30 --parameter Hash:8:1 --max-plies 20 --pairs 2 --pause-file \
                pause -o out";
    let mut child = spsa(folder, line).spawn().unwrap();
    sleep(Duration::from_millis(500));
    assert!(
        child.try_wait().unwrap().is_none(),
        "the run was not paused"
    );
    fs::remove_file(folder.join("pause")).unwrap();
    let (_, errors) = check(child.wait_with_output().unwrap(), 0, line);
    let paused = errors
        .find("paused while the pause file exists: the engines finish")
        .unwrap();
    assert!(
        errors.find("the games continue").unwrap() > paused,
        "{errors}"
    );
}

#[test]
fn a_pair_that_repeats_another_moves_no_value() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let line = "ENGINE --each nodes=30 --parameter Hash:8:1 --openings start --max-plies 20 \
                --pairs 12 -o out";
    let (table, _) = run(folder, 0, line);
    let state = state(&folder.join("out"));
    let copied = state["copied"].as_u64().unwrap();
    assert!(copied > 0, "{state}");
    let games = ["plus_wins", "draws", "minus_wins"].map(|name| state[name].as_u64().unwrap());
    assert_eq!(games.iter().sum::<u64>() + 2 * copied, 24);
    let expected = format!("{copied} of 12 pairs were copies of earlier ones");
    assert!(table.contains(&expected), "{table}");
}
