//! The games of a tournament and their totals, for its report.

use std::collections::BTreeMap;

use super::super::journal::Games;
use super::super::pairs::PairGame;
use super::super::run::GameQueue;
use super::super::{GameReport, GameResult, Results, Spec};

/// A finished game between engines of the spec.
#[derive(Copy, Clone, Debug)]
pub struct CountedGame<'g> {
    pub report: &'g GameReport,
    /// The game as the results count it.
    pub game: PairGame,
}

/// The games and their totals.
#[derive(Debug)]
pub struct Summary<'g> {
    /// The results, as during a run.
    pub results: Results,
    /// The finished games between engines of the spec, in the order of their numbers.
    pub games: Vec<CountedGame<'g>>,
    /// The number of games that were interrupted.
    pub unfinished: usize,
    /// The number of games on the schedule, unless it depends on results.
    pub total: Option<u32>,
    /// The number of scheduled games without a report; 0 if `total` is unknown.
    pub missing: usize,
}

impl<'g> Summary<'g> {
    pub fn new(spec: &Spec, reports: impl IntoIterator<Item = &'g GameReport>) -> Self {
        let by_number: BTreeMap<u32, &GameReport> = reports
            .into_iter()
            .map(|report| (report.game, report))
            .collect();
        // The number of games is unknown if there is no valid schedule.
        let queue = GameQueue::new(spec, &Games::new());
        let total = queue.ok().and_then(|queue| queue.total());
        let is_unfinished = |report: &&&GameReport| report.result == GameResult::Unfinished;
        let mut results = Results::new(spec, &Games::new());
        let games = by_number.values().filter_map(|&report| {
            let game = results.add(report)?;
            Some(CountedGame { report, game })
        });
        Self {
            games: games.collect(),
            unfinished: by_number.values().filter(is_unfinished).count(),
            total,
            missing: total.map_or(0, |total| (total as usize).saturating_sub(by_number.len())),
            results,
        }
    }
}
