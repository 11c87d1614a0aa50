//! Errors about positions name the rejected token and say what was expected.

#![allow(clippy::panic)] // test code

use batyr::rules::shatra::{Extended, Kurin, Original, RuleSet, Setup};

const BOARD: &str = "SQSSRSBRB/K/SSSSSSS/7/7/7/7/sssssss/k/brbsrssqs";

#[track_caller]
/// Returns the error message about an SPN that is not a position of this rule set.
fn rejection<R: RuleSet>(text: &str) -> String {
    match text.parse::<Setup>() {
        Err(error) => error.to_string(),
        Ok(setup) => match setup.position::<R>() {
            Err(error) => error.to_string(),
            Ok(position) => panic!("{text:?} is parsed as {position}"),
        },
    }
}

#[track_caller]
fn assert_names(message: &str, token: &str, expected: &str) {
    assert!(message.contains(token), "{message}: does not name {token}");
    let after = message.split_once("expected").map(|(_, after)| after);
    let is_expected = after.is_some_and(|after| after.contains(expected));
    assert!(is_expected, "{message}: does not expect {expected}");
}

#[test]
fn errors_in_the_board_name_the_token() {
    for (text, token, expected) in [
        ("", "empty", "a board"),
        ("  ", "empty", "a board"),
        ("SQS/K w", "\"SQS/K\"", "10"),
        ("9/K/7/7/7/7/7/7/k/9/1 w", "has 11 groups", "10"),
        ("8/K/7/7/7/7/7/7/k/9 w", "\"8\"", "9"),
        ("9/K/7/7/7/7/7/7/k/9S w", "\"9S\"", "9"),
        ("9/KK/7/7/7/7/7/7/k/9 w", "\"KK\"", "1"),
        (
            "9/K/7/7/52S/7/7/7/k/9 w",
            "group 5 of the board, \"52S\"",
            "7",
        ),
        ("9//7/7/7/7/7/7/k/9 w", "group 2 of the board, \"\"", "1"),
        ("9/K/7/7/3x3/7/7/7/k/9 w", "'x' in group 5", "QRBKS"),
        ("9/K/7/7/0S6/7/7/7/k/9 w", "'0' in group 5", "1 to 9"),
        ("9/K/7/7/3é3/7/7/7/k/9 w", "'é' in group 5", "qrbks"),
        (
            "9/K/7/7/7!/7/7/7/k/9 w",
            "'!' in group 5",
            "before a letter",
        ),
        (
            "9/K/7/7/!7/7/7/7/k/9 w",
            "'!' in group 5",
            "before a letter",
        ),
        (
            "9/K/7/7/!!S6/7/7/7/k/9 w",
            "'!' in group 5",
            "before a letter",
        ),
    ] {
        assert_names(&rejection::<Extended>(text), token, expected);
    }
}

#[test]
fn errors_in_the_other_fields_name_the_token() {
    for (fields, token, expected) in [
        ("", BOARD, "w or b"),
        (" x", "\"x\"", "w or b"),
        (" W", "\"W\"", "w or b"),
        (" w tT", "\"tT\"", "T, t, Tt or -"),
        (" w TT", "\"TT\"", "T, t, Tt or -"),
        (" w Tt 0", "transit square \"0\"", "1 to 62"),
        (" w Tt 63", "transit square \"63\"", "1 to 62"),
        (" w Tt +5", "transit square \"+5\"", "1 to 62"),
        (" w Tt d4", "transit square \"d4\"", "1 to 62"),
        (" w Tt - 0", "en-passant square \"0\"", "1 to 62"),
        (" w Tt - 99999999999", "\"99999999999\"", "1 to 62"),
        (" w Tt - - x", "halfmove clock \"x\"", "from 0 to 65535"),
        (" w Tt - - 65536", "halfmove clock \"65536\"", "or -"),
        (" w Tt - - -1", "halfmove clock \"-1\"", "from 0"),
        (" w Tt - - - 0", "move number \"0\"", "from 1 to 65535"),
        (" w Tt - - - -", "move number \"-\"", "from 1"),
        (" w Tt - - - 65536", "move number \"65536\"", "to 65535"),
        (" w Tt - - - 1 again", "\"again\"", "the end"),
    ] {
        let text = format!("{BOARD}{fields}");
        assert_names(&rejection::<Extended>(&text), token, expected);
    }
}

