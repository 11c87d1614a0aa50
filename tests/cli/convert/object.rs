//! Positions as JSON objects, which conform to docs/position.schema.json.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::converted;
use crate::output;

/// Converts a position to an object, which must conform to docs/position.schema.json.
#[track_caller]
fn position_object(variant: &str, position: &str) -> Value {
    let args = ["position", "--variant", variant, "--to", "json", position];
    let object: Value = serde_json::from_str(&converted(&args, "")).unwrap();
    assert_eq!(schema_error(&object), None, "{object}");
    object
}

fn schema_error(object: &Value) -> Option<String> {
    output::schema_error("docs/position.schema.json", object)
}

#[test]
fn an_object_describes_every_legal_turn() {
    let cases = [
        (
            "shatra-kurin",
            "9/K/6Q/6s/7/6s/1ss4/k3s2/1/9 w",
            json!({"turn": "a5:f10:a10:a7:a5", "path": ["a5", "f10", "a10", "a7", "a5"],
                "captures": ["e9", "c10", "a8", "a6"], "drop": false}),
        ),
        // En passant, over the passed square c9.
        (
            "shatra",
            "9/K/S6/7/7/4sS1/7/7/1/2k6 w - - 43",
            json!({"turn": "b8:d10", "path": ["b8", "d10"], "captures": ["c8"], "drop": false}),
        ),
        (
            "shatra",
            "9/K/7/7/7/7/6k/7/1/3S5 w",
            // An endgame table has the value: biy and yalkyn do not win.
            json!({"turn": "e13-e14=B", "path": ["e13", "e14"], "captures": [],
                "promotion": "B", "drop": false,
                "table": {"result": "draw", "in_turns": null}}),
        ),
        (
            "shatra",
            "8S/K/3k3/7/7/7/7/7/1/9 w T",
            json!({"turn": "d4-d6", "path": ["d4", "d6"], "captures": [], "drop": true}),
        ),
        (
            "shatra-kurin",
            "9/1/6K/7/k6/7/7/2s4/S/9 w - 53",
            json!({"turn": "pass", "path": ["d11"], "captures": [], "drop": false}),
        ),
        (
            "shatar",
            "1r2k3/P7/8/8/8/8/8/4K3 w",
            json!({"turn": "a7b8j", "path": ["a7", "b8"], "captures": ["b8"],
                "promotion": "J", "drop": false}),
        ),
        (
            "shatranj",
            "startpos",
            json!({"turn": "e2e3", "path": ["e2", "e3"], "captures": [], "drop": false}),
        ),
    ];
    for (variant, position, turn) in cases {
        let object = position_object(variant, position);
        let turns = object["turns"].as_array().unwrap();
        assert_eq!(object["legal_turns"], turns.len(), "{position}");
        assert!(turns.contains(&turn), "{position}: {turns:?}");
    }
    let thousands = position_object(
        "shatra",
        "9/K/3s1b1/1s1qs1s/1s1s1b1/1ssr1r1/1s1sSs1/7/1/6k2 w",
    );
    let turns = thousands["turns"].as_array().unwrap();
    assert_eq!(thousands["legal_turns"], turns.len());
    assert!(turns.len() > 2000, "{}", turns.len());
    let texts: BTreeSet<_> = turns.iter().map(|turn| turn["turn"].as_str()).collect();
    assert_eq!(texts.len(), turns.len());
    for turn in turns {
        let (path, captures) = (&turn["path"], &turn["captures"]);
        let jumps = path.as_array().unwrap().len() - 1;
        assert_eq!(captures.as_array().unwrap().len(), jumps, "{turn}");
    }
}

#[test]
fn the_schema_rejects_wrong_objects() {
    let good = position_object("shatra", "startpos");
    for (field, value) in [
        ("side", json!("w")),
        ("extra", json!(1)),
        ("fen", json!("8/8")),
        ("turns", json!([{"turn": "a5-a6"}])),
        ("men", json!({"z1": "S"})),
    ] {
        let mut bad = good.clone();
        bad[field] = value;
        assert!(schema_error(&bad).is_some(), "{field}");
    }
}
