//! The crosstable of a tournament: the score between each pair of players, and the
//! ranking.
//!
//! Points are counted in halves and Sonneborn-Berger scores in quarters, so
//! that ties are exact and rounding never decides a rank.

use super::tally::Tally;

/// The results of each player against each other player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crosstable {
    players: usize,
    /// The tallies row by row, from the point of view of the row's player.
    cells: Vec<Tally>,
}

/// A player's row in the final ranking.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The number of the player, from 0.
    pub player: usize,
    /// The results of all of the player's games.
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
    /// Creates an empty table for this number of players.
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

    /// Adds games of `first` against `second`, from the point of view of `first`.
    /// Returns `false` and adds nothing if the two are the same or either does
    /// not exist.
    #[must_use]
    pub fn record(&mut self, first: usize, second: usize, tally: Tally) -> bool {
        if first == second || first.max(second) >= self.players {
            return false;
        }
        self.cells[first * self.players + second] += tally;
        self.cells[second * self.players + first] += tally.mirrored();
        true
    }

    /// Returns the results of `player` against `opponent`.
    pub fn tally(&self, player: usize, opponent: usize) -> Tally {
        if player.max(opponent) >= self.players {
            return Tally::default();
        }
        self.cells[player * self.players + opponent]
    }

    /// Returns the results of all of a player's games.
    pub fn total(&self, player: usize) -> Tally {
        (0..self.players).fold(Tally::default(), |sum, opponent| {
            sum + self.tally(player, opponent)
        })
    }

    /// Returns the players from first to last: by points, then by Sonneborn-Berger
    /// score, then by games won, then by number.
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
        // The sort is stable, so tied players stay in the order of their numbers.
        standings.sort_by_key(|standing| {
            std::cmp::Reverse((
                standing.tally.half_points(),
                standing.sonneborn_quarters,
                standing.tally.wins,
            ))
        });
        standings
    }
}
