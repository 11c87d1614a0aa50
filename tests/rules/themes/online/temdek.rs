//! The temdek, the reserve and urgent men in Online (RULES-ONLINE.md section 1, points 6 and 8).

use crate::support::picture::{Scene, board};
use crate::support::rule_sets::{ONLINE, ORIGINAL, Variant};

/// White's home, with both biys far away from it.
fn home(picture: [&str; 4]) -> Scene {
    let [gate, third, second, first] = picture;
    board(&format!(
        "
          ...
          ...
          ...
           .
        k......
        .......
        .......
        .......
        .K.....
        .......
           {gate}
          {third}
          {second}
          {first}
        "
    ))
}

const HALF: &str = "a5..a7,b5,b7,c5..g7";
const STEPS_OF_B6: &str = "b6-a5..a7,b5,b7,c5..c7";

#[test]
fn the_temdek_is_on_while_a_shatra_is_in_the_fortress() {
    let is_on = |scene: Scene| scene.after(Variant::Online, "b6-a7").temdek_text() == "T";
    // Whatever the text of the position says.
    for temdeks in ["-", "T", "t", "Tt"] {
        let with = |picture| home(picture).temdeks(temdeks);
        assert!(is_on(with([".", "...", "...", "..S"])));
        assert!(!is_on(with(["S", "...", "...", "..."])), "on the gate");
        assert!(!is_on(with([".", ".Q.", "...", "..."])), "a batyr");
        assert!(!is_on(with([".", "...", "...", "..."])));
    }
}

#[test]
fn a_shatra_on_its_own_gate_is_no_reserve() {
    let scene = board(
        "
          ...
          ...
          ...
           .
        k......
        .......
        .......
        .......
        .......
        .......
           S
          ...
          .K.
          ...
        ",
    );
    // With the temdek off, the biy has its steps and its drops.
    for temdeks in ["-", "T", "t", "Tt"] {
        let scene = scene.clone().temdeks(temdeks);
        scene.expect_all(ONLINE, "d2-c1..e1,c2,e2,c3..e3,a5..g7 d4-a5..g7");
    }
    scene.temdeks("T").expect(ORIGINAL, "d2-a5..g7");
    // The shatra is dropped outside the order.
    let with_reserve = home(["S", "...", "..S", "..S"]);
    with_reserve.expect_all(ONLINE, &format!("d4-{HALF} e2-{HALF} {STEPS_OF_B6}"));
}

#[test]
fn a_batyr_at_home_is_no_reserve() {
    let scene = home([".", "S.S", "...", ".Q."]);
    // It is dropped outside the order, and slides out of the fortress.
    scene.expect_all(
        ONLINE,
        &format!("c3-{HALF} d1-{HALF},d8..d14 {STEPS_OF_B6}"),
    );
    let on_the_gate = home(["Q", "...", "...", "S.."]);
    on_the_gate.expect(ONLINE, &format!("d4-{HALF},d8..d14 c1-{HALF}"));
    // With the temdek off, its moves in the home are open too.
    let alone = home(["Q", "...", "...", "..."]);
    alone.expect(ONLINE, &format!("d4-{HALF},d8..d14,d1..d3,c3,e3"));
}

#[test]
fn a_drop_of_a_batyr_needs_no_free_line() {
    let scene = board(
        "
          ...
          ...
          ...
           .
        k......
        .......
        .......
        .......
        .......
        .......
           K
          Q..
          ...
          ...
        ",
    );
    // The biy stands between c3 and e5, f6, g7.
    scene.allows(ONLINE, "c3-e5,f6,g7");
}

#[test]
fn the_reserve_keeps_its_order_over_gaps() {
    let scene = home([".", ".S.", "...", "S.S"]);
    scene.expect_all(ONLINE, &format!("d3-{HALF} {STEPS_OF_B6}"));
    let scene = home([".", "...", "...", "S.S"]);
    scene.expect_all(ONLINE, &format!("c1-{HALF} {STEPS_OF_B6}"));
}

#[test]
fn no_man_is_urgent() {
    let scene = home([".", "...", ".s.", "SSS"]);
    scene.expect_all(ONLINE, "c1:e3 d1:d3 e1:c3");
    let turns = format!("e3-{HALF} {STEPS_OF_B6}");
    for temdeks in ["-", "T"] {
        let after = scene
            .clone()
            .temdeks(temdeks)
            .after(Variant::Online, "c1:e3");
        after.stands_as(&home([".", "..S", "...", ".SS"]));
        let next = after.after(Variant::Online, "a10-b10");
        next.expect_all(ONLINE, &turns);
    }
    // Urgent marks in the text of a position are ignored.
    let scene = home([".", "..S", "...", ".SS"]).temdeks("T");
    for marked in ["e3", "d1", "e1"] {
        scene.clone().urgent(marked).expect_all(ONLINE, &turns);
    }
    scene
        .urgent("d1")
        .expect_all(ORIGINAL, &format!("d1-{HALF}"));
}
