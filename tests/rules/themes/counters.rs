//! The half-move clock and the move number (RULES.md section 10).

#![allow(clippy::expect_used)] // test code

use batyr::rules::Game;
use batyr::rules::shatra::{Extended, Numbering};

use crate::support::picture::{Scene, board};

fn one_shatra_each() -> Scene {
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

/// Returns the half-move clock and the move number after a turn, before which they are 7 and 9.
#[track_caller]
fn counters_after(scene: &Scene, turn: &str) -> (u32, u16) {
    let mut setup = scene.position::<Extended>().setup();
    (setup.halfmoves, setup.move_number) = (7, 9);
    let mut position = setup.position::<Extended>().expect("a legal position");
    let parsed = position.parse_turn(turn, Numbering::Official);
    position.play(parsed.expect("a legal turn"));
    (position.halfmove_clock(), position.move_number())
}

#[test]
fn the_half_move_clock_counts_turns_since_a_capture_or_promotion() {
    let scene = one_shatra_each();
    assert_eq!(counters_after(&scene, "d12-d13").0, 8);
    assert_eq!(counters_after(&scene, "e1-e2").0, 8);
    let before_final_rank = scene.clone().with("d12", '.').with("d13", 'S');
    assert_eq!(counters_after(&before_final_rank, "d13-c14=Q").0, 0);
    let with_man_to_capture = scene.with("d13", 's');
    assert_eq!(counters_after(&with_man_to_capture, "d12:d14=Q").0, 0);
}

#[test]
fn the_move_number_increases_after_blacks_turn() {
    let scene = one_shatra_each();
    assert_eq!(counters_after(&scene, "d12-d13").1, 9);
    assert_eq!(counters_after(&scene.black(), "d3-d2").1, 10);
}
