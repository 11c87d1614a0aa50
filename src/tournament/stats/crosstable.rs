//! Who scored what against whom, and the order that follows from it.
//!
//! Points are counted in halves and Sonneborn-Berger in quarters, so that ties
//! are ties and no rounding decides a place.

use super::tally::Tally;

/// The results of every player against every other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crosstable {
    players: usize,
    /// Row by row; the row's player is the one the tally is seen from.
    cells: Vec<Tally>,
}

/// One line of the final table.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Number of the player, from 0.
    pub player: usize,
    /// All games of the player.
    pub tally: Tally,
    /// Sonneborn-Berger score in quarters of a point: the points of every
    /// opponent times the share of points taken from him.
    pub sonneborn_quarters: u64,
}

impl Standing {
    /// Sonneborn-Berger score in points.
    pub fn sonneborn_berger(&self) -> f64 {
        self.sonneborn_quarters as f64 / 4.0
    }
}

impl Crosstable {
    /// An empty table of so many players.
    pub fn new(players: usize) -> Self {
        Self {
            players,
            cells: vec![Tally::default(); players * players],
        }
    }

    /// Number of players.
    pub fn players(&self) -> usize {
        self.players
    }

    /// Adds games of `first` against `second`, seen from `first`. False, and
    /// nothing added, when the two are one or there is no such player.
    #[must_use]
    pub fn record(&mut self, first: usize, second: usize, tally: Tally) -> bool {
        if first == second || first.max(second) >= self.players {
            return false;
        }
        self.cells[first * self.players + second] += tally;
        self.cells[second * self.players + first] += tally.mirrored();
        true
    }

    /// The games of `player` against `opponent`; empty when there are none.
    pub fn tally(&self, player: usize, opponent: usize) -> Tally {
        if player.max(opponent) >= self.players {
            return Tally::default();
        }
        self.cells[player * self.players + opponent]
    }

    /// All games of a player.
    pub fn total(&self, player: usize) -> Tally {
        (0..self.players).fold(Tally::default(), |sum, opponent| {
            sum + self.tally(player, opponent)
        })
    }

    /// The players from first to last: by points, then Sonneborn-Berger, then
    /// games won, then their number.
    pub fn ranking(&self) -> Vec<Standing> {
        let totals: Vec<Tally> = (0..self.players).map(|player| self.total(player)).collect();
        let mut standings: Vec<Standing> = (0..self.players)
            .map(|player| Standing {
                player,
                tally: totals[player],
                sonneborn_quarters: (0..self.players)
                    .map(|other| {
                        self.tally(player, other).half_points() * totals[other].half_points()
                    })
                    .sum(),
            })
            .collect();
        // The sort is stable: equals stay in the order of their numbers.
        standings.sort_by_key(|line| {
            std::cmp::Reverse((
                line.tally.half_points(),
                line.sonneborn_quarters,
                line.tally.wins,
            ))
        });
        standings
    }
}
