//! Moves are written in one form and parsed leniently (RULES.md section 11).

#![allow(clippy::panic)] // test code

use batyr::rules::shatra::{Extended, Kurin, Numbering, Original, Position, RuleSet};
use batyr::rules::{TurnError, TurnFault};

use crate::support::picture::board;
use crate::support::rule_sets::for_each_rule_set;
use crate::support::{Random, position};

#[track_caller]
fn assert_all_parse_as<R: RuleSet>(position: &Position<R>, texts: &[&str], turn: &str) {
    for text in texts {
        assert_parses_as(position, Numbering::Official, text, turn);
        assert_parses_as(position, Numbering::Spn, text, turn);
    }
}

#[track_caller]
fn assert_parses_as<R: RuleSet>(
    position: &Position<R>,
    numbering: Numbering,
    text: &str,
    turn: &str,
) {
    let parsed = position.parse_turn(text, numbering);
    let parsed = parsed.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(position.turn_text(parsed), turn, "{text}");
}

#[test]
fn square_names_numbers_and_a_leading_piece_letter_are_parsed() {
    let start = Position::<Extended>::start();
    assert_all_parse_as(&start, &["a5-a6", "Sa5-a6"], "a5-a6");
    for text in ["46-39", "S46-39"] {
        assert_parses_as(&start, Numbering::Official, text, "a5-a6");
    }
    for text in ["17-24", "S17-24"] {
        assert_parses_as(&start, Numbering::Spn, text, "a5-a6");
    }
    assert_all_parse_as(&start, &["d1-f7", "Qd1-f7"], "d1-f7");
}

#[test]
fn promotions_and_trailing_marks_are_parsed() {
    let near_promotion = position::<Extended>("9/K/7/7/7/7/6k/7/1/1S7 w");
    let forms = [
        "d12-d13",
        "d12-d13+",
        "d12-d13x",
        "d12-d13×",
        "d12-d13#",
        "Sd12-d13",
    ];
    assert_all_parse_as(&near_promotion, &forms, "d12-d13");
    let near_promotion = position::<Extended>("9/K/7/7/7/7/6k/7/1/3S5 w");
    for letter in ["Q", "R", "B"] {
        let lowercase = letter.to_lowercase();
        let forms = [
            format!("e13-e14={letter}"),
            format!("e13-e14{letter}"),
            format!("e13-e14({letter})"),
            format!("e13-e14={lowercase}"),
            format!("e13-e14{lowercase}"),
            format!("e13-e14({lowercase})"),
            format!("Se13-e14{letter}+"),
        ];
        let forms: Vec<&str> = forms.iter().map(String::as_str).collect();
        assert_all_parse_as(&near_promotion, &forms, &format!("e13-e14={letter}"));
    }
}

#[test]
fn a_promotion_in_mid_chain_is_parsed() {
    let scene = board(
        "
          S..
          .ss
          ..S
           .
        .......
        .......
        .......
        .......
        k......
        .......
           K
          ...
          ...
          ...
        ",
    );
    let position = scene.position::<Original>();
    let forms = ["e12:e14=Q:c12", "e12:e14Q:c12", "e12:e14(q):c12", "e12:c12"];
    assert_all_parse_as(&position, &forms, "e12:e14=Q:c12");
}

#[test]
fn chains_may_omit_landing_squares() {
    let round_trip = position::<Kurin>("9/K/6Q/6s/7/6s/1ss4/k3s2/1/9 w");
    let forms = [
        "a5:f10:a10:a7:a5",
        "a5:f10:a10:a5",
        "a5:f10:a5",
        "Qa5:f10:a10:a5",
    ];
    for text in forms {
        assert_parses_as(&round_trip, Numbering::Official, text, "a5:f10:a10:a7:a5");
    }
}

