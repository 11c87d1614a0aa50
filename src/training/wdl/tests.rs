use super::likelihood::{COUNT, Sum, add, sum};
use super::*;
use crate::eval::wdl::{KNOTS, Table};
use crate::util::rng::Rng;

/// A table whose numbers have little to do with the engine's.
fn truth() -> Table {
    let mut table = Table::of(Variant::Original).clone();
    let draws = [3.0, 2.5, 1.8, 2.2, 1.0, 0.4];
    let gains = [0.5, 0.9, 1.4, 1.1, 0.8, 1.6];
    for (knot, (draw, gain)) in table.knots.iter_mut().zip(draws.into_iter().zip(gains)) {
        (knot.draw, knot.gain) = (draw, gain);
    }
    table
}

/// Returns games of one position each, with results drawn from a table.
fn simulated(table: &Table, count: u64) -> Games {
    let mut games = Games::default();
    let mut rng = Rng::new(17, 0);
    let mut part = || rng.below(1_000_000) as f64 / 1e6;
    for _ in 0..count {
        let men = (47.0 * part()) as i32;
        let score = (1600.0 * part() - 800.0).round();
        let [win, draw, _] = table.at(men).probabilities(score);
        let lot = part();
        let outcome = usize::from(lot >= win) + usize::from(lot >= win + draw);
        games.begin();
        games.push(men, score, outcome);
    }
    games
}

fn numbers(table: &Table) -> Vec<f64> {
    let knots = table.knots.iter();
    knots.flat_map(|knot| [knot.draw, knot.gain]).collect()
}

#[test]
fn the_fit_finds_what_the_results_were_drawn_by() {
    let found = fit(&simulated(&truth(), 40_000), Variant::Original);
    let errors = found.errors.as_flattened();
    let pairs = numbers(&found.table).into_iter().zip(numbers(&truth()));
    let away: Vec<f64> = pairs
        .zip(errors)
        .map(|((found, truth), error)| (found - truth) / error)
        .collect();
    // Twelve normal deviates: within these bounds all but about one time in a
    // thousand.
    assert!(away.iter().all(|away| away.abs() < 4.0), "{away:?}");
    let squares: f64 = away.iter().map(|away| away * away).sum();
    assert!((1.5..35.0).contains(&squares), "{away:?}");
    assert!(errors.iter().all(|error| *error < 0.5), "{errors:?}");
}

#[test]
fn the_likelihood_has_its_slopes_and_curvatures() {
    let rows = [
        (1, 90.0, 0),
        (5, -340.0, 1),
        (11, 700.0, 2),
        (46, 20.0, 1),
        (3, -250.0, 2),
        (30, 9000.0, 1),
    ];
    let rows = rows.map(|(men, score, outcome)| Row {
        men,
        score,
        outcome,
        weight: 0.5,
    });
    let at = |numbers: &[f64]| -> Sum {
        let mut table = truth();
        for (i, knot) in table.knots.iter_mut().enumerate() {
            (knot.draw, knot.gain) = (numbers[i], numbers[KNOTS + i]);
        }
        let mut sum = Sum::zero();
        rows.iter().for_each(|row| add(&mut sum, row, &table));
        sum
    };
    let knots = truth().knots;
    let draws = knots.iter().map(|knot| knot.draw);
    let all: Vec<f64> = draws.chain(knots.iter().map(|knot| knot.gain)).collect();
    let here = at(&all);
    const STEP: f64 = 1e-5;
    let near = |a: f64, b: f64| (a - b).abs() < 1e-4 * (1.0 + a.abs());
    for i in 0..COUNT {
        let [mut low, mut high] = [all.clone(), all.clone()];
        low[i] -= STEP;
        high[i] += STEP;
        let [low, high] = [at(&low), at(&high)];
        let slope = (high.value - low.value) / (2.0 * STEP);
        assert!(near(here.slope[i], slope), "{i}: {slope}");
        for j in 0..COUNT {
            let curvature = (high.slope[j] - low.slope[j]) / (2.0 * STEP);
            assert!(near(here.curvature[i][j], curvature), "{i} {j}");
        }
    }
}

#[test]
fn the_likelihood_is_that_of_the_probabilities() {
    let games = simulated(&truth(), 500);
    let logs = games.rows().iter().map(|row| {
        let chances = truth().at(row.men).probabilities(row.score);
        chances[row.outcome].ln()
    });
    let mean = logs.sum::<f64>() / 500.0;
    assert!((mean_log_likelihood(&games, &truth()) - mean).abs() < 1e-12);
}

#[test]
fn threads_do_not_change_the_result() {
    let games = simulated(&truth(), 40_000);
    let run = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.unwrap().install(|| sum(&games, &truth()).value)
    };
    assert_eq!(run(1).to_bits(), run(3).to_bits());
}

#[test]
fn both_sides_are_treated_alike() {
    let games = simulated(&truth(), 2_000);
    let mut turned = Games::default();
    for row in games.rows() {
        turned.begin();
        turned.push(row.men, -row.score, 2 - row.outcome);
    }
    let [one, other] = [games, turned].map(|games| fit(&games, Variant::Original).table);
    for (one, other) in numbers(&one).into_iter().zip(numbers(&other)) {
        assert!((one - other).abs() < 1e-6, "{one} {other}");
    }
}

