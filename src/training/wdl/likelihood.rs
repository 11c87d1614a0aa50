//! The likelihood of results under a table, and its derivatives by the table's
//! numbers.
//!
//! With `u` the gain times the lead and `d` the draw of the curve, the three
//! probabilities are products of logistic functions `s`: a win `s(u - d)`, a
//! loss `s(-u - d)`, a draw `(1 - exp(-2d)) s(d + u) s(d - u)`. The logarithm
//! of each is concave in `u` and `d`, which are sums of the table's numbers, so
//! the likelihood has a single maximum (Pratt, "Concavity of the log
//! likelihood", 1981).

use rayon::prelude::*;

use super::{Games, Row};
use crate::eval::wdl::{KNOTS, Table, lead, logistic};
use crate::util::matrix::Matrix;

/// The number of numbers in a table: the draws of its knots, then their gains.
pub(super) const COUNT: usize = 2 * KNOTS;

/// The number of positions that a thread sums up at a time.
const CHUNK: usize = 16_384;

/// The logarithm of a likelihood with its first and second derivatives.
#[derive(Clone, Debug)]
pub(super) struct Sum {
    pub value: f64,
    pub slope: [f64; COUNT],
    pub curvature: Matrix,
}

impl Sum {
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
/// derivatives by `d` and `u`.
struct Log {
    value: f64,
    by: [f64; 2],
    twice: [[f64; 2]; 2],
}

fn log_of(outcome: usize, d: f64, u: f64) -> Log {
    // The logarithm of s(t) and its first and second derivatives.
    let log_s = |t: f64| {
        let value = t.min(0.0) - (-t.abs()).exp().ln_1p();
        [value, logistic(-t), -logistic(t) * logistic(-t)]
    };
    // Those of s(d + u), s(d - u) and the rest, each by its argument.
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
    // The derivative by -t is that by t with its sign changed.
    let sign = if outcome == 1 { 1.0 } else { -1.0 };
    let cross = plus[2] - minus[2];
    let both = plus[2] + minus[2];
    Log {
        value: plus[0] + minus[0] + rest[0],
        by: [
            sign * (plus[1] + minus[1]) + rest[1],
            sign * (plus[1] - minus[1]),
        ],
        twice: [[both + rest[2], cross], [cross, both]],
    }
}

/// Adds the log-likelihood of a position, with its derivatives, to a sum.
pub(super) fn add(sum: &mut Sum, row: &Row, table: &Table) {
    let curve = table.at(row.men);
    let lead = lead(row.score);
    let log = log_of(row.outcome, curve.draw, curve.gain * lead);
    let (after, way) = table.place(row.men);
    // The four numbers involved, with which of `d` and `u` each changes, and by
    // how much.
    let parts = [
        (after, 0, 1.0 - way),
        (after + 1, 0, way),
        (KNOTS + after, 1, (1.0 - way) * lead),
        (KNOTS + after + 1, 1, way * lead),
    ];
    sum.value += row.weight * log.value;
    for (i, of, share) in parts {
        sum.slope[i] += row.weight * log.by[of] * share;
        for (j, and, other) in parts {
            sum.curvature[i][j] += row.weight * log.twice[of][and] * share * other;
        }
    }
}

/// Returns the sum over all positions; the same on any number of threads.
pub(super) fn sum(games: &Games, table: &Table) -> Sum {
    let parts: Vec<Sum> = games
        .rows()
        .par_chunks(CHUNK)
        .map(|rows| {
            let mut part = Sum::zero();
            rows.iter().for_each(|row| add(&mut part, row, table));
            part
        })
        .collect();
    parts.iter().fold(Sum::zero(), Sum::add)
}

/// Returns the log-likelihood of the results under a table, on the weighted
/// average of the positions; 0 would be certainty.
pub fn mean_log_likelihood(games: &Games, table: &Table) -> f64 {
    sum(games, table).value / games.weight()
}
