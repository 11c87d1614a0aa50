//! The positions printed in `protocol/RULES-ONLINE.md` and their turns, in the slow reference
//! implementation and in the fast generator.

use std::collections::BTreeSet;

use batyr::rules::perft::perft;
use batyr::rules::shatra::{Online, Original, RuleSet as FastRules, Setup};

use super::{after, parse, turn_texts};
use crate::slow::{Position, RuleSet, Side};
use crate::support::position;
use crate::support::turn_lists::expand;

/// Checks that both implementations list exactly these turns, which are this many.
#[track_caller]
fn check_turns<R: FastRules>(spn: &str, turns: &str, count: usize) {
    let rule_set = RuleSet::from_id(R::RULES.id).unwrap();
    let expected = expand(turns);
    assert_eq!(expected.len(), count, "{spn}: the list itself");
    let slow = parse(rule_set, spn);
    assert_eq!(turn_texts(&slow), expected, "{spn}: slow");
    assert_eq!(slow.turns().len(), count, "{spn}: slow");
    let paths = position::<R>(spn).paths();
    let fast: BTreeSet<String> = paths.iter().map(|(_, path)| path.text()).collect();
    assert_eq!(fast, expected, "{spn}: fast");
    assert_eq!(paths.len(), count, "{spn}: fast");
}

#[track_caller]
fn online(spn: &str, turns: &str, count: usize) {
    check_turns::<Online>(spn, turns, count);
}

#[track_caller]
fn original(spn: &str, turns: &str, count: usize) {
    check_turns::<Original>(spn, turns, count);
}

fn parse_online(spn: &str) -> Position {
    parse(RuleSet::Online, spn)
}

/// The page's table, from depth 1.
const START_LEAVES: [u64; 6] = [33, 1_089, 34_293, 916_845, 23_059_980, 509_084_102];

fn check_start_leaves(depths: &[u32], count: impl Fn(u32) -> u64) {
    for &depth in depths {
        assert_eq!(count(depth), START_LEAVES[depth as usize - 1], "{depth}");
    }
}

#[test]
fn the_start_has_the_printed_leaf_counts() {
    let start = Position::start(RuleSet::Online);
    check_start_leaves(&[1, 2, 3], |depth| start.perft(depth));
    let start = position::<Online>(&start.to_spn());
    check_start_leaves(&[1, 2, 3, 4], |depth| perft(&start, depth));
}

#[test]
#[ignore = "slow: counts of up to 509,084,102 leaves"]
fn the_start_has_the_printed_leaf_counts_at_every_depth() {
    let start = Position::start(RuleSet::Online);
    check_start_leaves(&[4], |depth| start.perft(depth));
    let start = position::<Online>(&start.to_spn());
    check_start_leaves(&[5, 6], |depth| perft(&start, depth));
}

/// Section 1, point 1.
#[test]
fn the_batyrs_landing_is_free() {
    let spn = "K8/1/6Q/6s/7/4s2/7/7/1/2k6 w";
    online(spn, "a5:a7,a9 a5:a8:d8..g8 a5:a10:d7,e6,f5", 9);
    original(spn, "a5:a8:d8..g8", 4);
}

/// Section 1, points 2 and 3, and section 4.
#[test]
fn a_man_promoted_in_mid_chain_goes_on_as_a_batyr() {
    let spn = "K8/1/7/7/7/7/3s3/6k/1/1S2s4 w";
    online(spn, "d12:d14=Q:d1..d8", 8);
    original(spn, "d12:d14=Q", 1);
    let start = parse_online(spn);
    let between = start.play_step(&start.steps()[0]);
    let between_spn = "K8/1/7/7/7/7/3s3/6k/1/7Q1 w - 61 - - 1";
    assert_eq!(between.to_spn(), between_spn);
    online(between_spn, "d14:d1..d8", 8);
}

/// Section 1, point 4.
#[test]
fn no_man_has_rights_at_a_gate() {
    online("K8/1/7/7/7/k6/7/S2s3/S/9 w", "d11:d9", 1);
    online("9/Q/3s3/5K1/7/7/7/6k/1/9 w", "d4:d6..d14", 9);
}

/// Section 1, point 5.
#[test]
fn no_man_is_dropped_from_the_enemys_fortress() {
    let steps = "d13-c13,e13,c14=Q,d14=Q,e14=Q a5-a6,b5,b6";
    online("9/1/6K/7/7/k6/7/7/1/4S4 w", steps, 8);
    let steps = "d13-c12..e12,c13,e13,c14..e14";
    online("9/1/6s/7/7/k6/7/7/1/4K4 w", steps, 8);
}

