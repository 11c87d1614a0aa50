//! The scores and results of games, to which a model is fitted.

use crate::base::Color;
use crate::eval::EvaluationFamily;
use crate::files::{PackedSample, Packing};
use crate::game::{Playable, PositionError, Variant, for_variant};

/// A position with its score and the result of its game, from the point of view of the side
/// to move.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct ScoredPosition {
    /// The number of men on the board, not counting biys or kings.
    pub men: i32,
    /// The score of a search, in centipawns.
    pub score: f64,
    /// The result of the game as an index into [`OUTCOMES`](super::OUTCOMES): 0 for a win, 1 for
    /// a draw, 2 for a loss.
    pub outcome: usize,
    /// The weight of the position: 1 divided by the number of consecutive positions of the
    /// game with the same number of men.
    pub weight: f64,
}

/// The positions of a collection of games, game by game.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct GamePositions {
    positions: Vec<ScoredPosition>,
    /// The index of the first position of each game.
    starts: Vec<usize>,
    /// The index at which the last game's current stage begins: its latest consecutive
    /// positions with the same number of men.
    stage_start: usize,
}

impl GamePositions {
    /// Adds a sample to the last game.
    ///
    /// # Errors
    /// Returns an error if the sample is not a position of the variant.
    pub fn add(&mut self, variant: Variant, sample: &PackedSample) -> Result<(), PositionError> {
        // The variants of a family share a model, which depends only on score and men.
        let family = EvaluationFamily::of_variant(variant);
        let men = for_variant!(family.representative(), P => {
            P::unpack(&sample.position)?.man_count()
        });
        let (score, points) = match sample.position.side_to_move() {
            Color::White => (i32::from(sample.score), sample.result),
            Color::Black => (-i32::from(sample.score), 1.0 - sample.result),
        };
        let outcome = (2.0 - 2.0 * points) as usize;
        self.add_scored(men, f64::from(score), outcome);
        Ok(())
    }

    /// Makes the next position begin a new game.
    pub fn begin_game(&mut self) {
        if self.starts.last() != Some(&self.positions.len()) {
            self.starts.push(self.positions.len());
        }
    }

    /// Adds a position to the last game, with the fields of [`ScoredPosition`].
    pub fn add_scored(&mut self, men: i32, score: f64, outcome: usize) {
        if self.starts.is_empty() {
            self.begin_game();
        }
        let begins_game = self.starts.last() == Some(&self.positions.len());
        if begins_game
            || self
                .positions
                .last()
                .is_some_and(|position| position.men != men)
        {
            self.stage_start = self.positions.len();
        }
        self.positions.push(ScoredPosition {
            men,
            score,
            outcome,
            weight: 1.0,
        });
        let stage = self
            .positions
            .get_mut(self.stage_start..)
            .unwrap_or_default();
        let weight = 1.0 / stage.len() as f64;
        stage
            .iter_mut()
            .for_each(|position| position.weight = weight);
    }

    /// Returns the sum of the weights of all positions.
    pub fn total_weight(&self) -> f64 {
        self.positions.iter().map(|position| position.weight).sum()
    }

    /// Returns all positions.
    pub fn positions(&self) -> &[ScoredPosition] {
        &self.positions
    }

    /// Returns the positions of each game.
    pub fn games(&self) -> impl Iterator<Item = &[ScoredPosition]> {
        let ends = self.starts.iter().skip(1).copied();
        let ends = ends.chain([self.positions.len()]);
        self.starts
            .iter()
            .zip(ends)
            .map(|(&start, end)| self.positions.get(start..end).unwrap_or_default())
            .filter(|game| !game.is_empty())
    }

    /// Returns every other game, beginning with the first game or with the second.
    #[must_use]
    pub fn half(&self, second: bool) -> Self {
        let mut half = Self::default();
        for game in self.games().skip(usize::from(second)).step_by(2) {
            half.begin_game();
            half.positions.extend_from_slice(game);
        }
        half
    }
}
