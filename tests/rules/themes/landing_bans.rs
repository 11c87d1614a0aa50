//! Squares where a capture and, for Kurin's tura, also a quiet move may not end: the man's own
//! fortress and gate and, for a tura that starts there, the enemy's (RULES.md sections 3 and 4).

use crate::support::picture::board;
use crate::support::rule_sets::{
    ALL, EXTENDED, KURINS, OFFICERS, ONLINE, ORIGINALS, OVER_THE_BOARD,
};

const BEFORE_THE_GATE: &str = "
      ..k
      ...
      ...
       .
    K......
    .......
    .......
    .......
    .....S.
    ....s..
       .
      ...
      ...
      S..
    ";

#[test]
fn with_the_temdek_on_only_the_biy_captures_into_the_gate_and_not_in_online() {
    let scene = board(BEFORE_THE_GATE).temdeks("T");
    scene.forbids(ALL, "f6:d4");
    scene.allows(ALL, "f6-f7 c1-b6");
    let yalkyn = scene.clone().with("f6", 'B');
    yalkyn.forbids(OFFICERS, "f6:d4,c3");
    let biy = scene.with("a10", '.').with("f6", 'K');
    biy.allows(OVER_THE_BOARD, "f6:d4");
    biy.forbids(ONLINE, "f6:d4");
}

#[test]
fn with_the_temdek_off_all_men_capture_into_the_gate_but_a_shatra_only_in_extended() {
    let scene = board(BEFORE_THE_GATE);
    scene.expect_all(EXTENDED, "f6:d4");
    scene.forbids(ORIGINALS, "f6:d4");
    scene.forbids(KURINS, "f6:d4");
    scene
        .clone()
        .with("f6", 'B')
        .expect_all(OFFICERS, "f6:d4,c3");
    let batyr = scene.with("f6", 'Q');
    batyr.expect_all(OVER_THE_BOARD, "f6:d4,c3");
    // In Online, the temdek is on because of the shatra on c1.
    batyr.forbids(ONLINE, "f6:d4,c3");
    batyr.with("c1", '.').expect_all(ALL, "f6:d4,c3");
}

#[test]
fn capturing_the_biy_is_no_exception() {
    let scene = board(BEFORE_THE_GATE).with("e14", '.').with("e5", 'k');
    scene.allows(EXTENDED, "f6:d4");
    scene.temdeks("T").forbids(ALL, "f6:d4");
}

const ON_THE_GATE: &str = "
      ..k
      ...
      ...
       .
    K......
    .......
    .......
    .......
    .......
    .......
       S
      .s.
      ...
      S..
    ";

#[test]
fn a_man_on_the_gate_is_outside_the_fortress() {
    let scene = board(ON_THE_GATE);
    let temdek_on = scene.clone().temdeks("T");
    temdek_on.forbids(ALL, "d4:d2");
    scene.expect_all(EXTENDED, "d4:d2");
    scene.forbids(ORIGINALS, "d4:d2");
    scene.forbids(KURINS, "d4:d2");
    temdek_on
        .clone()
        .with("d4", 'R')
        .forbids(OFFICERS, "d4:d1,d2");
    scene
        .clone()
        .with("d4", 'R')
        .expect_all(OFFICERS, "d4:d1,d2");
    // While the temdek is on, not even the biy may capture into the fortress from there.
    temdek_on
        .with("a10", '.')
        .with("d4", 'K')
        .forbids(ALL, "d4:d2");
    let biy = scene.with("a10", '.').with("d4", 'K');
    biy.allows(OVER_THE_BOARD, "d4:d2");
    biy.with("c1", '.').allows(ALL, "d4:d2");
}

#[test]
fn a_jump_that_starts_in_the_fortress_may_land_there_and_on_the_gate() {
    let scene = board(ON_THE_GATE).with("d4", '.').with("d2", 'S');
    scene.expect_all(ALL, "d2:d4");
    scene.temdeks("T").expect_all(ALL, "d2:d4");
    let inside = board(ON_THE_GATE).with("d4", '.').with("d3", '.');
    let inside = inside.with("d2", 's');
    inside.expect_all(ALL, "c1:e3");
    inside.temdeks("T").expect_all(ALL, "c1:e3");
}

#[test]
fn the_start_of_each_single_jump_decides() {
    let scene = board(
        "
          ...
          ...
          ...
           k
        K......
        .......
        .......
        .......
        ....s..
        ...ss..
           .
          .s.
          .S.
          ...
        ",
    );
    // The chain starts in the fortress, but the jump back to the gate does not.
    let outside = "d2:d4:d6:f6 d2:d4:f6:d6";
    let back = "d2:d4:d6:f6:d4 d2:d4:f6:d6:d4";
    scene.expect_all(EXTENDED, back);
    scene.expect_all(ORIGINALS, outside);
    scene.expect_all(KURINS, outside);
    scene.temdeks("T").expect_all(ALL, outside);
}

const TURA_AT_HOME: &str = "
      ...
      ...
      ...
       .
    .......
    ...s...
    .......
    .......
    .......
    k......
       .
      .R.
      ...
      ..K
    ";

#[test]
fn kurins_tura_in_its_own_fortress_may_not_enter_the_enemys_gate_and_fortress() {
    let scene = board(TURA_AT_HOME).with("d9", '.');
    for home in ["d1", "d3", "d4"] {
        let scene = scene.clone().with("d3", '.').with(home, 'R');
        let far = format!("{home}-d11..d14");
        scene.allows(EXTENDED, &far);
        scene.forbids(KURINS, &far);
        scene.allows(OFFICERS, &format!("{home}-d5..d10"));
    }
    let in_the_field = scene.clone().with("d3", '.').with("d5", 'R');
    in_the_field.allows(OFFICERS, "d5-d11..d14");
    let batyr = scene.with("d3", 'Q');
    batyr.allows(OFFICERS, "d3-d11..d14");
}

#[test]
fn kurins_tura_may_not_capture_its_way_in_either() {
    let scene = board(TURA_AT_HOME);
    scene.expect_all(EXTENDED, "d3:d10..d14");
    scene.expect_all(KURINS, "d3:d10");
    let next_to_the_gate = scene.with("d9", '.').with("d10", 's');
    next_to_the_gate.expect_all(EXTENDED, "d3:d11..d14");
    next_to_the_gate.forbids(KURINS, "d3:d11..d14");
    next_to_the_gate.allows(KURINS, "d3-d9");
    for home in ["d1", "d3", "d4"] {
        let scene = next_to_the_gate.clone().with("d3", '.').with(home, 'R');
        for scene in [scene.clone(), scene.with("c1", 'S').temdeks("T")] {
            let capture = format!("{home}:d11..d14");
            scene.expect_all(EXTENDED, &capture);
            scene.forbids(KURINS, &capture);
        }
    }
}

#[test]
fn with_the_temdek_on_no_slider_captures_along_the_great_road_into_its_own_fortress() {
    let scene = board(
        "
          ...
          ...
          ...
           R
        .......
        .......
        .......
        .......
        .......
        K..s..k
           .
          ...
          ...
          S..
        ",
    );
    scene.expect_all(OFFICERS, "d11:d1..d4");
    let temdek_on = scene.temdeks("T");
    temdek_on.forbids(OFFICERS, "d11:d1..d4");
    temdek_on
        .with("d5", '.')
        .with("d6", 's')
        .expect_all(OFFICERS, "d11:d5");
}
