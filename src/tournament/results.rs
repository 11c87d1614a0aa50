//! Running totals of a tournament's results.
//!
//! Each finished game is counted in the crosstable. A pair of games is counted
//! once both have finished; until then, the first counts in the crosstable only.

use super::journal::Games;
use super::pairs::{PairGame, UnpairedGames};
use super::stats::{Counts, Crosstable, Pentanomial, Sprt, SprtError, Tally};
use super::{GameReport, GameResult, Spec, SprtSpec, Termination, WarningSummary, stats};

/// The results of a tournament so far.
#[derive(Clone, Debug)]
pub struct Results {
    names: Vec<String>,
    table: Crosstable,
    /// The pairs of games of every two engines, row by row.
    pairs: Vec<Pentanomial>,
    /// The games of each engine that belong to complete pairs.
    paired: Vec<Tally>,
    unpaired: UnpairedGames,
    sprt: Option<(SprtSpec, Sprt)>,
    faults: Vec<LossesByFault>,
    /// The first engine's games and pairs that were not decided by a fault.
    fault_free: (Tally, Pentanomial),
    games_with_warnings: u64,
    warnings: WarningSummary,
}

/// A summary of the games that an engine lost by faults.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LossesByFault {
    /// The number of games.
    pub games: u64,
    /// The number of the game that was counted last, and how it ended.
    pub last: (u32, String),
}

impl Results {
    /// Counts these games of a tournament.
    pub fn new(spec: &Spec, games: &Games) -> Self {
        let engines = spec.engines.len();
        let mut results = Self {
            names: spec.engine_names(),
            table: Crosstable::new(engines),
            pairs: vec![Pentanomial::default(); engines * engines],
            paired: vec![Tally::default(); engines],
            unpaired: UnpairedGames::new(spec.games),
            sprt: spec.sprt.and_then(|sprt| Some((sprt, sprt.test().ok()?))),
            faults: vec![LossesByFault::default(); engines],
            fault_free: Default::default(),
            games_with_warnings: 0,
            warnings: WarningSummary::default(),
        };
        for report in games.values() {
            results.add(report);
        }
        results
    }

