//! The sequential probability ratio test (SPRT) of two hypotheses about a
//! player's strength.
//!
//! The test is that of Wald (1945), on the generalized likelihood ratio: it stops as soon as the
//! log-likelihood ratio leaves its bounds. The ratio is computed exactly, as in fishtest, rather
//! than by a normal approximation (see `likelihood`). Also as in fishtest, empty cells count as a
//! thousandth of a unit; otherwise an outcome that has not occurred yet would be ruled out.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::elo::{NELO_UNIT, elo_to_score};
use super::likelihood::{log_ratio, with_score, with_t_value};
use super::tally::{Pentanomial, Tally};

/// The count that replaces that of an empty cell, in units.
const EMPTY_CELL_COUNT: f64 = 1e-3;
/// The maximum absolute Elo difference of a hypothesis, in either unit: beyond it a sequential test
/// is pointless, and the iteration may find no distribution.
const MAX_ELO: f64 = 200.0;

/// The unit of the Elo differences in a test's hypotheses.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EloModel {
    /// Logistic Elo, a function of the expected score.
    Logistic,
    /// Normalized Elo: the expected score above one half, in units of its standard deviation.
    #[default]
    Normalized,
}

/// The state of a test.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum SprtState {
    /// More games are needed.
    Running,
    /// H0, `elo0`, is accepted: the tested change failed.
    AcceptH0,
    /// H1, `elo1`, is accepted: the tested change passed.
    AcceptH1,
}

/// An error in the parameters of a sequential test.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Error)]
pub enum SprtError {
    /// The hypotheses are not in ascending order.
    #[error("elo0 must be less than elo1")]
    Order,
    /// A hypothesis is not a number, or too far from equality.
    #[error("elo0 and elo1 must be between -{MAX_ELO} and {MAX_ELO}")]
    Range,
    /// The error rates are not above 0, or their sum is not below 1.
    #[error("alpha and beta must be above 0, and their sum below 1")]
    Rates,
}

/// A sequential test.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Sprt {
    model: EloModel,
    elo0: f64,
    elo1: f64,
    lower: f64,
    upper: f64,
}

impl Sprt {
    /// Creates a test of `elo0` against `elo1` (each from -200 to 200). `alpha` is the probability
    /// of accepting `elo1` when `elo0` is true, and `beta` that of accepting `elo0` when `elo1` is
    /// true.
    ///
    /// # Errors
    ///
    /// Returns an error if `elo0` is not below `elo1`, or if a number is out of
    /// range.
    pub fn new(
        model: EloModel,
        [elo0, elo1]: [f64; 2],
        alpha: f64,
        beta: f64,
    ) -> Result<Self, SprtError> {
        let is_in_range = |elo: f64| elo.abs() <= MAX_ELO;
        if !is_in_range(elo0) || !is_in_range(elo1) {
            return Err(SprtError::Range);
        }
        if elo0 >= elo1 {
            return Err(SprtError::Order);
        }
        // This form of the condition also rejects a NaN.
        if !(alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0) {
            return Err(SprtError::Rates);
        }
        Ok(Self {
            model,
            elo0,
            elo1,
            lower: (beta / (1.0 - alpha)).ln(),
            upper: ((1.0 - beta) / alpha).ln(),
        })
    }

    /// Returns the lower and the upper bound of the log-likelihood ratio, according to
    /// Wald: `ln(beta / (1 - alpha))` and `ln((1 - beta) / alpha)`.
    pub fn bounds(&self) -> (f64, f64) {
        (self.lower, self.upper)
    }

    /// Returns the log-likelihood ratio of `elo1` over `elo0` from single
    /// games; 0 if there are none.
    pub fn llr(&self, games: &Tally) -> f64 {
        self.log_likelihood_ratio(games.cells(), Tally::GAMES)
    }

    /// Returns the log-likelihood ratio of `elo1` over `elo0` from pairs of
    /// games; 0 if there are none.
    pub fn llr_of_pairs(&self, pairs: &Pentanomial) -> f64 {
        self.log_likelihood_ratio(pairs.cells(), Pentanomial::GAMES)
    }

    /// Returns the state of the test at this log-likelihood ratio. Once the state is
    /// not [`SprtState::Running`], the test is over; games that end later do not
    /// count.
    pub fn state(&self, llr: f64) -> SprtState {
        if llr >= self.upper {
            SprtState::AcceptH1
        } else if llr <= self.lower {
            SprtState::AcceptH0
        } else {
            SprtState::Running
        }
    }

    fn log_likelihood_ratio<const N: usize>(&self, cells: [f64; N], games_per_unit: f64) -> f64 {
        if cells.iter().sum::<f64>() <= 0.0 {
            return 0.0;
        }
        let counts = cells.map(|count| if count > 0.0 { count } else { EMPTY_CELL_COUNT });
        let size: f64 = counts.iter().sum();
        let p = counts.map(|count| count / size);
        let [p0, p1] = [self.elo0, self.elo1].map(|elo| match self.model {
            EloModel::Logistic => with_score(&p, elo_to_score(elo)),
            // The score of several games has a smaller standard deviation than that of one.
            EloModel::Normalized => with_t_value(&p, elo / NELO_UNIT * games_per_unit.sqrt()),
        });
        log_ratio(&counts, &p0, &p1)
    }
}
