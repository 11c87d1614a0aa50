//! Tests the fit and the calibration on simulated games whose true model is known.

use super::likelihood::{LogLikelihood, PARAMETER_COUNT, add_position, total};
use super::*;
use crate::eval::wdl::{KNOTS, WdlModel};
use crate::files::{PackedSample, Sample};
use crate::game::Variant;
use crate::util::rng::Rng;

/// Returns a model whose parameters differ from the engine's.
fn true_model() -> WdlModel {
    let mut model = WdlModel::for_variant(Variant::Original).clone();
    let thresholds = [3.0, 2.5, 1.8, 2.2, 1.0, 0.4];
    let gains = [0.5, 0.9, 1.4, 1.1, 0.8, 1.6];
    let parameters = thresholds.into_iter().zip(gains);
    for (knot, (threshold, gain)) in model.knots.iter_mut().zip(parameters) {
        (knot.threshold, knot.gain) = (threshold, gain);
    }
    model
}

/// Returns games of one position each, whose results are sampled from a model.
fn simulated_games(model: &WdlModel, count: u64) -> GamePositions {
    let mut games = GamePositions::default();
    let mut rng = Rng::new(17, 0);
    let mut uniform = || rng.below(1_000_000) as f64 / 1e6;
    for _ in 0..count {
        let men = (47.0 * uniform()) as i32;
        let score = (1600.0 * uniform() - 800.0).round();
        let [win, draw, _] = model.at(men).probabilities(score);
        let random = uniform();
        let outcome = usize::from(random >= win) + usize::from(random >= win + draw);
        games.begin_game();
        games.add_scored(men, score, outcome);
    }
    games
}

fn parameters(model: &WdlModel) -> Vec<f64> {
    let knots = model.knots.iter();
    knots.flat_map(|knot| [knot.threshold, knot.gain]).collect()
}

#[test]
fn the_fit_recovers_the_model_that_generated_the_results() {
    let fitted = fit(&simulated_games(&true_model(), 40_000), Variant::Original);
    let errors = fitted.standard_errors.as_flattened();
    let pairs = parameters(&fitted.model)
        .into_iter()
        .zip(parameters(&true_model()));
    let deviations: Vec<f64> = pairs
        .zip(errors)
        .map(|((estimate, truth), error)| (estimate - truth) / error)
        .collect();
    // These are twelve normal deviates. They would exceed the bounds for about one seed in a
    // thousand.
    assert!(
        deviations.iter().all(|deviation| deviation.abs() < 4.0),
        "{deviations:?}"
    );
    let squares: f64 = deviations
        .iter()
        .map(|deviation| deviation * deviation)
        .sum();
    assert!((1.5..35.0).contains(&squares), "{deviations:?}");
    assert!(errors.iter().all(|error| *error < 0.5), "{errors:?}");
}

#[test]
fn the_derivatives_of_the_likelihood_agree_with_finite_differences() {
    let positions = [
        (1, 90.0, 0),
        (5, -340.0, 1),
        (11, 700.0, 2),
        (46, 20.0, 1),
        (3, -250.0, 2),
        (30, 9000.0, 1),
    ];
    let positions = positions.map(|(men, score, outcome)| ScoredPosition {
        men,
        score,
        outcome,
        weight: 0.5,
    });
    let likelihood_at = |parameters: &[f64]| -> LogLikelihood {
        let mut model = true_model();
        for (i, knot) in model.knots.iter_mut().enumerate() {
            (knot.threshold, knot.gain) = (parameters[i], parameters[KNOTS + i]);
        }
        let mut sum = LogLikelihood::zero();
        positions
            .iter()
            .for_each(|position| add_position(&mut sum, position, &model));
        sum
    };
    let knots = true_model().knots;
    let thresholds = knots.iter().map(|knot| knot.threshold);
    let all: Vec<f64> = thresholds
        .chain(knots.iter().map(|knot| knot.gain))
        .collect();
    let likelihood = likelihood_at(&all);
    const STEP: f64 = 1e-5;
    let is_close = |a: f64, b: f64| (a - b).abs() < 1e-4 * (1.0 + a.abs());
    for i in 0..PARAMETER_COUNT {
        let [mut low, mut high] = [all.clone(), all.clone()];
        low[i] -= STEP;
        high[i] += STEP;
        let [low, high] = [likelihood_at(&low), likelihood_at(&high)];
        let slope = (high.value - low.value) / (2.0 * STEP);
        assert!(is_close(likelihood.gradient[i], slope), "{i}: {slope}");
        for j in 0..PARAMETER_COUNT {
            let curvature = (high.gradient[j] - low.gradient[j]) / (2.0 * STEP);
            assert!(is_close(likelihood.hessian[i][j], curvature), "{i} {j}");
        }
    }
}

