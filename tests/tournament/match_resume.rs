//! A tournament that is killed and resumed ends like one that is not interrupted.

#![cfg(target_os = "linux")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::program::wait_for_exit;
use crate::scratch::{
    BATYR, Scratch, all_output, batyr_match, games, reproducible_parts, run_successfully,
    two_engines,
};
use crate::support::Random;
use crate::test_game::{process_mark, processes_with_mark};

/// Returns the arguments of a tournament on a fixed number of nodes.
fn match_args(rounds: usize) -> Vec<String> {
    let mut args = two_engines("nodes=400");
    let rest = format!("--rounds {rounds} --seed 5 --max-plies 120 --jobs 2 --plain");
    args.extend(rest.split(' ').map(str::to_owned));
    args
}

/// Kills a tournament `kills` times at random moments.
fn interrupt_at_random(args: &[&str], out: &Path, kills: usize, seed: u64, max_ms: usize) {
    let mut random = Random::new(seed);
    let mark = process_mark(&format!("resume-{seed}"));
    let (variable, value) = mark.split_once('=').unwrap();
    for kill in 0..kills {
        let mut command = batyr_match(args, out);
        command.arg("--resume").env(variable, value);
        let mut child = command.spawn().unwrap();
        if kill == 0 {
            // There must be a finished game to resume after.
            wait_for_games(out, 1);
        }
        sleep(Duration::from_millis(random.below(max_ms) as u64));
        assert!(
            child.try_wait().unwrap().is_none(),
            "finished before kill {kill}"
        );
        child.kill().unwrap();
        child.wait().unwrap();
        let deadline = Instant::now() + Duration::from_secs(5);
        while !processes_with_mark(&mark).is_empty() {
            let left = processes_with_mark(&mark);
            assert!(Instant::now() < deadline, "still running: {left:#?}");
            sleep(Duration::from_millis(20));
        }
    }
}

/// Waits until this many games are finished.
fn wait_for_games(out: &Path, count: usize) {
    let deadline = Instant::now() + Duration::from_secs(60);
    let path = out.join("games.jsonl");
    while fs::read_to_string(&path)
        .unwrap_or_default()
        .lines()
        .count()
        < count
    {
        assert!(Instant::now() < deadline, "too few games are finished");
        sleep(Duration::from_millis(2));
    }
}

fn assert_resumed_equals_uninterrupted(rounds: usize, kills: usize, max_ms: usize) {
    let scratch = Scratch::new("resume");
    let (straight_out, resumed_out) = (scratch.join("uninterrupted"), scratch.join("resumed"));
    let args = match_args(rounds);
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    interrupt_at_random(&args, &resumed_out, kills, 77, max_ms);
    let done = games(&resumed_out).len();
    println!("{done} of {} games done after {kills} kills", 2 * rounds);
    assert!(done > 0 && done < 2 * rounds, "nothing was resumed");
    let resumed = run_successfully(batyr_match(&args, &resumed_out).arg("--resume"));
    let straight = run_successfully(&mut batyr_match(&args, &straight_out));
    assert_eq!(reproducible_parts(&straight_out).len(), 2 * rounds);
    assert!(
        reproducible_parts(&straight_out) == reproducible_parts(&resumed_out),
        "games differ"
    );
    let table = |output: &std::process::Output| {
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let from = text.split_once("Results\n").map(|(_, rest)| rest);
        let table = from.and_then(|rest| rest.split_once("\n\n"));
        let (table, _) = table.unwrap_or_else(|| panic!("no table: {text}"));
        table.to_owned()
    };
    assert_eq!(table(&resumed), table(&straight));
    let file = |folder: &Path| fs::read_to_string(folder.join("games.sgn")).unwrap();
    assert_eq!(file(&straight_out).matches("[Event ").count(), 2 * rounds);
    assert_eq!(file(&resumed_out).matches("[Event ").count(), 2 * rounds);
}

#[test]
fn a_killed_tournament_continues_where_it_stopped() {
    assert_resumed_equals_uninterrupted(20, 4, 300);
}

#[test]
#[ignore = "slow: ten kills"]
fn a_tournament_killed_ten_times_continues_where_it_stopped() {
    assert_resumed_equals_uninterrupted(250, 10, 2_000);
}

#[test]
fn a_game_whose_line_was_cut_off_is_played_again() {
    let scratch = Scratch::new("torn");
    let out = scratch.join("out");
    let args = match_args(3);
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    run_successfully(&mut batyr_match(&args, &out));
    let before = reproducible_parts(&out);
    let path = out.join("games.jsonl");
    let text = fs::read(&path).unwrap();
    fs::write(&path, &text[..text.len() - 10]).unwrap();
    run_successfully(batyr_match(&args, &out).arg("--resume"));
    assert!(before == reproducible_parts(&out), "games differ");
}

