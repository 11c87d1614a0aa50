//! Elo, normalized Elo and the likelihood of superiority, with 95 % errors.
//!
//! The error is the normal one: the score lies within 1.96 standard errors of
//! its mean, and the ends of that interval are carried over to Elo. The variance
//! is the sample's own, over three outcomes or over five. This is what fastchess
//! prints, so numbers can be compared.
//!
//! It breaks down when all units ended alike: the variance of the sample is zero
//! and the error would be, after two draws. There the interval is the exact one
//! (Clopper and Pearson 1934): an outcome that came `n` times out of `n` has a
//! probability of at least `0.025^(1/n)`, and what is left may go to the other
//! end. So "+inf" comes with a sober lower bound, and "0" with an honest error.

use super::sample::Sample;
use super::tally::{Pentanomial, Tally};

/// Two-sided 95 % quantile of the normal distribution.
pub(super) const Z95: f64 = 1.959_963_984_540_054;
/// One side of what 95 % leave.
pub(super) const TAIL: f64 = 0.025;
/// Normalized Elo of a score one standard deviation above one half,
/// `800 / ln 10`: near equality Elo and normalized Elo agree without draws.
pub(super) const NELO_UNIT: f64 = 800.0 / std::f64::consts::LN_10;

/// An estimate with its 95 % interval.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Estimate {
    /// The estimate itself; infinite when a side took every point.
    pub value: f64,
    /// Lower end of the interval; never above `value`.
    pub lower: f64,
    /// Upper end of the interval; never below `value`.
    pub upper: f64,
}

impl Estimate {
    /// Half the width of the interval, what is printed after "±"; infinite when
    /// an end of the interval is.
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

/// Difference in Elo at which `score` (0 to 1) is expected; infinite at the
/// ends, and scores beyond them count as the ends.
pub fn score_to_elo(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    400.0 * (score / (1.0 - score)).log10()
}

/// Expected score (0 to 1) at this difference in Elo.
pub fn elo_to_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The three figures for both kinds of counts.
macro_rules! figures {
    ($counts:ty) => {
        impl $counts {
            /// Difference in Elo to the opponent; `None` without games.
            pub fn elo(&self) -> Option<Estimate> {
                Sample::from(self).elo()
            }

            /// Normalized Elo; `None` without games. All draws are 0 with the
            /// usual error, which depends on the number of games alone.
            pub fn normalized_elo(&self) -> Option<Estimate> {
                Sample::from(self).normalized_elo()
            }

            /// Likelihood of superiority, 0 to 1: how probable it is that the
            /// score is above one half, if every strength was as likely before.
            /// One half when all units were drawn; `None` without games.
            pub fn los(&self) -> Option<f64> {
                Sample::from(self).los()
            }
        }
    };
}

figures!(Tally);
figures!(Pentanomial);

impl<const N: usize> Sample<N> {
    fn elo(&self) -> Option<Estimate> {
        let (mean, variance) = self.moments()?;
        let (low, high) = if variance > 0.0 {
            let error = Z95 * (variance / self.size()).sqrt();
            (mean - error, mean + error)
        } else {
            let sure = self.sure();
            (sure * mean, sure * mean + (1.0 - sure))
        };
        Some(Estimate {
            value: score_to_elo(mean),
            lower: score_to_elo(low),
            upper: score_to_elo(high),
        })
    }

    fn normalized_elo(&self) -> Option<Estimate> {
        let (mean, variance) = self.moments()?;
        if variance == 0.0 && mean != 0.5 {
            let estimate = self.normalized_lower(mean.max(1.0 - mean));
            return Some(if mean > 0.5 {
                estimate
            } else {
                estimate.mirrored()
            });
        }
        let value = if variance > 0.0 {
            self.normalized(mean, variance)
        } else {
            0.0
        };
        let error = Z95 * NELO_UNIT / self.games().sqrt();
        Some(Estimate {
            value,
            lower: value - error,
            upper: value + error,
        })
    }

    fn los(&self) -> Option<f64> {
        let (mean, variance) = self.moments()?;
        if variance > 0.0 {
            let deviations = (mean - 0.5) / (variance / self.size()).sqrt();
            return Some(libm::erfc(-deviations / std::f64::consts::SQRT_2) / 2.0);
        }
        Some(match mean.total_cmp(&0.5) {
            std::cmp::Ordering::Less => 0.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Greater => 1.0,
        })
    }

    /// Normalized Elo at this mean and variance of a unit. The variance of a
    /// game is that of a unit times the games in it.
    fn normalized(&self, mean: f64, variance: f64) -> f64 {
        NELO_UNIT * (mean - 0.5) / (self.games_per_unit() * variance).sqrt()
    }

    /// All units were worth `worth`, above one half: infinite, and at least what
    /// it is if all that is not sure is lost.
    fn normalized_lower(&self, worth: f64) -> Estimate {
        let sure = self.sure();
        let variance = sure * (1.0 - sure) * worth * worth;
        Estimate {
            value: f64::INFINITY,
            lower: self.normalized(sure * worth, variance),
            upper: f64::INFINITY,
        }
    }

    /// The least probability of an outcome that was the only one.
    fn sure(&self) -> f64 {
        TAIL.powf(1.0 / self.size())
    }
}
