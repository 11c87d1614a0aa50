//! How difficult a puzzle is, without players to ask.
//!
//! The engine at a lower level looks less far and errs more often, as people do; the lowest level
//! that finds the line is the main part of the rating. The rest is what people say makes a
//! combination hard: many turns to look at, a long line, men to give, and how long the engine at full
//! strength takes to be sure. The numbers are chosen, not fitted: there are no results of players
//! yet (docs/puzzles.md).

use super::error::PuzzleError;
use super::puzzle::Step;
use super::searches::{Searches, Stop};
use crate::engine::{Handicap, Strength};
use crate::eval::wdl::logistic;
use crate::game::GameRecord;
use crate::rules::shatra::Numbering;

/// The levels that try a puzzle.
const LEVELS: [u8; 6] = [0, 4, 8, 12, 16, 20];
/// The number of times that a level tries, each with its own seed.
const TRIES: u64 = 3;
/// The number of tries that must succeed.
const SUCCESSES: usize = 2;

/// The rating of the easiest puzzle, and what the hardest has more.
const LEAST_RATING: f64 = 800.0;
const RATING_RANGE: f64 = 1800.0;

/// What makes a puzzle difficult.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Difficulty {
    /// The lowest level that finds the line.
    pub level: u8,
    /// The nodes after which a search at full strength stays with the first turn.
    pub nodes: u64,
    /// The number of different results of a first turn.
    pub choices: usize,
    /// The number of turns that the solver has to find.
    pub turns: usize,
    /// The number of men that the solver loses in the line.
    pub men: usize,
}

impl Difficulty {
    /// Returns the rating: 800 + 1800 / (1 + exp(-z)), where z = -3 + 0.12 level + 0.5 log10(nodes / 100)
    /// + 0.25 ln(choices) + 0.2 (turns - 1) + 0.1 men.
    pub fn rating(&self) -> u16 {
        let count = |count: usize| count.min(1000) as f64;
        let nodes = self.nodes.max(100) as f64;
        let z = -3.0
            + 0.12 * f64::from(self.level)
            + 0.5 * (nodes / 100.0).log10()
            + 0.25 * count(self.choices.max(1)).ln()
            + 0.2 * (count(self.turns.max(1)) - 1.0)
            + 0.1 * count(self.men);
        (LEAST_RATING + RATING_RANGE * logistic(z)) as u16
    }
}

/// Returns the lowest level that finds the turns of a line.
///
/// # Errors
/// Returns an error if a search can't run, or if it was stopped.
pub fn lowest_level(
    searches: &mut Searches,
    start: &GameRecord,
    steps: &[Step],
    nodes: u64,
    stop: Stop<'_>,
) -> Result<u8, PuzzleError> {
    for level in LEVELS {
        let mut successes = 0;
        for seed in 0..TRIES {
            // The key makes the draws of different puzzles independent.
            let seed = start.key().wrapping_add(seed);
            let handicap = Handicap::of_level(level.into(), seed);
            let strength = handicap.map_or(Strength::Full, Strength::Seeded);
            successes += usize::from(finds_line(searches, start, steps, strength, nodes, stop)?);
        }
        if successes >= SUCCESSES {
            return Ok(level);
        }
    }
    // Full strength has found every turn before, though perhaps with more nodes.
    Ok(LEVELS[LEVELS.len() - 1])
}

/// Returns whether an engine of this strength finds every turn that has to be found.
fn finds_line(
    searches: &mut Searches,
    start: &GameRecord,
    steps: &[Step],
    strength: Strength,
    nodes: u64,
    stop: Stop<'_>,
) -> Result<bool, PuzzleError> {
    let mut game = start.clone();
    for step in steps {
        if step.is_to_find() {
            let played = searches.played(&game, strength, nodes, stop)?;
            if !played.is_some_and(|turn| step.is(&turn)) {
                return Ok(false);
            }
        }
        if game.play(&step.turn, Numbering::Official).is_err() {
            return Ok(false);
        }
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    const EASY: Difficulty = Difficulty {
        level: 0,
        nodes: 50,
        choices: 2,
        turns: 1,
        men: 0,
    };

    #[test]
    fn ratings_stay_in_their_range() {
        let hard = Difficulty {
            level: 20,
            nodes: 1_000_000,
            choices: 150,
            turns: 8,
            men: 6,
        };
        assert!((800..950).contains(&EASY.rating()), "{}", EASY.rating());
        assert!((2300..=2600).contains(&hard.rating()), "{}", hard.rating());
    }

    #[test]
    fn each_difficulty_raises_the_rating() {
        let rating = EASY.rating();
        let harder = [
            Difficulty { level: 4, ..EASY },
            Difficulty {
                nodes: 5_000,
                ..EASY
            },
            Difficulty {
                choices: 20,
                ..EASY
            },
            Difficulty { turns: 3, ..EASY },
            Difficulty { men: 3, ..EASY },
        ];
        for difficulty in harder {
            assert!(difficulty.rating() > rating, "{difficulty:?}");
        }
    }

    #[test]
    fn a_capture_of_the_biy_is_found_at_level_zero() {
        use crate::game::Variant;
        let game = GameRecord::from_text(Variant::Extended, "9/1/7/7/7/7/2k4/2S4/1/K8 w - - - - 1")
            .unwrap();
        let turn = game.legal_texts(1).remove(0);
        let step = Step {
            turn,
            also: Vec::new(),
            forced: false,
            by: crate::puzzles::By::Solver,
        };
        let mut searches = Searches::new();
        let level = lowest_level(&mut searches, &game, &[step], 1_000, &|| false);
        assert_eq!(level.unwrap(), 0);
    }
}
