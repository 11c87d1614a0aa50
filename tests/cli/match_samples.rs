//! `batyr samples --pack FILE --engine NAME` takes samples from the games of matches.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

fn batyr(folder: &Path, line: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_batyr"))
        .args(line.split(' '))
        .current_dir(folder)
        .output()
        .unwrap()
}

/// Runs a command line that must end with this status, and returns its stdout and stderr.
fn run(folder: &Path, line: &str, status: i32) -> [String; 2] {
    let output = batyr(folder, line);
    let texts = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    assert_eq!(output.status.code(), Some(status), "{line}: {texts:?}");
    texts
}

/// Plays six games of at most 200 turns each, in a folder of this name. The first engine is so
/// much stronger that it wins with both colours.
fn play(folder: &Path, name: &str, variant: &str) {
    let engine = env!("CARGO_BIN_EXE_batyr");
    let line = format!(
        "match --variant {variant} --engine cmd={engine} name=first nodes=500 \
         --engine cmd={engine} name=second nodes=20 --rounds 3 --seed 1 --max-plies 200 \
         --affinity none --out {name}"
    );
    run(folder, &line, 0);
}

/// Returns what the samples of an engine should be if no position were left out: a line for
/// each turn without a capture, its position as the engine prints it for the turns before.
fn expected_samples(folder: &Path, engine: &str) -> Vec<String> {
    let journal = fs::read_to_string(folder.join("match/games.jsonl")).unwrap();
    let games = journal.lines().map(serde_json::from_str::<Value>);
    let mut games: Vec<Value> = games.map(Result::unwrap).collect();
    games.sort_by_key(|game| game["game"].as_u64());
    games
        .iter()
        .flat_map(|game| of_game(game, engine))
        .collect()
}

fn of_game(game: &Value, engine: &str) -> Vec<String> {
    let points = match game["result"].as_str().unwrap() {
        "1-0" => "1",
        "0-1" => "0",
        _ => "0.5",
    };
    let opening = game["opening"]["turns"].as_array().unwrap();
    let opening = opening.iter().map(|turn| turn.as_str().unwrap());
    let mut before: Vec<&str> = opening.collect();
    let (mut commands, mut ends) = (Vec::new(), Vec::new());
    for turn in game["turns"].as_array().unwrap() {
        let (mover, sign) = match before.len() % 2 {
            0 => ("white", 1),
            _ => ("black", -1),
        };
        let text = turn["turn"].as_str().unwrap();
        if game[mover] == engine
            && !text.contains(':')
            && let Some(score) = turn["score"]["cp"].as_i64()
        {
            commands.push(format!("position startpos moves {}", before.join(" ")));
            commands.push("d".to_owned());
            ends.push(format!(" | {} | {points}", sign * score));
        }
        before.push(text);
    }
    let batyr = Command::new(env!("CARGO_BIN_EXE_batyr"))
        .args(commands)
        .output()
        .unwrap();
    let text = String::from_utf8(batyr.stdout).unwrap();
    let positions = text.lines().filter_map(|line| line.strip_prefix("SPN: "));
    let positions: Vec<&str> = positions.collect();
    assert_eq!(positions.len(), ends.len(), "{text}");
    let both = positions.iter().zip(ends);
    both.map(|(position, end)| format!("{position}{end}"))
        .collect()
}

#[test]
fn the_positions_and_scores_of_one_engine_are_packed() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    play(folder, "match", "shatra");
    for engine in ["first", "second"] {
        let line = format!("samples --pack {engine}.samples --engine {engine} match");
        assert_eq!(run(folder, &line, 0)[0], "packed 6 games\n");
        let [text, _] = run(folder, &format!("samples {engine}.samples"), 0);
        let expected = expected_samples(folder, engine);
        let mut rest = expected.iter();
        for sample in text.lines() {
            assert!(rest.any(|line| line == sample), "{sample}: {expected:#?}");
        }
        // A promotion is not quiet either, so a few positions are left out.
        let share = text.lines().count() as f64 / expected.len() as f64;
        assert!(expected.len() > 40 && share > 0.9, "{share}, {text}");
        for points in ["1", "0"] {
            let end = format!(" | {points}");
            assert!(text.lines().any(|line| line.ends_with(&end)), "{text}");
        }
    }
    let [count, _] = run(folder, "samples --count first.samples", 0);
    let expected = " of 6 games of shatra; packed from games of first\n";
    assert!(count.ends_with(expected), "{count}");
    // The file can be trained on, as any other.
    run(
        folder,
        "train first.samples second.samples -o net --epochs 1",
        0,
    );
}

