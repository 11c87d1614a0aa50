//! A player's results: pairs of games and the games outside them, or single games only.
//!
//! All games except copies, which are not evidence, count in the estimates of strength:
//! even the last of an odd number of games with one opening, and a game whose pair is not complete.
//! The sequential test counts complete pairs only, since its model has no units of two kinds.

use super::sample::Sample;
use super::{Estimate, Pentanomial, Sprt, Tally};

/// A player's results, counted by single games, or by pairs of games and the games outside them.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Counts {
    /// The counts of single games.
    SingleGames(Tally),
    /// The counts of pairs of games, and of games outside pairs.
    Pairs {
        /// The pairs.
        pairs: Pentanomial,
        /// The games outside the pairs.
        others: Tally,
    },
}

impl Counts {
    /// Creates counts of pairs and the games outside them; without pairs, counts of single games.
    pub fn new(pairs: Pentanomial, others: Tally) -> Self {
        if pairs.pairs() == 0 {
            Self::SingleGames(others)
        } else {
            Self::Pairs { pairs, others }
        }
    }

    fn sample(&self) -> Option<Sample> {
        match self {
            Self::SingleGames(games) => Sample::new(&Pentanomial::default(), games),
            Self::Pairs { pairs, others } => Sample::new(pairs, others),
        }
    }

    /// Returns the points per game, 0 to 1; `None` if there are no games.
    pub fn score(&self) -> Option<f64> {
        self.sample().map(|sample| sample.mean)
    }

    /// Returns the Elo difference from the opponents; `None` if there are no games.
    pub fn elo(&self) -> Option<Estimate> {
        self.sample().map(|sample| sample.elo())
    }

    /// Returns the difference from the opponents in normalized Elo; `None` if there are no games.
    /// If all games were drawn, it is 0 with the usual margin, which depends only on the number of
    /// games.
    pub fn normalized_elo(&self) -> Option<Estimate> {
        self.sample().map(|sample| sample.normalized_elo())
    }

    /// Returns the likelihood of superiority, 0 to 1: the probability that the expected score is
    /// above one half, if all strengths are equally likely a priori. It is one half if all pairs
    /// and games were drawn, and `None` if there are no games.
    pub fn los(&self) -> Option<f64> {
        self.sample().map(|sample| sample.los())
    }

    /// Returns the log-likelihood ratio of a sequential test. Games outside pairs count only if
    /// there are no pairs.
    pub fn llr(&self, test: &Sprt) -> f64 {
        match self {
            Self::SingleGames(games) => test.llr(games),
            Self::Pairs { pairs, .. } => test.llr_of_pairs(pairs),
        }
    }
}
