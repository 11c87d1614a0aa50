//! Reads fixture files. A line has the form `SPN ; expected value [; reason]`; comment lines begin
//! with `#`.

use std::{collections::BTreeSet, fs, path::PathBuf};

use super::rule_set::RuleSet;

/// Returns the lines of `tests/data/<kind>/<rule set>.<kind>` without the comments, each split at
/// its semicolons.
pub fn lines(kind: &str, rule_set: RuleSet) -> Vec<Vec<String>> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data")
        .join(kind)
        .join(format!("{}.{kind}", rule_set.id()));
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    text.lines()
        .filter(|line| !line.starts_with('#') && !line.trim().is_empty())
        .map(|line| {
            line.split(';')
                .map(|part| part.trim().to_string())
                .collect()
        })
        .collect()
}

/// Parses depths and leaf counts, such as `1:154 2:23716`.
pub fn parse_counts(text: &str) -> Vec<(u32, u64)> {
    text.split_whitespace()
        .map(|count| {
            let (depth, leaves) = count.split_once(':').unwrap();
            (depth.parse().unwrap(), leaves.parse().unwrap())
        })
        .collect()
}

/// Returns the set of words in a text.
pub fn words(text: &str) -> BTreeSet<String> {
    text.split_whitespace().map(String::from).collect()
}
