//! The summed results of a tournament.

use std::collections::BTreeMap;

use super::super::journal::Games;
use super::super::pairs::{Pair, PairGame, UnpairedGames};
use super::super::run::GameQueue;
use super::super::stats::{Counts, Crosstable, Pentanomial, Tally};
use super::super::{GameReport, GameResult, Results, Spec};

/// A game that counts, and its players.
#[derive(Copy, Clone, Debug)]
pub struct CountedGame<'g> {
    pub game: &'g GameReport,
    /// The numbers of the two engines in the spec, from 0.
    pub white: usize,
    pub black: usize,
    /// White's half points: 0, 1 or 2.
    pub white_half_points: u8,
}

impl CountedGame<'_> {
    /// Returns the game as one half of a pair.
    const fn half(&self) -> PairGame {
        PairGame {
            white: self.white,
            black: self.black,
            white_half_points: self.white_half_points,
            is_faulty: self.game.end.is_fault(),
        }
    }

    /// Returns the half points of an engine, if it played.
    pub fn half_points(&self, engine: usize) -> Option<u8> {
        if engine == self.white {
            Some(self.white_half_points)
        } else {
            (engine == self.black).then(|| 2 - self.white_half_points.min(2))
        }
    }
}

/// The summed results of the games.
#[derive(Debug)]
pub struct Summary<'g> {
    /// The engines' names, in the order of the spec.
    pub names: Vec<String>,
    /// The games that count, by number.
    pub games: Vec<CountedGame<'g>>,
    /// The pairs of two games on one opening with colours swapped, in the order
    /// of the numbers of their second games.
    pub pairs: Vec<Pair>,
    /// The number of games that were interrupted.
    pub unfinished: usize,
    /// The number of games in the schedule, if that does not depend on results.
    pub total: Option<u32>,
    /// The number of scheduled games that have no report, for whatever reason.
    pub missing: usize,
    pub crosstable: Crosstable,
}

impl<'g> Summary<'g> {
    pub fn new(spec: &Spec, reports: impl IntoIterator<Item = &'g GameReport>) -> Self {
        let names: Vec<String> = spec.engines.iter().map(|e| e.name.clone()).collect();
        let place = |name: &str| names.iter().position(|other| other == name);
        let by_number: BTreeMap<u32, &GameReport> = reports
            .into_iter()
            .map(|report| (report.game, report))
            .collect();
        // A tournament that cannot be scheduled has no number of games.
        let queue = GameQueue::new(spec, &Games::new());
        let total = queue.ok().and_then(|queue| queue.total());
        let unfinished = by_number
            .values()
            .filter(|report| report.result == GameResult::Unfinished)
            .count();
        let games: Vec<CountedGame> = by_number
            .values()
            .filter_map(|&game| {
                Some(CountedGame {
                    game,
                    white: place(&game.white)?,
                    black: place(&game.black)?,
                    white_half_points: game.result.white_half_points()?,
                })
            })
            .collect();
        let mut crosstable = Crosstable::new(names.len());
        for counted in &games {
            // An engine has no result against itself.
            let _ = crosstable.record(
                counted.white,
                counted.black,
                tally(counted.white_half_points),
            );
        }
        let mut unpaired = UnpairedGames::new(spec.games);
        let pairs = games
            .iter()
            .filter_map(|counted| unpaired.add(counted.game, counted.half()))
            .collect();
        Self {
            pairs,
            total,
            missing: total.map_or(0, |total| (total as usize).saturating_sub(by_number.len())),
            names,
            games,
            unfinished,
            crosstable,
        }
    }

    /// Returns the results of an engine by pairs. Games without a partner are
    /// left out.
    pub fn pentanomial(&self, engine: usize) -> Pentanomial {
        let mut sum = Pentanomial::default();
        for half_points in self.pair_results(engine) {
            let _ = sum.record(half_points);
        }
        sum
    }

    /// Returns the counts from which the strength of an engine is estimated:
    /// pairs if there are any, or else single games.
    pub fn counts(&self, engine: usize) -> Counts {
        if self.pairs.is_empty() {
            Counts::Games(self.crosstable.total(engine))
        } else {
            Counts::Pairs(self.pentanomial(engine))
        }
    }

    /// Returns the note on the effect of faults on the sequential test, as in
    /// the table of a run.
    pub fn fault_note(&self, spec: &Spec) -> Option<String> {
        let mut results = Results::new(spec, &Games::new());
        for counted in &self.games {
            results.add(counted.game);
        }
        let note = results.fault_note()?;
        let mut letters = note.chars();
        let first = letters.next()?.to_uppercase();
        Some(format!("{first}{}.", letters.as_str()))
    }

    /// Returns the results of an engine after each of its games or pairs, each with the number of
    /// its games so far.
    pub fn history(&self, engine: usize) -> Vec<(usize, Counts)> {
        if self.pairs.is_empty() {
            let results = self
                .games
                .iter()
                .filter_map(|game| game.half_points(engine));
            let mut sum = Tally::default();
            let history = results.enumerate().map(|(index, half_points)| {
                sum += tally(half_points);
                (index + 1, Counts::Games(sum))
            });
            return history.collect();
        }
        let mut sum = Pentanomial::default();
        let history = self
            .pair_results(engine)
            .enumerate()
            .map(|(index, result)| {
                let _ = sum.record(result);
                (2 * index + 2, Counts::Pairs(sum))
            });
        history.collect()
    }

    /// Returns the half points of an engine in each of its pairs.
    fn pair_results(&self, engine: usize) -> impl Iterator<Item = usize> {
        let results = self.pairs.iter().flat_map(|pair| pair.results());
        results.filter_map(move |(player, half_points)| (player == engine).then_some(half_points))
    }
}

/// Returns a game as a tally, seen from White.
const fn tally(half_points: u8) -> Tally {
    match half_points {
        0 => Tally::new(0, 0, 1),
        1 => Tally::new(0, 1, 0),
        _ => Tally::new(1, 0, 0),
    }
}
