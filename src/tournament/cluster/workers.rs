//! What each worker has contributed, and whether its results fit those of the others.
//!
//! A worker's *residual* is the difference between the first engine's mean score in its pairs and
//! in those of the others, in standard errors. Beyond three, a machine is probably at fault: an
//! overloaded one, or one whose engines lose on time. It is shown, not judged: among many workers a
//! large one occurs by chance, and leaving results out after looking at them would bias the test.

use std::collections::{BTreeMap, HashMap};

use crate::tournament::pairs::{PairGame, UnpairedGames};
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
    /// Adds up the games of each worker, which may be in any order.
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
        if spec.engines.len() == 2 {
            table.add_residuals(spec, &games);
        }
        table
    }

    /// Returns the cost of all games in core-hours.
    pub fn core_hours(&self) -> f64 {
        self.rows.values().map(|row| row.core_hours).sum()
    }

    /// Adds the residuals of a tournament of two engines.
    fn add_residuals(&mut self, spec: &Spec, games: &[&GameReport]) {
        let index_of = |name: &str| spec.engines.iter().position(|engine| engine.name == name);
        let mut unpaired = UnpairedGames::new(spec.games);
        let mut workers: HashMap<u32, Option<&str>> = HashMap::new();
        let mut all = Moments::default();
        for report in games {
            let game = PairGame::of(report, index_of);
            let Some(game) = game.filter(|game| !unpaired.is_single(*game)) else {
                continue;
            };
            workers.insert(game.game, report.worker.as_deref());
            let Some(pair) = unpaired.add(game) else {
                continue;
            };
            let [one, other] = pair
                .games
                .map(|game| workers.get(&game.game).copied().flatten());
            let worker = one.filter(|_| one == other);
            let of_first = pair.results().into_iter().find(|(engine, _)| *engine == 0);
            if let Some(row) = worker.and_then(|worker| self.rows.get_mut(worker))
                && let Some((_, half_points)) = of_first
            {
                let points = half_points as f64 / 2.0;
                row.pairs.add(points);
                all.add(points);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::spec::tests::two_engines;

    /// Returns a game of an encounter; the worker of the first half of the pairs wins more of them.
    fn game(number: u32) -> GameReport {
        let encounter = number.div_ceil(2);
        let [white, black] = match number % 2 {
            1 => ["A", "B"],
            _ => ["B", "A"],
        };
        let worker = if encounter <= 50 { "one" } else { "two" };
        let wins = if worker == "one" { 5 } else { 4 };
        let result = match (encounter % 7 < wins, white) {
            (true, "A") | (false, "B") => "1-0",
            _ => "0-1",
        };
        serde_json::from_value(serde_json::json!({
            "game": number, "round": encounter, "encounter": encounter, "variant": "shatra",
            "white": white, "black": black, "opening": {}, "result": result,
            "end": "biy-captured", "detail": "", "turns": [], "worker": worker,
            "started": "2026-01-01T00:00:00Z", "seconds": 1.0,
        }))
        .unwrap()
    }

    fn residuals(games: &[GameReport]) -> Vec<f64> {
        let table = WorkerTable::new(&two_engines(100), games);
        let rows = table.rows.values();
        rows.map(|row| row.residual.unwrap()).collect()
    }

    #[test]
    fn a_missing_game_costs_the_residuals_no_pair_but_its_own() {
        let all: Vec<GameReport> = (1..=200).map(game).collect();
        let whole = residuals(&all);
        assert!(whole[0] > 0.5 && whole[1] < -0.5, "{whole:?}");
        let without_pair = residuals(&all[2..]);
        assert_eq!(residuals(&all[1..]), without_pair);
        assert_ne!(without_pair, whole);
        // The order of the games is of no importance.
        let mut reversed = all;
        reversed.reverse();
        let difference = residuals(&reversed)[0] - whole[0];
        assert!(difference.abs() < 1e-9, "{difference}");
    }
}
