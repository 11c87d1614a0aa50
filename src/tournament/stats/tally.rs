//! Counts of results: single games by three outcomes, and pairs of games by
//! five.

use std::ops::{Add, AddAssign};

/// The results of single games from one player's point of view.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tally {
    /// The number of games won.
    pub wins: u64,
    /// The number of games drawn.
    pub draws: u64,
    /// The number of games lost.
    pub losses: u64,
}

impl Tally {
    /// Creates a tally; the counts are in the usual order: wins, draws, losses.
    pub const fn new(wins: u64, draws: u64, losses: u64) -> Self {
        Self {
            wins,
            draws,
            losses,
        }
    }

    /// Returns the number of games.
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Returns the half points: 2 for a win, 1 for a draw.
    pub const fn half_points(&self) -> u64 {
        2 * self.wins + self.draws
    }

    /// Returns the points: one for a win, half a point for a draw.
    pub fn points(&self) -> f64 {
        self.half_points() as f64 / 2.0
    }

    /// Returns the points per game, 0 to 1; `None` if there are no games.
    pub fn score(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / self.games() as f64)
    }

    /// Returns the draws per game, 0 to 1; `None` if there are no games.
    pub fn draw_ratio(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.draws as f64 / self.games() as f64)
    }

    /// Returns the games that are not in `part`, which is a part of these.
    pub const fn without(&self, part: &Self) -> Self {
        Self::new(
            self.wins.saturating_sub(part.wins),
            self.draws.saturating_sub(part.draws),
            self.losses.saturating_sub(part.losses),
        )
    }

    /// Returns the same games from the other player's point of view.
    pub const fn mirrored(&self) -> Self {
        Self::new(self.losses, self.draws, self.wins)
    }
}

impl Add for Tally {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self::new(
            self.wins + other.wins,
            self.draws + other.draws,
            self.losses + other.losses,
        )
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

/// The results of pairs of games with colours swapped, from one player's point of view: the numbers
/// of pairs that scored 0, ½, 1, 1½ and 2 points, in this order.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// Returns the number of pairs.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Returns the number of games, two per pair.
    pub fn games(&self) -> u64 {
        2 * self.pairs()
    }

    /// Returns the half points.
    pub fn half_points(&self) -> u64 {
        (0..)
            .zip(self.0)
            .map(|(half_points, pairs)| half_points * pairs)
            .sum()
    }

    /// Returns the points per game, 0 to 1; `None` if there are no pairs.
    pub fn score(&self) -> Option<f64> {
        (self.pairs() > 0).then(|| self.half_points() as f64 / (4 * self.pairs()) as f64)
    }

    /// Returns the share of pairs without a winner (two draws, or a win for each
    /// player), 0 to 1; `None` if there are no pairs.
    pub fn draw_ratio(&self) -> Option<f64> {
        (self.pairs() > 0).then(|| self.0[2] as f64 / self.pairs() as f64)
    }

    /// Counts a pair that scored `half_points` (0 to 4). Returns `false` and counts nothing if
    /// `half_points` is out of range.
    #[must_use]
    pub fn record(&mut self, half_points: usize) -> bool {
        let cell = self.0.get_mut(half_points);
        let is_counted = cell.is_some();
        if let Some(cell) = cell {
            *cell += 1;
        }
        is_counted
    }

    /// Returns the same pairs from the other player's point of view.
    pub fn mirrored(&self) -> Self {
        let mut cells = self.0;
        cells.reverse();
        Self(cells)
    }
}

impl AddAssign for Pentanomial {
    fn add_assign(&mut self, other: Self) {
        for (cell, count) in self.0.iter_mut().zip(other.0) {
            *cell += count;
        }
    }
}
