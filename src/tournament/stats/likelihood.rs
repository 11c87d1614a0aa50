//! Maximum-likelihood distributions under a constraint, and the ratio of two
//! likelihoods.
//!
//! The generalized likelihood ratio compares the most likely distributions of outcomes under two
//! hypotheses. A hypothesis about the expected score does not determine the distribution; the most
//! likely one has a closed form except for one number, the root of a monotonic function. Sources:
//! M. Van den Bergh, "The generalized maximum likelihood ratio for the expectation value of a
//! distribution" (Proposition 1.1) and "Comments on normalized Elo" (section 4.1), on which
//! fishtest is based.

use super::sample::unit_score;

/// The probabilities (or counts) of the cells.
pub(super) type Cells<const N: usize> = [f64; N];

/// The number of iterations after which a result is accepted even if it has not converged. Both
/// loops converge much earlier for all parameters that a sequential test accepts.
const MAX_ITERATIONS: usize = 200;
/// The change of a probability below which the iteration has converged.
const PRECISION: f64 = 1e-14;

/// Returns the mean and the variance of a distribution.
fn moments<const N: usize>(p: &Cells<N>) -> (f64, f64) {
    let expectation = |value: &dyn Fn(f64) -> f64| -> f64 {
        (0..N).map(|i| p[i] * value(unit_score(i, N))).sum()
    };
    let mean = expectation(&|score| score);
    (mean, expectation(&|score| (score - mean).powi(2)))
}

/// Returns the root `x` of `sum p a / (1 + x a)` between its two innermost poles, where the
/// function falls from plus to minus infinity. Uses Newton's method, and bisects where a Newton
/// step would leave the bracket. If `a` does not have values of both signs, there is no root; the
/// result is then 0, which leaves the distribution unchanged.
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
        let has_converged = (next - x).abs() <= 1e-15 * x.abs().max(1.0);
        x = next;
        if has_converged {
            break;
        }
    }
    x
}

/// Returns the most likely distribution, given the observed `p`, under which `a`
/// has mean zero.
fn constrained<const N: usize>(p: &Cells<N>, a: &Cells<N>) -> Cells<N> {
    let x = solve_secular_equation(p, a);
    std::array::from_fn(|i| p[i] / (1.0 + x * a[i]))
}

/// Returns the most likely distribution with an expected score of `score`.
pub(super) fn with_score<const N: usize>(p: &Cells<N>, score: f64) -> Cells<N> {
    constrained(p, &std::array::from_fn(|i| unit_score(i, N) - score))
}

/// Returns the most likely distribution with an expected score that is `t` standard
/// deviations (of one unit's score) above one half. The constraint is linearized
/// repeatedly around the previous distribution, starting with the uniform one.
pub(super) fn with_t_value<const N: usize>(p: &Cells<N>, t: f64) -> Cells<N> {
    let mut best = [1.0 / N as f64; N];
    for _ in 0..MAX_ITERATIONS {
        let (mean, variance) = moments(&best);
        let sigma = variance.sqrt();
        let deviation = std::array::from_fn(|i| {
            let x = unit_score(i, N);
            x - 0.5 - t * sigma / 2.0 * (1.0 + ((x - mean) / sigma).powi(2))
        });
        let next = constrained(p, &deviation);
        let change = (0..N).map(|i| (next[i] - best[i]).abs());
        let has_converged = change.fold(0.0, f64::max) < PRECISION;
        best = next;
        if has_converged {
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
