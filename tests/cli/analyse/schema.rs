//! The JSON output conforms to docs/analysis.schema.json.

use serde_json::{Value, json};

use super::command::{fixture, stdout_of};
use crate::output;

fn schema_error(line: &Value) -> Option<String> {
    output::schema_error("docs/analysis.schema.json", line)
}

/// Parses the lines of JSON output, each of which must conform to the schema.
#[track_caller]
fn valid_lines(text: &str) -> Vec<Value> {
    let lines: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    for line in &lines {
        assert_eq!(schema_error(line), None, "{line}");
    }
    lines
}

#[test]
fn json_of_positions_conforms_to_the_schema() {
    // The start position, a win in one, and a position without a legal turn.
    let text =
        "startpos\n9/1/7/7/7/7/2k4/2S4/1/K8 w - - - - 1\n9/K/7/7/7/7/r6/7/k/9 b - 39 - - 1\n";
    let args = ["analyse", "--json", "--depth", "3", "--multipv", "2"];
    let lines = valid_lines(&stdout_of(&args, text));
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[0]["lines"].as_array().unwrap().len(), 2);
    assert_eq!(lines[1]["lines"][0]["score"], json!({"mate": 1}));
    assert_eq!(lines[2]["lines"][0]["score"], json!({"mate": 0}));
}

#[test]
fn json_of_games_conforms_to_the_schema() {
    let file = fixture("planted.sgn");
    let args = [
        "analyse",
        "--json",
        "--depth",
        "1",
        "--hash",
        "1",
        file.to_str().unwrap(),
    ];
    let lines = valid_lines(&stdout_of(&args, ""));
    assert_eq!(lines.len(), 20);
    let marked = |line: &Value| {
        line["moves"]
            .as_array()
            .unwrap()
            .iter()
            .any(|turn| turn["mark"] != Value::Null)
    };
    assert!(lines.iter().any(marked));
}

#[test]
fn the_schema_rejects_wrong_objects() {
    let text = stdout_of(&["analyse", "--json", "--depth", "1"], "startpos\n");
    let good: Value = serde_json::from_str(&text).unwrap();
    for (field, value) in [
        ("type", json!("game")),
        ("number", json!(0)),
        ("side", json!("w")),
        ("extra", json!(1)),
        ("lines", json!([{}])),
    ] {
        let mut bad = good.clone();
        bad[field] = value;
        assert!(schema_error(&bad).is_some(), "{field}");
    }
}
