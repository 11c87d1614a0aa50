//! An engine that analyses one position after another.

use crate::engine::{Engine, EngineError, PvLine, RootFilter};
use crate::eval::Networks;
use crate::game::Variant;
use crate::search::Limits;

/// The settings of an analyser, which apply to all its searches.
#[derive(Clone, Debug)]
pub struct AnalysisSettings {
    /// The limits that end a search.
    pub limits: Limits,
    /// The number of lines that a search reports, at least 1.
    pub multipv: usize,
    /// The number of search threads.
    pub threads: usize,
    /// The size of the transposition table, in megabytes.
    pub hash_megabytes: usize,
    /// The networks that evaluate positions.
    pub networks: Networks,
}

/// An error in analysing a position.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AnalysisError {
    /// The engine rejected the settings, the position or a turn.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The search failed.
    #[error("the search failed: {0}")]
    Search(String),
}

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Findings {
    /// The last line reported for each MultiPV index, best first. Empty only if the search
    /// was stopped before it reported a line.
    pub lines: Vec<PvLine>,
    /// Whether the search reached its limits rather than being stopped.
    pub complete: bool,
}

/// An engine that analyses positions, one at a time.
#[derive(Debug)]
pub struct Analyser {
    engine: Engine,
    limits: Limits,
}

impl Analyser {
    /// Creates an analyser with these settings.
    ///
    /// # Errors
    /// Returns an error if the system can't provide the memory or the threads.
    pub fn new(settings: &AnalysisSettings) -> Result<Self, AnalysisError> {
        let mut engine = Engine::with_hash(settings.hash_megabytes);
        engine.set_threads(settings.threads)?;
        engine.set_multipv(settings.multipv);
        engine.set_networks(settings.networks.clone());
        Ok(Self {
            engine,
            limits: settings.limits.clone(),
        })
    }

    /// Clears the transposition table and the history tables, so that later results don't depend
    /// on earlier searches.
    pub fn clear(&mut self) {
        self.engine.clear();
    }

    /// Searches the position to which `turns` lead from `start`. `stop` is polled every
    /// few milliseconds, and returns `true` to stop the search; `progress` receives every
    /// line that the search reports.
    ///
    /// # Errors
    /// Returns an error if the engine rejects the position or a turn, or if the search
    /// fails.
    pub fn search(
        &mut self,
        variant: Variant,
        start: &str,
        turns: &[String],
        stop: &dyn Fn() -> bool,
        progress: &mut dyn FnMut(&PvLine),
    ) -> Result<Findings, AnalysisError> {
        self.engine.set_variant(variant)?;
        self.engine.set_position(Some(start), turns)?;
        let limits = self.limits.clone();
        let filter = RootFilter::default();
        let answer = self
            .engine
            .search_and_wait(limits, filter, stop, progress)?;
        Ok(Findings {
            lines: answer.lines,
            complete: !answer.is_stopped,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::score::win_in;

    /// White can capture the biy at once.
    const WON: &str = "9/1/7/7/7/7/2k4/2S4/1/K8 w - - - - 1";

    fn analyser(limits: Limits, multipv: usize) -> Analyser {
        Analyser::new(&AnalysisSettings {
            limits,
            multipv,
            threads: 1,
            hash_megabytes: 1,
            networks: Networks::default(),
        })
        .unwrap()
    }

    fn search(analyser: &mut Analyser, spn: &str) -> Result<Findings, AnalysisError> {
        analyser.search(Variant::Extended, spn, &[], &|| false, &mut |_| {})
    }

    #[test]
    fn the_last_line_for_each_multipv_index_is_kept() {
        let mut analyser = analyser(Limits::depth(3), 3);
        let start = crate::game::GameRecord::new(Variant::Extended).start_text();
        let findings = search(&mut analyser, &start).unwrap();
        assert!(findings.complete);
        let indices_and_depths: Vec<_> = findings
            .lines
            .iter()
            .map(|line| (line.multipv, line.depth))
            .collect();
        assert_eq!(indices_and_depths, [(1, 3), (2, 3), (3, 3)]);
    }

    #[test]
    fn a_search_ends_when_stop_returns_true() {
        let mut analyser = analyser(Limits::default(), 1);
        let start = crate::game::GameRecord::new(Variant::Extended).start_text();
        let reported = std::cell::Cell::new(0);
        let findings = analyser
            .search(
                Variant::Extended,
                &start,
                &[],
                &|| reported.get() >= 3,
                &mut |_| {
                    reported.set(reported.get() + 1);
                },
            )
            .unwrap();
        assert!(!findings.complete);
        assert_eq!(findings.lines.len(), 1);
    }

    #[test]
    fn an_invalid_position_is_rejected() {
        let mut analyser = analyser(Limits::depth(1), 1);
        assert!(search(&mut analyser, "9/9 w").is_err());
        let findings = search(&mut analyser, WON).unwrap();
        assert_eq!(findings.lines[0].score, win_in(1));
    }
}
