//! The fast generator against the counts of independent programs.

use crate::slow::{Variant, fixture};
use crate::support::position;
use batyr::rules::perft::{perft, perft_one_by_one};
use batyr::rules::shatra::{Extended, Kurin, Original, Pritchard, RuleSet};

/// The number of leaves up to which a count takes only a moment.
const MOST_LEAVES: u64 = 30_000_000;

/// Checks every line of a rule set's file, at the depths with up to
/// `most_leaves` leaves.
fn check<R: RuleSet>(most_leaves: u64, count: impl Fn(&str, u32) -> u64) {
    let variant = Variant::from_id(R::ID).unwrap();
    let mut failures = Vec::new();
    for line in fixture::lines("perft", variant) {
        for (depth, leaves) in fixture::read_counts(&line[1]) {
            if leaves <= most_leaves {
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

fn check_bulk<R: RuleSet>(most_leaves: u64) {
    check::<R>(most_leaves, |spn, depth| perft(&position::<R>(spn), depth));
}

#[test]
fn extended_counts() {
    check_bulk::<Extended>(MOST_LEAVES);
}

#[test]
fn original_counts() {
    check_bulk::<Original>(MOST_LEAVES);
}

#[test]
fn kurin_counts() {
    check_bulk::<Kurin>(MOST_LEAVES);
}

#[test]
fn pritchard_counts() {
    check_bulk::<Pritchard>(MOST_LEAVES);
}

/// Bulk counting and making every turn must give the same counts.
#[test]
fn one_by_one_counts() {
    let one_by_one = |spn: &str, depth| perft_one_by_one(&position::<Extended>(spn), depth);
    check::<Extended>(1_000_000, one_by_one);
    let one_by_one = |spn: &str, depth| perft_one_by_one(&position::<Original>(spn), depth);
    check::<Original>(1_000_000, one_by_one);
}

/// Every count of the fixtures, including those of the start positions.
#[test]
#[ignore = "the long form: 344,933,659 and 509,084,102 leaves among others"]
fn every_count() {
    check_bulk::<Extended>(u64::MAX);
    check_bulk::<Original>(u64::MAX);
    check_bulk::<Kurin>(u64::MAX);
    check_bulk::<Pritchard>(u64::MAX);
}
