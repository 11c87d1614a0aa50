//! Running totals of a tournament's results.
//!
//! Each finished game is counted in the crosstable. The games from which the engines' strength is
//! estimated are counted separately, because copies of games are left out: see [`Evidence`].

use super::evidence::Evidence;
use super::journal::Games;
use super::pairs::PairGame;
use super::stats::{
    Anchor, Counts, Crosstable, Rating, Sprt, SprtError, SprtState, Tally, ratings,
};
use super::{GameReport, GameResult, Spec, SprtSpec, Termination, WarningSummary};

/// The results of a tournament so far.
#[derive(Clone, Debug)]
pub struct Results {
    /// The names of the engines, by index.
    pub names: Vec<String>,
    /// The crosstable of all games.
    pub table: Crosstable,
    /// The games from which the engines' strength is estimated.
    pub evidence: Evidence,
    /// The sequential test, if any, after its parameters.
    pub sprt: Option<(SprtSpec, Sprt)>,
    /// A summary of each engine's losses by fault, by engine index.
    pub losses_by_fault: Vec<LossesByFault>,
    /// The number of games with warnings.
    pub games_with_warnings: u64,
    /// The warnings: faults that did not cost the game.
    pub warnings: WarningSummary,
}

/// A summary of the games that an engine lost by faults.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LossesByFault {
    /// The number of games.
    pub games: u64,
    /// The number of the game that was counted last, and how it ended.
    pub last: (u32, String),
}

/// An engine in the tables.
#[derive(Clone, PartialEq, Debug)]
pub struct EngineStanding<'r> {
    /// The index of the engine.
    pub engine: usize,
    /// The name of the engine.
    pub name: &'r str,
    /// The results of all games of the engine.
    pub tally: Tally,
    /// The counts from which the engine's strength is estimated.
    pub counts: Counts,
    /// The rating among all engines, if the tournament has more than two.
    pub rating: Option<Rating>,
}

impl Results {
    /// Creates the results of a tournament from these games.
    pub fn new(spec: &Spec, games: &Games) -> Self {
        let engines = spec.engines.len();
        let mut results = Self {
            names: spec.engine_names(),
            table: Crosstable::new(engines),
            evidence: Evidence::new(engines, spec.games),
            sprt: spec.sprt.and_then(|sprt| Some((sprt, sprt.test().ok()?))),
            losses_by_fault: vec![LossesByFault::default(); engines],
            games_with_warnings: 0,
            warnings: WarningSummary::default(),
        };
        for report in games.values() {
            results.add(report);
        }
        results
    }

    /// Counts a game and returns it; returns `None` if the game has no result or one of its engines
    /// is not in the tournament.
    pub(super) fn add(&mut self, report: &GameReport) -> Option<PairGame> {
        let index_of = |name: &str| self.names.iter().position(|other| other == name);
        let game = PairGame::of(report, index_of)?;
        self.table.record(game.white, game.black, game.tally());
        self.evidence.add(report, game);
        if let Some(loser) = report.loser_by_fault().and_then(index_of)
            && let Some(faults) = self.losses_by_fault.get_mut(loser)
        {
            faults.games += 1;
            faults.last = (report.game, report.detail.clone());
        }
        self.games_with_warnings += u64::from(!report.warnings.is_empty());
        self.warnings.add(report);
        Some(game)
    }

    /// Returns the engines from first to last.
    pub fn standings(&self) -> Vec<EngineStanding<'_>> {
        let has_ratings = self.names.len() > 2;
        let ratings = has_ratings.then(|| ratings(&self.evidence.table(), Anchor::Mean(0.0)));
        let rating_of = |engine: usize| ratings.as_ref()?.get(engine).copied();
        let ranking = self.table.ranking().into_iter();
        let standings = ranking.map(|standing| EngineStanding {
            engine: standing.player,
            name: self.names.get(standing.player).map_or("", String::as_str),
            tally: standing.tally,
            counts: self.counts(standing.player),
            rating: rating_of(standing.player),
        });
        standings.collect()
    }

    /// Returns the total number of games lost by a fault.
    pub fn games_lost_by_fault(&self) -> u64 {
        self.losses_by_fault.iter().map(|faults| faults.games).sum()
    }

    /// Returns the counts from which an engine's strength is estimated: pairs of games, and the
    /// games outside them.
    pub fn counts(&self, engine: usize) -> Counts {
        self.evidence.counts(engine)
    }

    /// Returns the log-likelihood ratio (LLR) of the sequential test, if any.
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
        let counts = self.evidence.fault_free_counts();
        let excluded = match counts {
            Counts::SingleGames(_) => "them",
            Counts::Pairs { .. } => "the pairs with them",
        };
        let llr = counts.llr(&sprt);
        let fault_free = sprt.state(llr);
        let verdict = match fault_free {
            SprtState::Running => "undecided",
            SprtState::AcceptH0 => "H0 accepted",
            SprtState::AcceptH1 => "H1 accepted",
        };
        let dependence = if state == fault_free || state == SprtState::Running {
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

    /// Returns the state of the sequential test, if any.
    pub fn sprt_state(&self) -> Option<SprtState> {
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
        self.shard.is_none() && verdict.is_some_and(|state| state != SprtState::Running)
    }
}

impl GameReport {
    /// Returns whether the game has a result and therefore counts.
    pub fn is_counted(&self) -> bool {
        self.end != Termination::Interrupted && self.result != GameResult::Unfinished
    }
}
