//! The most likely distribution under a constraint, and the ratio of two
//! likelihoods.
//!
//! The generalized likelihood ratio compares the best explanations of the results under two
//! hypotheses. With several outcomes a hypothesis on the score leaves the distribution open; the
//! best one has a closed form up to one number, the root of a monotonic function. Sources: M. Van
//! den Bergh, "The generalized maximum likelihood ratio for the expectation value of a
//! distribution" (Proposition 1.1) and "Comments on normalized Elo" (section 4.1), the theory of
//! fishtest.

use super::unit_counts::unit_score;

/// The probabilities (or counts) of the cells of a sample.
pub(super) type Cells<const N: usize> = [f64; N];

/// The number of iterations after which a result is accepted unconverged; both loops converge far
/// earlier within the bounds that the test allows.
const MAX_ITERATIONS: usize = 200;
/// The change of a probability below which an iteration is finished.
const PRECISION: f64 = 1e-14;

/// Returns the mean and the variance of a distribution.
fn moments<const N: usize>(p: &Cells<N>) -> (f64, f64) {
    let weigh = |value: &dyn Fn(f64) -> f64| -> f64 {
        (0..N).map(|i| p[i] * value(unit_score(i, N))).sum()
    };
    let mean = weigh(&|x| x);
    (mean, weigh(&|x| (x - mean).powi(2)))
}

/// Returns the root of `sum p a / (1 + x a)` between its two innermost poles, where it falls from
/// plus to minus infinity. Takes Newton's steps, and bisects where one would leave the bracket.
/// Without values on both sides of zero there is no root; the function then returns 0, which leaves
/// the distribution unchanged.
fn solve_secular_equation<const N: usize>(p: &Cells<N>, a: &Cells<N>) -> f64 {
    let min = a.iter().copied().fold(f64::INFINITY, f64::min);
    let max = a.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if min >= 0.0 || max <= 0.0 {
        return 0.0;
    }
    let (mut low, mut high) = (-1.0 / max, -1.0 / min);
    let mut x = 0.0;
    for _ in 0..MAX_ITERATIONS {
        let (mut value, mut slope) = (0.0, 0.0);
        for i in 0..N {
            let term = a[i] / (1.0 + x * a[i]);
            value += p[i] * term;
            slope -= p[i] * term * term;
        }
        if value > 0.0 {
            low = x;
        } else {
            high = x;
        }
        let newton = x - value / slope;
        let next = if low < newton && newton < high {
            newton
        } else {
            low.midpoint(high)
        };
        let done = (next - x).abs() <= 1e-15 * x.abs().max(1.0);
        x = next;
        if done {
            break;
        }
    }
    x
}

/// Returns the most likely distribution for the observed `p` under which `a`
/// has mean zero.
fn constrained<const N: usize>(p: &Cells<N>, a: &Cells<N>) -> Cells<N> {
    let x = solve_secular_equation(p, a);
    std::array::from_fn(|i| p[i] / (1.0 + x * a[i]))
}

/// Returns the most likely distribution with an expected score of `score`.
pub(super) fn with_score<const N: usize>(p: &Cells<N>, score: f64) -> Cells<N> {
    constrained(p, &std::array::from_fn(|i| unit_score(i, N) - score))
}

/// Returns the most likely distribution whose score is `t` standard deviations
/// of a unit above one half. The constraint is linearized around the previous
/// distribution, starting with the uniform one.
pub(super) fn with_t_value<const N: usize>(p: &Cells<N>, t: f64) -> Cells<N> {
    let mut best = [1.0 / N as f64; N];
    for _ in 0..MAX_ITERATIONS {
        let (mean, variance) = moments(&best);
        let sigma = variance.sqrt();
        let slack = std::array::from_fn(|i| {
            let x = unit_score(i, N);
            x - 0.5 - t * sigma / 2.0 * (1.0 + ((x - mean) / sigma).powi(2))
        });
        let next = constrained(p, &slack);
        let change = (0..N).map(|i| (next[i] - best[i]).abs());
        let done = change.fold(0.0, f64::max) < PRECISION;
        best = next;
        if done {
            break;
        }
    }
    best
}

/// Returns the log-likelihood ratio of `p1` over `p0` if cell `i` occurred
/// `counts[i]` times.
pub(super) fn log_ratio<const N: usize>(counts: &Cells<N>, p0: &Cells<N>, p1: &Cells<N>) -> f64 {
    (0..N).map(|i| counts[i] * (p1[i] / p0[i]).ln()).sum()
}