#[test]
fn the_likelihood_agrees_with_the_probabilities() {
    let games = simulated_games(&true_model(), 500);
    let logs = games.positions().iter().map(|position| {
        let chances = true_model().at(position.men).probabilities(position.score);
        chances[position.outcome].ln()
    });
    let mean = logs.sum::<f64>() / 500.0;
    assert!((mean_log_likelihood(&games, &true_model()) - mean).abs() < 1e-12);
}

#[test]
fn the_number_of_threads_does_not_change_the_result() {
    let games = simulated_games(&true_model(), 40_000);
    let run = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.unwrap().install(|| total(&games, &true_model()).value)
    };
    assert_eq!(run(1).to_bits(), run(3).to_bits());
}

#[test]
fn the_fit_does_not_change_when_the_sides_are_exchanged() {
    let games = simulated_games(&true_model(), 2_000);
    let mut exchanged = GamePositions::default();
    for position in games.positions() {
        exchanged.begin_game();
        exchanged.add_scored(position.men, -position.score, 2 - position.outcome);
    }
    let [original, mirrored] = [games, exchanged].map(|games| fit(&games, Variant::Original).model);
    for (original, mirrored) in parameters(&original).into_iter().zip(parameters(&mirrored)) {
        assert!((original - mirrored).abs() < 1e-6, "{original} {mirrored}");
    }
}

#[test]
fn a_longer_game_has_no_more_weight() {
    let single = simulated_games(&true_model(), 3_000);
    let mut fourfold = GamePositions::default();
    for position in single.positions() {
        fourfold.begin_game();
        (0..4).for_each(|_| fourfold.add_scored(position.men, position.score, position.outcome));
    }
    assert_eq!(fourfold.games().count(), 3_000);
    let [one, four] = [&single, &fourfold].map(|games| fit(games, Variant::Original));
    let [one, four] =
        [one, four].map(|fit| [parameters(&fit.model), fit.standard_errors.concat()].concat());
    for (one, four) in one.iter().zip(four) {
        assert!((one - four).abs() < 1e-6, "{one} {four}");
    }
}

#[test]
fn without_games_the_prior_determines_the_parameters() {
    for games in [GamePositions::default(), simulated_games(&true_model(), 1)] {
        let fitted = fit(&games, Variant::Extended);
        for parameter in parameters(&fitted.model) {
            assert!((0.2..3.0).contains(&parameter), "{:?}", fitted.model);
        }
    }
}

#[test]
fn one_sided_results_leave_the_parameters_finite() {
    for outcome in 0..3 {
        let mut games = GamePositions::default();
        for score in [-300.0, 300.0].repeat(200) {
            games.begin_game();
            games.add_scored(10, score, outcome);
        }
        let model = fit(&games, Variant::Extended).model;
        let is_finite = |parameter: f64| parameter > 0.0 && parameter < 100.0;
        assert!(parameters(&model).into_iter().all(is_finite), "{model:?}");
    }
}

