//! Compares the slow reference implementation with independent sources: the fixture files, the
//! lines that Kurin printed (`protocol/RULES.md` section 12) and the positions printed in
//! `protocol/RULES-ONLINE.md`.

#![allow(clippy::unwrap_used, clippy::panic)] // test code

mod online;

use std::collections::BTreeSet;

use batyr::rules::shatra::RuleSet as _;

use crate::slow::{
    Action, Kind, Position, RuleSet, Side,
    fixture::{self, words},
};
use crate::support::rule_sets::test_each_rule_set;

/// The largest count checked here. The fast generator is checked against larger ones.
const MAX_LEAVES: u64 = 100_000;

fn parse(rule_set: RuleSet, spn: &str) -> Position {
    Position::from_spn(rule_set, spn).unwrap_or_else(|error| panic!("{spn}: {error}"))
}

/// Panics if there are faults, and names all of them.
fn assert_no_faults(faults: &[String]) {
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

fn check_perft_file(rule_set: RuleSet) {
    let mut faults = Vec::new();
    for line in fixture::lines("perft", rule_set) {
        let position = parse(rule_set, &line[0]);
        for (depth, leaves) in fixture::parse_counts(&line[1]) {
            if leaves > MAX_LEAVES {
                continue;
            }
            let found = position.perft(depth);
            if found != leaves {
                faults.push(format!(
                    "{}, depth {depth}: found {found}, expected {leaves}",
                    line[0]
                ));
            }
        }
    }
    assert_no_faults(&faults);
}

test_each_rule_set!(
    perft_counts_match,
    R, _seed => check_perft_file(RuleSet::from_id(R::RULES.id).unwrap())
);

fn check_steps_file(rule_set: RuleSet) {
    let mut faults = Vec::new();
    for line in fixture::lines("steps", rule_set) {
        let steps = parse(rule_set, &line[0]).steps();
        let found: BTreeSet<String> = steps.iter().map(|step| step.text()).collect();
        let expected = words(&line[1]);
        if found != expected || found.len() != steps.len() {
            let (surplus, missing) = (&found - &expected, &expected - &found);
            faults.push(format!(
                "{}: surplus {surplus:?}, missing {missing:?}",
                line[0]
            ));
        }
    }
    assert_no_faults(&faults);
}

#[test]
fn steps_of_extended_match() {
    check_steps_file(RuleSet::Extended);
}

#[test]
fn steps_of_original_match() {
    check_steps_file(RuleSet::Original);
}

#[test]
fn steps_of_online_match() {
    check_steps_file(RuleSet::Online);
}

/// Returns the positions of the perft file and some of those one turn later.
fn sample_positions(rule_set: RuleSet) -> Vec<Position> {
    let mut positions = Vec::new();
    for line in fixture::lines("perft", rule_set) {
        let position = parse(rule_set, &line[0]);
        let turns = position.turns();
        positions.extend(turns.iter().take(20).map(|turn| position.play(turn)));
        positions.push(position);
    }
    positions
}

#[test]
fn turn_texts_are_unique() {
    for position in RuleSet::ALL.into_iter().flat_map(sample_positions) {
        let turns = position.turns();
        let texts: BTreeSet<String> = turns.iter().map(|turn| turn.text()).collect();
        assert_eq!(texts.len(), turns.len(), "{}", position.to_spn());
    }
}

#[test]
fn written_positions_can_be_parsed() {
    for position in RuleSet::ALL.into_iter().flat_map(sample_positions) {
        let steps = position.steps();
        for next in steps.iter().map(|step| position.play_step(step)) {
            if next.side_without_biy().is_none() {
                let spn = next.to_spn();
                let parsed = parse(next.rule_set(), &spn);
                assert_eq!(parsed.to_spn(), spn);
                assert_eq!(parsed, next, "{spn}");
            }
        }
    }
}

/// Section 12: after a step, either the other side is to move, or the same side is in mid-chain and
/// has a legal step.
#[test]
fn a_step_either_continues_the_chain_or_ends_the_turn() {
    for position in RuleSet::ALL.into_iter().flat_map(sample_positions) {
        for step in position.steps() {
            let next = position.play_step(&step);
            let same_side = next.side_to_move() == position.side_to_move();
            assert_eq!(same_side, next.transit().is_some());
            assert!(!same_side || !next.steps().is_empty(), "{}", next.to_spn());
            assert!(!same_side || matches!(step.action, Action::Jump { .. }));
        }
    }
}

/// Checks section 2 square by square.
#[test]
fn the_start_of_extended_follows_section_2() {
    let white_and_black = [
        (Kind::Biy, "d4 d11"),
        (Kind::Batyr, "d1 d14"),
        (Kind::Tura, "d2 d3 d13 d12"),
        (Kind::Yalkyn, "c3 e3 c12 e12"),
        (
            Kind::Shatra,
            "c1 e1 c2 e2 a5 b5 c5 d5 e5 f5 g5 c14 e14 c13 e13 a10 b10 c10 d10 e10 f10 g10",
        ),
    ];
    for rule_set in [RuleSet::Extended, RuleSet::Kurin, RuleSet::Pritchard] {
        for (kind, squares) in white_and_black {
            assert_eq!(squares_of(&Position::start(rule_set), kind), words(squares));
        }
    }
}

#[test]
fn the_start_of_original_and_online_follows_section_2() {
    let mut squares = BTreeSet::new();
    for (files, ranks) in [("cde", "1 2 3 12 13 14"), ("abcdefg", "5 6 9 10")] {
        for rank in words(ranks) {
            squares.extend(files.chars().map(|file| format!("{file}{rank}")));
        }
    }
    for rule_set in [RuleSet::Original, RuleSet::Online] {
        let position = Position::start(rule_set);
        assert_eq!(squares_of(&position, Kind::Biy), words("d4 d11"));
        assert_eq!(squares_of(&position, Kind::Shatra), squares);
        assert_eq!(position.men().len(), 48);
        assert_eq!(Side::BOTH.map(|side| position.temdek(side)), [true, true]);
    }
}

fn squares_of(position: &Position, kind: Kind) -> BTreeSet<String> {
    let of_kind = position.men().iter().filter(|(_, man)| man.kind == kind);
    of_kind
        .map(|(&(file, rank), _)| format!("{}{rank}", (b'a' + file) as char))
        .collect()
}

fn parse_kurin(spn: &str) -> Position {
    parse(RuleSet::Kurin, spn)
}

fn after(position: &Position, text: &str) -> Position {
    let turn = position.find_turn(text);
    position.play(&turn.unwrap_or_else(|| panic!("{text} in {}", position.to_spn())))
}

fn turn_texts(position: &Position) -> BTreeSet<String> {
    position.turns().iter().map(|turn| turn.text()).collect()
}

#[test]
fn kurins_batyr_must_land_on_the_nearest_square_that_continues() {
    let start = parse_kurin("9/K/6R/5S1/1k1S3/7/7/4q2/1/9 w");
    let after_step = after(&start, "d7-c8");
    assert_eq!(turn_texts(&after_step), words("c10:c6:a6"));
    // `c10:e3` would be short for the illegal chain `c10:c5:e3`, which captures the biy.
    assert!(
        !turn_texts(&after_step)
            .iter()
            .any(|text| text.ends_with("e3"))
    );
    let after_batyr = after(&after_step, "c10:c6:a6");
    assert!(turn_texts(&after_batyr).contains("a5:a7:g7"));
    assert_eq!(
        after(&after_batyr, "a5:a7:g7").side_without_biy(),
        Some(Side::Black)
    );
}

#[test]
fn kurins_tura_captures_the_biy_along_rank_nine() {
    let start = parse_kurin("9/K/6R/7/7/6s/4S1k/7/1/9 w");
    let after_step = after(&start, "c9-b9");
    let after_biy = after(&after_step, "a9:c9");
    let expected = words("a5:a9:d9 a5:a9:e9 a5:a9:f9 a5:a9:g9");
    // a5:a10 is illegal, because the tura can continue from a9.
    assert_eq!(turn_texts(&after_biy), expected);
}

#[test]
fn kurins_shatra_does_not_capture_into_its_own_gate() {
    let position = parse_kurin("9/1/K2s3/7/3s3/3S3/7/7/k/9 w");
    assert_eq!(turn_texts(&position), words("d8:d6"));
    // The chain d8:d6:d4 is illegal.
    assert!(after(&position, "d8:d6").transit().is_none());
}

#[test]
fn kurins_batyr_continues_along_cleared_lines() {
    let position = parse_kurin("9/K/6Q/6s/7/6s/1ss4/k3s2/1/9 w");
    assert!(turn_texts(&position).contains("a5:f10:a10:a7:a5"));
}

#[test]
fn kurin_en_passant_and_the_direct_capture_are_a_free_choice() {
    let position = parse_kurin("9/K/4S2/7/5s1/7/7/7/k/9 w");
    let after_step = after(&position, "c5-c7");
    assert_eq!(turn_texts(&after_step), words("b7:d5:d3 b7:d7"));
    assert_eq!(
        after(&after_step, "b7:d5:d3").side_without_biy(),
        Some(Side::White)
    );
}

// The tests below cover cases that the fixtures do not.

/// Section 3, "Promotion": a chain that passes through the final rank.
#[test]
fn passing_the_final_rank_differs_between_rule_sets() {
    let spn = "9/1/6K/7/7/7/k6/7/1/S2ss4 w";
    let extended = "e12:e14:c12 e12:c14=Q e12:c14=R e12:c14=B";
    assert_eq!(turn_texts(&parse(RuleSet::Extended, spn)), words(extended));
    let original = "e12:e14=Q:c12 e12:c14=Q";
    assert_eq!(turn_texts(&parse(RuleSet::Original, spn)), words(original));
    let expected = "e12:e14=Q:c12 e12:e14=R e12:e14=B:c12 e12:c14=Q e12:c14=R e12:c14=B";
    assert_eq!(turn_texts(&parse_kurin(spn)), words(expected));
}

/// Section 3: the last man of the reserve has left, but until its chain ends, the temdek forbids
/// the jump from b6 over c5 to d4.
#[test]
fn the_temdek_stays_on_until_the_chain_ends() {
    let position = parse(
        RuleSet::Extended,
        "8Q/1/K1s1s2/3s3/7/7/7/k6/1/9 w T - - - 1",
    );
    assert_eq!(turn_texts(&position), words("c3:f6:a6 c3:f6:b6 c3:f6:c6"));
    let in_chain = position.play_step(&position.steps()[0]);
    assert_eq!(
        in_chain.to_spn(),
        "9/1/K1p1s2/1Q1s3/7/7/7/k6/1/9 w T 19 - - 1"
    );
    assert!(!after(&position, "c3:f6:b6").temdek(Side::White));
}

/// Section 10, the two odd cases in Original: the batyr on c2 is exempt from the drop order c1, d1;
/// the biy on e2 can only be dropped, and does not form a reserve by itself.
#[test]
fn odd_reserves_of_original_follow_section_10() {
    let batyr = parse(RuleSet::Original, "1SS2Q3/1/7/7/6K/7/k6/7/1/9 w T");
    let from: BTreeSet<(u8, u8)> = batyr.steps().iter().map(|step| step.from).collect();
    assert_eq!(from, BTreeSet::from([(0, 7), (2, 1), (2, 2)]));
    let biy = parse(RuleSet::Original, "1S1K5/1/7/7/7/7/k6/7/1/9 w T");
    assert_eq!(biy.steps().len(), 42);
    assert!(biy.steps().iter().all(|step| (5..=7).contains(&step.to.1)));
    let alone = parse(RuleSet::Original, "3K5/1/7/7/7/7/k6/7/1/9 w T");
    assert!(!alone.temdek(Side::White));
}
