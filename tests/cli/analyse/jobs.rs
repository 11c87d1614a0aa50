//! Several items at a time: the results are those of one at a time, in the same order.

use std::fmt::Write;
use std::fs;
use std::io::{BufRead, BufReader, Write as _};
use std::process::Stdio;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use serde_json::Value;

use super::command::{ONE_CAPTURE, fixture};
use crate::program::{batyr, run, stderr, stdout};

/// Returns lines with 40 positions, some of them with remarks, and 10 that are none.
fn positions() -> String {
    let wins = fs::read_to_string(fixture("../wins/shatra.wins")).unwrap();
    let wins = wins.lines().filter(|line| !line.starts_with('#'));
    let mut lines = String::new();
    for (number, line) in wins.take(20).enumerate() {
        writeln!(lines, "# position {number}\n{line}").unwrap();
        writeln!(lines, "{ONE_CAPTURE} ; with a remark").unwrap();
        if number % 2 == 0 {
            writeln!(lines, "no position {number}").unwrap();
        }
    }
    lines
}

/// Returns JSON lines without the times, which differ from run to run.
fn without_times(json: &str) -> Vec<Value> {
    fn remove(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                fields.remove("time_ms");
                fields.values_mut().for_each(remove);
            }
            Value::Array(values) => values.iter_mut().for_each(remove),
            _ => {}
        }
    }
    let values = json.lines().map(|line| {
        let mut value = serde_json::from_str(line).unwrap();
        remove(&mut value);
        value
    });
    values.collect()
}

#[test]
fn positions_are_the_same_for_any_number_of_jobs() {
    let positions = positions();
    let args = [
        "analyse", "-", "--nodes", "3000", "--hash", "1", "--json", "--jobs",
    ];
    let results: Vec<_> = ["1", "2", "7"]
        .iter()
        .map(|jobs| {
            let output = run(&[&args[..], &[jobs]].concat(), &positions);
            assert_eq!(output.status.code(), Some(1));
            assert_eq!(stderr(&output).lines().count(), 10);
            (without_times(&stdout(&output)), stderr(&output))
        })
        .collect();
    assert_eq!(results[0].0.len(), 40);
    let numbers = results[0]
        .0
        .iter()
        .map(|position| position["number"].as_u64().unwrap());
    assert_eq!(numbers.collect::<Vec<_>>(), (1..=40).collect::<Vec<_>>());
    assert_eq!(results[0], results[1]);
    assert_eq!(results[0], results[2]);
}

#[test]
fn games_are_the_same_for_any_number_of_jobs() {
    let folder = tempfile::tempdir().unwrap();
    let games = fs::read_to_string(fixture("planted.sgn")).unwrap();
    let input = folder.path().join("in.sgn");
    fs::write(&input, games).unwrap();
    let [alone, together] = ["1", "3"].map(|jobs| {
        let page = folder.path().join(format!("page-{jobs}.html"));
        let output = batyr(&[
            "analyse", "--depth", "2", "--hash", "1", "--sgn", "-j", jobs,
        ])
        .arg(&input)
        .arg("--html")
        .arg(&page)
        .output()
        .unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
        (stdout(&output), fs::read_to_string(page).unwrap())
    });
    assert!(alone.0.matches("[Event ").count() > 2);
    assert_eq!(alone, together);
}

#[test]
fn a_result_is_written_before_the_next_position_arrives() {
    let mut child = batyr(&["analyse", "-", "--depth", "1", "--json", "--jobs", "2"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let (sender, results) = mpsc::channel();
    thread::spawn(move || lines.all(|line| sender.send(line.unwrap()).is_ok()));
    for number in 1..=3 {
        writeln!(stdin, "{ONE_CAPTURE}").unwrap();
        let result = results.recv_timeout(Duration::from_secs(60)).unwrap();
        assert!(
            result.contains(&format!("\"number\":{number},")),
            "{result}"
        );
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_closed_output_ends_the_work_although_the_input_is_open() {
    let mut child = batyr(&["analyse", "-", "--depth", "1", "--json", "--jobs", "3"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    drop(child.stdout.take());
    writeln!(stdin, "{ONE_CAPTURE}").unwrap();
    let (sender, ended) = mpsc::channel();
    thread::spawn(move || sender.send(child.wait().unwrap()));
    let status = ended.recv_timeout(Duration::from_secs(60)).unwrap();
    assert!(status.success());
    drop(stdin);
}
