//! A player's results, counted by pairs of games if the games form pairs, otherwise by single
//! games.

use super::{Estimate, Pentanomial, Sprt, Tally};

/// A player's results, counted by single games or by pairs of games.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Counts {
    /// The counts of single games.
    SingleGames(Tally),
    /// The counts of pairs of games.
    Pairs(Pentanomial),
}

impl Counts {
    /// Returns the points per game, 0 to 1; `None` if there are no games.
    pub fn score(&self) -> Option<f64> {
        match self {
            Self::SingleGames(games) => games.score(),
            Self::Pairs(pairs) => pairs.score(),
        }
    }

    /// Returns the Elo difference from the opponents; `None` if there are no games.
    pub fn elo(&self) -> Option<Estimate> {
        match self {
            Self::SingleGames(games) => games.elo(),
            Self::Pairs(pairs) => pairs.elo(),
        }
    }

    /// Returns the difference from the opponents in normalized Elo; `None` if there are no games.
    pub fn normalized_elo(&self) -> Option<Estimate> {
        match self {
            Self::SingleGames(games) => games.normalized_elo(),
            Self::Pairs(pairs) => pairs.normalized_elo(),
        }
    }

    /// Returns the likelihood of superiority, 0 to 1; `None` if there are no games.
    pub fn los(&self) -> Option<f64> {
        match self {
            Self::SingleGames(games) => games.los(),
            Self::Pairs(pairs) => pairs.los(),
        }
    }

    /// Returns the log-likelihood ratio of a sequential test.
    pub fn llr(&self, test: &Sprt) -> f64 {
        match self {
            Self::SingleGames(games) => test.llr(games),
            Self::Pairs(pairs) => test.llr_of_pairs(pairs),
        }
    }
}