#[test]
fn text_after_the_capture_of_the_biy_is_ignored() {
    let scene = board(
        "
          ...
          ...
          ...
           .
        .......
        ..s....
        .......
        k......
        .......
        Q......
           .
          ...
          ...
          ..K
        ",
    );
    let position = scene.position::<Extended>();
    let forms = ["a5:a9", "a5:a9x", "a5:a9:d9", "a5:a9:d9:d1", "a5:a9#"];
    assert_all_parse_as(&position, &forms, "a5:a9");
}

#[test]
fn a_drop_and_a_capture_of_the_biy_differ_by_their_separator() {
    let position = position::<Extended>("8S/K/3k3/7/7/7/7/7/1/9 w T");
    assert_all_parse_as(&position, &["d4-d6", "Kd4-d6"], "d4-d6");
    assert_all_parse_as(&position, &["d4:d6", "Kd4:d6", "d4:d6x"], "d4:d6");
}

#[test]
fn stopping_in_mid_chain_is_a_pass() {
    // A white shatra is on the enemy's gate (53), and a black man on e10.
    let chain = position::<Kurin>("9/1/6K/7/k6/7/7/2s4/S/9 w - 53");
    assert_all_parse_as(&chain, &["pass"], "pass");
    assert_all_parse_as(&chain, &["d11:f9", "Sd11:f9"], "d11:f9");
}

#[test]
fn jumps_are_written_in_spn_numbers() {
    let jumps = |spn: &str, text: &str| -> Vec<String> {
        let position = position::<Kurin>(spn);
        let turn = position.parse_turn(text, Numbering::Official);
        let turn = turn.unwrap_or_else(|error| panic!("{error}"));
        position.step_texts(turn)
    };
    let quiet = "9/K/6R/7/7/7/k6/7/1/3S5 w";
    assert_eq!(jumps(quiet, "a5-a6"), ["17-24"]);
    assert_eq!(jumps(quiet, "e13-e14=B"), ["57-60B"]);
    let chain = "9/K/6Q/6s/7/6s/1ss4/k3s2/1/9 w";
    assert_eq!(
        jumps(chain, "a5:f10:a10:a5"),
        ["17:47", "47:52", "52:31", "31:17"]
    );
    let stop = "9/1/6K/7/k6/7/7/2s4/S/9 w - 53";
    assert_eq!(jumps(stop, "pass"), ["pass"]);
}

#[test]
fn squares_without_separators_are_parsed() {
    let start = Position::<Extended>::start();
    assert_all_parse_as(&start, &["a5a6", "Sa5a6"], "a5-a6");
    assert_all_parse_as(&start, &["d1d6", "Qd1d6"], "d1-d6");
    let chain = position::<Extended>("9/K/6R/5s1/7/6s/7/7/k/9 w");
    for text in ["a5:c7", "a5c7", "Ra5c7", "a5c7x"] {
        let parsed = chain.parse_turn(text, Numbering::Official);
        assert!(
            matches!(
                parsed,
                Err(TurnError {
                    fault: TurnFault::Illegal { .. },
                    ..
                })
            ),
            "{parsed:?}"
        );
    }
    let round_trip = position::<Kurin>("9/K/6Q/6s/7/6s/1ss4/k3s2/1/9 w");
    let forms = [
        "a5f10a10a7a5",
        "a5f10a10a5",
        "Qa5f10a5",
        "a5:f10a10a7a5",
        "a5f10a10a7a5+",
    ];
    assert_all_parse_as(&round_trip, &forms, "a5:f10:a10:a7:a5");
}

#[test]
fn a_promotion_without_separators_is_parsed() {
    let near_promotion = position::<Extended>("9/K/7/7/7/7/6k/7/1/3S5 w");
    for letter in ["Q", "R", "B"] {
        let lowercase = letter.to_lowercase();
        let forms = [
            format!("e13e14={letter}"),
            format!("e13e14{letter}"),
            format!("e13e14({lowercase})"),
            format!("e13e14{lowercase}"),
            format!("Se13e14{lowercase}+"),
        ];
        let forms: Vec<&str> = forms.iter().map(String::as_str).collect();
        assert_all_parse_as(&near_promotion, &forms, &format!("e13-e14={letter}"));
    }
    let parsed = near_promotion.parse_turn("e13e14", Numbering::Official);
    assert!(
        matches!(
            parsed,
            Err(TurnError {
                fault: TurnFault::Ambiguous { .. },
                ..
            })
        ),
        "{parsed:?}"
    );
}

