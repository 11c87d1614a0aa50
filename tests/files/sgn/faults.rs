//! Faulty games are reported with their place in the file, and reading continues with the next
//! game.

use batyr::files::game_file::{GameReader, JsonGameReader, ReadOptions};

use super::{STRICT, read, turns};

const GOOD: &str = "[Event \"good\"]\n[Variant \"shatra-original\"]\n\n1. 43-36 *\n\n";

/// Returns the error message about a faulty text between two good games. The text begins on line 6.
#[track_caller]
fn message_about(bad: &[u8]) -> String {
    let mut text = GOOD.as_bytes().to_vec();
    text.extend(bad);
    text.extend(b"\n\n");
    text.extend(GOOD.as_bytes());
    let source = GameReader::new(text.as_slice(), STRICT);
    let games: Vec<_> = source.collect();
    assert_eq!(games.len(), 3, "{games:?}");
    for good in [&games[0], &games[2]] {
        assert_eq!(turns(&good.as_ref().unwrap().game), ["e6-e7"]);
    }
    games[1].as_ref().unwrap_err().to_string()
}

#[test]
fn a_faulty_move_is_reported_with_number_side_line_and_column() {
    let tags = "[Event \"x\"]\n[Variant \"shatra-original\"]\n\n";
    for (moves, expected) in [
        (
            "1. 43-36 20-33 *",
            "game 2, move 1 of Black, line 9, column 10: move \"20-33\" is not legal (",
        ),
        (
            "1. 43-36\n20-27 2. 43-36 *",
            "game 2, move 2 of White, line 10, column 10: move \"43-36\" is not legal",
        ),
        (
            "1. 43-36 (1. 42-35 1... 43-99) *",
            "game 2, move 1 of Black in a variation, line 9, column 28: move \"43-99\": found \"99\", expected a square such as d4, or its number from 1 to 62",
        ),
        (
            "1. 43-36 e4 *",
            "game 2, move 1 of Black, line 9, column 10: move \"e4\": found \"e4\", expected",
        ),
    ] {
        let message = message_about(format!("{tags}{moves}").as_bytes());
        assert!(message.starts_with(expected), "{message}");
    }
}

#[test]
fn columns_are_in_characters() {
    let message = message_about("[White \"Тана\" x]\n\n1. 43-36 *".as_bytes());
    assert!(
        message.starts_with("game 2, line 6, column 15: found \"x]\""),
        "{message}"
    );
    let tags = "[Event \"x\"]\n[Variant \"shatra-original\"]\n\n";
    let message = message_about(format!("{tags}1. 43-36 1…20-33 *").as_bytes());
    assert!(
        message.starts_with("game 2, move 1 of Black, line 9, column 12: move"),
        "{message}"
    );
}

#[test]
fn the_interpretation_that_can_play_the_most_turns_is_reported() {
    // As official numbers, the first two turns are legal in Original.
    let message = message_about(b"[Event \"x\"]\n\n1. 43-36 20-27 2. 1-2 *");
    assert!(
        message.starts_with("game 2, move 2 of White, line 8, column 19: move \"1-2\""),
        "{message}"
    );
}

#[test]
fn misplaced_tokens_are_reported() {
    for (bad, expected) in [
        (
            "[Event \"x\"]\n\n1. 43-36 ) 20-27 *",
            "line 8, column 10: found \")\", expected a '(' before it",
        ),
        (
            "[Event \"x\"]\n\n(1. 43-36) *",
            "line 8, column 1: found \"(\", expected a move before it",
        ),
        (
            "[Event \"x\"]\n\n1. 43-36 (1. 42-35",
            "line 8, column 10: found \"(\", expected a closing ')'",
        ),
        (
            "[Event \"x\"]\n\n1. 43-36 {oh",
            "line 8, column 10: found \"{\", expected a closing '}'",
        ),
        (
            "[Event \"x\"]\n\n$4 1. 43-36 *",
            "line 8, column 1: found \"$4\", expected a move before it",
        ),
        (
            "[Event \"x\"]\n\n1. 43-36 $256 *",
            "line 8, column 10: found \"$256\", expected an annotation from $0 to $255",
        ),
        (
            "[Event \"x\"]\n\n1. 43-36 } *",
            "line 8, column 10: found \"}\", expected a move",
        ),
        (
            "[Event x]\n[White \"y\"]\n\n1. 43-36 *",
            "line 6, column 8: found \"x]\", expected a value in quotes",
        ),
        (
            "[Event \"x]\n[White \"y\"]\n\n1. 43-36 *",
            "line 6, column 11: found the end of the line, expected '\"' after",
        ),
        (
            "[Event \"x\"] [\"y\"]\n\n1. 43-36 *",
            "line 6, column 14: found \"\\\"y\\\"]\", expected the name of a tag",
        ),
        (
            "[Variant \"chess\"]\n\n1. e4 *",
            "line 6, column 1: tag Variant \"chess\", expected one of shatra,",
        ),
        (
            "[SPN \"9/1 w\"]\n\n1. 43-36 *",
            "line 6, column 7: start position: board \"9/1\" has 2 groups",
        ),
    ] {
        let message = message_about(bad.as_bytes());
        let place = format!("game 2, {expected}");
        assert!(message.starts_with(&place), "{bad:?}: {message}");
    }
}

