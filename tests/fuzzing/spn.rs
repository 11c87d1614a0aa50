//! SPNs: each rule set accepts or rejects them, and turns can be played in every accepted position.

use std::collections::HashSet;

use batyr::rules::shatra::{self, Numbering, Position, RuleSet, Setup, Turn};
use batyr::rules::{Game, MoveList};

use super::check_message;
use super::rule_sets::rule_sets;

/// The maximum number of turns that are listed. More are only counted, because a position can have
/// millions of them.
const MAX_LISTED_TURNS: u64 = 1_000;
/// The number of turns of each position that are printed, parsed and played.
const TURNS_PLAYED: usize = 2;
/// The maximum number of turns that the search generates in a position with millions of them: about
/// 4,000 chains, and the quiet turns that decline one.
const MAX_DISTINCT_TURNS: usize = 1 << 13;

/// Checks a set-up by each rule set.
macro_rules! check_each {
    ({ $setup:expr, $text:expr } $($name:ident $rules:ident $seed:literal,)*) => {
        $(check_rules::<shatra::$rules>($setup, $text);)*
    };
}

/// Checks an SPN in each rule set.
pub fn check(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else {
        return;
    };
    let setup: Setup = match text.parse() {
        Ok(setup) => setup,
        Err(error) => return check_rejection(&error.to_string(), text),
    };
    assert_eq!(setup.to_string().parse().as_ref(), Ok(&setup), "{text:?}");
    rule_sets!((check_each) { &setup, text });
}

fn check_rejection(message: &str, text: &str) {
    check_message(message, text);
    assert!(message.contains("expected"), "{text:?}: {message}");
}

fn check_rules<R: RuleSet>(setup: &Setup, text: &str) {
    match setup.position::<R>() {
        Ok(position) => check_position(&position),
        Err(error) => check_rejection(&error.to_string(), text),
    }
}

fn check_position<R: RuleSet>(position: &Position<R>) {
    check_round_trip(position);
    let count = position.count();
    if count > MAX_LISTED_TURNS {
        let mut distinct = MoveList::new();
        position.generate_distinct(&mut distinct);
        assert!(
            distinct.len() <= MAX_DISTINCT_TURNS,
            "{}: {position}",
            R::RULES.id
        );
        return;
    }
    let mut turns = MoveList::new();
    position.generate(&mut turns);
    assert_eq!(turns.len() as u64, count, "{}: {position}", R::RULES.id);
    let distinct: HashSet<Turn> = turns.iter().copied().collect();
    assert_eq!(distinct.len(), turns.len(), "{}: {position}", R::RULES.id);
    // The first and the last turns are made by different men.
    let step = turns.len().div_ceil(TURNS_PLAYED).max(1);
    for &turn in turns.iter().rev().step_by(step) {
        let text = position.turn_text(turn);
        let parsed = position.parse_turn(&text, Numbering::Official);
        assert_eq!(parsed, Ok(turn), "{}: {position}: {text}", R::RULES.id);
        check_round_trip(&position.after(turn));
    }
}

/// Checks that the SPN of a position is parsed as the same position, and that the key computed from
/// scratch equals the incrementally updated one.
fn check_round_trip<R: RuleSet>(position: &Position<R>) {
    let spn = position.to_string();
    let setup: Setup = spn.parse().unwrap_or_else(|e| panic!("{spn}: {e}"));
    let again: Position<R> = setup.position().unwrap_or_else(|e| panic!("{spn}: {e}"));
    assert_eq!(again, *position, "{}: {spn}", R::RULES.id);
    assert_eq!(again.key(), position.key(), "{}: {spn}", R::RULES.id);
    assert_eq!(again.to_string(), spn, "{}", R::RULES.id);
}