/// A `b` followed by a digit names a file, not a promotion to a yalkyn.
#[test]
fn a_b_before_a_digit_is_a_file() {
    let scene = board(
        "
          ...
          ...
          ...
           .
        .......
        ...k...
        .......
        .......
        ...s...
        ..S....
           K
          ...
          ...
          ...
        ",
    );
    assert_all_parse_as(&scene.position::<Extended>(), &["c5:e7", "c5e7"], "c5:e7");
    let round_trip = position::<Extended>("9/1/K6/4sS1/3s1s1/4s2/7/k6/1/9 w");
    assert_all_parse_as(&round_trip, &["b6b8d8d6b6"], "b6:b8:d8:d6:b6");
    assert_all_parse_as(&round_trip, &["b6d6d8b8b6"], "b6:d6:d8:b8:b6");
    for text in ["b6b6", "b6d8b6"] {
        let parsed = round_trip.parse_turn(text, Numbering::Official);
        assert!(
            matches!(
                parsed,
                Err(TurnError {
                    fault: TurnFault::Ambiguous { .. },
                    ..
                })
            ),
            "{parsed:?}"
        );
    }
}

/// A drop and the capture of the biy have the same squares.
#[test]
fn turns_that_differ_only_by_their_separator_are_ambiguous_without_it() {
    let position = position::<Extended>("8S/K/3k3/7/7/7/7/7/1/9 w T");
    for text in ["d4d6", "Kd4d6"] {
        let parsed = position.parse_turn(text, Numbering::Official);
        let message = parsed.map_err(|error| error.to_string());
        let expected = format!("move {text:?} is ambiguous, expected one of d4:d6 d4-d6");
        assert_eq!(message, Err(expected));
        let step = position.parse_step(text, Numbering::Spn);
        assert!(
            matches!(
                step,
                Err(TurnError {
                    fault: TurnFault::Ambiguous { .. },
                    ..
                })
            ),
            "{step:?}"
        );
    }
}

#[test]
fn numbers_need_separators() {
    let start = Position::<Extended>::start();
    for text in ["4639", "46-39b", "46 39"] {
        let parsed = start.parse_turn(text, Numbering::Official);
        assert!(parsed.is_err(), "{text}: {parsed:?}");
    }
}

/// Checks that random turns of random games are parsed without their separators, or are ambiguous
/// because another turn has the same squares.
fn check_turns_without_separators<R: RuleSet>(seed: u64) {
    let mut random = Random::new(seed);
    let mut game = Position::<R>::start();
    let strip = |text: &str| text.replace(['-', ':'], "");
    for _ in 0..120 {
        let paths = game.paths();
        let Some((next_turn, _)) = random.choose(&paths) else {
            game = Position::start();
            continue;
        };
        for _ in 0..6 {
            let Some((turn, path)) = random.choose(&paths) else {
                break;
            };
            let text = strip(&path.text());
            let same_text = paths.iter().filter(|(_, path)| strip(&path.text()) == text);
            let parsed = game.parse_turn(&text, Numbering::Official);
            match (parsed, same_text.count()) {
                (Ok(parsed), 1) => assert_eq!(parsed, *turn, "{game}: {text}"),
                (
                    Err(TurnError {
                        fault: TurnFault::Ambiguous { .. },
                        ..
                    }),
                    2..,
                ) => {}
                (parsed, count) => panic!("{game}: {text}: {parsed:?}, {count} turns"),
            }
        }
        game.play(*next_turn);
    }
}

#[test]
fn turns_of_random_games_are_parsed_without_separators() {
    // In Online, `-` does not tell a quiet turn from a capture either.
    for_each_rule_set!(R, seed => if !R::RULES.squares_suffice_in_notation {
        check_turns_without_separators::<R>(seed + 5);
    });
}
