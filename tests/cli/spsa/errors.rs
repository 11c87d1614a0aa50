//! What a run does not survive: errors before the first game, and engines that fail.

use std::fs;

use super::{run, state, write_program};

/// An engine that declares an option, writes the values that it is sent to a file, and dies at
/// the first search.
const DYING_ENGINE: &str = r#"#!/bin/sh
while read -r line; do
  case "$line" in
    uci) echo "option name GAIN type spin default 5 min 0 max 10"; echo uciok ;;
    isready) echo readyok ;;
    setoption*) echo "$line" >> sent ;;
    go*) exit 3 ;;
    quit) exit ;;
  esac
done
"#;

#[test]
fn errors_come_before_the_first_game() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for (line, status, expected) in [
        (
            "ENGINE --each nodes=50 --parameter Skil_Level",
            2,
            "\"Skil Level\": the engine has no such option; did you mean \"Skill Level\"?",
        ),
        (
            "ENGINE --each nodes=50 --parameter Ponder",
            2,
            "\"Ponder\" is not a spin option; expected one of: Hash, ",
        ),
        (
            "ENGINE --each nodes=50 --parameter Skill_Level:21",
            2,
            "start 21, expected a number from 0 to 20",
        ),
        (
            "ENGINE --each nodes=50",
            2,
            "expected --parameter NAME or --all",
        ),
        (
            "ENGINE ENGINE --each nodes=50 --all",
            2,
            "expected one engine",
        ),
        ("ENGINE --parameter Hash", 2, "no limit given"),
        (
            "ENGINE --each tc=1+0 --all --jobs 512",
            2,
            "512 games at a time with a time limit",
        ),
        ("--resume", 2, "contains no run to continue"),
        (
            "--engine cmd=false nodes=5 --all",
            3,
            "can't start engine \"false\"",
        ),
        (
            "ENGINE --each nodes=5 --parameter Hash --openings none",
            2,
            "--openings none: ",
        ),
    ] {
        let (_, errors) = run(folder, status, &format!("{line} -o tuned"));
        assert!(errors.contains(expected), "{line}: {errors}");
    }
    assert_eq!(
        fs::read_dir(folder).unwrap().count(),
        0,
        "a file was written"
    );
}

#[test]
fn an_engine_that_fails_again_and_again_ends_the_run() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write_program(&folder.join("engine"), DYING_ENGINE);
    let line = "--engine cmd=./engine nodes=5 --all --pairs 9 -o tuned";
    let (out, errors) = run(folder, 3, line);
    assert_eq!(
        errors.matches("the pair will be played again").count(),
        2,
        "{errors}"
    );
    assert!(
        errors.contains("stopped after 0 of 9 pairs: the engine failed 3 times; the last time: "),
        "{errors}"
    );
    assert!(
        errors.contains("(exit status 3). It had option.GAIN="),
        "{errors}"
    );
    assert_eq!(out.lines().last(), Some("option.GAIN=5"));
    // The pairs count as unfinished, so that they are played when the run is continued.
    let state = state(&folder.join("tuned"));
    assert_eq!(
        state["begun"].as_u64().map(|n| n as usize),
        state["unfinished"].as_array().map(Vec::len)
    );
    let sent = fs::read_to_string(folder.join("sent")).unwrap();
    let values: Vec<u32> = sent
        .lines()
        .map(|line| {
            line.strip_prefix("setoption name GAIN value ")
                .unwrap()
                .parse()
                .unwrap()
        })
        .collect();
    assert!(
        values.iter().all(|value| (3..=7).contains(value)),
        "{values:?}"
    );
    assert!(values.iter().any(|value| value != &values[0]), "{values:?}");
}