    /// Counts a game, unless it has no result or its engines are not in the
    /// tournament.
    pub fn add(&mut self, report: &GameReport) {
        let index_of = |name: &str| self.names.iter().position(|other| other == name);
        let (Some(white), Some(black)) = (index_of(&report.white), index_of(&report.black)) else {
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
        if let Some(loser) = report.loser_by_fault().and_then(index_of)
            && let Some(faults) = self.faults.get_mut(loser)
        {
            faults.games += 1;
            faults.last = (report.game, report.detail.clone());
        } else if white == 0 || black == 0 {
            self.fault_free.0 += if white == 0 { tally } else { tally.mirrored() };
        }
        self.games_with_warnings += u64::from(!report.warnings.is_empty());
        self.warnings.add(report);
        let pair_game = PairGame {
            white,
            black,
            white_half_points: half_points,
            is_faulty: report.end.is_fault(),
        };
        if let Some(pair) = self.unpaired.add(report, pair_game) {
            let [(one, points_of_one), (other, points_of_other)] = pair.results();
            for (engine, tally) in pair.tallies() {
                if let Some(paired) = self.paired.get_mut(engine) {
                    *paired += tally;
                }
            }
            self.count_pair(one, other, points_of_one);
            if let Some((_, points)) = pair.results().into_iter().find(|(engine, _)| *engine == 0)
                && !pair.is_faulty
            {
                let _counted = self.fault_free.1.record(points);
            }
            self.count_pair(other, one, points_of_other);
        }
    }

    fn count_pair(&mut self, one: usize, other: usize, half_points: usize) {
        let engines = self.names.len();
        if let Some(pairs) = self.pairs.get_mut(one * engines + other) {
            let _counted = pairs.record(half_points);
        }
    }

    /// Returns the names of the engines, by index.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns the crosstable of all games.
    pub const fn table(&self) -> &Crosstable {
        &self.table
    }

    /// Returns the pairs of games of two engines, from the point of view of `one`.
    pub fn pairs(&self, one: usize, other: usize) -> Pentanomial {
        let index = one * self.names.len() + other;
        self.pairs.get(index).copied().unwrap_or_default()
    }

    /// Returns the total number of games lost by a fault.
    pub fn games_lost_by_fault(&self) -> u64 {
        self.faults.iter().map(|faults| faults.games).sum()
    }

    /// Returns a summary of each engine's losses by fault, by engine index.
    pub fn losses_by_fault(&self) -> &[LossesByFault] {
        &self.faults
    }

    /// Returns the warnings: faults that did not cost the game.
    pub const fn warnings(&self) -> &WarningSummary {
        &self.warnings
    }

    /// Returns the number of games with warnings.
    pub const fn games_with_warnings(&self) -> u64 {
        self.games_with_warnings
    }

    /// Returns the sequential test and its parameters, if there is a test.
    pub const fn sprt(&self) -> Option<(SprtSpec, Sprt)> {
        self.sprt
    }

    /// Returns the counts from which an engine's strength is estimated: pairs of games, and the
    /// games outside them.
    pub fn counts(&self, engine: usize) -> Counts {
        let mut pairs = Pentanomial::default();
        for other in 0..self.names.len() {
            pairs += self.pairs(engine, other);
        }
        let paired = self.paired.get(engine).copied().unwrap_or_default();
        Counts::new(pairs, self.table.total(engine).without(&paired))
    }

    /// Returns the log-likelihood ratio (LLR) of the sequential test, if there is one.
    pub fn llr(&self) -> Option<f64> {
        let (_, sprt) = self.sprt?;
        Some(self.counts(0).llr(&sprt))
    }

    /// Returns a sentence on how faults affect the sequential test: the number
    /// of games that they decided, and the state of the test without these games
    /// or their pairs. Returns `None` if there is no test or no fault.
    pub fn fault_note(&self) -> Option<String> {
        let ((_, sprt), state) = (self.sprt?, self.sprt_state()?);
        let faults = self.games_lost_by_fault();
        if faults == 0 {
            return None;
        }
        let (counts, excluded) = match self.counts(0) {
            Counts::SingleGames(_) => (Counts::SingleGames(self.fault_free.0), "them"),
            Counts::Pairs { .. } => (
                Counts::Pairs {
                    pairs: self.fault_free.1,
                    others: Tally::default(),
                },
                "the pairs with them",
            ),
        };
        let llr = counts.llr(&sprt);
        let fault_free = sprt.state(llr);
        let verdict = match fault_free {
            stats::SprtState::Running => "undecided",
            stats::SprtState::AcceptH0 => "H0 accepted",
            stats::SprtState::AcceptH1 => "H1 accepted",
        };
        let dependence = if state == fault_free || state == stats::SprtState::Running {
            ""
        } else {
            "; the verdict rests on faults"
        };
        let all: u64 = self.table.total(0).games();
        Some(format!(
            "{faults} of these {all} games were lost by a fault; without {excluded} the LLR is \
             {llr:.2}: {verdict}{dependence}"
        ))
    }

    /// Returns the state of the sequential test, if there is one.
    pub fn sprt_state(&self) -> Option<stats::SprtState> {
        Some(self.sprt?.1.state(self.llr()?))
    }
}

impl SprtSpec {
    /// Returns the test with these parameters.
    ///
    /// # Errors
    /// Returns an error if the hypotheses or the error rates are invalid.
    pub fn test(&self) -> Result<Sprt, SprtError> {
        Sprt::new(self.model, [self.elo0, self.elo1], self.alpha, self.beta)
    }
}

impl Spec {
    /// Returns whether the sequential test ends the tournament with these results. A shard is
    /// always played to its end, because the test applies to the complete tournament.
    pub fn is_decided(&self, results: &Results) -> bool {
        let verdict = results.sprt_state();
        self.shard.is_none() && verdict.is_some_and(|state| state != stats::SprtState::Running)
    }
}

impl GameReport {
    /// Returns whether the game has a result, so that it counts.
    pub fn is_counted(&self) -> bool {
        self.end != Termination::Interrupted && self.result != GameResult::Unfinished
    }
}
