//! Errors about moves quote the move. Text that matches no legal turn causes a different error from
//! text that matches several.

use batyr::rules::shatra::{
    Extended, Kurin, Numbering, Online, Original, Position, RuleSet, square_named,
};
use batyr::rules::{IllegalReason, TurnError, TurnFault};

use crate::support::position;

#[track_caller]
fn rejection<R: RuleSet>(position: &Position<R>, text: &str) -> TurnError {
    let result = position.parse_turn(text, Numbering::Official);
    let error = result.expect_err("a rejection");
    let message = error.to_string();
    assert!(message.contains(&format!("{text:?}")), "{message}");
    assert!(message.contains("expected"), "{message}");
    error
}

#[test]
fn text_that_is_not_a_move_is_rejected_with_the_faulty_part() {
    let start = Position::<Extended>::start();
    for (text, found_part, expected_part) in [
        ("", "the end", "a square"),
        ("move", "\"move\"", "a square"),
        ("d4", "the end", "'-' or ':'"),
        ("d4-", "\"-\"", "'-' or ':'"),
        ("d4-h9", "\"h9\"", "a square"),
        ("d4-d15", "\"d15\"", "a square"),
        ("d4-c4", "\"c4\"", "a square"),
        ("d0-d5", "\"d0-d5\"", "a square"),
        ("0-5", "\"0-5\"", "1 to 62"),
        ("63-5", "\"63-5\"", "1 to 62"),
        ("99999999-5", "\"99999999-5\"", "1 to 62"),
        ("d4~d5", "\"~d5\"", "'-' or ':'"),
        ("d4-d6=", "the end", "Q, R or B"),
        ("d4-d6=K", "\"K\"", "Q, R or B"),
        ("d4-d6(", "the end", "Q, R or B"),
        ("d4-d6(Q", "the end", "')'"),
        ("d4-d6 d5", "\" d5\"", "'-' or ':'"),
        ("d4-d6é", "\"é\"", "'-' or ':'"),
    ] {
        let error = rejection(&start, text);
        let part = text.get(error.span.range()).unwrap_or("outside the text");
        assert!(text.ends_with(part), "{text}: {part}");
        assert_eq!(part.is_empty(), found_part == "the end", "{text}: {part}");
        let TurnFault::Syntax { found, expected } = error.fault else {
            unreachable!("{text}: not a syntax error");
        };
        assert!(found.contains(found_part), "{text}: found {found}");
        assert!(
            expected.contains(expected_part),
            "{text}: expected {expected}"
        );
    }
}

#[test]
fn a_move_that_is_not_legal_is_rejected() {
    let start = Position::<Extended>::start();
    for text in [
        "a5-a8", "a5:a7", "a10-a9", "Ra5-a6", "a5-a6=Q", "pass", "c3-c3",
    ] {
        let error = rejection(&start, text);
        assert!(matches!(error.fault, TurnFault::Illegal { .. }), "{error}");
    }
    let capture = position::<Original>("9/K/6S/6s/7/7/7/7/k/9 w");
    let error = rejection(&capture, "d4-d5").to_string();
    assert!(error.contains("a5:a7"), "{error}");
}

