//! Fits the WDL model to games.
//!
//! [`GamePositions`] holds the scores and results of the samples, [`fit`] finds the model
//! under which the results are most likely, and [`Calibration`] compares the predictions
//! of a model with the results. All positions of a game share its result, so every error
//! estimate treats games, not positions, as independent.
//!
//! A game counts once for each number of men that occurs in it. If each position counted,
//! endings without progress would outweigh all others merely because they last long. Such
//! endings are drawn, however good the score, so no win would ever seem likely with few
//! men.

mod calibration;
mod fit;
mod games;
mod likelihood;

pub use calibration::{Bin, Calibration, OUTCOMES, cross_validated};
pub use fit::{WdlFit, fit};
pub use games::{GamePositions, ScoredPosition};
pub use likelihood::mean_log_likelihood;

#[cfg(test)]
mod tests;
