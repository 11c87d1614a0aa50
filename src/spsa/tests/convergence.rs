//! Tests of runs with simulated games: the nearer a side's values are to the optimum, the more
//! likely the side wins.

use super::super::perturbation::Perturbation;
use super::super::state::SpsaState;
use super::{SpsaSettings, parameter, settings};
use crate::tournament::stats::Tally;
use crate::util::rng::Rng;

/// The best values, as shares of the ranges.
const OPTIMUM: [f64; 3] = [0.7, 0.35, 0.5];

fn three_parameters(seed: u64) -> SpsaSettings {
    let parameters = vec![
        parameter("LARGE", -5000, 15_000, -3000.0),
        parameter("MIDDLE", 0, 100, 80.0),
        parameter("SMALL", 0, 12, 1.0),
    ];
    SpsaSettings {
        rate: 0.01,
        ..settings(4000, seed, parameters)
    }
}

/// Returns the signed distance of a value from the optimum, as a share of the range.
fn distance(settings: &SpsaSettings, index: usize, value: f64) -> f64 {
    let parameter = &settings.parameters[index];
    let (min, max) = (parameter.min as f64, parameter.max as f64);
    (value - min) / (max - min) - OPTIMUM[index]
}

fn strength(settings: &SpsaSettings, options: &[(String, String)]) -> f64 {
    let values = options.iter().map(|(_, value)| value.parse().unwrap());
    let distances = values
        .enumerate()
        .map(|(index, value)| distance(settings, index, value));
    -40.0 * distances.map(|distance| distance * distance).sum::<f64>()
}

/// Draws the result of a pair at random. It depends only on the values, the seed and the number of
/// the pair.
fn play(settings: &SpsaSettings, state: &SpsaState, pair: u32) -> Tally {
    let perturbation = Perturbation::new(settings, pair);
    let [plus, minus] = perturbation.options(settings, &state.values);
    let advantage = strength(settings, &plus) - strength(settings, &minus);
    let chance = 1.0 / (1.0 + (-advantage).exp());
    let mut rng = Rng::new(settings.openings.seed, pair.into());
    let mut result = Tally::default();
    for _ in 0..2 {
        match rng.below(3000) {
            0..1000 => result.draws += 1,
            number if (number - 1000) as f64 / 2000.0 < chance => result.wins += 1,
            _ => result.losses += 1,
        }
    }
    result
}

fn play_to_the_end(settings: &SpsaSettings, state: &mut SpsaState) {
    while let Some(pair) = state.begin(settings) {
        let result = play(settings, state, pair);
        state.count(settings, pair, result);
    }
}

#[test]
fn the_values_come_near_to_the_best() {
    for seed in 1..=5 {
        let settings = three_parameters(seed);
        let mut state = SpsaState::new(&settings);
        play_to_the_end(&settings, &mut state);
        assert_eq!(state.done(), 4000);
        assert_eq!(state.games().games(), 8000);
        for (index, value) in state.values.iter().enumerate() {
            let left = distance(&settings, index, *value).abs();
            assert!(left < 0.12, "seed {seed}: {:?}", state.values);
        }
    }
}

#[test]
fn values_stay_in_their_ranges_whatever_the_results() {
    let parameters = vec![
        parameter("A", 0, 1, 1.0),
        parameter("B", -3, 3, -3.0),
        parameter("C", 0, 1_000_000, 10.0),
    ];
    let settings = SpsaSettings {
        rate: 1.0,
        ..settings(300, 3, parameters)
    };
    let mut state = SpsaState::new(&settings);
    let mut seen = [0; 2];
    while let Some(pair) = state.begin(&settings) {
        let perturbation = Perturbation::new(&settings, pair);
        for side in perturbation.options(&settings, &state.values) {
            for (parameter, (name, value)) in settings.parameters.iter().zip(side) {
                let value: i64 = value.parse().unwrap();
                assert_eq!(parameter.name, name);
                assert!(
                    (parameter.min..=parameter.max).contains(&value),
                    "{name} {value}"
                );
                if name == "A" {
                    seen[usize::from(value == 1)] += 1;
                }
            }
        }
        let result = Tally {
            wins: 2 * u64::from(pair % 2),
            losses: 2 * u64::from(1 - pair % 2),
            ..Tally::default()
        };
        state.count(&settings, pair, result);
        assert_eq!(state.defect(&settings), None);
    }
    assert!(seen.iter().all(|&count| count > 50), "{seen:?}");
}

#[test]
fn rounding_keeps_the_mean() {
    let parameter = parameter("X", 0, 10, 5.0);
    let mut rng = Rng::new(1, 1);
    let mut draw = || parameter.round(3.3, rng.below(1000) as f64 / 1000.0);
    let numbers: Vec<i64> = (0..10_000).map(|_| draw()).collect();
    assert!(numbers.iter().all(|number| (3..=4).contains(number)));
    let sum: i64 = numbers.iter().sum();
    assert!((32_500..33_500).contains(&sum), "{sum}");
    assert_eq!(parameter.round(3.0, 0.999), 3);
    assert_eq!(parameter.round(-7.5, 0.5), 0);
    assert_eq!(parameter.round(10.2, 0.9), 10);
    assert_eq!(parameter.round(f64::INFINITY, 0.0), 10);
}

#[test]
fn a_resumed_run_ends_like_an_uninterrupted_one() {
    let settings = three_parameters(9);
    let mut straight = SpsaState::new(&settings);
    play_to_the_end(&settings, &mut straight);

    let mut resumed = SpsaState::new(&settings);
    let mut rng = Rng::new(4, 4);
    while resumed.done() < settings.pairs {
        let interrupted_after = rng.below(400);
        let mut pairs: Vec<u32> = resumed.unfinished.iter().copied().collect();
        for _ in 0..interrupted_after {
            let pair = pairs.pop().or_else(|| resumed.begin(&settings));
            let Some(pair) = pair else {
                break;
            };
            let result = play(&settings, &resumed, pair);
            resumed.count(&settings, pair, result);
        }
        // A pair is being played when the process is killed.
        resumed.begin(&settings);
        let text = serde_json::to_string(&resumed).unwrap();
        resumed = serde_json::from_str(&text).unwrap();
        assert_eq!(resumed.defect(&settings), None);
    }
    assert_eq!(resumed, straight);
}

#[test]
fn a_pair_counts_once() {
    let settings = three_parameters(1);
    let mut state = SpsaState::new(&settings);
    let [first, second] = [(); 2].map(|()| state.begin(&settings).unwrap());
    let result = Tally {
        wins: 1,
        draws: 1,
        losses: 0,
    };
    state.count(&settings, second, result);
    let after = state.clone();
    assert_eq!((state.done(), state.games()), (1, Tally::new(1, 1, 0)));
    state.count(&settings, second, result);
    assert_eq!(state, after);
    state.count(&settings, first, result);
    assert_eq!((state.done(), state.games()), (2, Tally::new(2, 2, 0)));
}
