//! `batyr puzzles` as its users see it.

use std::collections::BTreeSet;
use std::fs;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

use crate::output::schema_error;
use crate::program::{batyr, run_with_input, stderr, stdout};

/// Puzzles that ship as examples.
const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/examples/puzzles.jsonl");
/// A hunt of real play (tests/data/hunts), a position without any puzzle, and a finished game.
const POSITIONS: &str = "9/1/Bq1BS1K/4S2/2S3S/s6/7/2sss2/k/8s w t - - - 27\n\
                         startpos\n\
                         9/1/K6/7/7/7/7/7/1/9 w\n";
const LESS_WORK: [&str; 6] = ["--nodes", "20000", "--check", "20000", "--proof", "100000"];

fn puzzles(args: &[&str]) -> Command {
    batyr(&[&["puzzles"], args].concat())
}

fn run(args: &[&str]) -> Output {
    puzzles(args).stdin(Stdio::null()).output().unwrap()
}

/// Parses lines of puzzles, each of which must conform to the schema.
#[track_caller]
fn valid_lines(text: &str) -> Vec<Value> {
    let lines: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    for line in &lines {
        let error = schema_error("docs/puzzle.schema.json", line);
        assert_eq!(error, None, "{line}");
    }
    lines
}

#[test]
fn a_puzzle_is_taken_out_of_positions() {
    let make = |jobs: &str| {
        let args = [&LESS_WORK[..], &["--jobs", jobs]].concat();
        let output = run_with_input(&mut puzzles(&args), POSITIONS.as_bytes());
        assert!(output.status.success(), "{}", stderr(&output));
        stdout(&output)
    };
    let text = make("1");
    let lines = valid_lines(&text);
    assert_eq!(lines.len(), 1, "{text}");
    let puzzle = &lines[0];
    // The solver proves that one turn wins in five (`batyr solve --all`).
    assert_eq!(puzzle["line"][0]["turn"], "e7-f8");
    assert_eq!(puzzle["wins_in"], 5);
    assert_eq!(puzzle["goal"], "win");
    assert_eq!(make("2"), text);
}

#[test]
fn the_examples_are_sound_and_conform_to_the_schema() {
    let text = fs::read_to_string(EXAMPLES).unwrap();
    assert!(valid_lines(&text).len() > 1);
    let output = run(&["verify", EXAMPLES, "--nodes", "20000", "--jobs", "2"]);
    assert_eq!(stdout(&output), "puzzles: 3, with faults: 0\n");
    assert!(output.status.success(), "{}", stderr(&output));
}

#[test]
fn the_sound_puzzles_are_written_to_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let [mixed, sound] = ["mixed.jsonl", "sound.jsonl"].map(|name| folder.path().join(name));
    let examples = fs::read_to_string(EXAMPLES).unwrap();
    let lines: Vec<&str> = examples.lines().collect();
    let faulty = lines[0].replacen("\"turn\":\"", "\"turn\":\"z", 1);
    fs::write(&mixed, [&faulty, lines[1], lines[2]].join("\n")).unwrap();
    let [mixed, sound] = [&mixed, &sound].map(|path| path.to_str().unwrap());
    let verify = |to: &str| run(&["verify", mixed, "--nodes", "20000", "--sound", to]);
    assert_eq!(verify(sound).status.code(), Some(1));
    let written = fs::read_to_string(sound).unwrap();
    assert_eq!(written.lines().collect::<Vec<_>>(), lines[1..]);
    let refused = verify(mixed);
    assert_eq!(refused.status.code(), Some(2));
    assert!(stderr(&refused).contains("is both input and output"));
}

#[test]
fn a_second_solution_is_a_fault() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bad.jsonl");
    // Whatever White plays here, it is far ahead.
    let text = r#"{"id":"shatra-00000000","variant":"shatra","position":"9/1/5QK/7/7/3S3/k4S1/7/1/4S4 w - - - 7 41","goal":"win","proof":"searched","line":[{"turn":"b5-g10","also":[],"forced":false,"by":"solver"}],"end":"several","wrong":{},"rating":1000,"level":0,"themes":[]}"#;
    fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap();
    let output = run(&["verify", path, "--nodes", "20000"]);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("second solution"), "{text}");
    assert!(text.contains("\"d8-d9\" is legal"), "{text}");
    assert!(text.ends_with("puzzles: 1, with faults: 1\n"), "{text}");
}

