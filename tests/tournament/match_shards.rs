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

/// Merges shards; words that begin with dashes, and the price, are options.
fn run_merge(parts: &[&str], scratch: &Scratch, out: &str) -> std::process::Output {
    let mut command = Command::new(BATYR);
    command.args(["match", "merge"]);
    let mut is_value = false;
    for part in parts {
        let is_option = part.starts_with("--");
        match is_option || is_value {
            true => command.arg(part),
            false => command.arg(scratch.join(part)),
        };
        is_value = *part == "--price";
    }
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
#[cfg(target_os = "linux")]
fn a_merge_that_is_killed_leaves_no_tournament() {
    let scratch = Scratch::new("merge-killed");
    let args = match_args("--rounds 1");
    run_successfully(&mut batyr_match(&as_strs(&args), &scratch.join("one")));
    let bytes = |name: &str| fs::metadata(scratch.join("one").join(name)).unwrap().len();
    let (games, spec) = (bytes("games.jsonl"), bytes("match.json"));
    // The system kills a process whose file exceeds this number of blocks of 512 bytes.
    let blocks = (games - 1) / 512;
    assert!(spec < blocks * 512, "{spec} {games}");
    let out = scratch.join("merged");
    let mut shell = Command::new("sh");
    let script = format!("ulimit -f {blocks}; exec \"$@\"");
    shell.args(["-c", &script, "sh", BATYR, "match", "merge"]);
    shell.arg(scratch.join("one")).arg("--out").arg(&out);
    let killed = shell.output().unwrap();
    assert_eq!(killed.status.code(), None, "{}", all_output(&killed));
    assert!(!out.join("match.json").exists());
    // An existing tournament is not overwritten.
    let before = fs::read(scratch.join("one/games.jsonl")).unwrap();
    let again = run_merge(&["one"], &scratch, "one");
    assert_eq!(again.status.code(), Some(1), "{}", all_output(&again));
    assert!(all_output(&again).contains("already contains a tournament"));
    assert_eq!(fs::read(scratch.join("one/games.jsonl")).unwrap(), before);
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

/// Replaces a field of the benchmark in the records of a shard.
fn edit_benchmark(folder: &std::path::Path, field: &str, value: serde_json::Value) {
    let path = folder.join("parts.json");
    let text = fs::read_to_string(&path).unwrap();
    let mut parts: serde_json::Value = serde_json::from_str(&text).unwrap();
    parts[0]["benchmark"][field] = value;
    fs::write(&path, parts.to_string()).unwrap();
}

#[test]
fn merge_shows_who_played_what_at_which_cost_and_refuses_mixtures() {
    let scratch = Scratch::new("trust");
    for shard in ["1/2", "2/2"] {
        let args = match_args(&format!("--rounds 4 --shard {shard}"));
        let out = scratch.join(&shard[..1]);
        run_successfully(&mut batyr_match(&as_strs(&args), &out));
    }
    edit_benchmark(&scratch.join("1"), "nodes_per_second", 100.into());
    edit_benchmark(&scratch.join("2"), "nodes_per_second", 80.into());
    let merged = run_merge(&["1", "2", "--price", "1000000"], &scratch, "merged");
    let text = all_output(&merged);
    assert!(merged.status.success(), "{text}");
    for part in [
        "-shard1 ",
        "-shard2 ",
        "residual",
        "late",
        "20% slower",
        "at 1000000 each",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    // The records of merged folders are merged in turn.
    let again = run_merge(&["merged", "2"], &scratch, "again");
    let text = all_output(&again);
    assert!(
        text.contains("20% slower") && text.contains("-shard1 "),
        "{text}"
    );

    for (field, value) in [("signature", 7.into()), ("networks", "other".into())] {
        let folder = scratch.join("2");
        let before = fs::read_to_string(folder.join("parts.json")).unwrap();
        edit_benchmark(&folder, field, value);
        let refused = run_merge(&["1", "2"], &scratch, field);
        let text = all_output(&refused);
        assert_eq!(refused.status.code(), Some(1), "{text}");
        assert!(text.contains("--accept-changed-programs"), "{text}");
        assert!(!scratch.join(field).exists());
        let accepted = run_merge(&["1", "2", "--accept-changed-programs"], &scratch, field);
        let text = all_output(&accepted);
        assert!(
            accepted.status.success() && text.contains("accepted: worker"),
            "{text}"
        );
        fs::write(folder.join("parts.json"), before).unwrap();
    }
}

#[test]
fn a_shard_is_not_continued_by_another_program() {
    let scratch = Scratch::new("other-runner");
    let out = scratch.join("1");
    let args = match_args("--rounds 2 --shard 1/2");
    run_successfully(&mut batyr_match(&as_strs(&args), &out));
    edit_benchmark(&out, "signature", 7.into());
    let journal = out.join("games.jsonl");
    let text = fs::read_to_string(&journal).unwrap();
    fs::write(&journal, text.lines().next().unwrap().to_owned() + "\n").unwrap();
    let resumed = |rest: &str| {
        let args = match_args(&format!("--rounds 2 --shard 1/2 --resume{rest}"));
        batyr_match(&as_strs(&args), &out).output().unwrap()
    };
    let refused = resumed("");
    assert_eq!(refused.status.code(), Some(1), "{}", all_output(&refused));
    assert!(
        all_output(&refused).contains("expected 7"),
        "{}",
        all_output(&refused)
    );
    let accepted = resumed(" --accept-changed-programs");
    assert!(accepted.status.success(), "{}", all_output(&accepted));
    let workers: Vec<_> = games(&out).into_values().map(|game| game.worker).collect();
    assert_eq!(workers.len(), 2);
    assert_ne!(workers[0], workers[1]);
}