#[test]
fn a_journal_of_an_earlier_version_is_continued() {
    let scratch = Scratch::new("earlier");
    let out = scratch.join("out");
    let args = match_args(2);
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    run_successfully(&mut batyr_match(&args, &out));
    let path = out.join("games.jsonl");
    let text = fs::read_to_string(&path).unwrap();
    let lines = text.lines().take(2).map(|line| {
        let mut game: serde_json::Value = serde_json::from_str(line).unwrap();
        // The words of some ends were others, and a warning was a sentence.
        game["end"] = "patience".into();
        let warning = "A: a pv with an illegal move (2 times): before move 3, x in pv x";
        game["warnings"] = [warning].into();
        format!("{game}\n")
    });
    fs::write(&path, lines.collect::<String>()).unwrap();
    let output = run_successfully(batyr_match(&args, &out).arg("--resume"));
    let text = all_output(&output);
    let warning = "warning: A: a pv with an illegal move (2 games, first in game ";
    assert!(text.contains(warning), "{text}");
    assert!(
        text.contains("): (2 times): before move 3, x in pv x\n"),
        "{text}"
    );
    assert_eq!(games(&out).len(), 4);
    let report = fs::read_to_string(out.join("report.md")).unwrap();
    assert!(report.contains("| turn limit | 2 |"), "{report}");
    assert!(
        report.contains("| A: a pv with an illegal move | 2 |"),
        "{report}"
    );
}

#[test]
fn another_tournament_is_not_resumed() {
    let scratch = Scratch::new("other");
    let out = scratch.join("out");
    let (first_args, second_args) = (match_args(1), match_args(2));
    let first_args: Vec<&str> = first_args.iter().map(String::as_str).collect();
    let second_args: Vec<&str> = second_args.iter().map(String::as_str).collect();
    run_successfully(&mut batyr_match(&first_args, &out));
    let taken = batyr_match(&first_args, &out).output().unwrap();
    assert_eq!(taken.status.code(), Some(1));
    assert!(
        all_output(&taken).contains("--resume"),
        "{}",
        all_output(&taken)
    );
    let other = batyr_match(&second_args, &out)
        .arg("--resume")
        .output()
        .unwrap();
    assert_eq!(other.status.code(), Some(1));
    assert!(
        all_output(&other).contains("format differs"),
        "{}",
        all_output(&other)
    );
}

/// Plays a tournament of two games; returns its folder and its journal.
fn play_two_games(scratch: &Scratch) -> (PathBuf, Vec<u8>) {
    let out = scratch.join("out");
    let args = match_args(1);
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    run_successfully(&mut batyr_match(&args, &out));
    let text = fs::read(out.join("games.jsonl")).unwrap();
    (out, text)
}

fn resume(out: &Path) -> Output {
    batyr_match(&["--resume", "--plain"], out).output().unwrap()
}

#[test]
fn blank_lines_of_a_journal_are_skipped() {
    let scratch = Scratch::new("blank");
    let (out, text) = play_two_games(&scratch);
    let path = out.join("games.jsonl");
    let end_of_first = 1 + text.iter().position(|&c| c == b'\n').unwrap();
    let (first, rest) = text.split_at(end_of_first);
    fs::write(&path, [b"\n", first, b" \t\r\n\n", rest, b"\n\n"].concat()).unwrap();
    let output = resume(&out);
    assert!(output.status.success(), "{}", all_output(&output));
    let kept = fs::read_to_string(&path).unwrap();
    assert_eq!(
        kept.lines().filter(|line| line.contains("turns")).count(),
        2
    );
}

#[test]
fn a_tail_left_by_a_power_failure_is_cut_off() {
    let scratch = Scratch::new("power");
    let (out, text) = play_two_games(&scratch);
    let path = out.join("games.jsonl");
    let before = reproducible_parts(&out);
    let end_of_first = 1 + text.iter().position(|&c| c == b'\n').unwrap();
    let (first, second) = text.split_at(end_of_first);
    // The start of the second line was not written; its end is intact.
    let mut zeroed_line = second.to_vec();
    zeroed_line[..20].fill(0);
    for tail in [
        &[0; 5000][..],
        b"\0\n",
        b"\0\0\n\0\n\0",
        &zeroed_line,
        b"\n\0\n\n",
    ] {
        for (kept, is_complete) in [(first, false), (&text[..], true)] {
            fs::write(&path, [kept, tail].concat()).unwrap();
            let output = resume(&out);
            assert!(output.status.success(), "{tail:?}: {}", all_output(&output));
            let journal = fs::read(&path).unwrap();
            assert!(!journal.contains(&0), "{tail:?}");
            assert!(!is_complete || journal.starts_with(&text), "{tail:?}");
            assert!(reproducible_parts(&out) == before, "{tail:?}");
        }
    }
}

