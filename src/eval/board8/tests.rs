//! Tests the symmetry of the evaluations and the values of men.

use super::*;
use crate::base::Square;
use crate::eval::{Evaluator, StaticEvaluator, values_by_kind};
use crate::rules::MoveList;
use crate::rules::board8::geometry::flip;
use crate::rules::board8::{Setup, Shatar, Shatranj};
use crate::util::rng::Rng;

/// Returns the position with the ranks reversed and the colours exchanged.
fn flipped<R: EvaluatedByNetwork>(position: &Position<R>) -> Position<R> {
    let mut setup = position.setup();
    let original = setup.clone();
    setup.to_move = !original.to_move;
    for (i, man) in original.squares.into_iter().enumerate() {
        setup.squares[flip(Square::new(i as u8)).index()] = man.map(|mut man| {
            man.color = !man.color;
            man
        });
    }
    setup.position().unwrap()
}

/// Returns the mirror image: file a becomes file h.
fn mirrored<R: EvaluatedByNetwork>(position: &Position<R>) -> Position<R> {
    let mut setup = position.setup();
    for (i, man) in position.setup().squares.into_iter().enumerate() {
        setup.squares[i ^ 7] = man;
    }
    setup.position().unwrap()
}

/// Returns the positions of random games.
fn random_positions<R: EvaluatedByNetwork>() -> Vec<Position<R>> {
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

fn check_symmetry<R: EvaluatedByNetwork>() {
    let mut scores = std::collections::HashSet::new();
    for position in random_positions::<R>() {
        let score = StaticEvaluator.evaluate(&position);
        let [flipped, mirrored] = [flipped(&position), mirrored(&position)];
        assert_eq!(score, StaticEvaluator.evaluate(&flipped), "{position}");
        assert_eq!(score, StaticEvaluator.evaluate(&mirrored), "{position}");
        scores.insert(score);
    }
    assert!(scores.len() > 300, "{}", scores.len());
}

#[test]
fn the_evaluations_are_symmetric() {
    check_symmetry::<Shatranj>();
    check_symmetry::<Shatar>();
}

fn read<R: EvaluatedByNetwork>(fen: &str) -> Position<R> {
    let setup = Setup::from_fen::<R>(fen).unwrap();
    setup.position().unwrap()
}

/// Checks that an extra pawn, bishop or rook raises the score by more than a given
/// minimum.
fn check_values_of_extra_men<R: EvaluatedByNetwork>(min_bishop: Score) {
    let score = |fen| StaticEvaluator.evaluate(&read::<R>(fen));
    let even = "1nb1k1nr/1pp2ppp/8/3p4/3P4/8/1PP2PPP/1NB1K1NR w";
    assert!(score(even).abs() < 150, "{}", score(even));
    for (fen, minimum) in [
        ("1nb1k1nr/1pp2pp1/8/3p4/3P4/8/1PP2PPP/1NB1K1NR w", 40),
        ("1n2k1nr/1pp2ppp/8/3p4/3P4/8/1PP2PPP/1NB1K1NR w", min_bishop),
        ("1nb1k1n1/1pp2ppp/8/3p4/3P4/8/1PP2PPP/1NB1K1NR w", 250),
    ] {
        assert!(score(fen) > minimum, "{fen}: {}", score(fen));
    }
}

#[test]
fn an_extra_man_raises_the_score_by_at_least_a_minimum() {
    check_values_of_extra_men::<Shatranj>(40);
    check_values_of_extra_men::<Shatar>(150);
}

/// Each game must use its own network: the layers of both have the same sizes, so a mix-up
/// would compile.
#[test]
fn a_sliding_bishop_is_more_valuable_than_a_leaping_one() {
    let fen = "1n2k1nr/1pp2ppp/8/3p4/3P4/8/1PP2PPP/1NB1K1NR w";
    let sliding = StaticEvaluator.evaluate(&read::<Shatar>(fen));
    let leaping = StaticEvaluator.evaluate(&read::<Shatranj>(fen));
    assert!(sliding > 2 * leaping, "{sliding} and {leaping}");
}

fn check_values_by_kind<R: EvaluatedByNetwork>() {
    let Evaluation::Network(evaluation) = &Position::<R>::EVALUATION else {
        panic!("not a network");
    };
    let with_rook = read::<R>("4k3/ppp5/8/8/8/8/PPP5/R3K3 w");
    let values = values_by_kind(evaluation, &with_rook);
    let names: Vec<&str> = values.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["pawn", "knight", "bishop", "rook", "queen"]);
    let without = StaticEvaluator.evaluate(&read::<R>("4k3/ppp5/8/8/8/8/PPP5/4K3 w"));
    assert_eq!(
        values[3].1,
        [StaticEvaluator.evaluate(&with_rook) - without, 0]
    );
    // With Black to move, the value of White's rook still counts for White.
    let black_to_move = values_by_kind(evaluation, &read::<R>("4k3/ppp5/8/8/8/8/PPP5/R3K3 b"));
    assert!(black_to_move[3].1[0] > 200, "{black_to_move:?}");
}

#[test]
fn the_value_of_a_kind_is_the_drop_in_score_without_its_men() {
    check_values_by_kind::<Shatranj>();
    check_values_by_kind::<Shatar>();
}
