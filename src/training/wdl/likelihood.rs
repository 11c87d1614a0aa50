//! The likelihood of results under a model, and its derivatives with respect to the
//! model's parameters.
//!
//! With `u` the gain times the bent score and `d` the draw of the curve, the three
//! probabilities are products of logistic functions `s`: a win `s(u - d)`, a loss
//! `s(-u - d)`, a draw `(1 - exp(-2d)) s(d + u) s(d - u)`. The logarithm of each is concave in
//! `u` and `d`, which are sums of the model's parameters, so the likelihood has a single
//! maximum (Pratt, "Concavity of the log likelihood", 1981).

use rayon::prelude::*;

use super::{GamePositions, ScoredPosition};
use crate::eval::wdl::{KNOTS, WdlModel, bent_score, logistic};
use crate::util::matrix::Matrix;

/// The number of parameters of a model: the draws of its knots, then their gains.
pub(super) const COUNT: usize = 2 * KNOTS;

/// The number of positions that a thread sums up at a time.
const CHUNK: usize = 16_384;

/// The logarithm of a likelihood, with its first and second derivatives.
#[derive(Clone, Debug)]
pub(super) struct LogLikelihood {
    pub value: f64,
    pub slope: [f64; COUNT],
    pub curvature: Matrix,
}

impl LogLikelihood {
    pub fn zero() -> Self {
        Self {
            value: 0.0,
            slope: [0.0; COUNT],
            curvature: vec![vec![0.0; COUNT]; COUNT],
        }
    }

    fn add(mut self, other: &Self) -> Self {
        self.value += other.value;
        for i in 0..COUNT {
            self.slope[i] += other.slope[i];
            for j in 0..COUNT {
                self.curvature[i][j] += other.curvature[i][j];
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

fn log_probability(outcome: usize, d: f64, u: f64) -> LogProbability {
    // The logarithm of s(t) and its first and second derivatives.
    let log_s = |t: f64| {
        let value = t.min(0.0) - (-t.abs()).exp().ln_1p();
        [value, logistic(-t), -logistic(t) * logistic(-t)]
    };
    // The same for s(d + u), s(d - u) and the third factor, with respect to their
    // arguments.
    let [low, high] = [d + u, d - u];
    let (plus, minus, rest) = match outcome {
        0 => ([0.0; 3], log_s(-high), [0.0; 3]),
        1 => {
            let grown = (2.0 * d).exp_m1();
            let rest = [
                (-(-2.0 * d).exp_m1()).ln(),
                2.0 / grown,
                -4.0 * (grown + 1.0) / (grown * grown),
            ];
            (log_s(low), log_s(high), rest)
        }
        _ => (log_s(-low), [0.0; 3], [0.0; 3]),
    };
    // The derivative with respect to -t has the opposite sign.
    let sign = if outcome == 1 { 1.0 } else { -1.0 };
    let cross = plus[2] - minus[2];
    let both = plus[2] + minus[2];
    LogProbability {
        value: plus[0] + minus[0] + rest[0],
        first: [
            sign * (plus[1] + minus[1]) + rest[1],
            sign * (plus[1] - minus[1]),
        ],
        second: [[both + rest[2], cross], [cross, both]],
    }
}

/// Adds the log-likelihood of a position, with its derivatives, to a sum.
pub(super) fn add(sum: &mut LogLikelihood, position: &ScoredPosition, model: &WdlModel) {
    let curve = model.at(position.men);
    let bent_score = bent_score(position.score);
    let log = log_probability(position.outcome, curve.draw, curve.gain * bent_score);
    let (lower, fraction) = model.interpolation(position.men);
    // The four parameters involved: the index of each, whether it changes `d` (0) or `u`
    // (1), and the derivative of that with respect to the parameter.
    let parts = [
        (lower, 0, 1.0 - fraction),
        (lower + 1, 0, fraction),
        (KNOTS + lower, 1, (1.0 - fraction) * bent_score),
        (KNOTS + lower + 1, 1, fraction * bent_score),
    ];
    sum.value += position.weight * log.value;
    for (i, of, share) in parts {
        sum.slope[i] += position.weight * log.first[of] * share;
        for (j, and, other) in parts {
            sum.curvature[i][j] += position.weight * log.second[of][and] * share * other;
        }
    }
}

/// Returns the sum over all positions, which is the same on any number of threads.
pub(super) fn sum(games: &GamePositions, model: &WdlModel) -> LogLikelihood {
    let parts: Vec<LogLikelihood> = games
        .positions()
        .par_chunks(CHUNK)
        .map(|positions| {
            let mut part = LogLikelihood::zero();
            positions
                .iter()
                .for_each(|position| add(&mut part, position, model));
            part
        })
        .collect();
    parts.iter().fold(LogLikelihood::zero(), LogLikelihood::add)
}

/// Returns the log-likelihood of a result under a model, as the weighted average over
/// the positions; 0 would be certainty.
pub fn mean_log_likelihood(games: &GamePositions, model: &WdlModel) -> f64 {
    sum(games, model).value / games.weight()
}
