//! What each worker has contributed, and whether its results fit those of the others.
//!
//! A worker's *residual* is the difference between the first engine's mean score in its pairs and
//! in those of the others, in standard errors. Beyond three, a machine is probably at fault: an
//! overloaded one, or one whose engines lose on time. It is shown, not judged: among many workers a
//! large one occurs by chance, and leaving results out after looking at them would bias the test.

use std::collections::BTreeMap;

use crate::tournament::{EngineSpec, GameReport, Spec, Termination};

/// The contribution of a worker.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct WorkerRow {
    /// The number of games.
    pub games: usize,
    /// The number of games lost on time.
    pub time_losses: usize,
    /// The number of games lost by another fault.
    pub other_faults: usize,
    /// The time during which processors were reserved for the games, in core-hours.
    pub core_hours: f64,
    /// The residual; `None` if it is unknown, or if the tournament has more than two engines.
    pub residual: Option<f64>,
    pairs: Moments,
}

/// The number of pairs of games, and the sums of their scores and squared scores.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
struct Moments {
    count: f64,
    sum: f64,
    squares: f64,
}

impl Moments {
    fn add(&mut self, score: f64) {
        self.count += 1.0;
        self.sum += score;
        self.squares += score * score;
    }

    fn without(self, other: Self) -> Self {
        Self {
            count: self.count - other.count,
            sum: self.sum - other.sum,
            squares: self.squares - other.squares,
        }
    }

    fn mean(self) -> f64 {
        self.sum / self.count
    }

    fn variance(self) -> f64 {
        (self.squares / self.count - self.mean().powi(2)).max(0.0)
    }
}

/// The contributions of all workers, by name.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct WorkerTable {
    /// The rows. Games without a worker are left out.
    pub rows: BTreeMap<String, WorkerRow>,
}

impl WorkerTable {
    /// Adds up the games of each worker. The games must be in the order of their numbers.
    pub fn new<'g>(spec: &Spec, games: impl IntoIterator<Item = &'g GameReport>) -> Self {
        let games: Vec<&GameReport> = games.into_iter().collect();
        let mut table = Self::default();
        let cores = EngineSpec::threads_of_game(&spec.engines) as f64;
        for report in &games {
            if let Some(worker) = &report.worker {
                let row = table.rows.entry(worker.clone()).or_default();
                row.games += 1;
                row.time_losses += usize::from(report.end == Termination::Time);
                let is_other = report.end.is_fault() && report.end != Termination::Time;
                row.other_faults += usize::from(is_other);
                row.core_hours += report.seconds * cores / 3600.0;
            }
        }
        if let [first, _] = spec.engines.as_slice() {
            table.add_residuals(&first.name, &games);
        }
        table
    }

    /// Returns the cost of all games in core-hours.
    pub fn core_hours(&self) -> f64 {
        self.rows.values().map(|row| row.core_hours).sum()
    }

    fn add_residuals(&mut self, engine: &str, games: &[&GameReport]) {
        let mut all = Moments::default();
        let (pairs, _) = games.as_chunks::<2>();
        for [one, other] in pairs {
            let is_pair = one.encounter == other.encounter && one.worker == other.worker;
            let row = one.worker.as_ref().filter(|_| is_pair);
            let row = row.and_then(|worker| self.rows.get_mut(worker));
            if let Some(row) = row
                && let (Some(first), Some(second)) = (score(one, engine), score(other, engine))
            {
                row.pairs.add(first + second);
                all.add(first + second);
            }
        }
        for row in self.rows.values_mut() {
            let others = all.without(row.pairs);
            let weight = 1.0 / row.pairs.count + 1.0 / others.count;
            let error = (all.variance() * weight).sqrt();
            let residual = (row.pairs.mean() - others.mean()) / error;
            row.residual = residual.is_finite().then_some(residual);
        }
    }
}

/// Returns the points of an engine in a game.
fn score(report: &GameReport, engine: &str) -> Option<f64> {
    let white = f64::from(report.result.white_half_points()?) / 2.0;
    Some(if report.white == engine {
        white
    } else {
        1.0 - white
    })
}
