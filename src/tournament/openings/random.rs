//! Openings by lot: random turns to a balanced position.

use std::ops::RangeInclusive;

use super::super::Opening;
use super::OpeningError;
use super::balance::{Judge, Proof};
use crate::base::Lots;
use crate::base::Score;
use crate::engine::EngineError;
use crate::rules::shatra::Numbering;
use crate::rules::{GameRecord, Variant};

/// What random openings are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RandomTerms {
    /// The rules.
    pub variant: Variant,
    /// How many turns, by lot.
    pub plies: RangeInclusive<u32>,
    /// Neither side is better by more than this, in centipawns.
    pub bound: Score,
    /// Nodes of the search that says so.
    pub nodes: u64,
    /// Decides all lots.
    pub seed: u64,
}

impl RandomTerms {
    /// Terms for openings that are made while a tournament runs: found in
    /// tenths of a second.
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
    /// The game so far.
    pub game: GameRecord,
    /// Its worth for the side to move, in centipawns.
    pub score: Score,
    name: String,
}

impl Found {
    /// The opening, named by its seed and number: `random 7:12`.
    pub fn opening(&self) -> Opening {
        let turns = self.game.turns().iter();
        Opening {
            name: Some(self.name.clone()),
            position: None,
            turns: turns.map(|turn| turn.text.clone()).collect(),
        }
    }
}

/// Finds random openings, each by its number alone. Two numbers may have the
/// same opening.
#[derive(Debug)]
pub struct RandomOpenings {
    terms: RandomTerms,
    /// Made for the first opening.
    judge: Option<Judge>,
}

impl RandomOpenings {
    /// After so many positions in a row that are not balanced, none is
    /// expected any more.
    const ATTEMPTS: u32 = 5000;

    /// Openings by these terms.
    pub const fn new(terms: RandomTerms) -> Self {
        Self { terms, judge: None }
    }

    /// The opening of a number.
    ///
    /// # Errors
    /// If hardly any position is balanced, or the system refuses a search.
    pub fn find(&mut self, number: u32) -> Result<Found, OpeningError> {
        self.find_unless(number, &|| false)
    }

    /// The same, unless it is asked to stop meanwhile.
    pub(super) fn find_unless(
        &mut self,
        number: u32,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<Found, OpeningError> {
        let mut lots = Lots::new(self.terms.seed, number.into());
        for _ in 0..Self::ATTEMPTS {
            if is_stopped() {
                return Err(OpeningError::Interrupted);
            }
            let Some(game) = self.draw(&mut lots) else {
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

    /// The score of a deeper look at an opening, if it still is balanced.
    pub(super) fn prove(
        &mut self,
        found: &Found,
        proof: Proof,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<Option<Score>, OpeningError> {
        let bound = self.terms.bound;
        self.judge()?.holds(&found.game, bound, proof, is_stopped)
    }

    /// Random turns from the start; `None` if the game ends before.
    fn draw(&self, lots: &mut Lots) -> Option<GameRecord> {
        let (least, most) = self.terms.plies.clone().into_inner();
        let plies = least + lots.below(most.saturating_sub(least) as usize + 1) as u32;
        let mut game = GameRecord::new(self.terms.variant);
        for _ in 0..plies {
            let turns = game.legal_texts(usize::MAX);
            if turns.is_empty() || game.outcome().is_some() {
                return None;
            }
            let turn = turns.get(lots.below(turns.len()))?;
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
