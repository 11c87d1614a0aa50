//! Both sides are seen alike, and each feature is found where it is.

use super::features::*;
use super::*;
use crate::base::{Lots, MoveList};
use crate::eval::{Evaluator, HandWritten, breakdown};
use crate::rules::board8::geometry::flip;
use crate::rules::board8::{Kind, Setup, Shatar, Shatranj};

/// The same with the board turned over and the colours exchanged.
fn turned<R: Rules>(position: &Position<R>) -> Position<R> {
    let mut setup = position.setup();
    let told = setup.clone();
    setup.to_move = !told.to_move;
    for (i, man) in told.squares.into_iter().enumerate() {
        let to = flip(crate::base::Square::new(i as u8));
        setup.squares[to.index()] = man.map(|mut man| {
            man.color = !man.color;
            man
        });
    }
    setup.position().unwrap()
}

fn turning_changes_nothing_and_parts_add_up<R: Rules>() {
    let mut seen = 0;
    for game in 0..30 {
        let mut lots = Lots::new(4, game);
        let mut position = Position::<R>::start();
        for _ in 0..100 {
            let mut moves = MoveList::new();
            position.legal_moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            position = position.after(moves[lots.below(moves.len())]);
            let score = HandWritten.evaluate(&position);
            assert_eq!(
                score,
                HandWritten.evaluate(&turned(&position)),
                "{position}"
            );
            let sum = |color| {
                let parts = breakdown(&position, color).into_iter();
                parts.fold(Pair::ZERO, |sum, (_, part)| sum + part)
            };
            let me = position.side_to_move();
            let (men, full) = position.phase();
            assert_eq!((sum(me) - sum(!me)).at(men, full), score, "{position}");
            seen += 1;
        }
    }
    assert!(seen > 1000, "{seen}");
}

#[test]
fn the_evaluation_is_symmetric() {
    turning_changes_nothing_and_parts_add_up::<Shatranj>();
    turning_changes_nothing_and_parts_add_up::<Shatar>();
}

/// How often White has features, on a board of Shatar.
fn count(fen: &str, features: impl IntoIterator<Item = usize>) -> i32 {
    let setup = Setup::from_fen::<Shatar>(fen).unwrap();
    let told = setup.position::<Shatar>().unwrap().features(Color::White);
    features.into_iter().map(|feature| told[feature]).sum()
}

#[test]
fn who_alone_keeps_off_a_check_is_pinned() {
    let pinned = |fen| count(fen, [PINNED]);
    assert_eq!(pinned("4k3/8/8/8/4r3/8/4N3/4K3 w"), 1);
    assert_eq!(pinned("4k3/8/8/8/4r3/4P3/4N3/4K3 w"), 0, "two of them");
    assert_eq!(pinned("4k3/8/8/8/4b3/8/4N3/4K3 w"), 0, "a bishop on a file");
    assert_eq!(pinned("4k3/8/8/8/7b/6N1/8/4K3 w"), 1);
    assert_eq!(pinned("4k3/8/8/8/4j3/8/4N3/4K2J w"), 1, "a queen on a file");
    assert_eq!(
        pinned("4k3/8/8/8/7j/6N1/8/4K3 w"),
        0,
        "it slides on no diagonal"
    );
    assert_eq!(pinned("4k3/8/8/8/4r3/8/4n3/4K3 w"), 0, "an enemy");
}

#[test]
fn pawns_before_a_king_shelter_it() {
    let fen = "6k1/8/8/6p1/8/7P/5P2/6K1 w";
    assert_eq!(
        count(fen, [SHELTER + AHEAD - 1]),
        1,
        "none on the king's file"
    );
    assert_eq!(count(fen, [SHELTER + AHEAD + 1, SHELTER + AHEAD + 2]), 2);
    assert_eq!(count(fen, [STORM + 4]), 1);
    assert_eq!(count(fen, [STORM + 2 * AHEAD - 1]), 2, "none beside it");
    let corner = "k7/8/8/8/8/8/8/7K w";
    assert_eq!(
        count(corner, SHELTER..SHELTER + 2 * AHEAD),
        2,
        "of two files"
    );
}

#[test]
fn a_hunted_king_is_in_danger() {
    let degree = |fen| (0..DANGERS).find(|&degree| count(fen, [DANGER + degree]) == 1);
    let quiet = degree("6k1/8/8/8/8/8/5PPP/6K1 w");
    let hunted = degree("6k1/8/8/8/3n2r1/7j/5P1P/6K1 w");
    assert_eq!(quiet, Some(0));
    assert!(hunted > Some(5), "{hunted:?}");
}

#[test]
fn officers_are_in_the_way_or_out_of_it() {
    let shut_in = |fen| count(fen, [SHUT_IN]);
    assert_eq!(shut_in("4k3/8/8/8/8/8/6PP/5K1R w"), 1);
    assert_eq!(shut_in("k7/8/8/8/8/8/6PP/4RK2 w"), 0);
    assert_eq!(shut_in("4k3/8/8/8/8/8/8/5K1R w"), 0, "an open file");
    let bad = |fen| count(fen, [BISHOP_PAWNS]);
    assert_eq!(bad("4k3/8/8/8/3P4/2P5/8/2B1K3 w"), 2);
    assert_eq!(bad("4k3/8/8/8/3P4/3P4/8/2B1K3 w"), 1);
    assert_eq!(bad("4k3/8/8/8/3P4/2P5/8/3BK3 w"), 0);
    let behind = |fen| count(fen, [BEHIND_PAWN, BEHIND_PAWN + 1]);
    assert_eq!(behind("4k3/8/8/3p4/3N4/2P5/2B5/4K3 w"), 2);
    assert_eq!(behind("6k1/8/3N4/3p4/8/2B5/2P5/4K3 w"), 0, "before one");
}

#[test]
fn pawns_threaten_and_are_left_behind() {
    let threats = |fen| count(fen, PUSH_THREAT..PUSH_THREAT + KINDS);
    assert_eq!(threats("4k3/8/3n4/8/4P3/8/8/4K3 w"), 1);
    assert_eq!(threats("4k3/8/3n4/4p3/4P3/8/8/4K3 w"), 0, "no step");
    assert_eq!(threats("4k3/8/3n1p2/8/4P3/8/8/4K3 w"), 0, "no safe step");
    let backward = |fen| count(fen, [BACKWARD]);
    assert_eq!(backward("4k3/8/8/4p3/2P5/3P4/8/4K3 w"), 1);
    assert_eq!(backward("4k3/8/8/4p3/8/2PP4/8/4K3 w"), 0, "one beside it");
    assert_eq!(backward("4k3/8/8/8/2P5/3P4/8/4K3 w"), 0, "nobody to fear");
}

#[test]
fn pairs_count_where_the_sides_differ() {
    let rook_and_pawn = OWN_PAIRS + Kind::Rook.index() * KINDS + Kind::Pawn.index();
    let rook_against_knight = ENEMY_PAIRS + Kind::Rook.index() * KINDS + Kind::Knight.index();
    let fen = "1n2k3/1n6/8/8/8/8/PPP5/R3K3 w";
    assert_eq!(count(fen, [rook_and_pawn]), 3);
    assert_eq!(count(fen, [rook_against_knight]), 2);
    let same = "r3k3/ppp5/8/8/8/8/PPP5/R3K3 w";
    assert_eq!(count(same, OWN_PAIRS..OWN_PAIRS + 2 * KINDS * KINDS), 0);
}
