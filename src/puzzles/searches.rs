//! The searches that look for puzzles and judge them.
//!
//! All have a limit on nodes and one thread, and each that decides anything begins with a state of
//! the transposition table that it names, so that a puzzle depends on the game and the settings
//! alone.

use super::error::PuzzleError;
use crate::base::{Color, Score};
use crate::engine::{Chances, Engine, Limits, PvLine, RootFilter, Strength};
use crate::eval::wdl::WdlCurve;
use crate::game::GameRecord;
use crate::rules::Outcome;

/// The size of the transposition table, in megabytes.
const HASH_MEGABYTES: usize = 16;

/// A caller's question whether to stop, polled every few milliseconds.
pub type Stop<'s> = &'s dyn Fn() -> bool;

/// A turn that a search found, with its line.
#[derive(Clone, PartialEq, Debug)]
pub struct Found {
    /// The turns of the line, of which there is at least one.
    pub line: Vec<String>,
    /// The score for the side to move.
    pub score: Score,
    /// The expected points of the side to move, in thousandths.
    pub points: i32,
}

impl Found {
    fn new(line: PvLine, curve: WdlCurve) -> Option<Self> {
        (!line.pv.is_empty()).then(|| Self {
            points: Chances::at_score(line.score, curve).expected_points(),
            score: line.score,
            line: line.pv,
        })
    }

    /// Returns the first turn.
    pub fn turn(&self) -> &str {
        self.line.first().map_or("", String::as_str)
    }
}

/// What searches positions, with a transposition table that lasts.
pub trait Search {
    /// Forgets all earlier searches.
    fn clear(&mut self);

    /// Returns the best turn of a position among those that a filter lets through; `None` if there is
    /// none. The game must not be over.
    ///
    /// # Errors
    /// Returns an error if the search can't run, or if it was stopped.
    fn best_of(
        &mut self,
        game: &GameRecord,
        filter: RootFilter,
        nodes: u64,
        stop: Stop<'_>,
    ) -> Result<Option<Found>, PuzzleError>;

    /// Returns the best turn of a position.
    ///
    /// # Errors
    /// Returns an error in the same cases as [`Search::best_of`].
    fn best(
        &mut self,
        game: &GameRecord,
        nodes: u64,
        stop: Stop<'_>,
    ) -> Result<Option<Found>, PuzzleError> {
        self.best_of(game, RootFilter::default(), nodes, stop)
    }

    /// Returns the best turn apart from these and all that lead to the same positions.
    ///
    /// # Errors
    /// Returns an error in the same cases as [`Search::best_of`].
    fn best_other(
        &mut self,
        game: &GameRecord,
        ignored: &[String],
        nodes: u64,
        stop: Stop<'_>,
    ) -> Result<Option<Found>, PuzzleError> {
        let filter = RootFilter {
            ignored: ignored.to_vec(),
            ..RootFilter::default()
        };
        self.best_of(game, filter, nodes, stop)
    }

    /// Returns a turn with its score; `None` if it is not legal.
    ///
    /// # Errors
    /// Returns an error in the same cases as [`Search::best_of`].
    fn only(
        &mut self,
        game: &GameRecord,
        turn: &str,
        nodes: u64,
        stop: Stop<'_>,
    ) -> Result<Option<Found>, PuzzleError> {
        let filter = RootFilter {
            only: vec![turn.to_owned()],
            ..RootFilter::default()
        };
        self.best_of(game, filter, nodes, stop)
    }
}

/// The engine that searches.
pub struct Searches {
    engine: Engine,
}

impl Searches {
    /// Creates the engine.
    pub fn new() -> Self {
        Self {
            engine: Engine::with_hash(HASH_MEGABYTES),
        }
    }

    /// Returns the turn that an engine of this strength plays, from an empty table.
    ///
    /// # Errors
    /// Returns an error in the same cases as [`Search::best_of`].
    pub fn played(
        &mut self,
        game: &GameRecord,
        strength: Strength,
        nodes: u64,
        stop: Stop<'_>,
    ) -> Result<Option<String>, PuzzleError> {
        self.clear();
        self.engine.set_strength(strength);
        self.engine.set_multipv(1);
        self.engine.set_game(game)?;
        let filter = RootFilter::default();
        let limits = Limits::nodes(nodes);
        let answer = self
            .engine
            .search_and_wait(limits, filter, stop, &mut |_| {});
        self.engine.set_strength(Strength::Full);
        let answer = answer?;
        if answer.is_stopped {
            return Err(PuzzleError::Stopped);
        }
        Ok(answer.turn)
    }

    /// Returns the number of nodes from which on every line that the search reports begins with a
    /// turn that `is_solution` accepts, from an empty table; `nodes` if the last one does not.
    ///
    /// # Errors
    /// Returns an error in the same cases as [`Search::best_of`].
    pub fn nodes_to_solve(
        &mut self,
        game: &GameRecord,
        is_solution: &dyn Fn(&str) -> bool,
        nodes: u64,
        stop: Stop<'_>,
    ) -> Result<u64, PuzzleError> {
        self.clear();
        self.engine.set_multipv(1);
        self.engine.set_game(game)?;
        let mut since = None;
        let mut on_line = |line: &PvLine| {
            since = match line.pv.first() {
                Some(turn) if is_solution(turn) => since.or(Some(line.nodes)),
                _ => None,
            };
        };
        let limits = Limits::nodes(nodes);
        let answer =
            self.engine
                .search_and_wait(limits, RootFilter::default(), stop, &mut on_line)?;
        if answer.is_stopped {
            return Err(PuzzleError::Stopped);
        }
        Ok(since.unwrap_or(nodes))
    }
}

impl Search for Searches {
    fn clear(&mut self) {
        self.engine.clear();
    }

    fn best_of(
        &mut self,
        game: &GameRecord,
        filter: RootFilter,
        nodes: u64,
        stop: Stop<'_>,
    ) -> Result<Option<Found>, PuzzleError> {
        self.engine.set_multipv(1);
        self.engine.set_game(game)?;
        let curve = self.engine.wdl_curve();
        let limits = Limits::nodes(nodes);
        let answer = self
            .engine
            .search_and_wait(limits, filter, stop, &mut |_| {})?;
        if answer.is_stopped {
            return Err(PuzzleError::Stopped);
        }
        let best = answer.lines.into_iter().next();
        Ok(best.and_then(|line| Found::new(line, curve)))
    }
}

/// Returns the expected points of a side in a game that is over, in thousandths.
pub fn points_of(outcome: Outcome, side: Color) -> i32 {
    match outcome {
        Outcome::Win(winner, _) if winner == side => 1000,
        Outcome::Win(..) => 0,
        Outcome::Draw(_) => 500,
    }
}
