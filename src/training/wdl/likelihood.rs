//! The likelihood of results under a model, and its derivatives with respect to the
//! model's parameters.
//!
//! Let `s` be the logistic function, `u` the gain times the bent score, and `d` the
//! threshold of the curve. The probability of a win is then `s(u - d)`, that of a loss
//! `s(-u - d)`, and that of a draw `(1 - exp(-2d)) s(d + u) s(d - u)`. The logarithm of each is
//! concave in `u` and `d`, which are linear in the model's parameters, so every local
//! maximum of the likelihood is global (Pratt, "Concavity of the log likelihood", 1981).

use rayon::prelude::*;

use super::{GamePositions, ScoredPosition};
use crate::eval::wdl::{KNOTS, WdlModel, bent_score, logistic};
use crate::util::matrix::Matrix;

/// The number of parameters of a model: the thresholds of its knots, then their gains.
pub(super) const PARAMETER_COUNT: usize = 2 * KNOTS;

/// The number of positions whose likelihoods a thread adds up at a time.
const CHUNK: usize = 16_384;

/// The logarithm of a likelihood, with its first and second derivatives.
#[derive(Clone, Debug)]
pub(super) struct LogLikelihood {
    pub value: f64,
    /// The vector of the first derivatives.
    pub gradient: [f64; PARAMETER_COUNT],
    /// The matrix of the second derivatives.
    pub hessian: Matrix,
}

impl LogLikelihood {
    pub fn zero() -> Self {
        Self {
            value: 0.0,
            gradient: [0.0; PARAMETER_COUNT],
            hessian: vec![vec![0.0; PARAMETER_COUNT]; PARAMETER_COUNT],
        }
    }

    fn add(mut self, other: &Self) -> Self {
        self.value += other.value;
        for i in 0..PARAMETER_COUNT {
            self.gradient[i] += other.gradient[i];
            for j in 0..PARAMETER_COUNT {
                self.hessian[i][j] += other.hessian[i][j];
            }
        }
        self
    }
}

/// The logarithm of the probability of an outcome, with its first and second
/// derivatives with respect to `d` and `u`.
struct LogProbability {
    value: f64,
    first: [f64; 2],
    second: [[f64; 2]; 2],
}

/// Returns the logarithm of the probability of an outcome (0 win, 1 draw, 2 loss) at `d` and `u`.
fn log_probability(outcome: usize, d: f64, u: f64) -> LogProbability {
    // Returns the logarithm of s(t) and its first and second derivatives.
    let log_s = |t: f64| {
        let value = t.min(0.0) - (-t.abs()).exp().ln_1p();
        [value, logistic(-t), -logistic(t) * logistic(-t)]
    };
    // The same for the factors s(d + u) and s(d - u) and for the rest of the product, each
    // with respect to its argument.
    let (plus, minus, rest) = match outcome {
        0 => ([0.0; 3], log_s(u - d), [0.0; 3]),
        1 => {
            let growth = (2.0 * d).exp_m1();
            let rest = [
                (-(-2.0 * d).exp_m1()).ln(),
                2.0 / growth,
                -4.0 * (growth + 1.0) / (growth * growth),
            ];
            (log_s(d + u), log_s(d - u), rest)
        }
        _ => (log_s(-(d + u)), [0.0; 3], [0.0; 3]),
    };
    // A win and a loss have the negated arguments, which negates the first derivatives.
    let sign = if outcome == 1 { 1.0 } else { -1.0 };
    let mixed = plus[2] - minus[2];
    let pure = plus[2] + minus[2];
    LogProbability {
        value: plus[0] + minus[0] + rest[0],
        first: [
            sign * (plus[1] + minus[1]) + rest[1],
            sign * (plus[1] - minus[1]),
        ],
        second: [[pure + rest[2], mixed], [mixed, pure]],
    }
}

/// Adds the log-likelihood of a position's outcome, with its derivatives, to a sum.
pub(super) fn add_position(sum: &mut LogLikelihood, position: &ScoredPosition, model: &WdlModel) {
    let curve = model.at(position.men);
    let bent_score = bent_score(position.score);
    let log = log_probability(position.outcome, curve.threshold, curve.gain * bent_score);
    let (lower, fraction) = model.interpolation(position.men);
    // For each of the four parameters involved: its index, whether it affects `d` (0) or
    // `u` (1), and the derivative of that with respect to the parameter.
    let parameters = [
        (lower, 0, 1.0 - fraction),
        (lower + 1, 0, fraction),
        (KNOTS + lower, 1, (1.0 - fraction) * bent_score),
        (KNOTS + lower + 1, 1, fraction * bent_score),
    ];
    sum.value += position.weight * log.value;
    for (i, argument, factor) in parameters {
        sum.gradient[i] += position.weight * log.first[argument] * factor;
        for (j, other_argument, other_factor) in parameters {
            sum.hessian[i][j] +=
                position.weight * log.second[argument][other_argument] * factor * other_factor;
        }
    }
}

/// Returns the log-likelihood of all positions. It is the same on any number of threads.
pub(super) fn total(games: &GamePositions, model: &WdlModel) -> LogLikelihood {
    let parts: Vec<LogLikelihood> = games
        .positions()
        .par_chunks(CHUNK)
        .map(|positions| {
            let mut part = LogLikelihood::zero();
            positions
                .iter()
                .for_each(|position| add_position(&mut part, position, model));
            part
        })
        .collect();
    parts.iter().fold(LogLikelihood::zero(), LogLikelihood::add)
}

/// Returns the mean log-likelihood of the results under a model, weighted over the
/// positions. It is negative; the better the predictions, the closer it is to 0.
pub fn mean_log_likelihood(games: &GamePositions, model: &WdlModel) -> f64 {
    total(games, model).value / games.total_weight()
}
