//! The crosstable of a tournament: the score of each pairing, and the ranking.
//!
//! Points are counted in halves and Sonneborn-Berger scores in quarters, so
//! that ties are exact and no rounding decides a place.

use super::tally::Tally;

/// The results of every player against every other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crosstable {
    players: usize,
    /// The tallies row by row, each seen from the row's player.
    cells: Vec<Tally>,
}

/// A line of the final table.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The number of the player, from 0.
    pub player: usize,
    /// The results of all games of the player.
    pub tally: Tally,
    /// The Sonneborn-Berger score in quarters of a point: the sum over all
    /// opponents of the opponent's points times the points taken from that
    /// opponent.
    pub sonneborn_quarters: u64,
}

impl Standing {
    /// Returns the Sonneborn-Berger score in points.
    pub fn sonneborn_berger(&self) -> f64 {
        self.sonneborn_quarters as f64 / 4.0
    }
}

impl Crosstable {
    /// Returns an empty table for this number of players.
    pub fn new(players: usize) -> Self {
        Self {
            players,
            cells: vec![Tally::default(); players * players],
        }
    }

    /// Returns the number of players.
    pub fn players(&self) -> usize {
        self.players
    }

    /// Adds games of `first` against `second`, seen from `first`. Returns
    /// `false` and adds nothing if the two are the same or one of them does not
    /// exist.
    #[must_use]
    pub fn record(&mut self, first: usize, second: usize, tally: Tally) -> bool {
        if first == second || first.max(second) >= self.players {
            return false;
        }
        self.cells[first * self.players + second] += tally;
        self.cells[second * self.players + first] += tally.mirrored();
        true
    }

    /// Returns the results of `player` against `opponent`; empty if there are
    /// none.
    pub fn tally(&self, player: usize, opponent: usize) -> Tally {
        if player.max(opponent) >= self.players {
            return Tally::default();
        }
        self.cells[player * self.players + opponent]
    }

    /// Returns the results of all games of a player.
    pub fn total(&self, player: usize) -> Tally {
        (0..self.players).fold(Tally::default(), |sum, opponent| {
            sum + self.tally(player, opponent)
        })
    }

    /// Returns the players from first to last: by points, then Sonneborn-Berger
    /// score, then games won, then number.
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
