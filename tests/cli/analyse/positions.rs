//! Analysed positions: results, errors and interruption.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;
use std::time::Duration;

use serde_json::Value;

use super::command::{ONE_CAPTURE, stdout_of};
use crate::program::{batyr, interrupt, run, stderr, stdout};

#[test]
fn the_table_of_a_position_fits_eighty_columns() {
    let text = stdout_of(
        &["analyse", ONE_CAPTURE, "--depth", "6", "--multipv", "9"],
        "",
    );
    assert!(text.contains("shatra, Black to move"), "{text}");
    assert!(text.contains("b6:d8"), "{text}");
    assert!(
        text.lines().all(|line| line.chars().count() <= 80),
        "{text}"
    );
}

#[test]
fn turns_may_follow_a_position() {
    let json = |position: &str| -> Value {
        let args = ["analyse", position, "--depth", "2", "--json"];
        serde_json::from_str(&stdout_of(&args, "")).unwrap()
    };
    let played = json("startpos moves d1-d6 c10-c8");
    assert_eq!(played["side"], "white");
    let position = played["position"].as_str().unwrap();
    assert!(!position.starts_with("SQSSRSBRB"), "{position}");
    assert_eq!(json(position)["position"], played["position"]);
    assert_eq!(
        json(&format!("position spn {ONE_CAPTURE} moves b6:d8"))["side"],
        "white"
    );
    // The turns before count: this is the third time that the position arises.
    let there_and_back = "g1f3 g8f6 f3g1 f6g8";
    let start = "rnbjkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBJKBNR w - - 0 2";
    let repeated = json(&format!("{start} moves {there_and_back} {there_and_back}"));
    assert_eq!(repeated["lines"][0]["pv"], Value::Array(Vec::new()));
    assert_ne!(json(start)["lines"][0]["pv"], Value::Array(Vec::new()));

    let output = run(&["analyse"], "startpos moves d1-d6 d1-d6\n");
    assert_eq!(output.status.code(), Some(1));
    let errors = stderr(&output);
    assert!(
        errors.starts_with("batyr analyse: stdin:1:22: "),
        "{errors}"
    );
    assert!(errors.contains("move 2 of the list"), "{errors}");
}

#[test]
fn csv_has_one_header() {
    let text = stdout_of(
        &["analyse", "--csv", "--depth", "1"],
        "startpos\nstartpos\n",
    );
    let mut rows = csv::Reader::from_reader(text.as_bytes());
    let names: Vec<String> = rows.headers().unwrap().iter().map(str::to_owned).collect();
    assert_eq!(names[..3], ["number", "source", "line"]);
    let lines: Vec<String> = rows
        .records()
        .map(|row| row.unwrap()[2].to_owned())
        .collect();
    assert_eq!(lines, ["1", "2"]);
}

#[test]
fn equal_searches_give_equal_lines() {
    let args = ["analyse", "--csv", "--nodes", "3000"];
    let without_time = |text: String| -> Vec<String> {
        let mut rows = csv::Reader::from_reader(text.as_bytes());
        let rows = rows.records().map(|row| row.unwrap());
        rows.map(|row| format!("{} {}", &row[10], &row[17]))
            .collect()
    };
    let [first, second] = [(); 2].map(|()| without_time(stdout_of(&args, "startpos\nstartpos\n")));
    assert_eq!(first, second);
    assert_eq!(first[0], first[1], "the first search affected the second");
}

#[test]
fn a_bad_line_is_reported_and_skipped() {
    let text = format!(
        "# positions\n{ONE_CAPTURE}\n  9/1/K6/5s1/4X1R/7/7/k6/1/9 b\n\n{ONE_CAPTURE} ; why\n"
    );
    let output = run(&["analyse", "--json", "--depth", "1"], &text);
    assert_eq!(output.status.code(), Some(1));
    let errors = stderr(&output);
    assert!(
        errors.starts_with("batyr analyse: stdin:3:15: 'X' in group 5"),
        "{errors}"
    );
    assert_eq!(errors.lines().count(), 1);
    let lines: Vec<Value> = stdout(&output)
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["line"].clone())
        .collect();
    assert_eq!(lines, [2, 5]);
}

#[test]
fn bad_arguments_are_rejected() {
    let output = run(&["analyse", "no-such-file", "--depth", "1"], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stderr(&output).contains("can't read no-such-file"),
        "{}",
        stderr(&output)
    );
    let output = run(&["analyse", "--depth", "x"], "");
    assert_eq!(output.status.code(), Some(2));
    let output = run(&["analyse", "--variant", "chess", "startpos"], "");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_page_without_games_is_not_written() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("page.html");
    let arguments = ["analyse", "--depth", "1", "--html", page.to_str().unwrap()];
    for (input, reason) in [("startpos", "no games"), ("nonsense", "stdin:1:1")] {
        let output = run(&arguments, input);
        assert_eq!(output.status.code(), Some(1));
        assert!(stderr(&output).contains(reason), "{}", stderr(&output));
        assert!(!page.exists(), "{input}");
    }
    std::fs::write(&page, "an earlier page").unwrap();
    assert_eq!(run(&arguments, "startpos").status.code(), Some(1));
    assert_eq!(std::fs::read_to_string(&page).unwrap(), "an earlier page");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
#[cfg(unix)]
fn results_appear_at_once_and_are_kept_after_ctrl_c() {
    let mut child = batyr(&["analyse", "--json", "--movetime", "600000"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    // Without a legal turn there is no search, so the result arrives while stdin
    // is still open.
    stdin
        .write_all(b"9/K/7/7/7/7/r6/7/k/9 b - 39 - - 1\nstartpos\n")
        .unwrap();
    // Stdin is read in blocks; the line must not wait for a full block.
    let first: Value = serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap();
    assert_eq!(first["complete"], true);
    std::thread::sleep(Duration::from_millis(500));
    let output = interrupt(child);
    let second: Value = serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap();
    assert_eq!(second["complete"], false);
    assert!(!second["lines"][0]["pv"].as_array().unwrap().is_empty());
    assert!(lines.next().is_none());
    assert!(
        stderr(&output).contains("interrupted"),
        "{}",
        stderr(&output)
    );
}

#[test]
#[cfg(unix)]
fn ctrl_c_ends_the_wait_for_input() {
    let mut child = batyr(&["analyse", "-"])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Kept open here, because waiting for the child would close it.
    let _stdin = child.stdin.take();
    std::thread::sleep(Duration::from_millis(500));
    interrupt(child);
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let mut child = batyr(&["analyse", "--depth", "1", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let text = "startpos\n".repeat(20);
    let _ = child.stdin.take().unwrap().write_all(text.as_bytes());
    let output = child.wait_with_output().unwrap();
    assert_eq!(
        (output.status.code(), stderr(&output).as_str()),
        (Some(0), "")
    );
}
