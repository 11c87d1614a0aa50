//! Searches that decide whether a position is balanced.
//!
//! Searches have a fixed number of nodes, one thread and an
//! empty transposition table, so that the result is the same on every machine.

use std::sync::{Arc, Mutex, PoisonError, mpsc};

use super::error::OpeningError;
use crate::base::Score;
use crate::engine::{Engine, EngineError, Event};
use crate::game::{GameRecord, Variant};
use crate::rules::shatra::Numbering;
use crate::search::Limits;

/// The size of the transposition table, in megabytes; it is cleared before each
/// search.
const HASH_MEGABYTES: usize = 8;
/// The divisor of the nodes for the first, quick search.
const QUICK_SEARCH_DIVISOR: u64 = 20;
/// The percentage of the bound that the score of the quick search may reach.
const QUICK_SEARCH_BOUND: Score = 150;
/// The percentage of the bound that scores may reach while play continues:
/// usually one side becomes slightly better.
const PLAYOUT_BOUND: Score = 250;

/// The parameters of a second check of a position that a search found balanced: an
/// advantage may lie beyond the horizon of that search.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct SecondCheck {
    /// The nodes of a deeper search, whose score must stay within the same bound.
    pub nodes: u64,
    /// The number of turns that the engine then plays, with a tenth of these nodes a turn, without
    /// either side becoming much better.
    pub turns: u32,
}

/// A checker of balance, which searches positions of one variant.
#[derive(Debug)]
pub struct BalanceChecker {
    engine: Engine,
}

impl BalanceChecker {
    /// Returns a checker for a variant.
    pub fn new(variant: Variant) -> Result<Self, EngineError> {
        let mut engine = Engine::with_hash(HASH_MEGABYTES);
        engine.set_variant(variant)?;
        Ok(Self { engine })
    }

    /// Returns the score of a position for its side to move, and the best turn.
    fn search(&mut self, game: &GameRecord, nodes: u64) -> Result<(Score, String), OpeningError> {
        self.engine.clear();
        self.engine.set_position(Some(&game.position_text()), &[])?;
        let (sender, events) = mpsc::channel();
        let sender = Mutex::new(sender);
        let listener = move |event| {
            let sender = sender.lock().unwrap_or_else(PoisonError::into_inner);
            // Once the caller has the answer, the receiver is gone.
            let _ = sender.send(event);
        };
        self.engine
            .search(Limits::nodes(nodes), &[], Arc::new(listener));
        let mut error = String::new();
        for event in events {
            match event {
                Event::Error(text) => error = text,
                Event::Done {
                    best: Some(best),
                    score: Some(score),
                    ..
                } if error.is_empty() => return Ok((score, best)),
                Event::Done { .. } => break,
                _ => {}
            }
        }
        Err(OpeningError::Search(error))
    }

    /// Returns the score of a quiet position in which the game continues and
    /// neither side is better by more than `bound`; `None` for any other
    /// position.
    pub fn balanced_score(
        &mut self,
        game: &GameRecord,
        bound: Score,
        nodes: u64,
    ) -> Result<Option<Score>, OpeningError> {
        if game.outcome().is_some() || has_capture(game) {
            return Ok(None);
        }
        let (score, _) = self.search(game, (nodes / QUICK_SEARCH_DIVISOR).max(1))?;
        if score.abs() > percent(bound, QUICK_SEARCH_BOUND) {
            return Ok(None);
        }
        let (score, _) = self.search(game, nodes)?;
        Ok((score.abs() <= bound).then_some(score))
    }

    /// Returns the score of a deeper search if the position passes the second
    /// check, otherwise `None`.
    pub fn second_check_score(
        &mut self,
        game: &GameRecord,
        bound: Score,
        second_check: SecondCheck,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<Option<Score>, OpeningError> {
        let (score, _) = self.search(game, second_check.nodes.max(1))?;
        if score.abs() > bound {
            return Ok(None);
        }
        let mut game = game.clone();
        for _ in 0..second_check.turns {
            if game.outcome().is_some() {
                break;
            }
            if is_stopped() {
                return Err(OpeningError::Interrupted);
            }
            let (score, best) = self.search(&game, (second_check.nodes / 10).max(1))?;
            if score.abs() > percent(bound, PLAYOUT_BOUND) {
                return Ok(None);
            }
            let played = game.play(&best, Numbering::Official);
            played.map_err(|error| OpeningError::Search(error.to_string()))?;
        }
        Ok(Some(score))
    }
}

/// Returns whether a capture is legal. Captures are compulsory, so the first
/// legal turn decides.
fn has_capture(game: &GameRecord) -> bool {
    game.legal_texts(1).iter().any(|turn| turn.contains(':'))
}

const fn percent(bound: Score, percent: Score) -> Score {
    bound.saturating_mul(percent) / 100
}
