//! The sample from which strength is estimated: units of play, each a game or a pair of games.
//!
//! The games of a pair share an opening, so they are not independent; a pair is therefore one
//! unit, with the mean score of its two games. Each unit is weighted by its number of games, so the
//! mean is the points per game. The variance is chosen so that the standard error of the mean is
//! the square root of the variance divided by the number of units (the ratio estimator of
//! cluster sampling, Cochran 1977, chapter 9). For units of one kind these are the usual mean and
//! variance; the variance is divided by the number of units, not by one less.

use super::tally::{Pentanomial, Tally};

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

/// The units of one kind that have the same score.
struct EqualUnits {
    count: f64,
    games_per_unit: f64,
    score: f64,
}

/// Returns the score, 0 to 1, of a unit in cell `cell`, counted from 0, of `cells`.
pub(super) fn unit_score(cell: usize, cells: usize) -> f64 {
    cell as f64 / (cells - 1) as f64
}

/// Returns the units of one kind, by score.
fn units<const N: usize>(
    counts: [f64; N],
    games_per_unit: f64,
) -> impl Iterator<Item = EqualUnits> {
    let cells = counts.into_iter().enumerate();
    cells.map(move |(cell, count)| EqualUnits {
        count,
        games_per_unit,
        score: unit_score(cell, N),
    })
}

impl Sample {
    /// Returns the sample of pairs and of games outside them; `None` if there are none.
    pub fn new(pairs: &Pentanomial, games: &Tally) -> Option<Self> {
        let units =
            units(pairs.cells(), Pentanomial::GAMES).chain(units(games.cells(), Tally::GAMES));
        let cells: Vec<EqualUnits> = units.filter(|cell| cell.count > 0.0).collect();
        let sum = |value: &dyn Fn(&EqualUnits) -> f64| -> f64 {
            cells.iter().map(|cell| cell.count * value(cell)).sum()
        };
        let score = cells.first()?.score;
        let (units, games) = (sum(&|_| 1.0), sum(&|cell| cell.games_per_unit));
        let is_constant = cells.iter().all(|cell| cell.score == score);
        let (mean, variance) = if is_constant {
            (score, 0.0)
        } else {
            let mean = sum(&|cell| cell.games_per_unit * cell.score) / games;
            let deviation = |cell: &EqualUnits| cell.games_per_unit * (cell.score - mean);
            let squares = sum(&|cell| deviation(cell).powi(2));
            (mean, squares * units / (games * games))
        };
        Some(Self {
            units,
            games,
            mean,
            variance,
        })
    }

    /// Returns the number of games in a unit; the average in a mixed sample.
    pub fn games_per_unit(&self) -> f64 {
        self.games / self.units
    }
}
