//! The counts of a player's results: by pairs of games if the games form pairs, otherwise by games.

use super::{Estimate, Pentanomial, Sprt, Tally};

/// The results of a player, counted by games or by pairs.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Counts {
    /// Game by game.
    Games(Tally),
    /// Pair by pair.
    Pairs(Pentanomial),
}

impl Counts {
    /// Returns the points per game, from 0 to 1.
    pub fn score(&self) -> Option<f64> {
        match self {
            Self::Games(games) => games.score(),
            Self::Pairs(pairs) => pairs.score(),
        }
    }

    /// Returns the Elo difference to the opponents.
    pub fn elo(&self) -> Option<Estimate> {
        match self {
            Self::Games(games) => games.elo(),
            Self::Pairs(pairs) => pairs.elo(),
        }
    }

    /// Returns the difference to the opponents in normalized Elo.
    pub fn normalized_elo(&self) -> Option<Estimate> {
        match self {
            Self::Games(games) => games.normalized_elo(),
            Self::Pairs(pairs) => pairs.normalized_elo(),
        }
    }

    /// Returns the likelihood of superiority.
    pub fn los(&self) -> Option<f64> {
        match self {
            Self::Games(games) => games.los(),
            Self::Pairs(pairs) => pairs.los(),
        }
    }

    /// Returns the log-likelihood ratio of a test.
    pub fn llr(&self, test: &Sprt) -> f64 {
        match self {
            Self::Games(games) => test.llr(games),
            Self::Pairs(pairs) => test.llr_of_pairs(pairs),
        }
    }
}
