//! The sequential test keeps its nominal error rates.
//!
//! Pairs of games are drawn at exactly `elo0` and at exactly `elo1`, from
//! distributions like those of real matches, and the wrong verdicts are
//! counted. Wald's bounds err on the safe side: the ratio overshoots them, so
//! the true rates are slightly below the nominal ones. A rate is accepted up to
//! three standard deviations of the count above the nominal one. The count must
//! not be zero either: some errors must occur. The seeds are fixed.

use batyr::base::zobrist::splitmix;
use batyr::tournament::stats::{EloModel, Pentanomial, Sprt, SprtState, elo_to_score};

/// Both nominal error rates.
const RATE: f64 = 0.05;
/// The Elo (of the model) of the upper hypothesis; that of the lower one is 0.
/// Far apart, so that a run takes a few hundred pairs.
const ELO1: f64 = 30.0;
/// The shares of pairs by points between equal sides.
const EQUAL: [f64; 5] = [0.06, 0.22, 0.44, 0.22, 0.06];

/// Returns the mean and the variance of a pair's score, scaled to 0 to 1.
fn moments(p: &[f64; 5]) -> (f64, f64) {
    let score = |i: usize| i as f64 / 4.0;
    let mean: f64 = (0..5).map(|i| p[i] * score(i)).sum();
    let variance = (0..5).map(|i| p[i] * (score(i) - mean).powi(2)).sum();
    (mean, variance)
}

/// Returns how far the distribution exceeds `elo` on the model's scale, by its definition; negative
/// if the distribution has less.
fn excess(model: EloModel, p: &[f64; 5], elo: f64) -> f64 {
    let (mean, variance) = moments(p);
    let t = elo * std::f64::consts::LN_10 / 800.0;
    match model {
        EloModel::Logistic => mean - elo_to_score(elo),
        EloModel::Normalized => (mean - 0.5) / (2.0 * variance).sqrt() - t,
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

/// Draws one pair; returns its half points.
fn draw(p: &[f64; 5], random: u64) -> usize {
    let mut left = (random >> 11) as f64 / (1u64 << 53) as f64;
    for (i, share) in p.iter().enumerate() {
        left -= share;
        if left < 0.0 {
            return i;
        }
    }
    2
}

/// Runs one test to its verdict.
fn verdict(test: &Sprt, p: &[f64; 5], seed: u64) -> SprtState {
    let mut pairs = Pentanomial::default();
    for i in 0.. {
        assert!(pairs.record(draw(p, splitmix(splitmix(seed) ^ i))));
        let state = test.state(test.llr_of_pairs(&pairs));
        if state != SprtState::Running {
            return state;
        }
    }
    SprtState::Running
}

/// Counts the wrong verdicts in this many runs at each hypothesis.
fn check(model: EloModel, runs: u64) {
    let test = Sprt::new(model, [0.0, ELO1], RATE, RATE).unwrap();
    for (elo, wrong) in [(0.0, SprtState::AcceptH1), (ELO1, SprtState::AcceptH0)] {
        let p = distribution(model, elo);
        let salt = elo as u64 + 1;
        let errors = (0..runs)
            .filter(|&run| verdict(&test, &p, salt << 32 | run) == wrong)
            .count() as f64;
        let (expected, runs) = (RATE * runs as f64, runs as f64);
        let deviation = (runs * RATE * (1.0 - RATE)).sqrt();
        println!("{model:?} at {elo}: {errors} errors of {expected} allowed in {runs}");
        assert!(errors <= expected + 3.0 * deviation, "{errors} of {runs}");
        assert!(errors >= expected / 3.0 - 3.0 * deviation && errors > 0.0);
    }
}

#[test]
fn error_rates_are_near_the_nominal_ones() {
    check(EloModel::Normalized, 600);
    check(EloModel::Logistic, 600);
}

#[test]
#[ignore = "takes a minute"]
fn error_rates_are_near_the_nominal_ones_in_ten_thousand_runs() {
    check(EloModel::Normalized, 10_000);
    check(EloModel::Logistic, 10_000);
}
