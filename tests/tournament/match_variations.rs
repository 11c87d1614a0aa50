//! Smaller options of a match: colours, openings of a round, games in progress, prolonging.

use std::collections::BTreeMap;
use std::fs;

use crate::match_trouble::expect_failure;
use crate::scratch::{BATYR, Scratch, batyr_match, games, run_successfully};

/// Returns the arguments of a fast match between this many engines.
fn args(engines: usize, rest: &str) -> Vec<String> {
    let mut args: Vec<String> = (0..engines)
        .flat_map(|number| {
            let name = format!("name=E{number}");
            ["--engine".to_owned(), format!("cmd={BATYR}"), name]
        })
        .collect();
    let fixed = format!("--each nodes=20 --max-plies 20 --seed 4 --plain {rest}");
    args.extend(fixed.split(' ').map(str::to_owned));
    args
}

fn as_strs(args: &[String]) -> Vec<&str> {
    args.iter().map(String::as_str).collect()
}

#[test]
fn without_a_swap_the_first_engine_has_white() {
    let scratch = Scratch::new("noswap");
    let out = scratch.join("out");
    let options = args(3, "--rounds 3 --games 1 --no-swap");
    run_successfully(&mut batyr_match(&as_strs(&options), &out));
    let games = games(&out);
    assert_eq!(games.len(), 9);
    assert!(games.values().all(|game| game.white < game.black));
    for other in ["--no-swap", "--games 1 --no-swap --format swiss"] {
        let options = args(3, other);
        let command = batyr_match(&as_strs(&options), &scratch.join("other"));
        expect_failure(command, 2, &["--no-swap needs"]);
    }
}

#[test]
fn all_opponents_of_a_round_get_the_same_opening() {
    let scratch = Scratch::new("policy");
    // 4 engines meet in 6 encounters a round, 3 in a gauntlet.
    for (format, encounters) in [("round-robin", 6), ("gauntlet", 3)] {
        for (policy, different) in [("round", 2), ("encounter", 2 * encounters)] {
            let out = scratch.join(&format!("{format}-{policy}"));
            let options = format!("--rounds 2 --format {format} --opening-policy {policy}");
            let options = args(4, &options);
            run_successfully(&mut batyr_match(&as_strs(&options), &out));
            let mut openings: BTreeMap<String, Vec<u32>> = BTreeMap::new();
            for game in games(&out).values() {
                let opening = format!("{:?}", game.opening);
                openings.entry(opening).or_default().push(game.encounter);
            }
            assert_eq!(openings.len(), different, "{format} {policy}");
            for encounters_of_opening in openings.values() {
                let cycle = |encounter: &u32| (encounter - 1) / encounters as u32;
                let first = cycle(&encounters_of_opening[0]);
                assert!(encounters_of_opening.iter().all(|e| cycle(e) == first));
            }
        }
    }
}

#[test]
fn a_complete_match_can_be_prolonged() {
    let scratch = Scratch::new("prolong");
    let (long, out) = (scratch.join("long"), scratch.join("out"));
    let rounds = |count| args(3, &format!("--rounds {count}"));
    run_successfully(&mut batyr_match(&as_strs(&rounds(5)), &long));
    run_successfully(&mut batyr_match(&as_strs(&rounds(2)), &out));
    let before = fs::read_to_string(out.join("games.jsonl")).unwrap();
    let prolong = |count| batyr_match(&["--plain", "--resume", "--prolong", count], &out);
    run_successfully(&mut prolong("5"));
    let after = fs::read_to_string(out.join("games.jsonl")).unwrap();
    assert!(after.starts_with(&before) && after.len() > before.len());
    let parts = crate::scratch::reproducible_parts;
    assert!(parts(&long) == parts(&out));
    expect_failure(prolong("5"), 2, &["expected more rounds"]);
    // A number of rounds that can't be scheduled changes nothing.
    expect_failure(prolong("4294967295"), 1, &["too large"]);
    let mut report = std::process::Command::new(BATYR);
    run_successfully(report.args(["match", "report"]).arg(&out));
    // The command line with the new number continues it, too.
    run_successfully(batyr_match(&as_strs(&rounds(5)), &out).arg("--resume"));
}

#[test]
fn the_games_in_progress_are_in_a_file() {
    let scratch = Scratch::new("live");
    let (out, live) = (scratch.join("out"), scratch.join("live.jsonl"));
    let mut options = args(2, "--rounds 500 --jobs 2 --live");
    options.push(live.display().to_string());
    let mut child = batyr_match(&as_strs(&options), &out);
    child.stdout(std::process::Stdio::null());
    let mut child = child.spawn().unwrap();
    let mut most_turns = 0;
    let mut numbers = std::collections::BTreeSet::new();
    for _ in 0..2000 {
        std::thread::sleep(std::time::Duration::from_millis(5));
        let text = fs::read_to_string(&live).unwrap_or_default();
        // Every version of the file is complete.
        for line in text.lines() {
            let game: serde_json::Value = serde_json::from_str(line).unwrap();
            let turns = game["turns"].as_array().unwrap().len();
            most_turns = most_turns.max(turns);
            numbers.insert(game["game"].as_u64().unwrap());
            assert!(game["opening"].is_object() && game["white"].is_string());
        }
        if most_turns > 0 && numbers.len() > 2 {
            break;
        }
    }
    let _ = child.kill();
    let _ = child.wait();
    assert!(
        most_turns > 0 && numbers.len() > 2,
        "{most_turns} {numbers:?}"
    );
    let mut options = args(2, "--rounds 1 --live");
    options.push(live.display().to_string());
    run_successfully(&mut batyr_match(&as_strs(&options), &scratch.join("short")));
    assert_eq!(fs::read_to_string(&live).unwrap(), "");
}
