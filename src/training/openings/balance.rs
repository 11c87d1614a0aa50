//! Decides by searches whether a position is balanced.
//!
//! A search has a fixed number of nodes, one thread and an empty transposition
//! table, so the result is the same on every machine.

use std::ops::ControlFlow;

use crate::base::Score;
use crate::engine::{Engine, EngineError};
use crate::game::GameRecord;
use crate::rules::shatra::Numbering;
use crate::search::Limits;

/// The size of the transposition table, which is cleared before each search.
const HASH_MEGABYTES: usize = 8;
/// The number of nodes of the full search divided by that of the quick search.
const QUICK_SEARCH_DIVISOR: u64 = 20;
/// The maximum score of the quick search, in percent of the bound.
const QUICK_SEARCH_BOUND: Score = 150;
/// The maximum score during the playout, in percent of the bound: one side
/// usually becomes slightly better.
const PLAYOUT_BOUND: Score = 250;

/// An error in finding a random opening.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RandomOpeningError {
    /// A search can't be started.
    #[error("can't search for openings: {0}")]
    Engine(#[from] EngineError),
    /// A search returned no answer.
    #[error("a search for openings failed: {0}")]
    Search(String),
    /// No attempt yielded a random position within the bound.
    #[error(
        "random opening {number}: no position in {attempts} attempts was balanced within {bound} cp"
    )]
    NoneBalanced {
        /// The number of the opening.
        number: u32,
        /// The number of attempts.
        attempts: u32,
        /// The bound, in centipawns.
        bound: i32,
    },
    /// The caller asked to stop.
    #[error("interrupted")]
    Interrupted,
}

/// The parameters of the second check of a position that a search has found
/// balanced: that search may not have looked far enough to see an advantage.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct SecondCheck {
    /// The number of nodes of a longer search, whose score must be within the same bound.
    pub nodes: u64,
    /// The length of the playout in turns: the engine plays on from the position with a tenth of
    /// `nodes` per turn, and neither side may become much better.
    pub turns: u32,
}

/// Checks whether positions are balanced.
#[derive(Debug)]
pub struct BalanceChecker {
    engine: Engine,
}

impl BalanceChecker {
    /// Creates a checker.
    pub fn new() -> Self {
        Self {
            engine: Engine::with_hash(HASH_MEGABYTES),
        }
    }

    /// Searches a position; returns its score for the side to move, and the best turn.
    fn search(
        &mut self,
        game: &GameRecord,
        nodes: u64,
    ) -> Result<(Score, String), RandomOpeningError> {
        self.engine.clear();
        self.engine.set_game(&game.without_history())?;
        let answer = self.engine.best_turn(Limits::nodes(nodes))?;
        match (answer.score, answer.turn) {
            (Some(score), Some(turn)) => Ok((score, turn)),
            _ => Err(RandomOpeningError::Search("no turn was scored".to_owned())),
        }
    }

    /// Returns the score of a position if it is quiet, the game is not over, and
    /// neither side is better by more than `bound`; otherwise `None`.
    pub fn balanced_score(
        &mut self,
        game: &GameRecord,
        bound: Score,
        nodes: u64,
    ) -> Result<Option<Score>, RandomOpeningError> {
        if game.outcome().is_some() || has_capture(game) {
            return Ok(None);
        }
        let (score, _) = self.search(game, (nodes / QUICK_SEARCH_DIVISOR).max(1))?;
        if score.abs() > percent_of(bound, QUICK_SEARCH_BOUND) {
            return Ok(None);
        }
        let (score, _) = self.search(game, nodes)?;
        Ok((score.abs() <= bound).then_some(score))
    }

    /// Returns the score of the longer search if the position passes the second
    /// check, otherwise `None`.
    pub fn second_check_score(
        &mut self,
        game: &GameRecord,
        bound: Score,
        second_check: SecondCheck,
        should_stop: &dyn Fn() -> bool,
    ) -> Result<Option<Score>, RandomOpeningError> {
        let (score, _) = self.search(game, second_check.nodes.max(1))?;
        if score.abs() > bound {
            return Ok(None);
        }
        let mut game = game.clone();
        for _ in 0..second_check.turns {
            if game.outcome().is_some() {
                break;
            }
            if should_stop() {
                return Err(RandomOpeningError::Interrupted);
            }
            let (score, best) = self.search(&game, (second_check.nodes / 10).max(1))?;
            if score.abs() > percent_of(bound, PLAYOUT_BOUND) {
                return Ok(None);
            }
            let played = game.play(&best, Numbering::Official);
            played.map_err(|error| RandomOpeningError::Search(error.to_string()))?;
        }
        Ok(Some(score))
    }
}

/// Returns whether the side to move has a capture. In the games on a chessboard, captures are not
/// compulsory.
fn has_capture(game: &GameRecord) -> bool {
    let mut found = false;
    game.for_each_turn(|turn| {
        found = !turn.captures.is_empty();
        match found {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    found
}

const fn percent_of(bound: Score, percent: Score) -> Score {
    bound.saturating_mul(percent) / 100
}
