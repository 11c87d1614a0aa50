//! Position texts: each rule set accepts or rejects them, and every accepted
//! position can be played.

use std::collections::HashSet;

use batyr::rules::MoveList;
use batyr::rules::shatra::{
    Extended, Kurin, Numbering, Original, Position, Pritchard, RuleSet, Setup, Turn,
};

use super::check_message;

/// The maximum number of turns that are listed; more are only counted, as a
/// board can be set up with millions of them.
const MAX_LISTED: u64 = 1_000;
/// The number of a position's turns that are also printed, read and played.
const TURNS_PLAYED: usize = 2;
/// The maximum number of turns that the search gets from a position with
/// millions of them: about 4,000 chains, and the quiet turns that decline one.
const MAX_DISTINCT: usize = 1 << 13;

pub fn check(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else {
        return;
    };
    let setup: Setup = match text.parse() {
        Ok(setup) => setup,
        Err(error) => return check_rejection(&error.to_string(), text),
    };
    assert_eq!(setup.to_string().parse().as_ref(), Ok(&setup), "{text:?}");
    check_rules::<Extended>(&setup, text);
    check_rules::<Original>(&setup, text);
    check_rules::<Kurin>(&setup, text);
    check_rules::<Pritchard>(&setup, text);
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
    check_reads_back(position);
    let count = position.count_turns();
    if count > MAX_LISTED {
        let mut distinct = MoveList::new();
        position.distinct_turns(&mut distinct);
        assert!(distinct.len() <= MAX_DISTINCT, "{}: {position}", R::ID);
        return;
    }
    let mut turns = MoveList::new();
    position.legal_turns(&mut turns);
    assert_eq!(turns.len() as u64, count, "{}: {position}", R::ID);
    let distinct: HashSet<Turn> = turns.iter().copied().collect();
    assert_eq!(distinct.len(), turns.len(), "{}: {position}", R::ID);
    // The last turns belong to another man than the first ones.
    let step = turns.len().div_ceil(TURNS_PLAYED).max(1);
    for &turn in turns.iter().rev().step_by(step) {
        let text = position.turn_text(turn);
        let read = position.parse_turn(&text, Numbering::Official);
        assert_eq!(read, Ok(turn), "{}: {position}: {text}", R::ID);
        let after = position.after(turn);
        if !after.is_biy_lost() {
            check_reads_back(&after);
        }
    }
}

/// Checks that the text gives the same position again, and that its key
/// computed from scratch equals the one updated while playing.
fn check_reads_back<R: RuleSet>(position: &Position<R>) {
    let spn = position.to_string();
    let setup: Setup = spn.parse().unwrap_or_else(|e| panic!("{spn}: {e}"));
    let again: Position<R> = setup.position().unwrap_or_else(|e| panic!("{spn}: {e}"));
    assert_eq!(again, *position, "{}: {spn}", R::ID);
    assert_eq!(again.key(), position.key(), "{}: {spn}", R::ID);
    assert_eq!(again.to_string(), spn, "{}", R::ID);
}
