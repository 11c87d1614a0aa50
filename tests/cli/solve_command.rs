//! `batyr solve` as its users see it.

use std::fs;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

use crate::program::{batyr, interrupt, run_with_input, stderr, stdout};

const WIN_IN_THREE: &str = "9/1/5QK/7/7/3S3/k4S1/7/1/4S4 w";
const WIN_IN_ONE: &str = "9/1/K5Q/7/7/3k3/7/7/1/9 w";
const WIN_IN_FOUR_OF_THREE_MEN: &str = "9/1/Q6/2k4/7/3K3/7/7/1/9 w";

fn solve(args: &[&str]) -> Command {
    batyr(&[&["solve"], args].concat())
}

fn run(args: &[&str]) -> Output {
    solve(args).stdin(Stdio::null()).output().unwrap()
}

#[test]
fn a_position_is_solved() {
    let output = run(&[WIN_IN_THREE]);
    assert!(output.status.success(), "{}", stderr(&output));
    let text = stdout(&output);
    let line = text.strip_prefix("win in 3: ").unwrap();
    assert_eq!(line.split_whitespace().count(), 5, "{text}");
    assert_eq!(
        stdout(&run(&[WIN_IN_THREE, "--moves", "2"])),
        "no win in 2\n"
    );
    let text = stdout(&run(&["startpos", "--moves", "5", "--nodes", "1000"]));
    assert!(
        text.starts_with("undecided after 1000 nodes; no win in "),
        "{text}"
    );
    let text = stdout(&run(&[WIN_IN_ONE, "--all"]));
    assert!(
        text.ends_with("\n  winning turns: a5:e9 a5:f10\n"),
        "{text}"
    );
}

#[test]
fn a_game_that_has_been_won_needs_no_turn() {
    let lone_biy = "9/1/K6/7/7/7/7/7/1/9";
    let text = stdout(&run(&[&format!("{lone_biy} w")]));
    assert_eq!(text, "the game has been won\n");
    let text = stdout(&run(&[&format!("{lone_biy} b"), "--moves", "3"]));
    assert_eq!(text, "no win: loss 0\n");
}

/// The distances are those of a search of every turn, which also finds the first turns.
#[test]
fn endgame_tables_answer_where_they_can() {
    let solved = |position: &str, more: &[&str]| {
        let output = run(&[&[position, "--json", "--all"], more].concat());
        assert!(output.status.success(), "{}", stderr(&output));
        serde_json::from_str::<Value>(&stdout(&output)).unwrap()
    };
    let (by_table, by_search) = (
        solved(WIN_IN_FOUR_OF_THREE_MEN, &[]),
        solved(WIN_IN_FOUR_OF_THREE_MEN, &["--tables", "none"]),
    );
    assert_eq!(by_table["table"], json!({"result": "win", "in_turns": 4}));
    assert_eq!(
        (&by_table["nodes"], &by_search["table"]),
        (&json!(0), &Value::Null)
    );
    for field in ["win", "no_win", "win_within", "decided", "winning_turns"] {
        assert_eq!(by_table[field], by_search[field], "{field}");
    }
    let length = |answer: &Value| answer["pv"].as_array().unwrap().len();
    assert_eq!((length(&by_table), length(&by_search)), (7, 7));
    let text = stdout(&run(&["9/1/3R3/3K3/7/7/3k3/7/1/9 w"]));
    assert_eq!(text, "no win: draw\n");
    let output = run(&[WIN_IN_THREE, "--tables", "missing"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stderr(&output).contains("--tables missing: "),
        "{}",
        stderr(&output)
    );
}

#[test]
fn the_positions_of_a_file_are_solved_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let (path, out) = (
        folder.path().join("some.spn"),
        folder.path().join("out.jsonl"),
    );
    let lines = [
        WIN_IN_ONE,
        WIN_IN_THREE,
        "# none",
        "startpos moves d1-d6 c10-c8 ; 9",
        WIN_IN_ONE,
        WIN_IN_THREE,
        WIN_IN_ONE,
    ];
    fs::write(&path, lines.join("\n")).unwrap();
    let (path, out) = (path.to_str().unwrap(), out.to_str().unwrap());
    let args = ["--moves", "3", "--nodes", "20000", "--all", "--jobs", "2"];
    let output = run(&[&[path, "--json", "-o", out][..], &args].concat());
    assert!(output.status.success(), "{}", stderr(&output));
    let text = fs::read_to_string(out).unwrap();
    let records: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let found: Vec<_> = records
        .iter()
        .map(|record| (record["line"].clone(), record["win"].clone()))
        .collect();
    let expected = [
        (1, Some(1)),
        (2, Some(3)),
        (4, None),
        (5, Some(1)),
        (6, Some(3)),
        (7, Some(1)),
    ];
    let expected: Vec<(Value, Value)> =
        expected.map(|(line, win)| (line.into(), win.into())).into();
    assert_eq!(found, expected, "{text}");
    assert_eq!(
        (&records[1]["no_win"], &records[1]["decided"]),
        (&2.into(), &true.into())
    );
    assert_eq!(records[1]["pv"].as_array().unwrap().len(), 5);
    assert_eq!(
        records[0]["winning_turns"],
        serde_json::json!(["a5:e9", "a5:f10"])
    );
    assert_eq!(
        (&records[2]["decided"], records[2].get("winning_turns")),
        (&false.into(), None)
    );
    // In the text output, the file and line of a position precede its answer.
    let text = stdout(&run(&[&[path][..], &args].concat()));
    assert!(text.contains(&format!("{path}:6: win in 3: ")), "{text}");
}