#[test]
fn a_solution_that_fails_and_a_refutation_that_does_not_refute_are_faults() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bad.jsonl");
    // White is far ahead, whatever either side plays.
    let puzzle = |side, goal, turn, wrong| {
        format!(
            r#"{{"id":"shatra-00000000","variant":"shatra","position":"9/1/5QK/7/7/3S3/k4S1/7/1/4S4 {side} - - - 7 41","goal":"{goal}","proof":"searched","line":[{{"turn":"{turn}","also":[],"forced":false,"by":"solver"}}],"end":"several","wrong":{{{wrong}}},"rating":1000,"level":0,"themes":[]}}"#
        )
    };
    let refuted = r#""d8-d9":{"line":["g9-g8"],"score":-900}"#;
    let puzzles = [
        puzzle("w", "win", "b5-g10", refuted),
        puzzle("b", "save", "g9-g8", ""),
    ];
    fs::write(&path, puzzles.join("\n")).unwrap();
    let output = run(&["verify", path.to_str().unwrap(), "--nodes", "20000"]);
    let text = stdout(&output);
    let fault = |words| text.lines().find(|line| line.contains(words));
    assert!(fault(r#""d8-d9" is worth"#).is_some_and(|line| line.ends_with(r#"by "g9-g8""#)));
    assert!(
        fault("turn 1 of the line: g9-g8 is worth only").is_some(),
        "{text}"
    );
}

#[test]
fn a_refutation_that_counts_wrong_is_a_fault() {
    let collection = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/src/puzzles/collections/shatra.jsonl"
    );
    let text = fs::read_to_string(collection).unwrap();
    // Two turns of the opponent, one on either side of the solver's, end the game.
    let stored = r#""score":-31997,"loses_in":2"#;
    let line = text.lines().find(|line| line.contains(stored));
    let wrong = r#""score":-31997,"loses_in":1"#;
    let text = line.unwrap().replacen(stored, wrong, 1);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bad.jsonl");
    fs::write(&path, text).unwrap();
    let output = run(&["verify", path.to_str().unwrap(), "--nodes", "10"]);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(
        text.contains("\" ends the game with turn 2 of the opponent, not 1"),
        "{text}"
    );
}

#[test]
fn puzzles_are_shown_picked_and_counted() {
    let all = stdout(&run(&["show", EXAMPLES]));
    assert_eq!(all.matches("solution: ").count(), 3, "{all}");
    let one = stdout(&run(&["show", EXAMPLES, "shatra-21904884"]));
    assert!(
        one.contains("White to move and win (proved: a win in 5"),
        "{one}"
    );
    assert!(one.contains("[a7:c9]"), "{one}");
    let unknown = run(&["show", EXAMPLES, "shatra-1"]);
    assert_eq!(unknown.status.code(), Some(1));
    assert!(stderr(&unknown).contains("expected an id such as"));
    let picked = stdout(&run(&["pick", EXAMPLES, EXAMPLES, "--count", "2"]));
    let ratings: Vec<u64> = valid_lines(&picked)
        .iter()
        .map(|puzzle| puzzle["rating"].as_u64().unwrap())
        .collect();
    assert!(ratings.len() == 2 && ratings.is_sorted(), "{ratings:?}");
    let counts = stdout(&run(&["count", EXAMPLES]));
    assert!(counts.contains("| all puzzles | 3 | 0 | 3 |"), "{counts}");
}

#[test]
fn a_line_that_is_no_puzzle_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bad.jsonl");
    fs::write(&path, "\n{}\n").unwrap();
    let output = run(&["count", path.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stderr(&output).contains("bad.jsonl:2: no puzzle: missing field"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn puzzles_are_written_as_games() {
    let args = [&LESS_WORK[..], &["--sgn"]].concat();
    let input = POSITIONS.lines().next().unwrap();
    let output = run_with_input(&mut puzzles(&args), input.as_bytes());
    let text = stdout(&output);
    assert!(
        text.contains("[Event \"Puzzle shatra-21904884\"]"),
        "{text}"
    );
    assert!(text.contains("White to move and win. Rating"), "{text}");
    let mut convert = batyr(&["convert", "games", "--to", "jsonl"]);
    let read = run_with_input(&mut convert, text.as_bytes());
    assert!(read.status.success(), "{}", stderr(&read));
}

/// The collections that ship with the program are sorted by rating, and each line has all turns.
#[test]
fn the_collections_are_sound() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/puzzles/collections");
    let mut count = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        let lines = valid_lines(&fs::read_to_string(&path).unwrap());
        let ids: BTreeSet<&str> = lines
            .iter()
            .map(|puzzle| puzzle["id"].as_str().unwrap())
            .collect();
        assert_eq!(ids.len(), lines.len(), "{name}");
        let ratings = lines
            .iter()
            .map(|puzzle| puzzle["rating"].as_u64().unwrap());
        assert!(ratings.is_sorted(), "{name}");
        assert!(lines.iter().all(|puzzle| puzzle["variant"] == name));
        // So few nodes only compare positions and turns with the rules.
        let output = run(&["verify", path.to_str().unwrap(), "--nodes", "10"]);
        let text = stdout(&output);
        assert!(!text.contains("legal"), "{name}: {text}");
        assert!(!text.contains("of the opponent, not"), "{name}: {text}");
        assert!(
            text.contains(&format!("puzzles: {}, ", lines.len())),
            "{text}"
        );
        count += lines.len();
    }
    assert!(count > 0);
}
