//! The totals of a tournament's results, for its report.

use std::collections::BTreeMap;

use super::super::journal::Games;
use super::super::pairs::{Pair, PairGame, UnpairedGames};
use super::super::run::GameQueue;
use super::super::stats::{Counts, Crosstable, Pentanomial, Tally};
use super::super::{GameReport, GameResult, Results, Spec};

/// A finished game between engines of the spec, with the indices of these engines.
#[derive(Copy, Clone, Debug)]
pub struct CountedGame<'g> {
    pub report: &'g GameReport,
    /// The index of White's engine in the spec.
    pub white: usize,
    /// The index of Black's engine in the spec.
    pub black: usize,
    /// White's half points: 0, 1 or 2.
    pub white_half_points: u8,
}

impl CountedGame<'_> {
    /// Returns the game as one of a pair.
    fn as_pair_game(&self, results: &Results) -> PairGame {
        PairGame {
            game: self.report.game,
            encounter: self.report.encounter,
            white: self.white,
            black: self.black,
            white_half_points: self.white_half_points,
            is_faulty: self.report.end.is_fault(),
            is_copy: results.evidence().is_copy(self.report.game),
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

/// The totals of the games' results.
#[derive(Debug)]
pub struct Summary<'g> {
    /// The engines' names, in the order of the spec.
    pub names: Vec<String>,
    /// The finished games between engines of the spec, in the order of their numbers.
    pub games: Vec<CountedGame<'g>>,
    /// The pairs of games on one opening with colours swapped, in the order of
    /// the numbers of their second games, without those that consist of two copies.
    pub pairs: Vec<Pair>,
    /// The number of games that were interrupted.
    pub unfinished: usize,
    /// The number of games on the schedule, unless it depends on results.
    pub total: Option<u32>,
    /// The number of scheduled games without a report.
    pub missing: usize,
    /// The crosstable of these games.
    pub crosstable: Crosstable,
    /// The crosstable of the games that count as evidence.
    pub evidence_table: Crosstable,
    /// The results, as during a run.
    results: Results,
}

impl<'g> Summary<'g> {
    pub fn new(spec: &Spec, reports: impl IntoIterator<Item = &'g GameReport>) -> Self {
        let names = spec.engine_names();
        let index_of = |name: &str| names.iter().position(|other| other == name);
        let by_number: BTreeMap<u32, &GameReport> = reports
            .into_iter()
            .map(|report| (report.game, report))
            .collect();
        // The number of games is unknown if there is no valid schedule.
        let queue = GameQueue::new(spec, &Games::new());
        let total = queue.ok().and_then(|queue| queue.total());
        let unfinished = by_number
            .values()
            .filter(|report| report.result == GameResult::Unfinished)
            .count();
        let games: Vec<CountedGame> = by_number
            .values()
            .filter_map(|&report| {
                Some(CountedGame {
                    report,
                    white: index_of(&report.white)?,
                    black: index_of(&report.black)?,
                    white_half_points: report.result.white_half_points()?,
                })
            })
            .collect();
        let mut results = Results::new(spec, &Games::new());
        for counted in &games {
            results.add(counted.report);
        }
        let mut unpaired = UnpairedGames::new(spec.games);
        let pairs = games
            .iter()
            .map(|counted| counted.as_pair_game(&results))
            .filter(|game| !unpaired.is_single(*game))
            .collect::<Vec<_>>();
        let pairs = pairs
            .into_iter()
            .filter_map(|game| unpaired.add(game))
            .filter(|pair| !pair.is_copied())
            .collect();
        Self {
            pairs,
            total,
            missing: total.map_or(0, |total| (total as usize).saturating_sub(by_number.len())),
            names,
            games,
            unfinished,
            crosstable: results.table().clone(),
            evidence_table: results.evidence().table(),
            results,
        }
    }

    /// Returns the counts from which the strength of an engine is estimated: pairs, and the
    /// games outside them.
    pub fn counts(&self, engine: usize) -> Counts {
        self.results.counts(engine)
    }

    /// Returns whether there are pairs, and games outside them.
    pub fn has_games_outside_pairs(&self) -> bool {
        let mut counts = (0..self.names.len()).map(|engine| self.counts(engine));
        counts.any(|counts| matches!(counts, Counts::Pairs { others, .. } if others.games() > 0))
    }

    /// Returns a sentence on how faults affect the sequential test; the table shown during
    /// a run contains the same note. `None` if there is no test or no fault.
    pub fn fault_note(&self) -> Option<String> {
        self.results.fault_note().as_deref().and_then(sentence)
    }

    /// Returns a sentence on the games that are copies of earlier ones, if there are any.
    pub fn copies_note(&self) -> Option<String> {
        let note = self.results.evidence().copies_note();
        note.as_deref().and_then(sentence)
    }

    /// Returns the totals of an engine's results after each of its games or pairs that count as
    /// evidence, each with the number of these games so far. If there are pairs, games outside
    /// them are left out, as in a sequential test.
    pub fn history(&self, engine: usize) -> Vec<(usize, Counts)> {
        if self.pairs.is_empty() {
            let evidence = self.results.evidence();
            let results = self
                .games
                .iter()
                .filter(|game| !evidence.is_copy(game.report.game))
                .filter_map(|game| game.half_points(engine));
            let mut sum = Tally::default();
            let history = results.enumerate().map(|(index, half_points)| {
                sum += tally(half_points);
                (index + 1, Counts::SingleGames(sum))
            });
            return history.collect();
        }
        let mut sum = Pentanomial::default();
        let history = self
            .pair_results(engine)
            .enumerate()
            .map(|(index, result)| {
                let _ = sum.record(result);
                (2 * index + 2, Counts::new(sum, Tally::default()))
            });
        history.collect()
    }

    /// Returns the half points of an engine in each of its pairs.
    fn pair_results(&self, engine: usize) -> impl Iterator<Item = usize> {
        let results = self.pairs.iter().flat_map(|pair| pair.results());
        results.filter_map(move |(pair_engine, half_points)| {
            (pair_engine == engine).then_some(half_points)
        })
    }
}

/// Returns the tally of one game for a player who scored this many half points.
const fn tally(half_points: u8) -> Tally {
    match half_points {
        0 => Tally::new(0, 0, 1),
        1 => Tally::new(0, 1, 0),
        _ => Tally::new(1, 0, 0),
    }
}

/// Returns a note as a sentence, with a capital letter and a full stop.
fn sentence(note: &str) -> Option<String> {
    let mut rest = note.chars();
    let first = rest.next()?.to_uppercase();
    Some(format!("{first}{}.", rest.as_str()))
}
