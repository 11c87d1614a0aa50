//! Reads games in the forms that people and other programs write.

use batyr::files::game_file::{GameReader, JsonGameReader, ReadOptions, read_moves};
use batyr::game::{GameResult, Variant};
use batyr::rules::shatra::Numbering;

use super::{read, read_one, turns};

const ORIGINAL: &str = "[Variant \"shatra-original\"]\n\n";
const KURIN: &str = "[Variant \"shatra-kurin\"]\n\
    [SPN \"9/K/6R/5S1/1k1S3/7/7/4q2/1/9 w\"]\n[Setup \"1\"]\n\n";

#[test]
fn moves_are_read_in_both_numberings_and_in_letters() {
    for moves in [
        "1. 43-36 20-27 *",
        "1. 20-27 43-36 *",
        "1. e6-e7 c9-c8 *",
        "1.e6-e7 1...c9-c8 *",
        "1 Se6-e7 c9-c8",
    ] {
        let game = read_one(&format!("{ORIGINAL}{moves}"));
        assert_eq!(turns(&game), ["e6-e7", "c9-c8"], "{moves}");
    }
}

#[test]
fn chains_are_read_in_every_form() {
    for moves in [
        "1. 35-27 13:41 :39",
        "1. 35-27 13:41:39",
        "1. 35-27 13:39",
        "1. 28-36 50:22 22:24",
        "1. 28-36 50:22 :24",
        "1. d7-c8 c10:c6:a6",
        "1. d7-c8 c10:c6 :a6",
        "1. d7-c8 Qc10:c6 {on} :a6",
    ] {
        let game = read_one(&format!("{KURIN}{moves} 0-1"));
        assert_eq!(turns(&game), ["d7-c8", "c10:c6:a6"], "{moves}");
        assert_eq!(game.result, GameResult::BlackWins);
    }
}

#[test]
fn a_variation_may_replace_one_jump() {
    let moves = "1. 35-27 13:41 (1... 13:41 :39 {whole}) :39 ( :39 {one jump} ) *";
    let game = read_one(&format!("{KURIN}{moves}"));
    let variations = game.turns()[1].variations();
    let found: Vec<(&str, &str)> = variations
        .iter()
        .map(|line| (line.turns()[0].text(), line.turns()[0].comment.as_str()))
        .collect();
    assert_eq!(found, [("c10:c6:a6", "whole"), ("c10:c6:a6", "one jump")]);
}

#[test]
fn promotions_are_read_in_every_form() {
    let tags = "[SPN \"9/1/K6/7/7/7/7/4k2/1/4S4 w\"]\n\n";
    for promotion in ["=Q", "Q", "(Q)", "=q"] {
        for text in ["d13-d14", "5-2"] {
            let game = read_one(&format!("{tags}1. {text}{promotion} *"));
            assert_eq!(turns(&game), ["d13-d14=Q"], "{text}{promotion}");
        }
    }
}

#[test]
fn a_missing_rule_set_or_numbering_is_inferred_and_tags_are_heeded() {
    let bare = read_one("43-36 20-27");
    assert_eq!(bare.variant(), Variant::Original);
    assert_eq!(bare.result, GameResult::Unfinished);
    assert_eq!(read_one("d4-d6").variant(), Variant::Extended);
    // A drop onto the great road is legal in several rule sets; the tag selects Kurin's.
    let kurin = read_one("[Variant \"Kurin's Shatra\"]\n\nd4-d6");
    assert_eq!(kurin.variant(), Variant::Kurin);
    let tagged = read_one("[Result \"1/2-1/2\"]\n\nd4-d6 *");
    assert_eq!(tagged.result, GameResult::Draw);
    assert_eq!(
        read_one("[Result \"1-0\"]\n\nd4-d6 0-1").result,
        GameResult::BlackWins
    );
}

