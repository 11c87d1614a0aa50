//! Engines that repeat their games: copies are found, and are no evidence.

#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::program::wait_for_exit;
use crate::scratch::{
    BATYR, Scratch, all_output, batyr_match, games, reproducible_parts, two_engines,
};

/// Returns a match of a strong engine against a weak one, each with a fixed number of nodes.
fn command(out: &Path, rest: &str) -> Command {
    let line = format!(
        "--engine cmd={BATYR} name=strong nodes=800 --engine cmd={BATYR} name=weak nodes=100 \
         --plain {rest}"
    );
    let args: Vec<&str> = line.split(' ').collect();
    batyr_match(&args, out)
}

fn play(out: &Path, rest: &str) -> Output {
    command(out, rest).output().unwrap()
}

/// Returns the text after "Results".
fn results(output: &Output) -> String {
    assert!(output.status.success(), "{}", all_output(output));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let (_, results) = text.split_once("Results\n").expect(&text);
    let (results, _) = results.split_once("\n\n").unwrap_or((results, ""));
    results.to_owned()
}

const TEST: &str = "--openings start --rounds 12 --max-plies 100 --sprt elo0=0,elo1=100";

#[test]
fn copies_of_one_pair_do_not_decide_a_test() {
    let scratch = Scratch::new("copies");
    let out = scratch.join("out");
    let output = play(&out, &format!("{TEST} --jobs 2"));
    let results = results(&output);
    // Without the rule, ten pairs decide this test.
    assert_eq!(games(&out).len(), 24);
    assert!(results.contains("undecided"), "{results}");
    let note = "22 of 24 games are copies of earlier ones; ratings, intervals and the test leave \
                out 11 pairs of two copies";
    assert!(results.contains(note), "{results}");
    for file in ["report.md", "report.html"] {
        let report = fs::read_to_string(out.join(file)).unwrap();
        assert!(report.contains(&format!("{note}.")), "{file}");
    }
    let warnings = String::from_utf8_lossy(&output.stderr).into_owned();
    let warning = "warning: at most 2 of 24 games will differ";
    assert!(warnings.contains(warning), "{warnings}");
}

#[test]
fn a_test_without_rounds_ends_when_a_whole_pass_gave_only_copies() {
    let scratch = Scratch::new("copies-open");
    let out = scratch.join("out");
    let test = "--openings start --max-plies 16 --sprt elo0=0,elo1=100";
    for resume in ["", " --resume"] {
        let mut runner = command(&out, &format!("{test}{resume}")).spawn().unwrap();
        let status = wait_for_exit(&mut runner, Duration::from_secs(60));
        let output = runner.wait_with_output().unwrap();
        let text = all_output(&output);
        assert!(status.success(), "{text}");
        // The start position with both colours, and 20 copies.
        assert_eq!(games(&out).len(), 22);
        let end = "The test is undecided, and a whole pass through the openings only repeated the \
                   2 different games: use more openings";
        assert!(text.contains(end), "{text}");
        let warning = "warning: at most 2 games can differ: ";
        assert_eq!(text.contains(warning), resume.is_empty(), "{text}");
        assert!(!text.contains("--rounds"), "{text}");
    }
}

#[test]
fn engines_that_choose_at_random_are_not_taken_for_deterministic() {
    let scratch = Scratch::new("copies-random");
    let out = scratch.join("out");
    let each = ["nodes=100", "option.Skill Level=2"];
    let mut args: Vec<String> = two_engines("");
    args.retain(|arg| !arg.is_empty());
    args.extend(each.map(str::to_owned));
    let rest = "--openings start --max-plies 40 --sprt elo0=0,elo1=10 --plain --strict";
    args.extend(rest.split(' ').map(str::to_owned));
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let mut runner = batyr_match(&args, &out).spawn().unwrap();
    let journal = out.join("games.jsonl");
    let lines = || fs::read_to_string(&journal).map_or(0, |text| text.lines().count());
    // It goes on after the number of games at which two deterministic engines would end.
    let deadline = Instant::now() + Duration::from_secs(120);
    while lines() < 24 && runner.try_wait().unwrap().is_none() {
        assert!(Instant::now() < deadline);
        sleep(Duration::from_millis(20));
    }
    let _ = runner.kill();
    let output = runner.wait_with_output().unwrap();
    let text = all_output(&output);
    assert!(lines() >= 24, "{text}");
    assert!(output.stderr.is_empty(), "{text}");
}

#[test]
fn a_resumed_run_finds_the_same_copies() {
    let scratch = Scratch::new("copies-resume");
    let [straight, resumed] = ["straight", "resumed"].map(|name| scratch.join(name));
    let expected = results(&play(&straight, TEST));
    // The journal of a run whose games ended in another order, and which was interrupted.
    fs::create_dir(&resumed).unwrap();
    fs::copy(straight.join("match.json"), resumed.join("match.json")).unwrap();
    let text = fs::read_to_string(straight.join("games.jsonl")).unwrap();
    let lines: Vec<&str> = text
        .lines()
        .rev()
        .filter(|line| !line.contains("\"game\":1,"))
        .collect();
    fs::write(resumed.join("games.jsonl"), lines[..15].join("\n") + "\n").unwrap();
    let found = results(&play(&resumed, &format!("{TEST} --resume")));
    assert_eq!(found, expected);
    assert_eq!(reproducible_parts(&resumed), reproducible_parts(&straight));
}

#[test]
fn enough_openings_need_no_warning() {
    let scratch = Scratch::new("copies-book");
    let output = play(&scratch.join("out"), "--rounds 2 --max-plies 10");
    let results = results(&output);
    assert!(!results.contains("cop"), "{results}");
    assert!(output.stderr.is_empty(), "{}", all_output(&output));
}
