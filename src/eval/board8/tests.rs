//! Tests the symmetry of the evaluations and the values of men.

use super::*;
use crate::base::{Score, Square};
use crate::eval::EvaluatedPosition;
use crate::rules::board8::geometry::flip;
use crate::rules::board8::{Setup, Shatar, Shatranj};
use crate::rules::{Game, MoveList};
use crate::util::rng::Rng;

/// Returns the score that the network of its game gives to a position.
fn score<R: RuleSet>(position: &Position<R>) -> Score
where
    Position<R>: EvaluatedPosition,
{
    Position::<R>::FAMILY.built_in_network().score(position)
}

/// Returns the position with the ranks reversed and the colours exchanged.
fn flipped<R: RuleSet>(position: &Position<R>) -> Position<R> {
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
fn mirrored<R: RuleSet>(position: &Position<R>) -> Position<R> {
    let mut setup = position.setup();
    for (i, man) in position.setup().squares.into_iter().enumerate() {
        setup.squares[i ^ 7] = man;
    }
    setup.position().unwrap()
}

/// Returns the positions of random games.
fn random_positions<R: RuleSet>() -> Vec<Position<R>> {
    let mut positions = Vec::new();
    for game in 0..30 {
        let mut rng = Rng::new(4, game);
        let mut position = Position::<R>::start();
        for _ in 0..100 {
            let mut moves = MoveList::new();
            position.generate(&mut moves);
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

fn check_symmetry<R: RuleSet>()
where
    Position<R>: EvaluatedPosition,
{
    let mut scores = std::collections::HashSet::new();
    for position in random_positions::<R>() {
        let score = self::score(&position);
        let [flipped, mirrored] = [flipped(&position), mirrored(&position)];
        assert_eq!(score, self::score(&flipped), "{position}");
        assert_eq!(score, self::score(&mirrored), "{position}");
        scores.insert(score);
    }
    assert!(scores.len() > 300, "{}", scores.len());
}

#[test]
fn the_evaluations_are_symmetric() {
    check_symmetry::<Shatranj>();
    check_symmetry::<Shatar>();
}

fn read<R: RuleSet>(fen: &str) -> Position<R> {
    let setup = Setup::from_fen::<R>(fen).unwrap();
    setup.position().unwrap()
}

/// Checks that an extra pawn, bishop or rook raises the score of an even position
/// above a minimum.
fn check_values_of_extra_men<R: RuleSet>(min_bishop: Score)
where
    Position<R>: EvaluatedPosition,
{
    let score = |fen| score(&read::<R>(fen));
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

/// Each game must use its own network: the layers of both networks have the same sizes, so a
/// mix-up would compile.
#[test]
fn a_sliding_bishop_is_more_valuable_than_a_leaping_one() {
    let fen = "1n2k1nr/1pp2ppp/8/3p4/3P4/8/1PP2PPP/1NB1K1NR w";
    let sliding = score(&read::<Shatar>(fen));
    let leaping = score(&read::<Shatranj>(fen));
    assert!(sliding > 2 * leaping, "{sliding} and {leaping}");
}