#[test]
fn games_that_ended_by_a_fault_are_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    play(folder, "match", "shatra");
    let path = folder.join("match/games.jsonl");
    let journal = fs::read_to_string(&path).unwrap();
    let (first, rest) = journal.split_once("\"end\":\"").unwrap();
    let (_, rest) = rest.split_once('"').unwrap();
    fs::write(&path, format!("{first}\"end\":\"time\"{rest}")).unwrap();
    let [count, _] = run(folder, "samples --pack x --engine first match match", 0);
    assert_eq!(count, "packed 10 games\n");
}

#[test]
fn a_match_is_not_overwritten_by_its_samples() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    play(folder, "match", "shatra");
    for name in ["match/games.jsonl", "match/match.json"] {
        let before = fs::read(folder.join(name)).unwrap();
        let line = format!("samples --pack {name} --engine first --overwrite match");
        let [_, errors] = run(folder, &line, 2);
        assert!(errors.contains("is both input and output"), "{errors}");
        assert_eq!(fs::read(folder.join(name)).unwrap(), before, "{name}");
    }
}

#[test]
fn errors_name_the_folder_and_what_was_expected() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    play(folder, "match", "shatra");
    play(folder, "other", "shatar");
    for (line, status, expected) in [
        (
            "samples --pack x --engine third match",
            1,
            "match: no engine \"third\"; expected one of: first, second",
        ),
        (
            "samples --pack x --engine first match other",
            1,
            "other: a match of shatar; expected shatra",
        ),
        (
            "samples --pack x --engine first .",
            1,
            ". contains no tournament; expected a folder with match.json",
        ),
        ("samples --engine first match", 2, "--pack <FILE>"),
        (
            "samples --pack x --engine first --variant shatra match",
            2,
            "cannot be used with",
        ),
    ] {
        let [_, errors] = run(folder, line, status);
        assert!(errors.contains(expected), "{line}: {errors}");
        assert!(!folder.join("x").exists(), "{line}");
    }

    // A journal that was edited names the game and the turn, and no half of a file is left.
    let path = folder.join("match/games.jsonl");
    let journal = fs::read_to_string(&path).unwrap();
    let (first, second) = journal.split_once("\"turns\":[{\"turn\":\"").unwrap();
    fs::write(&path, format!("{first}\"turns\":[{{\"turn\":\"a1-{second}")).unwrap();
    let [_, errors] = run(folder, "samples --pack x --engine first match", 1);
    let game: Value = serde_json::from_str(journal.lines().next().unwrap()).unwrap();
    let turn = game["opening"]["turns"].as_array().unwrap().len() + 1;
    let expected = format!("match: game {}, turn {turn}: ", game["game"]);
    assert!(errors.contains(&expected), "{expected}: {errors}");
    assert!(!folder.join("x").exists());
}

#[test]
fn copies_of_games_give_no_samples() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let engine = env!("CARGO_BIN_EXE_batyr");
    let packed = |rounds: usize| {
        let out = format!("rounds{rounds}");
        let line = format!(
            "match --engine cmd={engine} name=first nodes=50 --engine cmd={engine} name=second \
             nodes=20 --rounds {rounds} --openings start --max-plies 40 --affinity none --out {out}"
        );
        run(folder, &line, 0);
        run(
            folder,
            &format!("samples --pack {out}.samples --engine first {out}"),
            0,
        );
        let [samples, _] = run(folder, &format!("samples {out}.samples"), 0);
        samples
    };
    let once = packed(1);
    assert!(!once.is_empty());
    assert_eq!(packed(3), once);
}
