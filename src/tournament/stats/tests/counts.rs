//! Tests of counts of pairs with games outside them.

use super::super::{Counts, Pentanomial, Sprt, SprtState, Tally};
use super::assert_close;
use crate::tournament::stats::EloModel;

/// The score is the points per game, from which Elo is computed. The standard error of the score
/// is the square root of the summed squares of `points - games · score` over all units, divided by
/// the number of games.
#[test]
fn games_outside_pairs_count_in_the_score_and_in_elo() {
    let counts = Counts::new(Pentanomial([0, 0, 3, 0, 0]), Tally::new(2, 0, 1));
    assert_close(counts.score().unwrap(), 5.0 / 9.0);
    let elo = counts.elo().unwrap();
    assert_close(elo.value, 400.0 * 1.25_f64.log10());
    let squares = 3.0 * (1.0 - 10.0 / 9.0_f64).powi(2)
        + 2.0 * (4.0 / 9.0_f64).powi(2)
        + (5.0 / 9.0_f64).powi(2);
    let margin = 1.959_963_984_540_054 * squares.sqrt() / 9.0;
    let to_elo = |score: f64| 400.0 * (score / (1.0 - score)).log10();
    assert_close(elo.lower, to_elo(5.0 / 9.0 - margin));
    assert_close(elo.upper, to_elo(5.0 / 9.0 + margin));
    assert!(counts.los().unwrap() > 0.5);
    let normalized = counts.normalized_elo().unwrap();
    let deviation = (squares / 9.0).sqrt();
    assert_close(
        normalized.value,
        800.0 / std::f64::consts::LN_10 * (5.0 / 9.0 - 0.5) / deviation,
    );
}

#[test]
fn units_of_one_kind_give_their_usual_figures() {
    let (pairs, games) = (Pentanomial([3, 5, 20, 9, 4]), Tally::new(12, 30, 7));
    let of_pairs = Counts::new(pairs, Tally::default());
    // 44 of 82 points, and 27 of 49.
    let elo = |ratio: f64| 400.0 * ratio.log10();
    assert_close(of_pairs.elo().unwrap().value, elo(44.0 / 38.0));
    let of_games = Counts::new(Pentanomial::default(), games);
    assert_close(of_games.elo().unwrap().value, elo(27.0 / 22.0));
    assert_eq!(
        Counts::new(Pentanomial::default(), Tally::default()).elo(),
        None
    );
}

#[test]
fn equal_scores_of_all_units_give_an_exact_interval() {
    let drawn = Counts::new(Pentanomial([0, 0, 4, 0, 0]), Tally::new(0, 3, 0));
    let seven = Counts::SingleGames(Tally::new(0, 7, 0));
    assert_eq!(drawn.elo(), seven.elo(), "seven units");
    let won = Counts::new(Pentanomial([0, 0, 0, 0, 4]), Tally::new(3, 0, 0));
    assert!(won.elo().unwrap().value.is_infinite());
    assert!(won.elo().unwrap().lower.is_finite());
}

#[test]
fn a_sequential_test_counts_pairs_alone() {
    let test = Sprt::new(EloModel::Normalized, [0.0, 10.0], 0.05, 0.05).unwrap();
    let pairs = Pentanomial([3, 5, 20, 9, 4]);
    let counts = Counts::new(pairs, Tally::new(500, 0, 0));
    assert_close(counts.llr(&test), test.llr_of_pairs(&pairs));
    assert_eq!(test.state(counts.llr(&test)), SprtState::Running);
}
