//! The sequential test keeps its nominal error rates.
//!
//! Pairs of games are drawn at exactly `elo0` and at exactly `elo1`, from
//! distributions like those of real matches, and the wrong verdicts are
//! counted. Wald's bounds err on the safe side: the ratio overshoots them, so the true rates are
//! slightly below the nominal rates. A count may exceed the nominal one by up to three standard
//! deviations, and must not be zero. The seeds are fixed.
//!
//! The same is checked for a tournament that shares of unequal speed play in chunks, where the
//! length of a game depends on its result: counted in the order of chunks, the rates are as
//! promised; counted as the games arrive, they need not be.

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

/// The number of pairs in a chunk.
const CHUNK: u64 = 8;
/// The times that a pair takes, by its half points: the first engine's wins are short.
const DURATIONS: [f64; 5] = [3.0, 3.5, 3.0, 2.0, 1.0];
/// The speeds of the shares.
const SPEEDS: [f64; 8] = [1.0, 1.0, 1.3, 2.0, 3.0, 4.0, 6.0, 8.0];

/// What a simulated tournament of shares came to.
struct SharedTest {
    /// The verdict in the order of chunks, up to the first one that is missing.
    in_order: SprtState,
    /// The verdict in the order in which the pairs ended.
    by_arrival: SprtState,
    /// The pairs played when the verdict in order fell, beyond those that count.
    surplus: u64,
}

/// Lets shares play chunks until both ways to count have a verdict.
fn play_shares(test: &Sprt, shares: &[f64; 5], seed: u64) -> SharedTest {
    let pair = |index: u64| draw_pair(shares, splitmix(splitmix(seed) ^ index));
    // For each share: when its pair ends, and the number of the pair.
    let time = |share: usize, index: u64| DURATIONS[pair(index)] / SPEEDS[share];
    let mut playing: Vec<(f64, u64)> = (0..SPEEDS.len())
        .map(|share| (time(share, share as u64 * CHUNK), share as u64 * CHUNK))
        .collect();
    let mut next_chunk = SPEEDS.len() as u64;
    let mut complete = std::collections::BTreeSet::new();
    let (mut counted, mut played, mut gap) = (0, 0, 0);
    let (mut ordered, mut arrived) = (Pentanomial::default(), Pentanomial::default());
    let [mut in_order, mut by_arrival] = [SprtState::Running; 2];
    let mut surplus = 0;
    while in_order == SprtState::Running || by_arrival == SprtState::Running {
        let share = (0..playing.len()).min_by(|&i, &j| playing[i].0.total_cmp(&playing[j].0));
        let share = share.unwrap();
        let (now, index) = playing[share];
        played += 1;
        if by_arrival == SprtState::Running {
            arrived.record(pair(index));
            by_arrival = test.state(test.llr_of_pairs(&arrived));
        }
        let mut next = index + 1;
        if next.is_multiple_of(CHUNK) {
            complete.insert(index / CHUNK);
            next = next_chunk * CHUNK;
            next_chunk += 1;
        }
        playing[share] = (now + time(share, next), next);
        while in_order == SprtState::Running && complete.contains(&gap) {
            for index in gap * CHUNK..(gap + 1) * CHUNK {
                if in_order == SprtState::Running {
                    ordered.record(pair(index));
                    counted += 1;
                    in_order = test.state(test.llr_of_pairs(&ordered));
                    surplus = played - counted;
                }
            }
            gap += 1;
        }
    }
    SharedTest {
        in_order,
        by_arrival,
        surplus,
    }
}

#[test]
fn shares_of_unequal_speed_keep_the_error_rates() {
    const RUNS: u64 = 1000;
    let model = EloModel::Normalized;
    let test = Sprt::new(model, [0.0, ELO1], ERROR_RATE, ERROR_RATE).unwrap();
    for (elo, wrong) in [(0.0, SprtState::AcceptH1), (ELO1, SprtState::AcceptH0)] {
        let distribution = distribution(model, elo);
        let salt = elo as u64 + 7;
        let (mut in_order, mut by_arrival, mut surplus) = (0, 0, 0);
        for run in 0..RUNS {
            let seed = salt << 32 | run;
            let shared = play_shares(&test, &distribution, seed);
            // The verdict is that of one machine.
            assert_eq!(shared.in_order, verdict(&test, &distribution, seed));
            in_order += u64::from(shared.in_order == wrong);
            by_arrival += u64::from(shared.by_arrival == wrong);
            surplus += shared.surplus;
        }
        println!(
            "at {elo}: {in_order} of {RUNS} verdicts wrong in the order of chunks, {by_arrival} in \
             the order of arrival; {:.0} pairs more than needed",
            surplus as f64 / RUNS as f64
        );
        let deviation = (RUNS as f64 * ERROR_RATE * (1.0 - ERROR_RATE)).sqrt();
        assert!((in_order as f64) <= ERROR_RATE * RUNS as f64 + 3.0 * deviation);
        assert!(in_order > 0);
    }
}
