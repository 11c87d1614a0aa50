//! Perft counts of the fast generator, compared with those of independent programs.

use crate::slow::{self, fixture};
use crate::support::position;
use crate::support::rule_sets::{for_each_rule_set, test_each_rule_set};
use batyr::rules::perft::{perft, perft_one_by_one};
use batyr::rules::shatra::RuleSet;

/// The largest count that is checked by default.
const MAX_LEAVES: u64 = 30_000_000;

/// Checks all counts in a rule set's fixture file that are not above `max_leaves`.
fn check_counts<R: RuleSet>(max_leaves: u64, count: impl Fn(&str, u32) -> u64) {
    let rule_set = slow::RuleSet::from_id(R::RULES.id).unwrap();
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

test_each_rule_set!(counts_match, R, _seed => check_bulk_counts::<R>(MAX_LEAVES));

/// Counts each leaf by making its turn, instead of counting the turns at the last ply in bulk.
#[test]
fn counts_match_one_by_one() {
    fn check<R: RuleSet>() {
        check_counts::<R>(1_000_000, |spn, depth| {
            perft_one_by_one(&position::<R>(spn), depth)
        });
    }
    for_each_rule_set!(R => check::<R>());
}

/// Checks every count in the fixtures, including those of the start positions.
#[test]
#[ignore = "slow: counts of up to 509,084,102 leaves"]
fn every_count_matches() {
    for_each_rule_set!(R => check_bulk_counts::<R>(u64::MAX));
}
