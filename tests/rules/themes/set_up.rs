//! The set-up (RULES.md section 2).

use crate::support::picture::{Scene, board};
use crate::support::rule_sets::{EXTENDED, KURIN, OFFICERS, ORIGINALS, PRITCHARD, Variant};

fn assert_start(rules: &[Variant], scene: &Scene) {
    for &rules in rules {
        assert_eq!(&Scene::start(rules), scene, "{rules:?}");
    }
}

#[test]
fn each_side_starts_with_17_men() {
    let scene = board(
        "
          sqs
          srs
          brb
           k
        sssssss
        .......
        .......
        .......
        .......
        SSSSSSS
           K
          BRB
          SRS
          SQS
        ",
    );
    assert_start(OFFICERS, &scene.temdeks("Tt"));
}

#[test]
fn in_original_and_online_each_side_starts_with_24_men() {
    let scene = board(
        "
          sss
          sss
          sss
           k
        sssssss
        sssssss
        .......
        .......
        SSSSSSS
        SSSSSSS
           K
          SSS
          SSS
          SSS
        ",
    );
    assert_start(ORIGINALS, &scene.temdeks("Tt"));
}

#[test]
fn the_sides_are_half_turns_of_each_other() {
    for rules in [Variant::Extended, Variant::Original, Variant::Online] {
        let scene = Scene::start(rules).one_sided();
        assert_eq!(scene.half_turn(), scene.black(), "{rules:?}");
    }
}

#[test]
fn each_rule_set_has_the_expected_number_of_first_turns() {
    let count = |rules: &[Variant]| -> Vec<usize> {
        let counts = rules
            .iter()
            .map(|&rules| Scene::start(rules).legal(rules).len());
        counts.collect()
    };
    // Ten reserve men can be dropped onto 14 empty squares, and seven shatras can step one or two
    // squares forward.
    assert_eq!(count(EXTENDED), [10 * 14 + 7 * 2]);
    assert_eq!(count(KURIN), [10 * 14 + 7 * 2]);
    // Two of the 14 squares are on the great road.
    assert_eq!(count(PRITCHARD), [10 * 12 + 7 * 2]);
    // The biy and the first shatra can be dropped onto 7 squares; there are 7 steps straight
    // forward and 12 diagonally forward.
    assert_eq!(count(ORIGINALS), [2 * 7 + 7 + 12; 2]);
}
