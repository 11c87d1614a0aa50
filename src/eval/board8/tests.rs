//! The symmetry of the evaluations, and the worth of a man.

use super::*;
use crate::base::Square;
use crate::eval::{Evaluator, Standard, worths};
use crate::rules::MoveList;
use crate::rules::board8::geometry::flip;
use crate::rules::board8::{Setup, Shatar, Shatranj};
use crate::util::rng::Rng;

/// Returns the position with the board turned over and the colours exchanged.
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

/// Returns the mirror image: file a becomes file h.
fn mirrored<R: Rules>(position: &Position<R>) -> Position<R> {
    let mut setup = position.setup();
    for (i, man) in position.setup().squares.into_iter().enumerate() {
        setup.squares[i ^ 7] = man;
    }
    setup.position().unwrap()
}

/// Returns positions of random games.
fn positions<R: Rules>() -> Vec<Position<R>> {
    let mut positions = Vec::new();
    for game in 0..30 {
        let mut rng = Rng::new(4, game);
        let mut position = Position::<R>::start();
        for _ in 0..100 {
            let mut moves = MoveList::new();
            position.legal_moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            position = position.after(moves[rng.below(moves.len())]);
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

fn read<R: Rules>(fen: &str) -> Position<R> {
    let setup = Setup::from_fen::<R>(fen).unwrap();
    setup.position().unwrap()
}

/// Checks that an extra pawn, bishop and rook are each worth a minimum.
fn a_man_more_is_worth<R: Rules>(least_bishop: Score) {
    let score = |fen| Standard.evaluate(&read::<R>(fen));
    let even = "1nb1k1nr/1pp2ppp/8/3p4/3P4/8/1PP2PPP/1NB1K1NR w";
    assert!(score(even).abs() < 150, "{}", score(even));
    for (fen, least) in [
        ("1nb1k1nr/1pp2pp1/8/3p4/3P4/8/1PP2PPP/1NB1K1NR w", 40),
        (
            "1n2k1nr/1pp2ppp/8/3p4/3P4/8/1PP2PPP/1NB1K1NR w",
            least_bishop,
        ),
        ("1nb1k1n1/1pp2ppp/8/3p4/3P4/8/1PP2PPP/1NB1K1NR w", 250),
    ] {
        assert!(score(fen) > least, "{fen}: {}", score(fen));
    }
}

#[test]
fn a_man_more_is_worth_something() {
    a_man_more_is_worth::<Shatranj>(40);
    a_man_more_is_worth::<Shatar>(150);
}

/// Each game has its own network, though both networks have the same form.
#[test]
fn a_bishop_that_slides_is_worth_more_than_one_that_leaps() {
    let fen = "1n2k1nr/1pp2ppp/8/3p4/3P4/8/1PP2PPP/1NB1K1NR w";
    let slides = Standard.evaluate(&read::<Shatar>(fen));
    let leaps = Standard.evaluate(&read::<Shatranj>(fen));
    assert!(slides > 2 * leaps, "{slides} and {leaps}");
}

fn men_are_told<R: Rules>() {
    let Evaluation::Network(learned) = &Position::<R>::EVALUATION else {
        panic!("no network");
    };
    let rook = read::<R>("4k3/ppp5/8/8/8/8/PPP5/R3K3 w");
    let told = worths(learned, &rook);
    let names: Vec<&str> = told.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["pawn", "knight", "bishop", "rook", "queen"]);
    let without = Standard.evaluate(&read::<R>("4k3/ppp5/8/8/8/8/PPP5/4K3 w"));
    assert_eq!(told[3].1, [Standard.evaluate(&rook) - without, 0]);
    // With Black to move, White's rook is still worth much to White.
    let black = worths(learned, &read::<R>("4k3/ppp5/8/8/8/8/PPP5/R3K3 b"));
    assert!(black[3].1[0] > 200, "{black:?}");
}

#[test]
fn men_are_told_by_kind_with_what_the_score_loses_without_them() {
    men_are_told::<Shatranj>();
    men_are_told::<Shatar>();
}