#[test]
fn the_numbering_is_inferred_if_black_plays_first() {
    // Black's squares have official numbers below 32, just as White's have SPN numbers below 32, so
    // the first number alone would be misleading.
    let tags =
        "[SPN \"SSSSSSSSS/K/SSSSSSS/SSSSSSS/7/7/sssssss/sssssss/k/sssssssss b Tt - - - 1\"]\n\n";
    let official = read_one(&format!("{tags}1... 20-27 2. 43-36 *"));
    assert_eq!(turns(&official), ["c9-c8", "e6-e7"]);
    let spn = read_one(&format!("{tags}1... 43-36 2. 20-27 *"));
    assert_eq!(turns(&spn), ["c9-c8", "e6-e7"]);
}

#[test]
fn options_override_what_the_file_states() {
    let text = "[Variant \"shatra-original\"]\n\nd4-d6";
    let options = ReadOptions {
        variant: Some(Variant::Pritchard),
        ..ReadOptions::default()
    };
    let games: Vec<_> = GameReader::new(text.as_bytes(), options).collect();
    assert!(
        games[0].is_err(),
        "the drop onto the great road should be rejected: {games:?}"
    );
    let options = ReadOptions {
        variant: Some(Variant::Original),
        numbering: Some(Numbering::Spn),
        ..ReadOptions::default()
    };
    assert!(read_moves("43-36", None, options).is_err());
    assert!(read_moves("20-27", None, options).is_ok());
}

#[test]
fn comments_and_annotations_are_read_in_every_usual_form() {
    let text = "\u{feff}; a file\r\n%escape 99-99\r\n[Event \"x\"]\r\n[Odd_1 \"a\\\"b\"]\r\n\
        [Variant \"shatra-original\"]\r\n\r\n{before\r\n  [Event \"no tag\"]\r\nit} 1. 43-36!? ; good\r\n\
        {and more} ( 1. 42-35 $6 $10 (1. 44-37?? ) ) {behind} 20-27 ! ({empty}) 1/2\r\n";
    let game = read_one(text);
    assert_eq!(
        game.main_line().intro,
        "a file before [Event \"no tag\"] it"
    );
    assert_eq!(game.tags.get("Odd_1"), Some("a\"b"));
    let [first, second] = game.turns() else {
        panic!()
    };
    assert_eq!(
        (first.nags.as_slice(), first.comment.as_str()),
        (&[5][..], "good and more behind")
    );
    let variation = &first.variations()[0].turns()[0];
    assert_eq!(variation.nags, [6, 10]);
    assert_eq!(variation.variations()[0].turns()[0].nags, [4]);
    assert_eq!(
        (second.nags.as_slice(), second.comment.as_str()),
        (&[1][..], "empty")
    );
    assert!(second.variations().is_empty());
    assert_eq!(game.result, GameResult::Draw);
}

#[test]
fn a_game_ends_where_the_next_begins() {
    let text = "[Event \"1\"]\n\n[Event \"2\"]\n43-36\n[Event \"3\"]\n\n43-36 * 42-35 1-0\n\n";
    let games: Vec<_> = read(text).into_iter().map(Result::unwrap).collect();
    let events: Vec<_> = games.iter().map(|game| game.tags.get("Event")).collect();
    assert_eq!(events, [Some("1"), Some("2"), Some("3"), None]);
    let lengths: Vec<_> = games.iter().map(|game| game.turns().len()).collect();
    assert_eq!(lengths, [0, 1, 1, 1]);
    assert!(read("").is_empty());
    assert!(read(" \n\n ").is_empty());
}

#[test]
fn a_json_line_needs_no_optional_field() {
    let text =
        "\n{\"variant\":\"shatra\",\"turns\":[{\"turn\":\"d4-d6\"}]}\n\n{\"variant\":\"shatra\"}";
    let games: Vec<_> = JsonGameReader::new(text.as_bytes(), ReadOptions::default()).collect();
    assert_eq!(games.len(), 2);
    assert_eq!(turns(&games[0].as_ref().unwrap().game), ["d4-d6"]);
    assert!(games[1].as_ref().unwrap().game.turns().is_empty());
}