/// Section 1, point 6: the turns are the same whatever the third field says.
#[test]
fn the_temdek_follows_from_the_board() {
    for temdeks in ["-", "T", "t", "Tt"] {
        let spn = format!("4K4/S/7/7/7/7/7/6k/1/9 w {temdeks}");
        let turns = "d2-a5..g7,c1..e1,c2,e2,c3..e3 d4-a5..g7";
        online(&spn, turns, 50);
        assert!(!parse_online(&spn).temdek(Side::White));
        let in_fortress = parse_online(&format!("8S/1/6K/7/7/7/7/6k/1/9 w {temdeks}"));
        assert!(in_fortress.temdek(Side::White));
        assert_eq!(
            in_fortress.to_spn(),
            "8S/1/6K/7/7/7/7/6k/1/9 w T - - - 1",
            "{temdeks}"
        );
    }
    // It goes off in mid-chain, as soon as the last shatra has left the fortress.
    let chain = "7S1/s/7/3s2K/7/7/7/6k/1/9 w T";
    let after_jump = |rule_set| {
        let position = parse(rule_set, chain);
        position.play_step(&position.steps()[0]).to_spn()
    };
    let board = "9/p/3S3/3s2K/7/7/7/6k/1/9";
    assert_eq!(after_jump(RuleSet::Online), format!("{board} w - 14 - - 1"));
    assert_eq!(
        after_jump(RuleSet::Original),
        format!("{board} w T 14 - - 1")
    );
}

/// Section 1, point 7.
#[test]
fn the_home_is_closed_while_the_temdek_is_on() {
    let spn = "S8/1/3K3/7/7/7/7/6k/1/9 w";
    online(spn, "d5-c5,e5,c6..e6 e1-a5..c7,d6..d7,e5..g7", 25);
    let spn = "S8/1/3s3/3K3/7/7/7/6k/1/9 w";
    let turns = "e1-a5..c7,d7,e5..g7 d6-c5,e5,c6,e6,c7..e7";
    online(spn, turns, 26);
    let inside = "2KSsS3/1/7/7/7/7/7/6k/1/9 w";
    online(inside, "c1-a5..g7 c2-a5..g7", 42);
    let open = "9/1/3ss2/3K3/6Q/7/7/6k/1/9 w";
    online(open, "d6:d4 d6:d4:b6 a7:d4,e3", 4);
}

/// Section 1, point 8.
#[test]
fn no_man_is_urgent() {
    let turns = "e3-a5..a7,b5,b7,c5..g7 b6-a5..a7,b5,b7,c5..c7";
    online("SS4S2/1/7/5K1/7/7/7/6k/1/9 w", turns, 28);
    for marked in ["SS4!S2", "S!S4S2", "!SS4S2", "!S!S4!S2"] {
        let spn = format!("{marked}/1/7/5K1/7/7/7/6k/1/9 w T");
        online(&spn, turns, 28);
    }
    // Each of the three men captures its way to another square; the next turn follows the order.
    let start = parse_online("SSS1s4/1/7/5K1/7/7/7/6k/1/9 w");
    for (capture, first) in [("c1:e3", "e3"), ("d1:d3", "d3"), ("e1:c3", "c3")] {
        let next = after(&after(&start, capture), "a10-b10");
        assert!(!next.to_spn().contains('!'), "{}", next.to_spn());
        let turns = turns.replace("e3", first);
        online(&next.to_spn(), &turns, 28);
    }
}

/// Section 1, point 9.
#[test]
fn a_biys_drop_yields_to_its_capture() {
    let spn = "9/K/2s4/7/7/7/7/6k/1/9 w";
    let turns = "d4:f6 d4-c3..e3,a5..d7,f5,g5,e6,g6,e7..g7";
    online(spn, turns, 23);
    original(spn, &format!("{turns},f6"), 24);
}

/// Section 1, point 10, and section 3.
#[test]
fn bare_biys_are_drawn_with_halfmove_clock_3() {
    for (rule_set, limit) in [(RuleSet::Original, 6), (RuleSet::Online, 3)] {
        for clock in 0..8 {
            let spn = format!("9/K/7/7/7/7/7/7/k/9 w - - - {clock} 9");
            let position = parse(rule_set, &spn);
            assert_eq!(position.is_drawn_by_bare_biys(), clock >= limit, "{spn}");
        }
    }
    let with_shatra = parse_online("9/K/S6/7/7/7/7/7/k/9 w - - - 7 9");
    assert!(!with_shatra.is_drawn_by_bare_biys());
}

