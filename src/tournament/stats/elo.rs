//! Elo, normalized Elo (each with a 95 % confidence interval) and the likelihood
//! of superiority.
//!
//! The interval is that of the normal approximation: the mean score plus or minus
//! 1.96 standard errors, with both ends converted to Elo. The variance is that of
//! the sample, over three outcomes or five. fastchess prints the same numbers, so
//! they can be compared.
//!
//! The approximation breaks down if all units (games or pairs) have the same score: the variance
//! of the sample is then zero, and the interval would have no width, even after only two draws. In
//! that case the interval is exact (Clopper and Pearson 1934): an outcome that occurred `n` times
//! out of `n` has a probability of at least `0.025^(1/n)`, and the remaining probability may belong
//! to the lowest or the highest outcome. An infinite value therefore has one finite bound, and a
//! value of 0 has a margin above zero.

use super::sample::Sample;

/// The two-sided 95 % quantile of the normal distribution.
pub(super) const Z95: f64 = 1.959_963_984_540_054;
/// The probability of each tail outside a 95 % interval.
pub(super) const TAIL: f64 = 0.025;
/// The normalized Elo of a score one standard deviation above one half, `800 /
/// ln 10`. With this scale, Elo and normalized Elo agree near equality if there
/// are no draws.
pub(super) const NELO_UNIT: f64 = 800.0 / std::f64::consts::LN_10;

/// An estimate with its 95 % confidence interval.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Estimate {
    /// The estimate itself; infinite if one player took every point.
    pub value: f64,
    /// The lower end of the interval; never above `value`.
    pub lower: f64,
    /// The upper end of the interval; never below `value`.
    pub upper: f64,
}

impl Estimate {
    /// Returns the margin, which is printed after "±": half the width of the
    /// interval; infinite if either end of the interval is.
    pub fn margin(&self) -> f64 {
        if self.lower.is_finite() && self.upper.is_finite() {
            (self.upper - self.lower) / 2.0
        } else {
            f64::INFINITY
        }
    }

    fn mirrored(self) -> Self {
        Self {
            value: -self.value,
            lower: -self.upper,
            upper: -self.lower,
        }
    }
}

/// Returns the difference in Elo at which `score` (0 to 1) is expected;
/// infinite for 0 and 1. Scores outside this range are clamped.
pub fn score_to_elo(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    400.0 * (score / (1.0 - score)).log10()
}

/// Returns the expected score (0 to 1) at this difference in Elo.
pub fn elo_to_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

impl Sample {
    /// Returns the difference in Elo from the opponent.
    pub(super) fn elo(&self) -> Estimate {
        let mean = self.mean;
        let (low, high) = if self.variance > 0.0 {
            let margin = Z95 * (self.variance / self.units).sqrt();
            (mean - margin, mean + margin)
        } else {
            let min_probability = self.min_probability();
            (
                min_probability * mean,
                min_probability * mean + (1.0 - min_probability),
            )
        };
        Estimate {
            value: score_to_elo(mean),
            lower: score_to_elo(low),
            upper: score_to_elo(high),
        }
    }

    /// Returns the normalized Elo.
    pub(super) fn normalized_elo(&self) -> Estimate {
        let (mean, variance) = (self.mean, self.variance);
        if variance == 0.0 && mean != 0.5 {
            let estimate = self.normalized_elo_of_equal_scores(mean.max(1.0 - mean));
            return if mean > 0.5 {
                estimate
            } else {
                estimate.mirrored()
            };
        }
        let value = if variance > 0.0 {
            self.normalized_elo_at(mean, variance)
        } else {
            0.0
        };
        let margin = Z95 * NELO_UNIT / self.games.sqrt();
        Estimate {
            value,
            lower: value - margin,
            upper: value + margin,
        }
    }

    /// Returns the likelihood of superiority, from 0 to 1.
    pub(super) fn los(&self) -> f64 {
        if self.variance > 0.0 {
            let standard_errors = (self.mean - 0.5) / (self.variance / self.units).sqrt();
            return libm::erfc(-standard_errors / std::f64::consts::SQRT_2) / 2.0;
        }
        match self.mean.total_cmp(&0.5) {
            std::cmp::Ordering::Less => 0.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Greater => 1.0,
        }
    }

    /// Returns the normalized Elo at this mean and variance of a unit's score.
    /// The variance of a game is that of a unit times the number of games in the
    /// unit.
    fn normalized_elo_at(&self, mean: f64, variance: f64) -> f64 {
        NELO_UNIT * (mean - 0.5) / (self.games_per_unit() * variance).sqrt()
    }

    /// Returns the normalized Elo if all units scored `score`, which is above one half: the value
    /// is infinite. The lower end of the interval assumes that units score `score` with the minimum
    /// probability, and are lost otherwise.
    fn normalized_elo_of_equal_scores(&self, score: f64) -> Estimate {
        let min_probability = self.min_probability();
        let variance = min_probability * (1.0 - min_probability) * score * score;
        Estimate {
            value: f64::INFINITY,
            lower: self.normalized_elo_at(min_probability * score, variance),
            upper: f64::INFINITY,
        }
    }

    /// Returns the minimum probability, with 97.5 % confidence, of an outcome that every unit
    /// had.
    fn min_probability(&self) -> f64 {
        TAIL.powf(1.0 / self.units)
    }
}
