//! Random openings: random turns to a balanced position.

use std::ops::RangeInclusive;

use super::super::Opening;
use super::balance::{BalanceChecker, SecondCheck};
use super::error::OpeningError;
use crate::base::Score;
use crate::engine::EngineError;
use crate::game::{GameRecord, Variant};
use crate::rules::shatra::Numbering;
use crate::util::rng::Rng;

/// The parameters of random openings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RandomOpeningConfig {
    /// The rule set.
    pub variant: Variant,
    /// The range of the number of turns, which is drawn at random.
    pub turns: RangeInclusive<u32>,
    /// The bound: neither side is better by more than this, in centipawns.
    pub bound: Score,
    /// The number of nodes of the search that checks the bound.
    pub nodes: u64,
    /// The seed of all random choices.
    pub seed: u64,
}

impl RandomOpeningConfig {
    /// Returns parameters for openings that are made while a tournament runs: each
    /// is found in tenths of a second.
    pub const fn quick(variant: Variant, turns: u32, seed: u64) -> Self {
        Self {
            variant,
            turns: turns..=turns,
            bound: 80,
            nodes: 20_000,
            seed,
        }
    }
}

/// A random opening.
#[derive(Clone, Debug)]
pub struct RandomOpening {
    /// The game after the opening.
    pub game: GameRecord,
    /// The score of the position for the side to move, in centipawns.
    pub score: Score,
    name: String,
}

impl RandomOpening {
    /// Returns the opening, named after its seed and number: `random 7:12`.
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
pub struct RandomOpeningFinder {
    config: RandomOpeningConfig,
    /// Created for the first opening.
    checker: Option<BalanceChecker>,
}

impl RandomOpeningFinder {
    /// The number of attempts after which the search for an opening is given
    /// up: a balanced position is then no longer to be expected.
    const ATTEMPTS: u32 = 5000;

    /// Returns a finder with these parameters.
    pub const fn new(config: RandomOpeningConfig) -> Self {
        Self {
            config,
            checker: None,
        }
    }

    /// Returns the opening with this number.
    ///
    /// # Errors
    /// Returns an error if no balanced position is found in `ATTEMPTS`
    /// attempts, or if a search fails.
    pub fn find(&mut self, number: u32) -> Result<RandomOpening, OpeningError> {
        self.find_interruptible(number, &|| false)
    }

    /// Returns the opening with this number, unless `is_stopped` returns true meanwhile.
    pub(super) fn find_interruptible(
        &mut self,
        number: u32,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<RandomOpening, OpeningError> {
        let mut rng = Rng::new(self.config.seed, number.into());
        for _ in 0..Self::ATTEMPTS {
            if is_stopped() {
                return Err(OpeningError::Interrupted);
            }
            let Some(game) = self.random_game(&mut rng) else {
                continue;
            };
            let (bound, nodes) = (self.config.bound, self.config.nodes);
            if let Some(score) = self.checker()?.balanced_score(&game, bound, nodes)? {
                let name = format!("random {}:{number}", self.config.seed);
                return Ok(RandomOpening { game, score, name });
            }
        }
        Err(OpeningError::NoneBalanced {
            number,
            attempts: Self::ATTEMPTS,
            bound: self.config.bound,
        })
    }

    /// Returns the score of a second, deeper check of an opening, if the opening is still balanced.
    pub(super) fn check_again(
        &mut self,
        found: &RandomOpening,
        second_check: SecondCheck,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<Option<Score>, OpeningError> {
        let bound = self.config.bound;
        self.checker()?
            .second_check_score(&found.game, bound, second_check, is_stopped)
    }

    /// Plays random turns from the start; `None` if the game ends before they
    /// are all played.
    fn random_game(&self, rng: &mut Rng) -> Option<GameRecord> {
        let (min, max) = self.config.turns.clone().into_inner();
        let count = min + rng.below(max.saturating_sub(min) as usize + 1) as u32;
        let mut game = GameRecord::new(self.config.variant);
        for _ in 0..count {
            let turns = game.legal_texts(usize::MAX);
            if turns.is_empty() || game.outcome().is_some() {
                return None;
            }
            let turn = turns.get(rng.below(turns.len()))?;
            game.play(turn, Numbering::Official).ok()?;
        }
        Some(game)
    }

    fn checker(&mut self) -> Result<&mut BalanceChecker, EngineError> {
        match &mut self.checker {
            Some(checker) => Ok(checker),
            none => Ok(none.insert(BalanceChecker::new(self.config.variant)?)),
        }
    }
}
