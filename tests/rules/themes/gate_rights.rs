//! The rights of men other than the biy on a gate (RULES.md section 7).

use crate::support::picture::board;
use crate::support::rule_sets::{EXTENDED, KURIN, KURINS, ONLINE, ORIGINAL, ORIGINALS, PRITCHARD};

const ON_THE_ENEMYS_GATE: &str = "
      ...
      ...
      ...
       S
    ..s....
    .......
    .......
    .......
    ......k
    K......
       .
      ...
      ...
      ...
    ";

#[test]
fn a_shatra_on_the_enemys_gate_may_decline_except_in_extended_and_online() {
    let scene = board(ON_THE_ENEMYS_GATE);
    scene.expect_all(EXTENDED, "d11:b9");
    scene.expect_all(ONLINE, "d11:b9");
    let declining = "d11-c12..e12,a8..g9,a10,b10,d10..g10";
    scene.expect_all(ORIGINAL, &format!("d11:b9 {declining}"));
    scene.expect_all(KURIN, &format!("d11:b9 {declining}"));
    let off_the_great_road = "d11-c12..e12,a8..c9,e8..g9,a10,b10,e10..g10";
    scene.expect_all(PRITCHARD, &format!("d11:b9 {off_the_great_road}"));
}

#[test]
fn a_shatra_whose_chain_leaves_the_gate_must_continue() {
    let scene = board(ON_THE_ENEMYS_GATE).with("b8", 's');
    for rules in [EXTENDED, ORIGINALS, KURINS] {
        scene.allows(rules, "d11:b9:b7");
        scene.forbids(rules, "d11:b9");
    }
}

#[test]
fn a_shatra_may_not_decline_if_another_man_can_capture() {
    let scene = board(ON_THE_ENEMYS_GATE).with("d5", 'S').with("d6", 's');
    for rules in [EXTENDED, ORIGINALS, KURINS] {
        scene.expect_all(rules, "d11:b9 d5:d7");
    }
}

#[test]
fn a_shatra_elsewhere_may_not_decline() {
    let scene = board(ON_THE_ENEMYS_GATE).with("d11", '.').with("d10", 'S');
    for rules in [EXTENDED, ORIGINALS, KURINS] {
        scene.expect_all(rules, "d10:b10");
    }
}

#[test]
fn a_batyr_on_the_enemys_gate_may_decline_in_original_only() {
    let scene = board(ON_THE_ENEMYS_GATE).with("d11", 'Q');
    let captures = "d11:a8,b9";
    scene.expect_all(EXTENDED, captures);
    scene.expect_all(ONLINE, captures);
    scene.expect_all(KURINS, captures);
    scene.forbids(EXTENDED, "d11-d12");
    let slides = "c12..e12,d13,d14,d1..d7";
    scene.expect_all(
        ORIGINAL,
        &format!("{captures} d11-{slides},a8..g9,a10,b10,d10..g10"),
    );
}

const ON_ITS_OWN_GATE: &str = "
      ...
      ...
      ...
       .
    .......
    ......k
    .......
    .......
    .......
    K..s...
       S
      S..
      ...
      ...
    ";

#[test]
fn a_man_on_its_own_gate_may_decline_in_original_only() {
    let scene = board(ON_ITS_OWN_GATE);
    let half = "a6..a7,b5..c7,d6..d7,e5..g7";
    scene.expect_all(ORIGINAL, &format!("d4:d6 d4-{half}"));
    scene.expect_all(EXTENDED, "d4:d6");
    scene.expect_all(KURINS, "d4:d6");
    scene.expect_all(ONLINE, "d4:d6");
    // With the temdek on, it declines by a drop, regardless of the drop order.
    let temdek_on = scene.temdeks("T");
    temdek_on.expect_all(ORIGINAL, &format!("d4:d6 d4-{half}"));
    let with_batyr = temdek_on.with("d4", 'Q');
    let captures = "d4:d6..d14";
    with_batyr.expect_all(ORIGINAL, &format!("{captures} d4-{half}"));
    with_batyr.expect_all(ONLINE, captures);
    let slides = "d1..d3,e3";
    let temdek_off = with_batyr.temdeks("-");
    temdek_off.expect_all(ORIGINAL, &format!("{captures} d4-{half},{slides}"));
    temdek_off.expect_all(EXTENDED, captures);
    temdek_off.expect_all(KURINS, captures);
}

const ONTO_THE_GATE: &str = "
      ...
      ...
      ...
       .
    ..s.s..
    .S.....
    .......
    .......
    ......k
    K......
       .
      ...
      ...
      ...
    ";

#[test]
fn a_shatra_may_stop_on_the_enemys_gate_in_kurin() {
    let scene = board(ONTO_THE_GATE);
    scene.expect_all(KURINS, "b9:d11 b9:d11:f9");
    scene.expect_all(EXTENDED, "b9:d11:f9");
    scene.expect_all(ORIGINALS, "b9:d11:f9");
}

#[test]
fn a_shatra_in_mid_chain_may_stop_on_the_enemys_gate_in_kurin() {
    let scene = board(ONTO_THE_GATE);
    let scene = scene.with("b9", '.').with("c10", '.').with("d11", 'S');
    let scene = scene.transit("d11");
    scene.expect_all(KURINS, "pass d11:f9");
    scene.expect_all(EXTENDED, "d11:f9");
    scene.expect_all(ORIGINALS, "d11:f9");
}

#[test]
fn captures_of_other_men_remain_free_choices() {
    let scene = board(ONTO_THE_GATE).with("d5", 'S').with("d6", 's');
    scene.expect_all(KURINS, "b9:d11 b9:d11:f9 d5:d7");
    scene.expect_all(EXTENDED, "b9:d11:f9 d5:d7");
}
