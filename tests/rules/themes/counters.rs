//! The half-move clock and the move number (RULES.md section 10).

#![allow(clippy::expect_used)] // test code

use batyr::rules::shatra::{Extended, Numbering};

use crate::support::picture::{Scene, board};

fn white_man_and_black_man() -> Scene {
    board(
        "
          ..k
          ...
          .S.
           .
        .......
        .......
        .......
        .......
        .......
        .......
           .
          .s.
          ...
          ..K
        ",
    )
}

/// Returns the half-move clock and the move number after a turn, from a
/// position where they are seven and nine.
#[track_caller]
fn counters(scene: &Scene, turn: &str) -> (u16, u16) {
    let mut setup = scene.position::<Extended>().setup();
    (setup.halfmoves, setup.move_number) = (7, 9);
    let mut position = setup.position::<Extended>().expect("a legal position");
    let read = position.parse_turn(turn, Numbering::Official);
    position.play(read.expect("a legal turn"));
    (position.halfmoves(), position.move_number())
}

#[test]
fn the_clock_counts_turns_since_a_capture_or_promotion() {
    let scene = white_man_and_black_man();
    assert_eq!(counters(&scene, "d12-d13").0, 8);
    assert_eq!(counters(&scene, "e1-e2").0, 8);
    let before_the_last = scene.clone().with("d12", '.').with("d13", 'S');
    assert_eq!(counters(&before_the_last, "d13-c14=Q").0, 0);
    let with_victim = scene.with("d13", 's');
    assert_eq!(counters(&with_victim, "d12:d14=Q").0, 0);
}

#[test]
fn the_move_number_increases_after_blacks_turn() {
    let scene = white_man_and_black_man();
    assert_eq!(counters(&scene, "d12-d13").1, 9);
    assert_eq!(counters(&scene.black(), "d3-d2").1, 10);
}
