//! The fit: the table under which the results of games are likeliest.
//!
//! Newton's method from a fixed start, each step halved until it leads upwards.
//! Each number has a weak prior, as strong as one result, that keeps it above 0
//! and decides where the games say nothing: a gamma distribution with its mode
//! at 1.

use super::Games;
use super::likelihood::{COUNT, Sum, add, sum};
use crate::eval::wdl::{KNOTS, Table};
use crate::game::Variant;
use crate::util::matrix::{Matrix, dot, inverse, times};

/// The greatest number of steps, after which the result is taken as it is; a
/// dozen are enough.
const MOST_STEPS: usize = 200;
/// The greatest number of halvings, after which a step is given up.
const MOST_HALVINGS: usize = 60;
/// The least gain that a step must promise, in units of the log-likelihood.
const PRECISION: f64 = 1e-9;

/// A fitted table.
#[derive(Clone, PartialEq, Debug)]
pub struct Fit {
    /// The table.
    pub table: Table,
    /// The standard errors of its numbers, draw and gain by knot. They treat
    /// games, not positions, as independent (the sandwich estimator with
    /// clusters: Liang and Zeger 1986).
    pub errors: [[f64; 2]; KNOTS],
}

/// Fits a table with the knots of the engine's table for this variant.
pub fn fit(games: &Games, variant: Variant) -> Fit {
    let mut numbers = [1.0; COUNT];
    let mut now = posterior(games, variant, &numbers);
    for _ in 0..MOST_STEPS {
        let Some(inverse) = inverse(now.curvature.clone()) else {
            break;
        };
        let step: Vec<f64> = times(&inverse, &now.slope).iter().map(|x| -x).collect();
        if dot(&step, &now.slope) < PRECISION {
            break;
        }
        let Some((next, there)) = ascend(games, variant, (&numbers, now.value), &step) else {
            break;
        };
        (numbers, now) = (next, there);
    }
    let table = table_of(variant, &numbers);
    let errors = errors(games, &table, now.curvature);
    Fit { table, errors }
}

/// Returns the table with these numbers.
fn table_of(variant: Variant, numbers: &[f64; COUNT]) -> Table {
    let mut table = Table::of(variant).clone();
    for (i, knot) in table.knots.iter_mut().enumerate() {
        (knot.draw, knot.gain) = (numbers[i], numbers[KNOTS + i]);
    }
    table
}

/// Returns what is maximised: the logarithm of the likelihood and of the
/// priors.
fn posterior(games: &Games, variant: Variant, numbers: &[f64; COUNT]) -> Sum {
    let mut sum = sum(games, &table_of(variant, numbers));
    for (i, number) in numbers.iter().enumerate() {
        sum.value += number.ln() - number;
        sum.slope[i] += 1.0 / number - 1.0;
        sum.curvature[i][i] -= 1.0 / (number * number);
    }
    sum
}

/// Returns the numbers after the step, or after as much of it as leads upwards;
/// `None` if no part of it does.
fn ascend(
    games: &Games,
    variant: Variant,
    (numbers, value): (&[f64; COUNT], f64),
    step: &[f64],
) -> Option<([f64; COUNT], Sum)> {
    let mut share = 1.0;
    for _ in 0..MOST_HALVINGS {
        let mut next = *numbers;
        for (number, change) in next.iter_mut().zip(step) {
            *number += share * change;
        }
        if next.iter().all(|number| *number > 0.0) {
            let there = posterior(games, variant, &next);
            if there.value > value {
                return Some((next, there));
            }
        }
        share /= 2.0;
    }
    None
}

/// Returns the standard errors. `curvature` is that of the posterior at its
/// maximum.
fn errors(games: &Games, table: &Table, curvature: Matrix) -> [[f64; 2]; KNOTS] {
    let Some(bread) = inverse(curvature) else {
        return [[f64::INFINITY; 2]; KNOTS];
    };
    let mut squares = [0.0; COUNT];
    for game in games.games() {
        let mut sum = Sum::zero();
        game.iter().for_each(|row| add(&mut sum, row, table));
        // How far the numbers would move without this game.
        for (square, moved) in squares.iter_mut().zip(times(&bread, &sum.slope)) {
            *square += moved * moved;
        }
    }
    std::array::from_fn(|i| [squares[i].sqrt(), squares[KNOTS + i].sqrt()])
}