#[test]
fn positions_on_stdin_are_solved_and_invalid_ones_reported() {
    let mut command = solve(&["--moves", "2", "--variant", "shatra-original"]);
    let text = format!("{WIN_IN_ONE}\n  9/1/K5X/7/7/3k3/7/7/1/9 w\n{WIN_IN_ONE}\n");
    let output = run_with_input(&mut command, text.as_bytes());
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(stdout(&output).matches("win in 1: ").count(), 2);
    let errors = stderr(&output);
    assert!(errors.starts_with("batyr solve: stdin:2:"), "{errors}");
    assert!(errors.contains('X'), "{errors}");
}

#[test]
fn bad_arguments_are_rejected() {
    for args in [
        &["startpos", "--moves", "0"][..],
        &["startpos", "--moves", "61"],
        &["startpos", "--variant", "chess"],
        &["startpos", "--collect", "5"],
        &["startpos", "--seed", "5"],
        &["--seed", "5"],
    ] {
        assert_eq!(run(args).status.code(), Some(2), "{args:?}");
    }
    assert_eq!(run(&["no-such-file"]).status.code(), Some(1));
    let output = run(&["9/9 w"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).starts_with("batyr solve: command line:1:1: "));
}

#[test]
fn a_collection_does_not_depend_on_threads_and_its_wins_are_confirmed() {
    let args = |threads| {
        let args = "--collect 3 --play 100 --nodes 100000 --moves 5 --variant shatra-original";
        let args: Vec<&str> = args
            .split(' ')
            .chain(["--seed", "4", "--jobs", threads])
            .collect();
        run(&args)
    };
    let text = stdout(&args("1"));
    assert_eq!(text, stdout(&args("2")));
    let wins: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(wins.len(), 3, "{text}");
    for win in wins {
        let fields: Vec<&str> = win.split(" ; ").collect();
        let args = [
            fields[0],
            "--moves",
            "5",
            "--all",
            "--variant",
            "shatra-original",
            "--json",
        ];
        let answer: Value = serde_json::from_str(&stdout(&run(&args))).unwrap();
        assert_eq!(answer["win"].to_string(), fields[1], "{win}");
        let turns = answer["winning_turns"].as_array().unwrap();
        let turns: Vec<&str> = turns.iter().map(|turn| turn.as_str().unwrap()).collect();
        assert_eq!(turns.join(" "), fields[2], "{win}");
    }
}

#[test]
#[cfg(unix)]
fn ctrl_c_ends_a_long_proof() {
    let args = [
        "startpos",
        "--moves",
        "20",
        "--nodes",
        "100000000000",
        "--json",
    ];
    let child = solve(&args).stdout(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(500));
    let answer: Value = serde_json::from_str(&stdout(&interrupt(child))).unwrap();
    assert_eq!(
        (&answer["decided"], &answer["win"]),
        (&false.into(), &Value::Null)
    );
}
