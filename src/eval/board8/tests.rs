//! Both sides are seen alike.

use super::*;
use crate::base::{Lots, MoveList, Square};
use crate::eval::{Evaluator, Pair, Standard, breakdown, worths};
use crate::rules::board8::geometry::flip;
use crate::rules::board8::{Setup, Shatar, Shatranj};

/// The same with the board turned over and the colours exchanged.
fn turned<R: Rules>(position: &Position<R>) -> Position<R> {
    let mut setup = position.setup();
    let told = setup.clone();
    setup.to_move = !told.to_move;
    for (i, man) in told.squares.into_iter().enumerate() {
        setup.squares[flip(Square::new(i as u8)).index()] = man.map(|mut man| {
            man.color = !man.color;
            man
        });
    }
    setup.position().unwrap()
}

/// The same in a mirror: file a becomes file h.
fn mirrored<R: Rules>(position: &Position<R>) -> Position<R> {
    let mut setup = position.setup();
    for (i, man) in position.setup().squares.into_iter().enumerate() {
        setup.squares[i ^ 7] = man;
    }
    setup.position().unwrap()
}

/// Positions of random games.
fn positions<R: Rules>() -> Vec<Position<R>> {
    let mut positions = Vec::new();
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
            positions.push(position);
        }
    }
    assert!(positions.len() > 1000, "{}", positions.len());
    positions
}

fn turning_changes_nothing<R: Rules>() {
    let mut scores = std::collections::HashSet::new();
    for position in positions::<R>() {
        let score = Standard.evaluate(&position);
        let [turned, mirrored] = [turned(&position), mirrored(&position)];
        assert_eq!(score, Standard.evaluate(&turned), "{position}");
        assert_eq!(score, Standard.evaluate(&mirrored), "{position}");
        scores.insert(score);
    }
    assert!(scores.len() > 300, "{}", scores.len());
}

#[test]
fn the_evaluations_are_symmetric() {
    turning_changes_nothing::<Shatranj>();
    turning_changes_nothing::<Shatar>();
}

#[test]
fn parts_add_up() {
    let Evaluation::Features(weighing) = &Position::<Shatranj>::EVALUATION else {
        panic!("no features");
    };
    for position in positions::<Shatranj>() {
        let sum = |color| {
            let parts = breakdown(weighing, &position, color).into_iter();
            parts.fold(Pair::ZERO, |sum, (_, part)| sum + part)
        };
        let me = position.side_to_move();
        let (men, full) = (weighing.phase)(&position);
        let score = (sum(me) - sum(!me)).at(men, full);
        assert_eq!(score, Standard.evaluate(&position), "{position}");
    }
}

fn shatar(fen: &str) -> Position<Shatar> {
    let setup = Setup::from_fen::<Shatar>(fen).unwrap();
    setup.position().unwrap()
}

#[test]
fn a_man_more_is_worth_something() {
    let score = |fen| Standard.evaluate(&shatar(fen));
    let even = "1nb1k1nr/1pp2ppp/8/3p4/3P4/8/1PP2PPP/1NB1K1NR w";
    assert!(score(even).abs() < 150, "{}", score(even));
    for (fen, least) in [
        ("1nb1k1nr/1pp2pp1/8/3p4/3P4/8/1PP2PPP/1NB1K1NR w", 40),
        ("1n2k1nr/1pp2ppp/8/3p4/3P4/8/1PP2PPP/1NB1K1NR w", 150),
        ("1nb1k1n1/1pp2ppp/8/3p4/3P4/8/1PP2PPP/1NB1K1NR w", 250),
    ] {
        assert!(score(fen) > least, "{fen}: {}", score(fen));
    }
}

#[test]
fn men_are_told_by_kind_with_what_the_score_loses_without_them() {
    let Evaluation::Network(learned) = &Position::<Shatar>::EVALUATION else {
        panic!("no network");
    };
    let rook = shatar("4k3/ppp5/8/8/8/8/PPP5/R3K3 w");
    let told = worths(learned, &rook);
    let names: Vec<&str> = told.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["pawn", "knight", "bishop", "rook", "queen"]);
    let without = Standard.evaluate(&shatar("4k3/ppp5/8/8/8/8/PPP5/4K3 w"));
    assert_eq!(told[3].1, [Standard.evaluate(&rook) - without, 0]);
    // To Black, on the move, White's rook is worth as much as it costs him.
    let black = worths(learned, &shatar("4k3/ppp5/8/8/8/8/PPP5/R3K3 b"));
    assert!(black[3].1[0] > 200, "{black:?}");
}
