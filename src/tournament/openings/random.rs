//! Random openings: random turns to a balanced position.

use std::ops::RangeInclusive;

use super::super::Opening;
use super::OpeningError;
use super::balance::{Judge, Proof};
use crate::base::Score;
use crate::engine::EngineError;
use crate::game::{GameRecord, Variant};
use crate::rules::shatra::Numbering;
use crate::util::rng::Rng;

/// The terms of random openings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RandomTerms {
    /// The rule set.
    pub variant: Variant,
    /// The range of the number of turns, which is drawn at random.
    pub plies: RangeInclusive<u32>,
    /// The bound: neither side is better by more than this, in centipawns.
    pub bound: Score,
    /// The number of nodes of the search that checks the bound.
    pub nodes: u64,
    /// The seed of all random choices.
    pub seed: u64,
}

impl RandomTerms {
    /// Returns terms for openings that are made while a tournament runs: each
    /// is found in tenths of a second.
    pub const fn quick(variant: Variant, plies: u32, seed: u64) -> Self {
        Self {
            variant,
            plies: plies..=plies,
            bound: 80,
            nodes: 20_000,
            seed,
        }
    }
}

/// A random opening.
#[derive(Clone, Debug)]
pub struct Found {
    /// The game after the opening.
    pub game: GameRecord,
    /// The score of the position for the side to move, in centipawns.
    pub score: Score,
    name: String,
}

impl Found {
    /// Returns the opening, named by its seed and number: `random 7:12`.
    pub fn opening(&self) -> Opening {
        let turns = self.game.turns().iter();
        Opening {
            name: Some(self.name.clone()),
            position: None,
            turns: turns.map(|turn| turn.text.clone()).collect(),
        }
    }
}

/// A finder of random openings, each determined by its number alone. Two
/// numbers may have the same opening.
#[derive(Debug)]
pub struct RandomOpenings {
    terms: RandomTerms,
    /// Created for the first opening.
    judge: Option<Judge>,
}

impl RandomOpenings {
    /// The number of attempts after which the search for an opening is given
    /// up: a balanced position is then no longer to be expected.
    const ATTEMPTS: u32 = 5000;

    /// Returns a finder with these terms.
    pub const fn new(terms: RandomTerms) -> Self {
        Self { terms, judge: None }
    }

    /// Returns the opening of a number.
    ///
    /// # Errors
    /// Returns an error if no balanced position is found in `ATTEMPTS`
    /// attempts, or if a search fails.
    pub fn find(&mut self, number: u32) -> Result<Found, OpeningError> {
        self.find_unless(number, &|| false)
    }

    /// Returns the opening of a number, unless `is_stopped` returns true
    /// meanwhile.
    pub(super) fn find_unless(
        &mut self,
        number: u32,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<Found, OpeningError> {
        let mut rng = Rng::new(self.terms.seed, number.into());
        for _ in 0..Self::ATTEMPTS {
            if is_stopped() {
                return Err(OpeningError::Interrupted);
            }
            let Some(game) = self.draw(&mut rng) else {
                continue;
            };
            let (bound, nodes) = (self.terms.bound, self.terms.nodes);
            if let Some(score) = self.judge()?.balanced(&game, bound, nodes)? {
                let name = format!("random {}:{number}", self.terms.seed);
                return Ok(Found { game, score, name });
            }
        }
        Err(OpeningError::NoneBalanced {
            number,
            attempts: Self::ATTEMPTS,
            bound: self.terms.bound,
        })
    }

    /// Returns the score of a second, deeper check of an opening, if it is
    /// still balanced.
    pub(super) fn prove(
        &mut self,
        found: &Found,
        proof: Proof,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<Option<Score>, OpeningError> {
        let bound = self.terms.bound;
        self.judge()?.holds(&found.game, bound, proof, is_stopped)
    }

    /// Plays random turns from the start; `None` if the game ends before they
    /// are all played.
    fn draw(&self, rng: &mut Rng) -> Option<GameRecord> {
        let (least, most) = self.terms.plies.clone().into_inner();
        let plies = least + rng.below(most.saturating_sub(least) as usize + 1) as u32;
        let mut game = GameRecord::new(self.terms.variant);
        for _ in 0..plies {
            let turns = game.legal_texts(usize::MAX);
            if turns.is_empty() || game.outcome().is_some() {
                return None;
            }
            let turn = turns.get(rng.below(turns.len()))?;
            game.play(turn, Numbering::Official).ok()?;
        }
        Some(game)
    }

    fn judge(&mut self) -> Result<&mut Judge, EngineError> {
        match &mut self.judge {
            Some(judge) => Ok(judge),
            none => Ok(none.insert(Judge::new(self.terms.variant)?)),
        }
    }
}