#[test]
fn garbage_in_a_journal_is_reported_with_its_line() {
    let scratch = Scratch::new("garbage");
    let (out, text) = play_two_games(&scratch);
    let path = out.join("games.jsonl");
    let end_of_first = 1 + text.iter().position(|&c| c == b'\n').unwrap();
    let (first, rest) = text.split_at(end_of_first);
    for garbage in [&b"\0\0\n"[..], b"what?\n", b"{}\n"] {
        let contents = [first, garbage, rest].concat();
        fs::write(&path, &contents).unwrap();
        let output = resume(&out);
        assert_eq!(output.status.code(), Some(1), "{}", all_output(&output));
        assert!(
            all_output(&output).contains("games.jsonl, line 2"),
            "{}",
            all_output(&output)
        );
        assert!(fs::read(&path).unwrap() == contents, "the file was changed");
    }
    // A power failure does not leave such a line, so it is not discarded.
    fs::write(&path, [&text[..], b"what?\n"].concat()).unwrap();
    let output = resume(&out);
    assert!(
        all_output(&output).contains("games.jsonl, line 3"),
        "{}",
        all_output(&output)
    );
    // The error message does not repeat the terminal escapes.
    let escaped = String::from_utf8(text.clone()).unwrap();
    let escaped = escaped.replacen("\"result\":\"", "\"result\":\"\\u001b[31m", 1);
    fs::write(&path, escaped).unwrap();
    let output = resume(&out);
    assert!(
        all_output(&output).contains("games.jsonl, line 1"),
        "{}",
        all_output(&output)
    );
    assert!(
        !all_output(&output).contains('\u{1b}'),
        "{:?}",
        all_output(&output)
    );
}

/// Returns the arguments of a long tournament with this name.
fn long_match_args(event: &str) -> Vec<String> {
    let mut args = match_args(5_000);
    args.extend(["--event".to_owned(), event.to_owned()]);
    args
}

/// Asserts that a run was refused because the folder is in use.
fn assert_refused(output: &Output, out: &Path) {
    assert_eq!(output.status.code(), Some(1), "{}", all_output(output));
    for part in ["is in use by another", &out.display().to_string(), "--out"] {
        assert!(
            all_output(output).contains(part),
            "{part}: {}",
            all_output(output)
        );
    }
    assert!(output.stdout.is_empty(), "{}", all_output(output));
}

#[test]
fn only_one_of_two_simultaneous_runs_plays() {
    for trial in 0..8 {
        let scratch = Scratch::new("at-once");
        // A folder that does not exist yet, and one that does.
        let out = scratch.join("out");
        if trial % 2 == 1 {
            fs::create_dir(&out).unwrap();
        }
        let both = ["one", "two"].map(long_match_args);
        let mut runs = both.each_ref().map(|args| {
            let args: Vec<&str> = args.iter().map(String::as_str).collect();
            batyr_match(&args, &out).spawn().unwrap()
        });
        let deadline = Instant::now() + Duration::from_secs(60);
        let loser = loop {
            let exited = runs
                .iter_mut()
                .position(|run| run.try_wait().unwrap().is_some());
            if let Some(exited) = exited {
                break exited;
            }
            if Instant::now() >= deadline {
                runs.iter_mut().for_each(|run| run.kill().unwrap());
                panic!("trial {trial}: both play");
            }
            sleep(Duration::from_millis(5));
        };
        wait_for_games(&out, 1);
        let [one, two] = runs;
        let (lost, mut winner) = if loser == 0 { (one, two) } else { (two, one) };
        assert!(winner.try_wait().unwrap().is_none(), "no process plays");
        assert_refused(&lost.wait_with_output().unwrap(), &out);
        winner.kill().unwrap();
        winner.wait().unwrap();
        let spec = fs::read_to_string(out.join("match.json")).unwrap();
        let event = format!("\"event\": \"{}\"", ["one", "two"][1 - loser]);
        assert!(spec.contains(&event), "trial {trial}: {spec}");
    }
}

#[test]
fn a_folder_in_use_is_not_written() {
    let scratch = Scratch::new("lock");
    let out = scratch.join("out");
    let args = long_match_args("first");
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let mut first = batyr_match(&args, &out).spawn().unwrap();
    wait_for_games(&out, 1);
    let spec = fs::read(out.join("match.json")).unwrap();
    let mut others = vec![
        batyr_match(&args, &out),
        batyr_match(&["--resume"], &out),
        batyr_match(&args, &out),
    ];
    others[2].arg("--resume");
    let mut report = Command::new(BATYR);
    report.args(["match", "report"]).arg(&out);
    let mut merge = Command::new(BATYR);
    merge
        .args(["match", "merge"])
        .arg(&out)
        .arg("--out")
        .arg(&out);
    others.extend([report, merge]);
    for mut other in others {
        assert_refused(&other.output().unwrap(), &out);
    }
    assert!(spec == fs::read(out.join("match.json")).unwrap());
    assert!(!out.join("report.md").exists() && !out.join("games.sgn").exists());
    // The lock is released when the process ends, however it ends.
    first.kill().unwrap();
    wait_for_exit(&mut first, Duration::from_secs(5));
    let mut report = Command::new(BATYR);
    run_successfully(report.args(["match", "report"]).arg(&out));
    assert!(out.join("report.md").exists());
}
