//! Counts of results: single games by three outcomes, and pairs of games by
//! five.

use std::ops::AddAssign;

/// The results of one player against another.
pub trait Mirrored: Copy + Default + AddAssign {
    /// Returns the same results from the other player's point of view.
    #[must_use]
    fn mirrored(&self) -> Self;
}

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
    /// The number of games in a unit.
    pub(super) const GAMES: f64 = 1.0;

    /// Creates a tally; the counts are in the usual order: wins, draws, losses.
    pub const fn new(wins: u64, draws: u64, losses: u64) -> Self {
        Self {
            wins,
            draws,
            losses,
        }
    }

    /// Returns the tally of one game with these half points, 0 to 2.
    pub const fn of_game(half_points: u8) -> Self {
        match half_points {
            0 => Self::new(0, 0, 1),
            1 => Self::new(0, 1, 0),
            _ => Self::new(1, 0, 0),
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

    /// Returns the numbers of games with 0, ½ and 1 point.
    pub(super) fn cells(&self) -> [f64; 3] {
        [self.losses, self.draws, self.wins].map(|count| count as f64)
    }
}

impl Mirrored for Tally {
    fn mirrored(&self) -> Self {
        Self::new(self.losses, self.draws, self.wins)
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

/// The results of pairs of games with colours swapped, from one player's point of view: the numbers
/// of pairs that scored 0, ½, 1, 1½ and 2 points, in this order.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// The number of games in a unit.
    pub(super) const GAMES: f64 = 2.0;

    /// Returns the number of pairs.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Counts a pair that scored this number of half points, 0 to 4; ignores a larger number.
    pub fn record(&mut self, half_points: usize) {
        if let Some(cell) = self.0.get_mut(half_points) {
            *cell += 1;
        }
    }

    /// Returns the numbers of pairs with 0, ½, 1, 1½ and 2 points.
    pub(super) fn cells(&self) -> [f64; 5] {
        self.0.map(|count| count as f64)
    }
}

impl Mirrored for Pentanomial {
    fn mirrored(&self) -> Self {
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
