//! Positions are written in one form, and parsed with or without the optional parts.

use batyr::rules::Game;
use batyr::rules::shatra::{Extended, Original, RuleSet, Setup};

use crate::support::position;

#[track_caller]
fn assert_written<R: RuleSet>(spn: &str, expected: &str) {
    assert_eq!(position::<R>(spn).to_string(), expected, "{}", R::RULES.id);
}

#[test]
fn missing_fields_have_default_values() {
    let fields = ["9/K/6R/7/7/7/7/7/k/8s", "b", "t", "53", "20", "5", "7"];
    let defaults = ["", "", "-", "-", "-", "-", "1"];
    for given in 2..=fields.len() {
        let short = fields[..given].join(" ");
        let full = [&fields[..given], &defaults[given..]].concat().join(" ");
        let short: Setup = short.parse().unwrap();
        let full: Setup = full.parse().unwrap();
        assert_eq!(short, full);
    }
}

#[test]
fn a_half_move_clock_of_zero_is_written_as_a_dash() {
    assert_written::<Extended>(
        "9/K/6R/7/7/7/7/7/k/9 w - - - 0 3",
        "9/K/6R/7/7/7/7/7/k/9 w - - - - 3",
    );
    assert_written::<Extended>(
        "9/K/6R/7/7/7/7/7/k/9 w - - - 12 3",
        "9/K/6R/7/7/7/7/7/k/9 w - - - 12 3",
    );
}

#[test]
fn only_reserve_men_keep_the_urgent_mark() {
    // A man in the field loses the mark, and so do men whose temdek is off.
    assert_written::<Extended>(
        "!S8/K/!S6/7/7/7/7/7/!k/!s8 w T",
        "!S8/K/S6/7/7/7/7/7/k/s8 w T - - - 1",
    );
    // The biy on its gate belongs to the reserve except in Original.
    let biy = "S8/!K/7/7/7/7/7/7/k/9 w T";
    assert_written::<Extended>(biy, "S8/!K/7/7/7/7/7/7/k/9 w T - - - 1");
    assert_written::<Original>(biy, "S8/K/7/7/7/7/7/7/k/9 w T - - - 1");
}

#[test]
fn a_temdek_without_a_reserve_is_off_outside_a_chain() {
    let field = "9/1/S5K/7/7/7/7/7/1/k8 w";
    assert_written::<Extended>(&format!("{field} Tt"), "9/1/S5K/7/7/7/7/7/1/k8 w t - - - 1");
    assert_written::<Original>(&format!("{field} Tt"), "9/1/S5K/7/7/7/7/7/1/k8 w - - - - 1");
    let gate = "9/K/S6/7/7/7/7/7/k/9 w";
    assert_written::<Extended>(&format!("{gate} Tt"), &format!("{gate} Tt - - - 1"));
    assert_written::<Original>(&format!("{gate} Tt"), &format!("{gate} - - - - 1"));
    // In mid-chain it stays on until the chain ends.
    let chain = "9/1/S5K/7/7/7/7/7/1/8k w T 11 - - 1";
    assert_written::<Extended>(chain, chain);
}

#[test]
fn ghosts_are_written_in_mid_chain() {
    let text = "9/K/S6/yuip3/7/7/7/7/k/9 w - 11 - 4 9";
    assert_written::<Extended>(text, text);
}

#[test]
fn the_passed_square_is_written_even_if_no_man_can_use_it() {
    // Black has stepped from c10 (50) over c9 (43) to c8 (36).
    let text = "9/K/7/7/7/4s2/7/7/k/9 w - - 43 3 9";
    assert_written::<Extended>(text, text);
}

#[test]
fn the_passed_square_is_ignored_in_mid_chain_and_if_no_shatra_passed_it() {
    // White's shatra on b8 (37) is beside the man on c8 that has passed c9 (43). No man has passed
    // d9 (42).
    let board = "9/K/7/7/7/4sS1/7/7/k/9 w -";
    let key = |fields: &str| position::<Extended>(&format!("{board} {fields}")).key();
    assert_eq!(key("37 43"), key("37 -"));
    assert_eq!(key("- 42"), key("- -"));
    assert_ne!(key("- 43"), key("- -"));
    // The same men in mid-chain have a different key.
    assert_ne!(key("37 -"), key("- -"));
}
