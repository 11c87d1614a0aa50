//! A common form for counts of games and counts of pairs.
//!
//! A unit is a game or a pair of games; the score of a pair is the mean of its two games. The
//! trinomial and pentanomial formulas differ only in the number of cells and the number of games
//! in a unit.

use super::tally::{Pentanomial, Tally};

/// The numbers of units by score, from 0 to 1 in `N` equally spaced cells.
#[derive(Copy, Clone, Debug)]
pub(super) struct UnitCounts<const N: usize> {
    counts: [f64; N],
    games_per_unit: f64,
}

impl From<&Tally> for UnitCounts<3> {
    fn from(tally: &Tally) -> Self {
        Self {
            counts: [tally.losses, tally.draws, tally.wins].map(|count| count as f64),
            games_per_unit: 1.0,
        }
    }
}

impl From<&Pentanomial> for UnitCounts<5> {
    fn from(pairs: &Pentanomial) -> Self {
        Self {
            counts: pairs.0.map(|count| count as f64),
            games_per_unit: 2.0,
        }
    }
}

/// Returns the score of a unit in cell `i` of `cells`.
pub(super) fn unit_score(i: usize, cells: usize) -> f64 {
    i as f64 / (cells - 1) as f64
}

impl<const N: usize> UnitCounts<N> {
    pub(super) fn counts(&self) -> [f64; N] {
        self.counts
    }

    /// Returns the number of units.
    pub(super) fn size(&self) -> f64 {
        self.counts.iter().sum()
    }

    pub(super) fn games(&self) -> f64 {
        self.size() * self.games_per_unit
    }

    pub(super) fn games_per_unit(&self) -> f64 {
        self.games_per_unit
    }

    /// Returns the mean and the variance of the units' scores; `None` if there
    /// are no units. The variance is the uncorrected one (divided by the number
    /// of units), and exactly zero if all units have the same score.
    pub(super) fn moments(&self) -> Option<(f64, f64)> {
        let size = self.size();
        if size <= 0.0 {
            return None;
        }
        if let Some(i) = self.counts.iter().position(|&count| count == size) {
            return Some((unit_score(i, N), 0.0));
        }
        let mean = self.weighted_sum(|score| score) / size;
        Some((
            mean,
            self.weighted_sum(|score| (score - mean).powi(2)) / size,
        ))
    }

    fn weighted_sum(&self, value: impl Fn(f64) -> f64) -> f64 {
        (0..N)
            .map(|i| self.counts[i] * value(unit_score(i, N)))
            .sum()
    }
}
