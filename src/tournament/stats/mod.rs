//! The statistics of results: Elo and its confidence interval, sequential tests,
//! ratings and tables.
//!
//! Everything here is a pure function of counts. The counts come in two forms: single games
//! ([`Tally`]), and pairs of games on one opening with colours swapped ([`Pentanomial`]). Pairs are
//! the better basis if they are available: the two games of a pair share an opening and are not
//! independent, so a confidence interval computed from single games is wrong, usually too wide.
//!
//! Elo is logistic (400 points for odds of ten to one). Normalized Elo measures the score in
//! standard deviations of one game, so a test with a given number of games is equally
//! conclusive whatever the share of draws (M. Van den Bergh, "Normalized Elo").

mod counts;
mod crosstable;
mod elo;
mod likelihood;
mod ratings;
mod sample;
mod sprt;
mod tally;

pub use counts::Counts;
pub use crosstable::{Crosstable, Standing};
pub use elo::{Estimate, elo_to_score, score_to_elo};
pub use ratings::{Anchor, Rating, ratings};
pub use sprt::{EloModel, Sprt, SprtError, SprtState};
pub use tally::{Mirrored, Pentanomial, Tally};

#[cfg(test)]
mod tests;
