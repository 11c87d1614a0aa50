//! The crosstable of a tournament: the score between each pair of players, and the
//! ranking.
//!
//! Points are counted in halves and Sonneborn-Berger scores in quarters, so
//! that ties are exact and rounding never decides a rank.

use super::tally::{Mirrored, Tally};

/// The results of each player against each other player: tallies of games, or counts of pairs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crosstable<T = Tally> {
    players: usize,
    /// The results row by row, from the point of view of the row's player.
    cells: Vec<T>,
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

impl<T: Mirrored> Crosstable<T> {
    /// Creates an empty table for this number of players.
    pub fn new(players: usize) -> Self {
        Self {
            players,
            cells: vec![T::default(); players * players],
        }
    }

    /// Returns the number of players.
    pub fn players(&self) -> usize {
        self.players
    }

    /// Adds results of `first` against `second`, from the point of view of `first`; adds nothing
    /// if the two are the same or either does not exist.
    pub fn record(&mut self, first: usize, second: usize, results: T) {
        if first != second && first.max(second) < self.players {
            self.cells[first * self.players + second] += results;
            self.cells[second * self.players + first] += results.mirrored();
        }
    }

    /// Returns the results of `player` against `opponent`; no results if either does not exist.
    pub fn get(&self, player: usize, opponent: usize) -> T {
        if player.max(opponent) >= self.players {
            return T::default();
        }
        self.cells[player * self.players + opponent]
    }

    /// Returns all results of a player.
    pub fn total(&self, player: usize) -> T {
        let mut total = T::default();
        for opponent in 0..self.players {
            total += self.get(player, opponent);
        }
        total
    }
}

impl Crosstable {
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
                        self.get(player, other).half_points() * totals[other].half_points()
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
