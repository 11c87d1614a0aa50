//! An engine that analyses one position after another.

use std::sync::Arc;

use super::position::{LineAnalysis, PositionAnalysis};
use crate::engine::{Engine, EngineError, PvLine, RootFilter, TableSource, TaskHost};
use crate::eval::Networks;
use crate::game::GameRecord;
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
    pub fn new(settings: &AnalysisSettings) -> Result<Self, EngineError> {
        let mut engine = Engine::with_hash(settings.hash_megabytes);
        engine.set_threads(settings.threads)?;
        engine.set_multipv(settings.multipv);
        engine.set_networks(settings.networks.clone());
        Ok(Self {
            engine,
            limits: settings.limits.clone(),
        })
    }

    /// Makes searches run on the thread of a host, which runs each task at once.
    pub fn use_host_thread(&mut self, host: Arc<dyn TaskHost>) {
        self.engine.use_host_thread(host);
    }

    /// Makes searches share the processor cores with those of other engines of this process; see
    /// [`Engine::share_cores`].
    pub const fn share_cores(&mut self) {
        self.engine.share_cores();
    }

    /// Clears the transposition table and the history tables, so that later results don't depend
    /// on earlier searches.
    pub fn clear(&mut self) {
        self.engine.clear();
    }

    /// Uses these endgame tables from now on.
    pub fn set_endgame_tables(&mut self, tables: TableSource) {
        self.engine.set_endgame_tables(tables);
    }

    /// Analyses the current position of a game, without a search if the game is over. Earlier
    /// turns count only for repetitions. `stop` is polled every few milliseconds, and returns
    /// `true` to stop the search; `progress` receives every line that the search reports.
    ///
    /// # Errors
    /// Returns an error if the search can't run.
    pub fn analyse_position(
        &mut self,
        game: &GameRecord,
        stop: &dyn Fn() -> bool,
        progress: &mut dyn FnMut(&PvLine),
    ) -> Result<PositionAnalysis, EngineError> {
        match game.outcome() {
            Some(outcome) => {
                let line = LineAnalysis::of_outcome(outcome, game.side_to_move());
                Ok(PositionAnalysis::new(game, vec![line], true))
            }
            None => self.search(game, stop, progress),
        }
    }

    /// Searches the current position of a game as [`Analyser::analyse_position`] does, even
    /// if the game is over.
    pub(super) fn search(
        &mut self,
        game: &GameRecord,
        stop: &dyn Fn() -> bool,
        progress: &mut dyn FnMut(&PvLine),
    ) -> Result<PositionAnalysis, EngineError> {
        self.engine.set_game(game)?;
        let (limits, filter) = (self.limits.clone(), RootFilter::default());
        let answer = self
            .engine
            .search_and_wait(limits, filter, stop, progress)?;
        let curve = self.engine.wdl_curve();
        let lines = answer.lines.into_iter();
        let lines = lines.map(|line| LineAnalysis::new(line, curve)).collect();
        Ok(PositionAnalysis::new(game, lines, !answer.is_stopped))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::score::win_in;
    use crate::game::Variant;

    fn analysed(variant: Variant, spn: &str) -> PositionAnalysis {
        let game = GameRecord::from_text(variant, spn).unwrap();
        let settings = AnalysisSettings {
            limits: Limits::depth(4),
            multipv: 1,
            threads: 1,
            hash_megabytes: 1,
            networks: Networks::default(),
        };
        let mut analyser = Analyser::new(&settings).unwrap();
        let analysis = analyser.analyse_position(&game, &|| false, &mut |_| {});
        analysis.unwrap()
    }

    #[test]
    fn a_drawn_position_is_not_searched() {
        let analysis = analysed(Variant::Original, "9/K/7/7/7/7/7/7/k/9 w - - - 6 30");
        assert!(analysis.complete && analysis.lines.len() == 1);
        let line = &analysis.lines[0];
        assert_eq!((line.score, line.nodes, line.wdl.draw), (0, 0, 1000));
    }

    #[test]
    fn a_capture_of_the_biy_is_a_win_in_one() {
        let analysis = analysed(Variant::Extended, "9/1/7/7/7/7/2k4/2S4/1/K8 w - - - - 1");
        assert_eq!(analysis.lines[0].score, win_in(1));
    }
}
