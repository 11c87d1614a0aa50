//! The fast generator against the counts of independent programs.

use batyr::rules::perft::perft;
use batyr::rules::shatra::{Extended, Kurin, Original, Position, Pritchard, RuleSet, Setup};

/// A line of a fixture file: the position and its counts by depth.
fn lines(text: &str) -> impl Iterator<Item = (&str, Vec<(u32, u64)>)> {
    text.lines()
        .filter(|line| !line.starts_with('#') && !line.trim().is_empty())
        .map(|line| {
            let mut parts = line.split(';').map(str::trim);
            let spn = parts.next().expect("a position");
            let counts = parts.next().expect("counts").split_whitespace();
            let counts = counts.map(|count| {
                let (depth, leaves) = count.split_once(':').expect("depth:leaves");
                (
                    depth.parse().expect("depth"),
                    leaves.parse().expect("leaves"),
                )
            });
            (spn, counts.collect())
        })
}

fn position<R: RuleSet>(spn: &str) -> Position<R> {
    let setup: Setup = spn.parse().unwrap_or_else(|e| panic!("{spn}: {e}"));
    setup.position().unwrap_or_else(|e| panic!("{spn}: {e}"))
}

fn check<R: RuleSet>(text: &str, most_leaves: u64) {
    let mut failures = Vec::new();
    for (spn, counts) in lines(text) {
        for (depth, leaves) in counts {
            if leaves <= most_leaves {
                let found = perft(&position::<R>(spn), depth);
                if found != leaves {
                    failures.push(format!("{spn} depth {depth}: {found}, expected {leaves}"));
                    break;
                }
            }
        }
    }
    assert!(
        failures.is_empty(),
        "{}:\n{}",
        failures.len(),
        failures.join("\n")
    );
}

const MOST_LEAVES: u64 = 30_000_000;

#[test]
fn extended_counts() {
    check::<Extended>(include_str!("data/perft/shatra.perft"), MOST_LEAVES);
}

#[test]
fn original_counts() {
    check::<Original>(
        include_str!("data/perft/shatra-original.perft"),
        MOST_LEAVES,
    );
}

#[test]
fn kurin_counts() {
    check::<Kurin>(include_str!("data/perft/shatra-kurin.perft"), MOST_LEAVES);
}

#[test]
fn pritchard_counts() {
    check::<Pritchard>(
        include_str!("data/perft/shatra-pritchard.perft"),
        MOST_LEAVES,
    );
}

/// Every count of the fixtures, those of the start positions included.
#[test]
#[ignore = "the long form of the tests above"]
fn every_count() {
    check::<Extended>(include_str!("data/perft/shatra.perft"), u64::MAX);
    check::<Original>(include_str!("data/perft/shatra-original.perft"), u64::MAX);
}
