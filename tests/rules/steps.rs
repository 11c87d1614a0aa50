//! Compares the steps of the fast generator with those that an independent program lists, at the
//! start of a turn and in mid-chain. Both the first steps of all turns and the steps that the
//! generator lists separately must equal them.

#![allow(clippy::panic)] // test code

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use crate::slow::{self, fixture};
use crate::support::position;
use batyr::rules::shatra::{Extended, Online, Original, Path, RuleSet, square_name};

/// Returns the first step of a path in the notation of the fixtures.
fn first_step(path: &Path) -> String {
    let Some(landing) = path.landings.first() else {
        return "pass".to_owned();
    };
    let separator = if path.is_capture { ':' } else { '-' };
    let promotion = landing.promotion.map(|kind| kind.letter());
    let (from, to) = (square_name(path.from), square_name(landing.at));
    format!(
        "{from}{separator}{to}{}",
        promotion.map_or(String::new(), String::from)
    )
}

fn check_steps_file<R: RuleSet>() {
    let rule_set = slow::RuleSet::from_id(R::RULES.id).unwrap_or_else(|| panic!("{}", R::RULES.id));
    let lines = fixture::lines("steps", rule_set);
    assert!(!lines.is_empty());
    for line in lines {
        let position = position::<R>(&line[0]);
        let paths = position.paths();
        let found: BTreeSet<_> = paths.iter().map(|(_, path)| first_step(path)).collect();
        let expected = fixture::words(&line[1]);
        assert_eq!(found, expected, "{}", line[0]);
        let mut steps = BTreeSet::new();
        position.for_each_step(|step| {
            assert!(
                steps.insert(first_step(&step.path)),
                "{} is listed twice",
                step.text()
            );
            ControlFlow::Continue(())
        });
        assert_eq!(steps, expected, "{}", line[0]);
    }
}

#[test]
fn extended_steps_match() {
    check_steps_file::<Extended>();
}

#[test]
fn original_steps_match() {
    check_steps_file::<Original>();
}

#[test]
fn online_steps_match() {
    check_steps_file::<Online>();
}
