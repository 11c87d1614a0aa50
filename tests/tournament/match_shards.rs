//! Shards of a tournament, played separately and merged.

use std::fs;
use std::process::Command;

use crate::scratch::{
    BATYR, Scratch, all_output, batyr_match, games, reproducible_parts, run_successfully,
    two_engines,
};

/// Returns the arguments of a tournament on a fixed number of nodes, followed by these.
fn match_args(rest: &str) -> Vec<String> {
    let mut args = two_engines("nodes=300");
    let fixed = format!("--seed 3 --max-plies 100 --plain {rest}");
    args.extend(fixed.split(' ').map(str::to_owned));
    args
}

fn as_strs(args: &[String]) -> Vec<&str> {
    args.iter().map(String::as_str).collect()
}

fn run_merge(parts: &[&str], scratch: &Scratch, out: &str) -> std::process::Output {
    let mut command = Command::new(BATYR);
    command.args(["match", "merge"]);
    command.args(parts.iter().map(|part| scratch.join(part)));
    command.arg("--out").arg(scratch.join(out));
    command.output().unwrap()
}

/// Returns the text outside braces, with single spaces.
fn without_comments(text: &str) -> String {
    let outside = text
        .split('{')
        .map(|part| part.split_once('}').map_or(part, |(_, rest)| rest));
    let text: String = outside.collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn merged_shards_equal_the_complete_tournament() {
    let scratch = Scratch::new("shards");
    let complete = match_args("--rounds 9");
    run_successfully(&mut batyr_match(
        &as_strs(&complete),
        &scratch.join("complete"),
    ));
    // Two workers at the same time, as on two machines.
    let mut workers = Vec::new();
    for shard in ["1/2", "2/2"] {
        let args = match_args(&format!("--rounds 9 --shard {shard}"));
        let out = scratch.join(&shard[..1]);
        workers.push(batyr_match(&as_strs(&args), &out).spawn().unwrap());
    }
    for worker in workers {
        let output = worker.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", all_output(&output));
    }
    let [first, second] = ["1", "2"].map(|part| games(&scratch.join(part)).len());
    assert_eq!((first, second), (10, 8));
    let merged = run_merge(&["2", "1"], &scratch, "merged");
    assert!(merged.status.success(), "{}", all_output(&merged));
    assert!(
        reproducible_parts(&scratch.join("complete"))
            == reproducible_parts(&scratch.join("merged"))
    );
    for file in ["match.json", "games.sgn"] {
        let [complete, merged] = ["complete", "merged"].map(|folder| {
            let text = fs::read_to_string(scratch.join(folder).join(file)).unwrap();
            // Dates, and times in comments, differ between runs.
            let lines = text.lines().filter(|line| !line.starts_with("[Date "));
            without_comments(&lines.collect::<Vec<_>>().join(" "))
        });
        assert_eq!(complete, merged, "{file}");
    }
}

#[test]
fn parts_of_different_tournaments_are_refused() {
    let scratch = Scratch::new("mixed");
    for (rounds, out) in [(1, "one"), (2, "two")] {
        let args = match_args(&format!("--rounds {rounds}"));
        run_successfully(&mut batyr_match(&as_strs(&args), &scratch.join(out)));
    }
    let merged = run_merge(&["one", "two"], &scratch, "merged");
    assert_eq!(merged.status.code(), Some(1));
    assert!(
        all_output(&merged).contains("format differs"),
        "{}",
        all_output(&merged)
    );
    let merged = run_merge(&["one", "none"], &scratch, "merged");
    assert_eq!(merged.status.code(), Some(1));
    assert!(
        all_output(&merged).contains("match.json"),
        "{}",
        all_output(&merged)
    );
}

#[test]
fn a_part_that_differs_is_refused() {
    let scratch = Scratch::new("differs");
    let args = match_args("--rounds 1");
    for out in ["one", "two"] {
        run_successfully(&mut batyr_match(&as_strs(&args), &scratch.join(out)));
    }
    let merged = run_merge(&["one", "two"], &scratch, "merged");
    assert_eq!(merged.status.code(), Some(1), "times differ");
    assert!(
        all_output(&merged).contains("game 1 differs between"),
        "{}",
        all_output(&merged)
    );
    let merged = run_merge(&["one", "one"], &scratch, "merged");
    assert!(merged.status.success(), "{}", all_output(&merged));
}

#[test]
fn a_knockout_has_no_shards() {
    let scratch = Scratch::new("knockout");
    let args = match_args("--format knockout --shard 1/2");
    let output = batyr_match(&as_strs(&args), &scratch.join("out"))
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", all_output(&output));
    assert!(
        all_output(&output).contains("--shard"),
        "{}",
        all_output(&output)
    );
}
