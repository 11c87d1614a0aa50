//! The chances of win, draw and loss, fitted to games.
//!
//! [`Games`] holds what is needed of samples, [`fit`] finds the table under
//! which their results are likeliest, and [`Calibration`] compares the
//! predictions of a table with what happened. The positions of a game share its
//! result, so every estimate of an error treats games, not positions, as
//! independent.
//!
//! **The decision:** a game counts once for each number of men that it passes.
//! If each position counted, endings in which nothing happens any more would
//! outweigh all others just because they last long, and as they are drawn,
//! however good the score, no win would ever seem likely with few men.

mod calibration;
mod fit;
mod likelihood;

pub use calibration::{Bin, Calibration, OUTCOMES, foretold};
pub use fit::{Fit, fit};
pub use likelihood::mean_log_likelihood;

use crate::base::Color;
use crate::eval::family;
use crate::files::Sample;
use crate::game::{Playable, PositionError, Variant, for_game};

/// One position, as the side to move sees it.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Row {
    /// The number of men on the board, the kings aside.
    pub men: i32,
    /// The score of a search, in centipawns.
    pub score: f64,
    /// The result of the game: 0 for a win, 1 for a draw, 2 for a loss.
    pub outcome: usize,
    /// The weight of the position: 1 divided by the number of successive
    /// positions of the game with as many men.
    pub weight: f64,
}

/// The positions of many games, game by game.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Games {
    rows: Vec<Row>,
    /// The index of the first row of each game.
    starts: Vec<usize>,
    /// The index of the first of the last rows of the last game that have the
    /// same number of men.
    stage: usize,
    /// The move number and the result of the last sample; `None` where a game
    /// must begin.
    last: Option<(u16, f32)>,
}

impl Games {
    /// Adds a sample. It is taken to continue the game before it if it has the
    /// same result and no smaller move number: samples do not mark where games
    /// begin.
    ///
    /// # Errors
    /// Returns an error if the sample holds no position of the variant.
    pub fn add(&mut self, variant: Variant, sample: &Sample) -> Result<(), PositionError> {
        // Games of a family share a table, which depends on the men only.
        for_game!(family(variant), P => self.add_position(&P::read(&sample.position)?, sample));
        Ok(())
    }

    fn add_position<P: Playable>(&mut self, position: &P, sample: &Sample) {
        let number = position.move_number();
        let goes_on = |(last, result): (u16, f32)| last <= number && result == sample.result;
        if !self.last.is_some_and(goes_on) {
            self.begin();
        }
        self.last = Some((number, sample.result));
        let (score, points) = match position.side_to_move() {
            Color::White => (sample.score, sample.result),
            Color::Black => (-sample.score, 1.0 - sample.result),
        };
        let outcome = (2.0 - 2.0 * points) as usize;
        self.push(position.men(), f64::from(score), outcome);
    }

    /// Begins a game with the next row.
    pub fn begin(&mut self) {
        self.last = None;
        if self.starts.last() != Some(&self.rows.len()) {
            self.starts.push(self.rows.len());
        }
    }

    /// Adds a position to the game begun last, with men, score and outcome as
    /// in [`Row`].
    pub fn push(&mut self, men: i32, score: f64, outcome: usize) {
        if self.starts.is_empty() {
            self.begin();
        }
        let begins = self.starts.last() == Some(&self.rows.len());
        if begins || self.rows.last().is_some_and(|row| row.men != men) {
            self.stage = self.rows.len();
        }
        let weight = 1.0;
        self.rows.push(Row {
            men,
            score,
            outcome,
            weight,
        });
        let stage = self.rows.get_mut(self.stage..).unwrap_or_default();
        let weight = 1.0 / stage.len() as f64;
        stage.iter_mut().for_each(|row| row.weight = weight);
    }

    /// Returns the weight of all positions together.
    pub fn weight(&self) -> f64 {
        self.rows.iter().map(|row| row.weight).sum()
    }

    /// Returns all positions.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Returns the positions of each game.
    pub fn games(&self) -> impl Iterator<Item = &[Row]> {
        let ends = self.starts.iter().skip(1).copied();
        let ends = ends.chain([self.rows.len()]);
        self.starts
            .iter()
            .zip(ends)
            .map(|(&start, end)| self.rows.get(start..end).unwrap_or_default())
            .filter(|game| !game.is_empty())
    }

    /// Returns every second game, from the first or from the second.
    #[must_use]
    pub fn half(&self, second: bool) -> Self {
        let mut half = Self::default();
        for game in self.games().skip(usize::from(second)).step_by(2) {
            half.begin();
            half.rows.extend_from_slice(game);
        }
        half
    }
}

#[cfg(test)]
mod tests;
