//! Games of Online Shatra in the notation of the live site: every step, quiet or jump, is its two
//! squares in official numbers, joined by a dash (RULES-ONLINE.md section 2).

use batyr::files::game_file::FileGame;
use batyr::game::Variant;
use batyr::rules::shatra::Numbering;

use super::{read, read_one, turns};

/// A shatra captures onto the final rank, is promoted, and goes on as a batyr over the square that
/// its first victim has left (RULES-ONLINE.md section 1, point 3).
const PROMOTING_CHAIN: &str = "K8/1/7/7/7/7/3s3/6k/1/1S2s4 w";
/// The biy may stop its chain on f6 (RULES.md section 6).
const BIY_CHAIN: &str = "9/K/2s4/7/1s5/7/7/6k/1/9 w";

fn game_from(spn: &str, moves: &str) -> String {
    format!("[Variant \"shatra-online\"]\n[SPN \"{spn}\"]\n[Setup \"1\"]\n\n{moves} *\n\n")
}

/// Returns the line with the moves of a game as it is written.
fn written_moves(game: &FileGame) -> String {
    let text = game.to_string();
    text.lines().rev().nth(1).unwrap().to_owned()
}

#[test]
fn each_step_of_a_chain_is_written_with_its_two_squares() {
    let mut game = FileGame::from_text(Variant::Online, PROMOTING_CHAIN).unwrap();
    game.play("d12:d14=Q:d1", Numbering::Official).unwrap();
    assert_eq!(written_moves(&game), "1. 8-2 2-61 *");
}

#[test]
fn chains_are_read_in_steps_and_in_every_other_form() {
    for moves in [
        "8-2 2-61",
        "1. 8-2 2-61",
        "1. 8-2-61",
        "1. 8–2 2–61",
        "1. 8:2Q :61",
        "1. 8-2Q 2-61",
        "1. d12:d14=Q:d1",
        "1. d12-d14 d14-d1",
    ] {
        let game = read_one(&game_from(PROMOTING_CHAIN, moves));
        assert_eq!(turns(&game), ["d12:d14=Q:d1"], "{moves}");
    }
}

#[test]
fn a_step_from_another_square_begins_the_opponents_turn() {
    let moves = "1. 43-36 20-27 2. 36-37 27-26 *";
    let text = format!("[Variant \"shatra-online\"]\n\n{moves}\n\n");
    assert_eq!(read_one(&text).turns().len(), 4);
}

#[test]
fn a_biy_that_stops_is_read_with_and_without_pass() {
    let mut game = FileGame::from_text(Variant::Online, BIY_CHAIN).unwrap();
    let stopping = game.record().legal_texts(usize::MAX);
    let stopping: Vec<&String> = stopping.iter().filter(|text| *text == "d4:f6").collect();
    assert_eq!(stopping, ["d4:f6"]);
    game.play("d4:f6", Numbering::Official).unwrap();
    assert_eq!(written_moves(&game), "1. 53-44 pass *");
    for moves in ["1. 53-44 pass", "1. 53-44", "53-44 1... f7-f5"] {
        let game = read_one(&game_from(BIY_CHAIN, moves));
        assert_eq!(turns(&game)[0], "d4:f6", "{moves}");
    }
}

#[test]
fn a_variation_may_replace_one_jump_of_a_chain() {
    let moves = "1. 8-2 (1. 8-2 2-53 {whole}) 2-61 ( 2-49 {one jump} )";
    let game = read_one(&game_from(PROMOTING_CHAIN, moves));
    let variations = game.turns()[0].variations().iter();
    let found: Vec<&str> = variations.map(|line| line.turns()[0].text()).collect();
    assert_eq!(found, ["d12:d14=Q:d4", "d12:d14=Q:d5"]);
}

#[test]
fn other_rule_sets_tell_captures_from_quiet_turns() {
    let original = game_from(PROMOTING_CHAIN, "1. 8-2").replace("online", "original");
    let error = read(&original).remove(0).unwrap_err().to_string();
    assert!(error.contains("8-2"), "{error}");
}

#[test]
fn an_illegal_step_is_named() {
    let error = read(&game_from(PROMOTING_CHAIN, "1. 8-5")).remove(0);
    let error = error.unwrap_err().to_string();
    assert!(error.contains("8-5"), "{error}");
}
