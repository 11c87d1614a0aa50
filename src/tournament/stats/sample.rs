//! The sample from which strength is estimated: units of play, each a game or a pair of games.
//!
//! The games of a pair share an opening, so they are not independent; a pair is therefore one
//! unit, with the mean score of its two games. Samples of games alone and of pairs alone are as
//! usual. In a mixed sample each unit has the weight of its games, so that the mean is the points
//! per game, and the variance is chosen so that the standard error of that mean is the square root
//! of the variance divided by the number of units (the ratio estimator of cluster sampling, Cochran
//! 1977, chapter 9).

use super::tally::{Pentanomial, Tally};
use super::unit_counts::{UnitCounts, unit_score};

/// The moments of a sample.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(super) struct Sample {
    /// The number of units.
    pub units: f64,
    /// The number of games in all units.
    pub games: f64,
    /// The points per game, 0 to 1.
    pub mean: f64,
    /// The variance of the score of a unit; exactly zero if all units have the same score.
    pub variance: f64,
}

impl Sample {
    /// Returns the number of games in a unit; the average in a mixed sample.
    pub fn games_per_unit(&self) -> f64 {
        self.games / self.units
    }

    /// Returns the sample of units of one kind; `None` if there are none.
    pub fn of_units<const N: usize>(units: &UnitCounts<N>) -> Option<Self> {
        let (mean, variance) = units.moments()?;
        Some(Self {
            units: units.size(),
            games: units.games(),
            mean,
            variance,
        })
    }

    /// Returns the sample of pairs and of games outside them; `None` if there are none.
    pub fn of_pairs_and_games(pairs: &Pentanomial, games: &Tally) -> Option<Self> {
        let (pairs, games) = (UnitCounts::from(pairs), UnitCounts::from(games));
        if games.size() <= 0.0 {
            return Self::of_units(&pairs);
        }
        let Some(of_pairs) = Self::of_units(&pairs) else {
            return Self::of_units(&games);
        };
        let of_games = Self::of_units(&games)?;
        let units = of_pairs.units + of_games.units;
        let all_games = of_pairs.games + of_games.games;
        let mean = (of_pairs.mean * of_pairs.games + of_games.mean * of_games.games) / all_games;
        let is_constant =
            of_pairs.variance == 0.0 && of_games.variance == 0.0 && of_pairs.mean == of_games.mean;
        let squares = squared_deviations(&pairs, mean) + squared_deviations(&games, mean);
        Some(Self {
            units,
            games: all_games,
            mean,
            variance: if is_constant {
                0.0
            } else {
                squares * units / (all_games * all_games)
            },
        })
    }
}

/// Returns the sum of the squared deviations of the units' points from those at this mean.
fn squared_deviations<const N: usize>(units: &UnitCounts<N>, mean: f64) -> f64 {
    let weight = units.games_per_unit();
    let deviation = |cell: usize| weight * (unit_score(cell, N) - mean);
    let cells = units.counts().into_iter().enumerate();
    cells
        .map(|(cell, count)| count * deviation(cell).powi(2))
        .sum()
}
