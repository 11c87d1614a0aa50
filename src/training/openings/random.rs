//! Random openings: random turns from the start position to a balanced position.

use std::ops::RangeInclusive;

use super::balance::{BalanceChecker, RandomOpeningError, SecondCheck};
use crate::base::Score;
use crate::game::{GameRecord, Variant};
use crate::openings::{Opening, random_game};
use crate::util::rng::Rng;

/// The parameters of random openings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RandomOpeningConfig {
    /// The variant to play.
    pub variant: Variant,
    /// The range from which the number of turns is drawn at random.
    pub turns: RangeInclusive<u32>,
    /// The maximum score, in centipawns, by which either side may be better.
    pub bound: Score,
    /// The number of nodes of the search that determines the score.
    pub nodes: u64,
    /// The seed for all random choices.
    pub seed: u64,
}

impl RandomOpeningConfig {
    /// Returns parameters for openings that are found while a tournament runs: each
    /// takes a few tenths of a second.
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
    /// The score of the final position for the side to move, in centipawns.
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

/// Finds random openings; the parameters and a number determine each opening.
/// Different numbers may yield the same opening.
#[derive(Debug)]
pub struct RandomOpeningFinder {
    config: RandomOpeningConfig,
    checker: BalanceChecker,
}

impl RandomOpeningFinder {
    /// The maximum number of attempts to find a balanced position for one opening.
    const ATTEMPTS: u32 = 5000;

    /// Creates a finder with these parameters.
    pub fn new(config: RandomOpeningConfig) -> Self {
        Self {
            config,
            checker: BalanceChecker::new(),
        }
    }

    /// Finds the opening with this number.
    ///
    /// # Errors
    /// Returns an error if no balanced position is found in `ATTEMPTS`
    /// attempts, or if a search fails.
    pub fn find(&mut self, number: u32) -> Result<RandomOpening, RandomOpeningError> {
        self.find_interruptible(number, &|| false)
    }

    /// Finds the opening with this number; fails as interrupted when `should_stop` returns `true`.
    pub(super) fn find_interruptible(
        &mut self,
        number: u32,
        should_stop: &dyn Fn() -> bool,
    ) -> Result<RandomOpening, RandomOpeningError> {
        let mut rng = Rng::new(self.config.seed, number.into());
        for _ in 0..Self::ATTEMPTS {
            if should_stop() {
                return Err(RandomOpeningError::Interrupted);
            }
            let Some(game) = random_game(self.config.variant, &self.config.turns, &mut rng) else {
                continue;
            };
            let (bound, nodes) = (self.config.bound, self.config.nodes);
            if let Some(score) = self.checker.balanced_score(&game, bound, nodes)? {
                let name = format!("random {}:{number}", self.config.seed);
                return Ok(RandomOpening { game, score, name });
            }
        }
        Err(RandomOpeningError::NoneBalanced {
            number,
            attempts: Self::ATTEMPTS,
            bound: self.config.bound,
        })
    }

    /// Returns the score from the second check of an opening; `None` if the opening fails it.
    pub(super) fn check_again(
        &mut self,
        found: &RandomOpening,
        second_check: SecondCheck,
        should_stop: &dyn Fn() -> bool,
    ) -> Result<Option<Score>, RandomOpeningError> {
        let bound = self.config.bound;
        self.checker
            .second_check_score(&found.game, bound, second_check, should_stop)
    }
}