#[test]
fn the_message_about_an_illegal_move_gives_the_reason() {
    #[track_caller]
    fn assert_reasons<R: RuleSet>(spn: &str, cases: &[(&str, &str)]) {
        let position = position::<R>(spn);
        for (text, reason) in cases {
            let message = rejection(&position, text).to_string();
            assert!(message.contains(&format!("({reason})")), "{message}");
        }
    }
    let start = Position::<Extended>::start().to_string();
    let reserve = "the man on d1 is in reserve and can only capture or be dropped \
                   onto its own half of the field";
    assert_reasons::<Extended>(
        &start,
        &[
            ("d6-d7", "no man stands on d6"),
            ("a10-a9", "the man on a10 is the opponent's"),
            ("Qa5-a6", "the man on a5 is a shatra"),
            ("a5-b5", "b5 is occupied by a man of the same side"),
            ("a5-a8", "the shatra on a5 cannot move to a8"),
            ("a5:a7", "nothing can be captured"),
            ("d1-d9", reserve),
            ("pass", "there is no chain to stop"),
        ],
    );
    let closed = "while its side's temdek is on, the man may not end a move on that square of its \
                  fortress or gate";
    assert_reasons::<Extended>("S8/1/K2R3/7/7/7/7/k6/1/9 w T", &[("d5-d4", closed)]);
    assert_reasons::<Online>(
        "2KSsS3/1/7/7/7/7/7/6k/1/9 w",
        &[("c1:e3", closed), ("c1-d4", closed)],
    );
    assert_reasons::<Online>("S8/1/3s3/3K3/7/7/7/6k/1/9 w", &[("d6:d4", closed)]);
    assert_reasons::<Extended>(
        "S1!S6/1/K6/7/7/7/7/k6/1/9 w T",
        &[
            ("e1-g6", "an urgent man must be dropped: c1"),
            ("g5-g6", "an urgent man must be dropped: c1"),
        ],
    );
    assert_reasons::<Original>(
        &Position::<Original>::start().to_string(),
        &[(
            "c1-d7",
            "the reserve's shatras are dropped in order, and the one on c3 is first",
        )],
    );
    assert_reasons::<Original>(
        "9/K/6S/6s/7/7/7/7/k/9 w",
        &[("d4-d5", "a man that can capture must do so: a5")],
    );
    assert_reasons::<Extended>(
        "9/1/K6/4sS1/3s1s1/4s2/7/k6/1/9 w",
        &[
            ("b6:b8", "the man must continue to capture from b8"),
            ("b6b8d8", "the man must continue to capture from d8"),
            (
                "b6-b7",
                "the man on b6 must capture, but cannot do so in this way",
            ),
        ],
    );
    assert_reasons::<Extended>(
        "9/K/7/7/7/7/6k/7/1/QS7 w",
        &[("d12-d13=Q", "that promotion is not available there")],
    );
    assert_reasons::<Kurin>(
        "9/1/6K/7/k6/7/7/2s4/S/9 w - 53",
        &[(
            "a5-a6",
            "only the man on d11 may move, because it is in mid-chain",
        )],
    );
}

#[test]
fn the_reason_contains_the_squares() {
    let start = Position::<Extended>::start();
    let TurnFault::Illegal { reason, .. } = rejection(&start, "d6-d7").fault else {
        unreachable!("the move is well formed");
    };
    let expected = square_named("d6").map(IllegalReason::NoMan);
    assert_eq!(reason.map(|described| described.reason), expected);
}

#[test]
fn text_that_matches_several_turns_is_ambiguous() {
    // The shatra on b6 can make the round trip in either direction.
    let round_trip = position::<Extended>("9/1/K6/4sS1/3s1s1/4s2/7/k6/1/9 w");
    for text in ["b6:b6", "b6:d8:b6", "b6:d6:b6"] {
        let error = rejection(&round_trip, text);
        assert!(
            matches!(error.fault, TurnFault::Ambiguous { .. }),
            "{error}"
        );
        let message = error.to_string();
        assert!(message.contains("b6:d6:d8:b8:b6"), "{message}");
        assert!(message.contains("b6:b8:d8:d6:b6"), "{message}");
    }
    let error = rejection(&round_trip, "b6:f6");
    assert!(matches!(error.fault, TurnFault::Illegal { .. }), "{error}");
    let turn = round_trip
        .parse_turn("b6:d6:b8:b6", Numbering::Official)
        .unwrap();
    assert_eq!(round_trip.turn_text(turn), "b6:d6:d8:b8:b6");
}

#[test]
fn in_a_finished_game_no_move_is_legal() {
    let mut game = position::<Extended>("9/K/6R/6k/7/7/7/7/1/9 w");
    let turn = game.parse_turn("a5:a7", Numbering::Official).unwrap();
    game.play(turn);
    let error = rejection(&game, "d4-d5").to_string();
    assert!(error.contains("the game is over"), "{error}");
}