/// The notable rules at the end of section 1, and the first line of section 4.
#[test]
fn captures_inside_the_own_fortress_are_compulsory() {
    let spn = "SSS1s4/1/7/5K1/7/7/7/6k/1/9 w";
    online(spn, "c1:e3 d1:d3 e1:c3", 3);
    online("4S2s1/1/7/5K1/7/7/7/6k/1/9 w", "d2:d4", 1);
}

/// Section 2: what field 3 and the ghosts are when written, and what is not written.
#[test]
fn spn_is_written_as_section_2_says() {
    let texts = [
        "SSSSSSSSS/K/SSSSSSS/SSSSSSS/7/7/sssssss/sssssss/k/sssssssss w Tt - - - 1",
        "8S/1/6K/7/7/7/7/6k/1/s8 w Tt - - - 1",
        "9/S/6K/7/7/7/7/6k/s/9 w - - - - 1",
        "2Q6/1/6K/7/7/7/7/6k/1/q8 b - - - 3 7",
    ];
    for spn in texts {
        assert_eq!(parse_online(spn).to_spn(), spn);
    }
    let read = parse_online("8!S/!S/6K/7/7/7/7/!s5k/1/9 w t - 20");
    assert_eq!(read.to_spn(), "8S/S/6K/7/7/7/7/s5k/1/9 w T - - - 1");
}

/// Section 2: the ghosts are the men taken in this chain that are still on the board.
#[test]
fn ghosts_from_before_a_promotion_are_not_written() {
    // The shatra takes the men on d9, d11 and d13, and the batyr those on d6 and c4's line.
    // The shatra takes the men on d9 and d11, is promoted as it takes the one on d13, and takes the
    // one on d6 as a batyr.
    let mut position = parse_online("K8/1/6k/3s3/7/3S3/3s3/7/s/4s4 w");
    let mut ghosts = Vec::new();
    while position.side_to_move() == Side::White {
        position = position.play_step(&position.steps()[0]);
        ghosts.push(position.ghosts().len());
    }
    assert_eq!(ghosts, [1, 2, 0, 0]);
    // The man on d9, which a batyr takes, stays until it has taken the one on e6, too.
    let promoted = parse_online("K8/1/7/2s4/7/7/3s3/6k/1/7Q1 w - 61");
    let onto_d7 = promoted.steps().into_iter().find(|step| step.to == (3, 7));
    let next = promoted.play_step(&onto_d7.unwrap());
    assert_eq!(next.to_spn(), "K8/1/7/2s4/3Q3/7/3p3/6k/1/9 w - 28 - - 1");
}

/// Section 2: Q and S together at most 23 a side, and no other men.
#[test]
fn the_limits_are_those_of_original() {
    let is_accepted = |spn: &str| {
        let setup: Setup = spn.parse().unwrap();
        let slow = Position::from_spn(RuleSet::Online, spn).is_ok();
        assert_eq!(setup.position::<Online>().is_ok(), slow, "{spn}");
        slow
    };
    assert!(is_accepted("SSSSSSSSS/Q/SSSSSSS/QQQQQQ1/K6/6k/7/7/1/9 w"));
    assert!(!is_accepted("SSSSSSSSS/Q/SSSSSSS/QQQQQQQ/K6/6k/7/7/1/9 w"));
    assert!(!is_accepted("9/K/R6/7/7/7/7/7/k/9 w"));
}

/// Section 4: where the site's code and its tutorial contradict each other.
#[test]
fn section_4_decides() {
    // A batyr on its gate is dropped anywhere and slides.
    let turns = "d4-a5..a7,b5,b7,c5..g7,c3..e3,d1..d2,d8..d14 b6-a5..a7,b5,b7,c5..c7";
    online("9/Q/7/5K1/7/7/7/6k/1/9 w", turns, 40);
    // A drop has no way: the biy does not stand between c3 and e5.
    let turns = "c3-a5..g7,c1..c2,d3,e3,d2,e1 d4-a5..g7,d3,e3";
    online("8Q/K/7/7/7/7/7/6k/1/9 w", turns, 50);
    // A shatra in the fortress closes it to the biy inside; one on the gate does not.
    let turns = "d2-a5..g7 e1-a5..g7";
    online("S3K4/1/7/7/7/7/7/6k/1/9 w", turns, 42);
}