#[test]
fn errors_in_a_board_with_the_wrong_men_name_the_token() {
    for (text, token, expected) in [
        ("9/1/7/7/7/7/7/7/s/9 w", "White has 0", "exactly one"),
        ("9/1/7/7/k6/7/7/7/k/9 w", "Black has 2", "exactly one"),
        ("9/K/K6/7/7/7/7/7/1/9 w", "White has 2", "exactly one"),
        ("9/K/K6/7/7/7/7/7/k/9 w", "White has 2", "exactly one"),
        ("9/K/7/7/k6/7/7/7/k/9 w", "letter k", "exactly one"),
        ("9/1/7/7/S6/7/6s/7/1/9 w", "White has 0", "exactly one"),
        (
            "QQ7/K/7/7/7/7/7/7/k/9 w",
            "White has 2 men with the letters \"Q\"",
            "at most 1",
        ),
        (
            "9/K/7/7/rrr4/7/7/7/k/9 w",
            "Black has 3 men with the letters \"R\"",
            "2",
        ),
        (
            "BBB6/K/7/7/7/7/7/7/k/9 w",
            "3 men with the letters \"B\"",
            "at most 2",
        ),
        (
            "9/K/7/7/7/7/sssss2/sssssss/k/9 w",
            "12 men with the letters \"S\"",
            "11",
        ),
    ] {
        assert_names(&rejection::<Extended>(text), token, expected);
        assert_names(&rejection::<Kurin>(text), token, expected);
    }
    for (text, token, expected) in [
        (
            "R8/K/7/7/7/7/7/7/k/9 w",
            "1 men with the letters \"R\"",
            "at most 0",
        ),
        (
            "9/K/7/7/7/7/7/6b/k/9 w",
            "1 men with the letters \"B\"",
            "at most 0",
        ),
        (
            "SSSSSSSSS/K/SSSSSSS/QQQQQQQ/Q6/7/7/7/k/9 w",
            "24 men with the letters \"QS\"",
            "at most 23 in shatra-original",
        ),
    ] {
        assert_names(&rejection::<Original>(text), token, expected);
    }
}

#[test]
fn errors_about_chains_and_ghosts_name_the_token() {
    for (text, token, expected) in [
        (
            "9/K/7/7/7/7/7/7/k/9 w - 20",
            "square 20",
            "man in mid-chain",
        ),
        (
            "9/K/7/7/7/7/7/7/k/9 w - 53",
            "square 53",
            "man in mid-chain",
        ),
        (
            "9/K/7/p6/7/7/7/7/k/9 w - 18",
            "square 18",
            "man in mid-chain",
        ),
        (
            "9/K/7/p6/7/7/7/7/k/9 w",
            "'p' on square 18",
            "a transit square",
        ),
        (
            "9/K/7/7/7/7/7/6y/k/9 b",
            "'y' on square 52",
            "a transit square",
        ),
    ] {
        assert_names(&rejection::<Extended>(text), token, expected);
    }
}

#[test]
fn the_maximum_number_of_men_is_accepted() {
    let full = [
        "QRRBBSSSS/K/SSSSSSS/7/7/7/qrrbb2/sssssss/k/ssss5 w",
        // Ghosts are not counted.
        "QRRBBSSSS/K/SSSSSSS/uu5/7/7/7/7/k/9 w - 11",
    ];
    for text in full {
        let setup: Setup = text.parse().unwrap();
        assert!(setup.position::<Extended>().is_ok(), "{text}");
    }
    let original = "SSSSSSSSS/K/SSSSSSS/QQQQQQQ/7/7/7/7/k/9 w";
    let setup: Setup = original.parse().unwrap();
    assert!(setup.position::<Original>().is_ok());
}
