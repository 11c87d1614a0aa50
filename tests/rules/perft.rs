//! Perft counts of the fast generator, compared with those of independent programs.

use crate::slow::{self, fixture};
use crate::support::position;
use batyr::rules::perft::{perft, perft_one_by_one};
use batyr::rules::shatra::{Extended, Kurin, Online, Original, Pritchard, RuleSet};

/// The largest count that is checked by default.
const MAX_LEAVES: u64 = 30_000_000;

/// Checks all counts in a rule set's fixture file that are not above `max_leaves`.
fn check_counts<R: RuleSet>(max_leaves: u64, count: impl Fn(&str, u32) -> u64) {
    let rule_set = slow::RuleSet::from_id(R::ID).unwrap();
    let mut failures = Vec::new();
    for line in fixture::lines("perft", rule_set) {
        for (depth, leaves) in fixture::parse_counts(&line[1]) {
            if leaves <= max_leaves {
                let found = count(&line[0], depth);
                if found != leaves {
                    failures.push(format!(
                        "{}, depth {depth}: found {found}, expected {leaves}",
                        line[0]
                    ));
                }
            }
        }
    }
    assert!(
        failures.is_empty(),
        "{} wrong counts:\n{}",
        failures.len(),
        failures.join("\n")
    );
}

fn check_bulk_counts<R: RuleSet>(max_leaves: u64) {
    check_counts::<R>(max_leaves, |spn, depth| perft(&position::<R>(spn), depth));
}

#[test]
fn extended_counts_match() {
    check_bulk_counts::<Extended>(MAX_LEAVES);
}

#[test]
fn original_counts_match() {
    check_bulk_counts::<Original>(MAX_LEAVES);
}

#[test]
fn kurin_counts_match() {
    check_bulk_counts::<Kurin>(MAX_LEAVES);
}

#[test]
fn pritchard_counts_match() {
    check_bulk_counts::<Pritchard>(MAX_LEAVES);
}

#[test]
fn online_counts_match() {
    check_bulk_counts::<Online>(MAX_LEAVES);
}

/// Counts each leaf by making its turn, instead of counting the turns at the last ply in bulk.
#[test]
fn counts_match_one_by_one() {
    let one_by_one = |spn: &str, depth| perft_one_by_one(&position::<Extended>(spn), depth);
    check_counts::<Extended>(1_000_000, one_by_one);
    let one_by_one = |spn: &str, depth| perft_one_by_one(&position::<Original>(spn), depth);
    check_counts::<Original>(1_000_000, one_by_one);
    let one_by_one = |spn: &str, depth| perft_one_by_one(&position::<Online>(spn), depth);
    check_counts::<Online>(1_000_000, one_by_one);
}

/// Checks every count in the fixtures, including those of the start positions.
#[test]
#[ignore = "slow: counts of up to 509,084,102 leaves"]
fn every_count_matches() {
    check_bulk_counts::<Extended>(u64::MAX);
    check_bulk_counts::<Original>(u64::MAX);
    check_bulk_counts::<Kurin>(u64::MAX);
    check_bulk_counts::<Pritchard>(u64::MAX);
    check_bulk_counts::<Online>(u64::MAX);
}
