//! The JSON output conforms to docs/analysis.schema.json.

use std::path::Path;

use boon::{Compiler, Schemas};
use serde_json::{Value, json};

use super::command::{data, stdout_of};

/// Returns how a line violates the schema, if it does.
fn schema_error(line: &Value) -> Option<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/analysis.schema.json");
    let mut schemas = Schemas::new();
    let mut compiler = Compiler::new();
    let schema = compiler
        .compile(path.to_str().unwrap(), &mut schemas)
        .unwrap();
    let result = schemas.validate(line, schema);
    result.err().map(|error| error.to_string())
}

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
fn json_of_positions_fits_the_schema() {
    // An ordinary position, one that is won, and one without a legal turn.
    let text =
        "startpos\n9/1/7/7/7/7/2k4/2S4/1/K8 w - - - - 1\n9/K/7/7/7/7/r6/7/k/9 b - 39 - - 1\n";
    let words = ["analyse", "--json", "--depth", "3", "--multipv", "2"];
    let lines = valid_lines(&stdout_of(&words, text));
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[0]["lines"].as_array().unwrap().len(), 2);
    assert_eq!(lines[1]["lines"][0]["score"], json!({"mate": 1}));
    assert_eq!(lines[2]["lines"][0]["score"], json!({"mate": 0}));
}

#[test]
fn json_of_games_fits_the_schema() {
    let file = data("planted.sgn");
    let words = [
        "analyse",
        "--json",
        "--depth",
        "1",
        "--hash",
        "1",
        file.to_str().unwrap(),
    ];
    let lines = valid_lines(&stdout_of(&words, ""));
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
