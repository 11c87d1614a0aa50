//! The results of a tournament, counted as the games come in.
//!
//! **The decision:** games are counted one by one into a table of all against
//! all, and as pairs where both games of an opening are known; a game whose
//! other half is missing counts in the table alone until that comes.

use std::collections::HashMap;

use super::journal::Games;
use super::stats::{Counts, Crosstable, Pentanomial, Sprt, SprtError, Tally};
use super::{EloModel, End, GameReport, GameResult, Spec, SprtSpec, stats};

/// What has been counted.
#[derive(Clone, Debug)]
pub struct Results {
    names: Vec<String>,
    table: Crosstable,
    /// Pairs of each two engines, row by row.
    pairs: Vec<Pentanomial>,
    /// Games whose other half is missing, by the numbers of both halves'
    /// pair: White's engine and its half points.
    halves: HashMap<(u32, u32), (usize, u8)>,
    games_each: u32,
    sprt: Option<(SprtSpec, Sprt)>,
    faults: u64,
}

impl Results {
    /// What these games of a tournament come to.
    pub fn of(spec: &Spec, games: &Games) -> Self {
        let engines = spec.engines.len();
        let mut results = Self {
            names: spec.engine_names(),
            table: Crosstable::new(engines),
            pairs: vec![Pentanomial::default(); engines * engines],
            halves: HashMap::new(),
            games_each: spec.games,
            sprt: spec.sprt.and_then(|sprt| Some((sprt, sprt.test().ok()?))),
            faults: 0,
        };
        for report in games.values() {
            results.add(report);
        }
        results
    }

    /// Counts a game. One that was broken off, or is of strangers, is not.
    pub fn add(&mut self, report: &GameReport) {
        let place = |name| self.names.iter().position(|known| known == name);
        let (Some(white), Some(black)) = (place(&report.white), place(&report.black)) else {
            return;
        };
        let Some(half_points) = report.result.white_half_points() else {
            return;
        };
        let tally = match report.result {
            GameResult::WhiteWins => Tally::new(1, 0, 0),
            GameResult::BlackWins => Tally::new(0, 0, 1),
            _ => Tally::new(0, 1, 0),
        };
        let _counted = self.table.record(white, black, tally);
        self.faults += u64::from(report.end.is_fault());
        self.add_half(report, white, black, half_points);
    }

    /// The games of an encounter make pairs in their order.
    fn add_half(&mut self, report: &GameReport, white: usize, black: usize, half_points: u8) {
        let within = report.game.saturating_sub(1) % self.games_each.max(1);
        let pair = (report.encounter, within / 2);
        match self.halves.remove(&pair) {
            // The same engine with the same colour twice makes no pair.
            Some((other_white, other)) if other_white == black => {
                let sum = half_points + 2 - other;
                self.count_pair(white, black, sum);
                self.count_pair(black, white, 4 - sum);
            }
            _ => {
                self.halves.insert(pair, (white, half_points));
            }
        }
    }

    fn count_pair(&mut self, one: usize, other: usize, half_points: u8) {
        let engines = self.names.len();
        if let Some(pairs) = self.pairs.get_mut(one * engines + other) {
            let _counted = pairs.record(half_points.into());
        }
    }

    /// The engines, by their places.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// All games, one by one.
    pub const fn table(&self) -> &Crosstable {
        &self.table
    }

    /// The pairs of two engines, as the one sees them.
    pub fn pairs(&self, one: usize, other: usize) -> Pentanomial {
        let place = one * self.names.len() + other;
        self.pairs.get(place).copied().unwrap_or_default()
    }

    /// Games that an engine lost by a fault.
    pub const fn faults(&self) -> u64 {
        self.faults
    }

    /// The sequential test, if there is one, and its hypotheses.
    pub const fn sprt(&self) -> Option<(SprtSpec, Sprt)> {
        self.sprt
    }

    /// The results of an engine, as its strength is told from them: pairs, if
    /// there are any.
    pub fn counts(&self, engine: usize) -> Counts {
        let mut pairs = Pentanomial::default();
        for other in 0..self.names.len() {
            pairs += self.pairs(engine, other);
        }
        if pairs.pairs() == 0 {
            Counts::Games(self.table.total(engine))
        } else {
            Counts::Pairs(pairs)
        }
    }

    /// The log-likelihood ratio of the test.
    pub fn llr(&self) -> Option<f64> {
        let (_, sprt) = self.sprt?;
        Some(self.counts(0).llr(&sprt))
    }

    /// Where the sequential test stands.
    pub fn verdict(&self) -> Option<stats::State> {
        Some(self.sprt?.1.state(self.llr()?))
    }
}

impl SprtSpec {
    /// The test.
    ///
    /// # Errors
    /// If the hypotheses or the error rates make no sense.
    pub fn test(&self) -> Result<Sprt, SprtError> {
        let model = match self.model {
            EloModel::Logistic => stats::Model::Logistic,
            EloModel::Normalized => stats::Model::Normalized,
        };
        Sprt::new(model, [self.elo0, self.elo1], self.alpha, self.beta)
    }
}

impl Spec {
    /// Whether these results end the tournament before all games are played.
    /// A share is always played to its end: the test is of the whole.
    pub fn is_decided(&self, results: &Results) -> bool {
        let verdict = results.verdict();
        self.shard.is_none() && verdict.is_some_and(|state| state != stats::State::Running)
    }
}

impl GameReport {
    /// Whether the game came to an end that counts.
    pub fn counts(&self) -> bool {
        self.end != End::Interrupted && self.result != GameResult::Unfinished
    }
}
