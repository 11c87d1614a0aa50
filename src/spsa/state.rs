//! The state of a run: all that changes from pair to pair.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::pair_keys::PairKeys;
use super::perturbation::Perturbation;
use super::settings::SpsaSettings;
use crate::tournament::stats::Tally;

/// The state of a run. Pairs are numbered from 0, and may be counted in any order.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SpsaState {
    /// The number of pairs that have been begun, which is also the number of the next pair.
    begun: u32,
    /// The pairs that have been begun and do not count yet. A resumed run plays them again.
    pub(super) unfinished: BTreeSet<u32>,
    /// The current value of each parameter.
    pub values: Vec<f64>,
    /// The number of games that the plus side has won.
    plus_wins: u64,
    /// The number of games drawn.
    draws: u64,
    /// The number of games that the minus side has won.
    minus_wins: u64,
    /// The number of pairs that were copies of other pairs, and moved no value.
    #[serde(default)]
    pub copied: u32,
    /// The keys of the pairs that have been played, if the engine repeats its games.
    #[serde(default)]
    keys: PairKeys,
}

impl SpsaState {
    /// Creates the state of a run before its first pair.
    pub fn new(settings: &SpsaSettings) -> Self {
        let parameters = settings.parameters.iter();
        Self {
            begun: 0,
            unfinished: BTreeSet::new(),
            values: parameters.map(|parameter| parameter.start).collect(),
            plus_wins: 0,
            draws: 0,
            minus_wins: 0,
            copied: 0,
            keys: PairKeys::default(),
        }
    }

    /// Returns the number of pairs that have been completed.
    pub fn done(&self) -> u32 {
        let unfinished = u32::try_from(self.unfinished.len()).unwrap_or(u32::MAX);
        self.begun.saturating_sub(unfinished)
    }

    /// Returns the results of the games that count, from the point of view of the plus side.
    pub const fn games(&self) -> Tally {
        Tally::new(self.plus_wins, self.draws, self.minus_wins)
    }

    /// Begins a new pair and returns its number, if one remains.
    pub(super) fn begin(&mut self, settings: &SpsaSettings) -> Option<u32> {
        let pair = self.begun;
        if pair >= settings.pairs {
            return None;
        }
        self.begun += 1;
        self.unfinished.insert(pair);
        Some(pair)
    }

    /// Adds the key of a pair that was begun. Returns whether the pair is a copy, that is,
    /// whether a pair added before has the same key; a copy is then done and moves no value.
    pub(super) fn skip_copy(&mut self, pair: u32, key: u64) -> bool {
        let is_copy = self.unfinished.contains(&pair) && !self.keys.add(key);
        if is_copy {
            self.unfinished.remove(&pair);
            self.copied = self.copied.saturating_add(1);
        }
        is_copy
    }

    /// Counts a pair that was begun, with its games from the point of view of the plus side, and
    /// moves the values.
    pub(super) fn count(&mut self, settings: &SpsaSettings, pair: u32, games: Tally) {
        if !self.unfinished.remove(&pair) {
            return;
        }
        let points = games.wins as f64 - games.losses as f64;
        Perturbation::new(settings, pair).update(settings, &mut self.values, points);
        self.plus_wins = self.plus_wins.saturating_add(games.wins);
        self.draws = self.draws.saturating_add(games.draws);
        self.minus_wins = self.minus_wins.saturating_add(games.losses);
    }

    /// Returns what is wrong with a state that was read from a file; `None` if it is valid.
    pub(super) fn defect(&self, settings: &SpsaSettings) -> Option<String> {
        if self.begun > settings.pairs {
            let (begun, pairs) = (self.begun, settings.pairs);
            return Some(format!("{begun} pairs begun, but the run has only {pairs}"));
        }
        if let Some(pair) = self.unfinished.range(self.begun..).next() {
            let begun = self.begun;
            return Some(format!(
                "pair {pair} is unfinished, but only {begun} have begun"
            ));
        }
        let (values, parameters) = (self.values.len(), settings.parameters.len());
        if values != parameters {
            return Some(format!("{values} values for {parameters} parameters"));
        }
        let mut pairs = settings.parameters.iter().zip(&self.values);
        let (parameter, value) =
            pairs.find(|(parameter, value)| parameter.clamp(**value) != **value)?;
        Some(format!("{} is {value}, outside its range", parameter.name))
    }
}
