//! The sequential test keeps its nominal error rates.
//!
//! Pairs of games are drawn at exactly `elo0` and at exactly `elo1`, from
//! distributions like those of real matches, and the wrong verdicts are
//! counted. Wald's bounds err on the safe side: the ratio overshoots them, so the true rates are
//! slightly below the nominal rates. A count may exceed the nominal one by up to three standard
//! deviations, and must not be zero. The seeds are fixed.

use batyr::base::zobrist::splitmix;
use batyr::tournament::stats::{EloModel, Pentanomial, Sprt, SprtState, elo_to_score};

/// The nominal rate of both kinds of error.
const ERROR_RATE: f64 = 0.05;
/// The Elo, on the scale of the model, of the alternative; that of the null hypothesis is 0. They
/// are so far apart that a run takes only a few hundred pairs.
const ELO1: f64 = 30.0;
/// The shares of pairs with 0, 1, 2, 3 and 4 half points between equal sides.
const EQUAL: [f64; 5] = [0.06, 0.22, 0.44, 0.22, 0.06];

/// Returns the mean and the variance of the score of a pair, on a scale from 0 to 1.
fn moments(shares: &[f64; 5]) -> (f64, f64) {
    let score = |i: usize| i as f64 / 4.0;
    let mean: f64 = (0..5).map(|i| shares[i] * score(i)).sum();
    let variance = (0..5).map(|i| shares[i] * (score(i) - mean).powi(2)).sum();
    (mean, variance)
}

/// Returns by how much the distribution exceeds `elo`, in the unit in which the model defines Elo.
/// The result is negative if the distribution has less.
fn excess(model: EloModel, shares: &[f64; 5], elo: f64) -> f64 {
    let (mean, variance) = moments(shares);
    let normalized_elo = elo * std::f64::consts::LN_10 / 800.0;
    match model {
        EloModel::Logistic => mean - elo_to_score(elo),
        EloModel::Normalized => (mean - 0.5) / (2.0 * variance).sqrt() - normalized_elo,
    }
}

/// Returns the distribution of equal sides, tilted to have this Elo.
fn distribution(model: EloModel, elo: f64) -> [f64; 5] {
    let tilted = |tilt: f64| {
        let weights: [f64; 5] = std::array::from_fn(|i| EQUAL[i] * (tilt * i as f64).exp());
        let sum: f64 = weights.iter().sum();
        weights.map(|weight| weight / sum)
    };
    let (mut low, mut high) = (-1.0, 1.0);
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        if excess(model, &tilted(middle), elo) < 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    tilted((low + high) / 2.0)
}

/// Draws a random pair and returns its half points.
fn draw_pair(shares: &[f64; 5], random: u64) -> usize {
    let mut remainder = (random >> 11) as f64 / (1u64 << 53) as f64;
    for (i, share) in shares.iter().enumerate() {
        remainder -= share;
        if remainder < 0.0 {
            return i;
        }
    }
    2
}

/// Runs a test until it is decided and returns its verdict.
fn verdict(test: &Sprt, shares: &[f64; 5], seed: u64) -> SprtState {
    let mut pairs = Pentanomial::default();
    for i in 0.. {
        pairs.record(draw_pair(shares, splitmix(splitmix(seed) ^ i)));
        let state = test.state(test.llr_of_pairs(&pairs));
        if state != SprtState::Running {
            return state;
        }
    }
    SprtState::Running
}

/// Checks the number of wrong verdicts in this many runs under each hypothesis.
fn check_error_rates(model: EloModel, runs: u64) {
    let test = Sprt::new(model, [0.0, ELO1], ERROR_RATE, ERROR_RATE).unwrap();
    for (elo, wrong) in [(0.0, SprtState::AcceptH1), (ELO1, SprtState::AcceptH0)] {
        let shares = distribution(model, elo);
        let salt = elo as u64 + 1;
        let errors = (0..runs)
            .filter(|&run| verdict(&test, &shares, salt << 32 | run) == wrong)
            .count() as f64;
        let (expected, runs) = (ERROR_RATE * runs as f64, runs as f64);
        let deviation = (runs * ERROR_RATE * (1.0 - ERROR_RATE)).sqrt();
        println!("{model:?} at {elo}: {errors} errors in {runs} runs, {expected} expected");
        assert!(errors <= expected + 3.0 * deviation, "{errors} of {runs}");
        assert!(errors >= expected / 3.0 - 3.0 * deviation && errors > 0.0);
    }
}

#[test]
fn error_rates_are_near_the_nominal_ones() {
    check_error_rates(EloModel::Normalized, 600);
    check_error_rates(EloModel::Logistic, 600);
}

#[test]
#[ignore = "slow: a minute"]
fn error_rates_are_near_the_nominal_ones_in_ten_thousand_runs() {
    check_error_rates(EloModel::Normalized, 10_000);
    check_error_rates(EloModel::Logistic, 10_000);
}
