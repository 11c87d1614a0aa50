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

/// The points of a score: the same in every game, whatever the number of men. They are not the
/// chances of the engine, which are fitted anew as it gets stronger: what is a puzzle stays one.
const POINTS: WdlCurve = WdlCurve {
    threshold: 0.0,
    gain: 1.4,
};

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
    /// The points of the side to move, in thousandths: 1000 is a win, 500 is equal.
    pub points: i32,
}

impl Found {
    fn new(line: PvLine) -> Option<Self> {
        (!line.pv.is_empty()).then(|| Self {
            points: Chances::at_score(line.score, POINTS).expected_points(),
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
        let limits = Limits::nodes(nodes);
        let answer = self
            .engine
            .search_and_wait(limits, filter, stop, &mut |_| {})?;
        if answer.is_stopped {
            return Err(PuzzleError::Stopped);
        }
        let best = answer.lines.into_iter().next();
        Ok(best.and_then(Found::new))
    }
}

/// Returns the points of a side in a game that is over, in thousandths.
pub fn points_of(outcome: Outcome, side: Color) -> i32 {
    match outcome {
        Outcome::Win(winner, _) if winner == side => 1000,
        Outcome::Win(..) => 0,
        Outcome::Draw(_) => 500,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::score::{loss_in, win_in};

    /// docs/puzzles.md states these scores.
    #[test]
    fn the_limits_of_puzzles_are_scores() {
        let points = |score| Chances::at_score(score, POINTS).expected_points();
        assert!(points(-529) < 150 && points(-526) >= 150);
        assert!(points(-180) < 350 && points(-177) >= 350);
        assert!(points(116) <= 600 && points(118) > 600);
        assert!(points(526) < 850 && points(529) >= 850);
        assert_eq!(points(0), 500);
        assert_eq!([points(win_in(9)), points(loss_in(9))], [1000, 0]);
    }
}