#[test]
fn a_game_begins_where_the_move_number_falls_or_the_result_changes() {
    let mut games = GamePositions::default();
    let mut last: Option<PackedSample> = None;
    for (side, number, result) in [
        ("w", 9, 1.0),
        ("b", 9, 1.0),
        ("w", 12, 1.0),
        ("w", 12, 0.0),
        ("w", 4, 0.0),
        ("b", 5, 0.0),
    ] {
        let sample = Sample {
            position: format!("9/K/7/7/7/1S5/5s1/6k/1/9 {side} - - - - {number}"),
            score: 30,
            result,
        };
        let sample = PackedSample::from_text(Variant::Extended, &sample);
        let sample = sample.unwrap().unwrap();
        if last.is_none_or(|last| !sample.may_follow(&last)) {
            games.begin_game();
        }
        last = Some(sample);
        games.add(Variant::Extended, &sample).unwrap();
    }
    let game_lengths: Vec<usize> = games.games().map(<[ScoredPosition]>::len).collect();
    assert_eq!(game_lengths, [3, 1, 2]);
    assert_eq!(games.half(false).games().count(), 2);
    assert_eq!(games.half(true).positions(), &games.positions()[3..4]);
    let outcomes: Vec<_> = games
        .positions()
        .iter()
        .map(|position| position.outcome)
        .collect();
    assert_eq!(outcomes, [0, 2, 0, 2, 2, 0]);
    let scores: Vec<_> = games
        .positions()
        .iter()
        .map(|position| position.score)
        .collect();
    assert_eq!(scores[..2], [30.0, -30.0]);
    assert_eq!(games.positions()[0].men, 2);
}

#[test]
fn a_game_counts_once_for_each_number_of_men() {
    let mut games = GamePositions::default();
    for game in [&[9, 9, 9, 7][..], &[7, 7], &[7]] {
        games.begin_game();
        game.iter().for_each(|men| games.add_scored(*men, 0.0, 1));
    }
    let weights: Vec<_> = games
        .positions()
        .iter()
        .map(|position| position.weight)
        .collect();
    let third = 1.0 / 3.0;
    assert_eq!(weights, [third, third, third, 1.0, 0.5, 0.5, 1.0]);
    assert!((games.total_weight() - 4.0).abs() < 1e-12);
    assert_eq!(games.half(false).positions()[0].weight, third);
}

#[test]
fn the_true_model_is_calibrated_and_a_constant_one_is_not() {
    let games = simulated_games(&true_model(), 20_000);
    let predictions = cross_validated(&games, Variant::Original);
    let Calibration(bins) = Calibration::new(&games, &predictions, 0..=99);
    let all_bins: Vec<Bin> = bins.concat();
    let is_hit = |bin: &&Bin| (bin.interval.0..=bin.interval.1).contains(&bin.predicted);
    let hits = all_bins.iter().filter(is_hit).count();
    assert!(
        all_bins.len() > 20 && hits * 10 > all_bins.len() * 8,
        "{hits} {all_bins:?}"
    );
    for bins in &bins {
        let positions: usize = bins.iter().map(|bin| bin.positions).sum();
        assert_eq!(positions, 20_000);
    }

    // A model that predicts the same chances in every position.
    let constant: Vec<_> = predictions
        .iter()
        .map(|_| vec![[0.35, 0.3, 0.35]])
        .collect();
    let Calibration(bins) = Calibration::new(&games, &constant, 0..=20);
    assert!(bins.iter().all(|bins| bins.len() == 1));
    assert!(!is_hit(&&bins[1][0]), "{:?}", bins[1]);
}

#[test]
fn intervals_depend_on_the_number_of_games() {
    let mut games = GamePositions::default();
    for game in 0..50 {
        games.begin_game();
        (0..20).for_each(|_| games.add_scored(4, 0.0, game % 2));
    }
    let predictions: Vec<_> = games
        .games()
        .map(|game| vec![[0.5, 0.5, 0.0]; game.len()])
        .collect();
    let Calibration([wins, _, losses]) = Calibration::new(&games, &predictions, 4..=4);
    assert_eq!((wins[0].positions, wins[0].games), (1000, 50));
    // As for 25 successes in 50 trials, Wilson's interval is 0.366 to 0.634.
    let (low, high) = wins[0].interval;
    assert!((low - 0.366).abs() < 0.001 && (high - 0.634).abs() < 0.001);
    // For no success in 50 trials, it is 0 to 0.071.
    assert!(losses[0].interval.0 < 1e-9);
    assert!((losses[0].interval.1 - 0.0713).abs() < 0.001, "{losses:?}");
}
