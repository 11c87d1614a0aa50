//! The totals of a tournament's results, for its report.

use std::collections::BTreeMap;

use super::super::evidence::Evidence;
use super::super::journal::Games;
use super::super::run::GameQueue;
use super::super::stats::{Counts, Crosstable};
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
    /// The number of games that were interrupted.
    pub unfinished: usize,
    /// The number of games on the schedule, unless it depends on results.
    pub total: Option<u32>,
    /// The number of scheduled games without a report.
    pub missing: usize,
    /// The crosstable of these games.
    pub crosstable: Crosstable,
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
        Self {
            total,
            missing: total.map_or(0, |total| (total as usize).saturating_sub(by_number.len())),
            names,
            games,
            unfinished,
            crosstable: results.table().clone(),
            results,
        }
    }

    /// Returns the counts from which the strength of an engine is estimated: pairs, and the
    /// games outside them.
    pub fn counts(&self, engine: usize) -> Counts {
        self.results.counts(engine)
    }

    /// Returns what the games prove about the strength of the engines.
    pub const fn evidence(&self) -> &Evidence {
        self.results.evidence()
    }

    /// Returns whether there are pairs that count.
    pub fn has_pairs(&self) -> bool {
        self.has_counts(|pairs, _| pairs > 0)
    }

    /// Returns whether there are pairs, and games outside them.
    pub fn has_games_outside_pairs(&self) -> bool {
        self.has_pairs() && self.has_counts(|_, others| others > 0)
    }

    /// Returns whether an engine has such numbers of pairs and of games outside them.
    fn has_counts(&self, condition: impl Fn(u64, u64) -> bool) -> bool {
        let mut counts = (0..self.names.len()).map(|engine| self.counts(engine));
        counts.any(|counts| match counts {
            Counts::Pairs { pairs, others } => condition(pairs.pairs(), others.games()),
            Counts::SingleGames(_) => false,
        })
    }

    /// Returns a sentence on how faults affect the sequential test; the table shown during
    /// a run contains the same note. `None` if there is no test or no fault.
    pub fn fault_note(&self) -> Option<String> {
        self.results.fault_note().as_deref().and_then(sentence)
    }

    /// Returns a sentence on the games that are copies of earlier ones, if there are any.
    pub fn copies_note(&self) -> Option<String> {
        let note = self.evidence().copies_note();
        note.as_deref().and_then(sentence)
    }

    /// Returns an engine's counts over the course of the tournament, as [`Evidence::history`] does.
    pub fn history(&self, engine: usize) -> Vec<(usize, Counts)> {
        self.evidence().history(engine)
    }
}

/// Returns a note as a sentence, with a capital letter and a full stop.
fn sentence(note: &str) -> Option<String> {
    let mut rest = note.chars();
    let first = rest.next()?.to_uppercase();
    Some(format!("{first}{}.", rest.as_str()))
}
