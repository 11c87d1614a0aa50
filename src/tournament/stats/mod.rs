//! The statistics of results: Elo, its error, sequential tests, ratings and
//! tables.
//!
//! Everything here is a pure function of counts. The counts come in two forms: single games
//! ([`Tally`]) and pairs of games with colours swapped on one opening ([`Pentanomial`]). Where
//! pairs are known they are the better basis: the two games of a pair share an opening and are not
//! independent, so an error computed from single games is wrong, usually too large.
//!
//! Elo is logistic (400 points for odds of ten to one); normalized Elo measures the score in
//! standard deviations of one game, so that a test of a given number of games is equally conclusive
//! whatever the share of draws (M. Van den Bergh, "Normalized Elo").

mod counts;
mod crosstable;
mod elo;
mod likelihood;
mod ratings;
mod sprt;
mod tally;
mod unit_counts;

pub use counts::Counts;
pub use crosstable::{Crosstable, Standing};
pub use elo::{Estimate, elo_to_score, score_to_elo};
pub use ratings::{Anchor, Rating, ratings};
pub use sprt::{EloModel, Sprt, SprtError, SprtState};
pub use tally::{Pentanomial, Tally};

#[cfg(test)]
mod tests;
