//! The text of games, compared character by character.

use batyr::files::game_file::{FileGame, JsonGame, JsonGameReader, ReadOptions, VariationError};
use batyr::game::{GameResult, Variant};
use batyr::rules::shatra::Numbering;

use super::read_one;
use crate::strict_sgn;

/// Returns a game with Kurin's example of a chain (section 12 of the rules).
fn game_with_chain() -> FileGame {
    let spn = "9/K/6R/5S1/1k1S3/7/7/4q2/1/9 w";
    let mut game = FileGame::from_text(Variant::Kurin, spn).unwrap();
    for turn in ["d7-c8", "c10:c6:a6"] {
        game.play(turn, Numbering::Official).unwrap();
    }
    game
}

#[test]
fn a_game_with_comments_is_written_as_shatrabase_does() {
    let mut game = game_with_chain();
    game.tags.set("White", "Tana \"the \\ owl\"");
    game.tags.set("Annotator", "Batyr");
    game.result = GameResult::BlackWins;
    game.main_line_mut().intro = "From  {Kurin's}\narticle".to_owned();
    let turn = game.turn_mut(0).unwrap();
    turn.nags = vec![4];
    turn.comment = "Opens the road.".to_owned();
    let line = game.add_variation(0, &["d7-d8"]).unwrap().unwrap();
    line.turn_mut(0).unwrap().comment = "better".to_owned();
    game.add_variation(1, &["c10:c6:a6"]).unwrap();
    game.turn_mut(1).unwrap().nags = vec![1];
    let expected = r#"[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "Tana \"the \\ owl\""]
[Black "?"]
[Result "0-1"]
[Annotator "Batyr"]
[SPN "9/K/6R/5S1/1k1S3/7/7/4q2/1/9 w - - - - 1"]
[Setup "1"]
[Variant "shatra-kurin"]

{From (Kurin's) article} 1. 35-27 $4 {Opens the road.} (1. 35-28 {better})
1... 13:41 (1... 13:41 :39) :39 $1 0-1

"#;
    assert_eq!(game.to_string(), expected);
    assert_eq!(strict_sgn::read(expected).len(), 1);
    let read = read_one(expected);
    assert_eq!(read.tags, game.tags);
    assert_eq!(read.turns(), game.turns());
    assert_eq!(read.main_line().intro, "From (Kurin's) article");
}

#[test]
fn a_turn_of_black_is_numbered_at_the_start_and_after_a_comment() {
    let spn = "SSSSSSSSS/K/SSSSSSS/SSSSSSS/7/7/sssssss/sssssss/k/sssssssss b Tt - - - 49";
    let mut game = FileGame::from_text(Variant::Original, spn).unwrap();
    for turn in ["20-27", "43-36", "19-26", "42-35", "27:43:29"] {
        game.play(turn, Numbering::Official).unwrap();
    }
    game.turn_mut(3).unwrap().comment = "hm".to_owned();
    let text = game.to_string();
    let moves = text.lines().rev().nth(1).unwrap();
    let expected = "49... 20-27 50. 43-36 19-26 51. 42-35 {hm} 51... 27:43 :29 *";
    assert_eq!(moves, expected);
}

#[test]
fn illegal_variations_are_rejected_and_change_nothing() {
    let mut game = game_with_chain();
    let before = game.to_string();
    let beyond = game.add_variation(2, &["d7-d8"]);
    assert!(matches!(
        beyond,
        Err(VariationError::NoSuchTurn { ply: 2, turns: 2 })
    ));
    let illegal = game.add_variation(0, &["d7-d8", "a1-a2"]);
    assert!(matches!(illegal, Err(VariationError::Turn(_))));
    assert_eq!(game.add_variation::<&str>(0, &[]), Ok(None));
    assert_eq!(game.to_string(), before);
}

#[test]
fn a_record_becomes_a_file_with_its_outcome() {
    let spn = "9/K/6R/5S1/1k1S3/7/7/4q2/1/9 w";
    let game = FileGame::from_text(Variant::Kurin, spn).unwrap();
    assert_eq!(FileGame::from(game.record().clone()), game);
    let played = game_with_chain();
    assert_eq!(
        FileGame::from(played.record().clone()).turns(),
        played.turns()
    );
    assert_eq!(
        played.record_before(0).position_text(),
        game.record().position_text()
    );
    assert_eq!(played.record_before(1).turns().len(), 1);
    assert_eq!(played.record_before(9).turns().len(), 2);
}

#[test]
fn tags_that_follow_from_the_game_cannot_be_set() {
    let mut game = game_with_chain();
    let before = game.to_string();
    for name in ["Result", "SPN", "Setup", "Variant", ""] {
        game.tags.set(name, "x");
    }
    game.tags.set("White", "?");
    assert_eq!(game.to_string(), before);
    game.tags.set("Bad name!", "two\nlines");
    assert_eq!(game.tags.get("Bad_name_"), Some("two lines"));
    assert_eq!(strict_sgn::read(&game.to_string()).len(), 1);
}

/// The examples in SGN.md equal the program's output.
#[test]
fn the_examples_in_sgn_md_are_reproduced() {
    let document = include_str!("../../../protocol/SGN.md");
    let block = |kind: &str| {
        let (_, rest) = document.split_once(&format!("```{kind}\n")).unwrap();
        rest.split_once("```").unwrap().0
    };
    let game = read_one(block("text"));
    assert_eq!(game.to_string(), block("text"));
    let line = block("json");
    let mut games = JsonGameReader::new(line.as_bytes(), ReadOptions::default());
    let game = games.next().unwrap().unwrap();
    let written = serde_json::to_string(&JsonGame::from(&game.game)).unwrap();
    assert_eq!(written, line.trim_end());
}
