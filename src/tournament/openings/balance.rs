//! Whether a position is balanced, as far as a search sees.
//!
//! **The decision:** searches have a fixed number of nodes, one thread and an
//! empty table, so that the answer is the same on every machine.

use std::sync::mpsc;
use std::sync::{Arc, Mutex, PoisonError};

use super::OpeningError;
use crate::base::Score;
use crate::engine::{Engine, EngineError, Event};
use crate::rules::shatra::Numbering;
use crate::rules::{GameRecord, Variant};
use crate::search::Limits;

/// Megabytes of table for a search: it is cleared before each.
const HASH: usize = 8;
/// The first look takes that part of the nodes...
const GLANCE: u64 = 20;
/// ...and passes scores this much wider, in percent.
const GLANCE_BOUND: Score = 150;
/// Scores while play goes on may be this much wider, in percent: somebody is
/// bound to stand a little better.
const FOLLOW_BOUND: Score = 250;

/// A second look at a position that a search found balanced: that advantage
/// may only lie beyond its horizon.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    /// Nodes of a deeper search, whose score keeps the same bound.
    pub nodes: u64,
    /// So many turns are played on, as the engine plays them with a tenth of
    /// these nodes a turn, and neither side may come to be much better.
    pub plies: u32,
}

/// Searches positions of one game.
#[derive(Debug)]
pub struct Judge {
    engine: Engine,
}

impl Judge {
    /// A judge of a game.
    pub fn new(variant: Variant) -> Result<Self, EngineError> {
        let mut engine = Engine::with_hash(HASH);
        engine.set_variant(variant)?;
        Ok(Self { engine })
    }

    /// The worth of a position for its side to move, and the best turn.
    fn search(&mut self, game: &GameRecord, nodes: u64) -> Result<(Score, String), OpeningError> {
        self.engine.clear();
        self.engine.set_position(Some(&game.position_text()), &[])?;
        let (tell, told) = mpsc::channel();
        let tell = Mutex::new(tell);
        let listener = move |event| {
            let tell = tell.lock().unwrap_or_else(PoisonError::into_inner);
            // Whoever has the answer listens no longer.
            let _ = tell.send(event);
        };
        self.engine
            .search(Limits::nodes(nodes), &[], Arc::new(listener));
        let mut fault = String::new();
        for event in told {
            match event {
                Event::Error(text) => fault = text,
                Event::Done {
                    best: Some(best),
                    score: Some(score),
                    ..
                } if fault.is_empty() => return Ok((score, best)),
                Event::Done { .. } => break,
                _ => {}
            }
        }
        Err(OpeningError::Search(fault))
    }

    /// The score of a position that is quiet, in which the game goes on and
    /// neither side is better by more than `bound`; `None` of any other.
    pub fn balanced(
        &mut self,
        game: &GameRecord,
        bound: Score,
        nodes: u64,
    ) -> Result<Option<Score>, OpeningError> {
        if game.outcome().is_some() || has_capture(game) {
            return Ok(None);
        }
        let (score, _) = self.search(game, (nodes / GLANCE).max(1))?;
        if score.abs() > percent(bound, GLANCE_BOUND) {
            return Ok(None);
        }
        let (score, _) = self.search(game, nodes)?;
        Ok((score.abs() <= bound).then_some(score))
    }

    /// The score of a deeper search, if the position passes the second look.
    pub fn holds(
        &mut self,
        game: &GameRecord,
        bound: Score,
        proof: Proof,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<Option<Score>, OpeningError> {
        let (score, _) = self.search(game, proof.nodes.max(1))?;
        if score.abs() > bound {
            return Ok(None);
        }
        let mut game = game.clone();
        for _ in 0..proof.plies {
            if game.outcome().is_some() {
                break;
            }
            if is_stopped() {
                return Err(OpeningError::Interrupted);
            }
            let (score, best) = self.search(&game, (proof.nodes / 10).max(1))?;
            if score.abs() > percent(bound, FOLLOW_BOUND) {
                return Ok(None);
            }
            let played = game.play(&best, Numbering::Official);
            played.map_err(|error| OpeningError::Search(error.to_string()))?;
        }
        Ok(Some(score))
    }
}

/// Captures are compulsory, so one tells.
fn has_capture(game: &GameRecord) -> bool {
    game.legal_texts(1).iter().any(|turn| turn.contains(':'))
}

const fn percent(bound: Score, percent: Score) -> Score {
    bound.saturating_mul(percent) / 100
}