#[test]
fn bytes_that_are_not_utf8_are_reported() {
    let message = message_about(b"[Event \"\xff\"]\n[White \"y\"]\n\n1. 43-36 *");
    assert_eq!(
        message,
        "game 2, line 6, column 9: bytes that are not valid UTF-8"
    );
    let message = message_about(b"[Event \"y\"]\n\n1. 43-36 {\xc3} *");
    assert_eq!(
        message,
        "game 2, line 8, column 11: bytes that are not valid UTF-8"
    );
}

#[test]
fn deep_nesting_is_rejected() {
    let mut deep = String::from("[Variant \"shatra-original\"]\n\n");
    deep += &"43-36 (".repeat(70);
    deep += &")".repeat(70);
    let message = message_about(deep.as_bytes());
    let expected = "game 2, line 8, column 455: found \"(\", expected at most 64 nested variations";
    assert_eq!(message, expected);
}

#[test]
fn a_game_that_is_too_long_is_abandoned() {
    let mut long = String::from("[Event \"x\"]\n\n");
    long += &"{nothing but words}\n".repeat(300_000);
    let message = message_about(long.as_bytes());
    assert!(message.contains("is longer than"), "{message}");
}

#[test]
fn faulty_lines_of_json_are_reported() {
    let text = "{\"variant\":\"shatra\",\"turns\":[{\"turn\":\"d4-d9\"}]}\n{\"variant\":1}\nx\n{\"variant\":\"shatra\",\"white\":\"x\"}\n{\"variant\":\"shatra\"}";
    let games: Vec<_> = JsonGameReader::new(text.as_bytes(), ReadOptions::default()).collect();
    let messages: Vec<_> = games
        .iter()
        .map(|game| game.as_ref().err().map(ToString::to_string))
        .collect();
    let message = |index: usize| messages[index].clone().unwrap();
    assert!(
        message(0)
            .starts_with("game 1, move 1 of White, line 1, column 1: move \"d4-d9\" is not legal"),
        "{}",
        message(0)
    );
    assert!(
        message(1).starts_with("game 2, line 2, column 12: invalid type: integer"),
        "{}",
        message(1)
    );
    let number = JsonGameReader::new(&b"5"[..], ReadOptions::default()).next();
    let message_about_number = number.unwrap().unwrap_err().to_string();
    assert!(
        message_about_number
            .ends_with("invalid type: integer `5`, expected a game (a JSON object)"),
        "{message_about_number}"
    );
    assert!(
        message(2).starts_with("game 3, line 3, column 1: expected value"),
        "{}",
        message(2)
    );
    assert!(
        message(3).starts_with("game 4, line 4, column 27: unknown field `white`"),
        "{}",
        message(3)
    );
    assert_eq!(messages[4], None);
}

#[test]
fn no_sequence_of_tokens_makes_the_reader_panic() {
    let mut random = crate::support::Random::new(23);
    let pieces = [
        "[Event \"x\"]",
        "[",
        "]",
        "{",
        "}",
        "(",
        ")",
        "$",
        "$7",
        "\"",
        "\\",
        ";",
        "%",
        "\n",
        "\n\n",
        "\r",
        "1.",
        "1...",
        "...",
        "43-36",
        "20-27",
        ":",
        ":33",
        "pass",
        "1-0",
        "*",
        "d4-d6",
        "e13-e14(Q",
        "=",
        "!?",
        "[SPN \"9 w\"]",
        "ж",
        "\u{feff}",
        "\0",
        " ",
    ];
    for _ in 0..3_000 {
        let text: String = (0..random.below(14))
            .map(|_| *random.choose(&pieces).unwrap())
            .collect();
        for game in read(&text).into_iter().flatten() {
            let written = game.to_string();
            assert_eq!(super::read_one(&written).to_string(), written, "{text:?}");
        }
    }
}
