//! Squares, positions and moves are read and written as the document shows them.

use batyr::game::{GameRecord, Variant};
use batyr::rules::shatra::{Numbering, Setup, square_name};

use super::chapters::{TEXT, blocks, blocks_of};

fn game(id: &str, text: &str) -> GameRecord {
    let variant = Variant::from_id(id).unwrap();
    GameRecord::from_text(variant, text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Returns the columns of a line, which are separated by at least two spaces.
fn columns(line: &str) -> Vec<&str> {
    let columns = line.split("  ").map(str::trim);
    columns.filter(|column| !column.is_empty()).collect()
}

#[test]
fn documented_positions_are_read_and_written() {
    let block = &blocks("spn")[0];
    for line in &block.lines {
        let [id, spn] = columns(line)[..] else {
            panic!("not two columns: {line}");
        };
        assert_eq!(game(id, spn).position_text(), spn, "{id}");
    }
}

#[test]
fn every_board_in_the_document_is_valid() {
    let words = TEXT.split(|c: char| c.is_whitespace() || c == '`');
    let boards: Vec<&str> = words
        .filter(|word| word.matches('/').count() == 9)
        .collect();
    assert!(boards.len() > 8, "{boards:?}");
    for board in boards {
        let setup: Setup = format!("{board} w").parse().unwrap();
        assert!(setup.to_string().starts_with(board), "{setup}");
    }
}

/// Checks that all texts denote one turn, which is written as the first text.
fn check_same_turn(game: &GameRecord, texts: &str) {
    let mut texts = texts.split(' ');
    let written = texts.next().unwrap();
    let turn = game.read_turn(written, Numbering::Official);
    assert_eq!(turn.as_ref().unwrap().text, written);
    for text in texts {
        assert_eq!(game.read_turn(text, Numbering::Official), turn, "{text}");
    }
}

#[test]
fn documented_moves_are_read_and_written() {
    let block = &blocks("moves")[0];
    for line in &block.lines {
        let [id, spn, texts] = columns(line)[..] else {
            panic!("not three columns: {line}");
        };
        check_same_turn(&game(id, spn), texts);
    }
}

/// The document about Shatranj and Shatar.
const SHATRANJ_SHATAR: &str = include_str!("../../../protocol/SHATRANJ-SHATAR.md");

#[test]
fn documented_texts_of_shatranj_and_shatar_are_read_and_written() {
    for line in &blocks_of(SHATRANJ_SHATAR, "spn")[0].lines {
        let [id, fen] = columns(line)[..] else {
            panic!("not two columns: {line}");
        };
        assert_eq!(game(id, fen).position_text(), fen);
    }
    for line in &blocks_of(SHATRANJ_SHATAR, "moves")[0].lines {
        let [id, fen, texts] = columns(line)[..] else {
            panic!("not three columns: {line}");
        };
        let written = texts.split(' ').next().unwrap();
        for text in texts.split(' ') {
            let mut game = game(id, fen);
            game.play(text, Numbering::Official).unwrap();
            assert_eq!(game.turns()[0].text, written, "{text}");
        }
    }
}

#[test]
fn the_picture_of_the_squares_is_correct() {
    let blocks = blocks("");
    let picture = blocks
        .iter()
        .find(|block| block.chapter == "Squares")
        .unwrap();
    let mut seen = 0;
    for line in picture.lines.iter().take(14) {
        let numbers = line
            .split_whitespace()
            .map_while(|word| word.parse::<u16>().ok());
        let numbers: Vec<u16> = numbers.collect();
        let [rank, squares @ ..] = &numbers[..] else {
            panic!("no rank: {line}");
        };
        let first = (7 - squares.len()) / 2;
        for (file, &number) in ('a'..='g').skip(first).zip(squares) {
            let square = Numbering::Spn.square(number).unwrap();
            assert_eq!(square_name(square), format!("{file}{rank}"), "{number}");
            seen += 1;
        }
    }
    assert_eq!(seen, 62);
}
