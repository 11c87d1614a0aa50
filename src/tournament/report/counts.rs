//! Results as they are counted: by pairs of games where games come in pairs.

use super::super::stats::{Estimate, Pentanomial, Sprt, Tally};

/// Results of a player.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Counts {
    Games(Tally),
    Pairs(Pentanomial),
}

impl Counts {
    pub fn score(&self) -> Option<f64> {
        match self {
            Self::Games(games) => games.score(),
            Self::Pairs(pairs) => pairs.score(),
        }
    }

    pub fn elo(&self) -> Option<Estimate> {
        match self {
            Self::Games(games) => games.elo(),
            Self::Pairs(pairs) => pairs.elo(),
        }
    }

    pub fn normalized_elo(&self) -> Option<Estimate> {
        match self {
            Self::Games(games) => games.normalized_elo(),
            Self::Pairs(pairs) => pairs.normalized_elo(),
        }
    }

    pub fn los(&self) -> Option<f64> {
        match self {
            Self::Games(games) => games.los(),
            Self::Pairs(pairs) => pairs.los(),
        }
    }

    pub fn llr(&self, test: &Sprt) -> f64 {
        match self {
            Self::Games(games) => test.llr(games),
            Self::Pairs(pairs) => test.llr_of_pairs(pairs),
        }
    }
}