#[test]
fn a_longer_game_tells_no_more() {
    let single = simulated(&truth(), 3_000);
    let mut fourfold = Games::default();
    for row in single.rows() {
        fourfold.begin();
        (0..4).for_each(|_| fourfold.push(row.men, row.score, row.outcome));
    }
    assert_eq!(fourfold.games().count(), 3_000);
    let [one, four] = [&single, &fourfold].map(|games| fit(games, Variant::Original));
    let [one, four] = [one, four].map(|fit| [numbers(&fit.table), fit.errors.concat()].concat());
    for (one, four) in one.iter().zip(four) {
        assert!((one - four).abs() < 1e-6, "{one} {four}");
    }
}

#[test]
fn without_games_the_prior_decides() {
    for games in [Games::default(), simulated(&truth(), 1)] {
        let found = fit(&games, Variant::Extended);
        for number in numbers(&found.table) {
            assert!((0.2..3.0).contains(&number), "{:?}", found.table);
        }
    }
}

#[test]
fn one_sided_results_leave_the_numbers_finite() {
    for outcome in 0..3 {
        let mut games = Games::default();
        for score in [-300.0, 300.0].repeat(200) {
            games.begin();
            games.push(10, score, outcome);
        }
        let table = fit(&games, Variant::Extended).table;
        let fine = |number: f64| number > 0.0 && number < 100.0;
        assert!(numbers(&table).into_iter().all(fine), "{table:?}");
    }
}

#[test]
fn games_begin_where_numbers_fall_or_results_change() {
    let mut games = Games::default();
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
        games.add(Variant::Extended, &sample).unwrap();
    }
    let found: Vec<usize> = games.games().map(<[Row]>::len).collect();
    assert_eq!(found, [3, 1, 2]);
    assert_eq!(games.half(false).games().count(), 2);
    assert_eq!(games.half(true).rows(), &games.rows()[3..4]);
    let outcomes: Vec<_> = games.rows().iter().map(|row| row.outcome).collect();
    assert_eq!(outcomes, [0, 2, 0, 2, 2, 0]);
    let scores: Vec<_> = games.rows().iter().map(|row| row.score).collect();
    assert_eq!(scores[..2], [30.0, -30.0]);
    assert_eq!(games.rows()[0].men, 2);
}

#[test]
fn a_game_counts_once_for_each_number_of_men() {
    let mut games = Games::default();
    for game in [&[9, 9, 9, 7][..], &[7, 7], &[7]] {
        games.begin();
        game.iter().for_each(|men| games.push(*men, 0.0, 1));
    }
    let weights: Vec<_> = games.rows().iter().map(|row| row.weight).collect();
    let third = 1.0 / 3.0;
    assert_eq!(weights, [third, third, third, 1.0, 0.5, 0.5, 1.0]);
    assert!((games.weight() - 4.0).abs() < 1e-12);
    assert_eq!(games.half(false).rows()[0].weight, third);
}

#[test]
fn a_true_table_is_calibrated_and_another_is_not() {
    let games = simulated(&truth(), 20_000);
    let told = foretold(&games, Variant::Original);
    let Calibration(bins) = Calibration::of(&games, &told, 0..=99);
    let all: Vec<Bin> = bins.concat();
    let hit = |bin: &&Bin| (bin.interval.0..=bin.interval.1).contains(&bin.foretold);
    let hits = all.iter().filter(hit).count();
    assert!(
        all.len() > 20 && hits * 10 > all.len() * 8,
        "{hits} {all:?}"
    );
    for bins in &bins {
        let positions: usize = bins.iter().map(|bin| bin.positions).sum();
        assert_eq!(positions, 20_000);
    }

    // The same chances for everybody.
    let same: Vec<_> = told.iter().map(|_| vec![[0.35, 0.3, 0.35]]).collect();
    let Calibration(bins) = Calibration::of(&games, &same, 0..=20);
    assert!(bins.iter().all(|bins| bins.len() == 1));
    assert!(!hit(&&bins[1][0]), "{:?}", bins[1]);
}

#[test]
fn intervals_count_games() {
    let mut games = Games::default();
    for game in 0..50 {
        games.begin();
        (0..20).for_each(|_| games.push(4, 0.0, game % 2));
    }
    let told: Vec<_> = games
        .games()
        .map(|game| vec![[0.5, 0.5, 0.0]; game.len()])
        .collect();
    let Calibration([wins, _, losses]) = Calibration::of(&games, &told, 4..=4);
    assert_eq!((wins[0].positions, wins[0].games), (1000, 50));
    // As in 50 trials, half of which succeeded: Wilson gives 0.366 to 0.634.
    let (low, high) = wins[0].interval;
    assert!((low - 0.366).abs() < 0.001 && (high - 0.634).abs() < 0.001);
    // None of 50: at most 0.071.
    assert!(losses[0].interval.0 < 1e-9);
    assert!((losses[0].interval.1 - 0.0713).abs() < 0.001, "{losses:?}");
}
