//! Perft counts of the fast generator, compared with those of independent programs.

use crate::slow::{self, fixture};
use crate::support::position;
use batyr::rules::perft::{perft, perft_one_by_one};
use batyr::rules::shatra::{Extended, Kurin, Original, Pritchard, RuleSet};

/// The largest count that is checked by default.
const MAX_LEAVES: u64 = 30_000_000;

/// Checks every line of a rule set's file, at the depths with at most
/// `max_leaves` leaves.
fn check<R: RuleSet>(max_leaves: u64, count: impl Fn(&str, u32) -> u64) {
    let rule_set = slow::RuleSet::from_id(R::ID).unwrap();
    let mut failures = Vec::new();
    for line in fixture::lines("perft", rule_set) {
        for (depth, leaves) in fixture::parse_counts(&line[1]) {
            if leaves <= max_leaves {
                let found = count(&line[0], depth);
                if found != leaves {
                    failures.push(format!("{} depth {depth}: {found}, not {leaves}", line[0]));
                }
            }
        }
    }
    assert!(
        failures.is_empty(),
        "{} wrong:\n{}",
        failures.len(),
        failures.join("\n")
    );
}

fn check_bulk<R: RuleSet>(max_leaves: u64) {
    check::<R>(max_leaves, |spn, depth| perft(&position::<R>(spn), depth));
}

#[test]
fn extended_counts_match() {
    check_bulk::<Extended>(MAX_LEAVES);
}

#[test]
fn original_counts_match() {
    check_bulk::<Original>(MAX_LEAVES);
}

#[test]
fn kurin_counts_match() {
    check_bulk::<Kurin>(MAX_LEAVES);
}

#[test]
fn pritchard_counts_match() {
    check_bulk::<Pritchard>(MAX_LEAVES);
}

/// Bulk counting and making every turn must give the same counts.
#[test]
fn counting_one_by_one_gives_the_same_counts() {
    let one_by_one = |spn: &str, depth| perft_one_by_one(&position::<Extended>(spn), depth);
    check::<Extended>(1_000_000, one_by_one);
    let one_by_one = |spn: &str, depth| perft_one_by_one(&position::<Original>(spn), depth);
    check::<Original>(1_000_000, one_by_one);
}

/// Every count of the fixtures, including those of the start positions.
#[test]
#[ignore = "the long form: 344,933,659 and 509,084,102 leaves among others"]
fn every_count_matches() {
    check_bulk::<Extended>(u64::MAX);
    check_bulk::<Original>(u64::MAX);
    check_bulk::<Kurin>(u64::MAX);
    check_bulk::<Pritchard>(u64::MAX);
}
