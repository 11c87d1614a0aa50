//! Training: weights and networks learnt from the positions of self-play and
//! the results of their games, by gradient descent on the numbers of the
//! evaluation.
//!
//! [`generate`] plays the games and returns their [`Sample`]s. [`Dataset`]
//! holds what the tuner needs of many samples, and [`Tuner`] finds the weights
//! ("Texel tuning", Österlund 2014, with Adam). Where a network evaluates a
//! game, [`Lessons`] are its training set, [`Trainer`] trains it, and [`Draft`]
//! is the network in training. [`wdl`] fits to the same samples the chances
//! that scores stand for. [`wins`] finds in games of self-play positions that
//! are won, with the proof.

mod datagen;
mod dataset;
mod draft;
mod lessons;
mod trainer;
mod tuner;
pub mod wdl;
mod wins;

pub use datagen::{GameError, GameTerms, generate};
pub use dataset::Dataset;
pub use draft::Draft;
pub use lessons::{Lesson, Lessons};
pub use trainer::{Epoch, Lap, Trainer, TrainerTerms};
pub use tuner::{Progress, Tuner, TunerTerms, source};
pub use wins::{Selection, Win, WinTerms, WinsError, wins};
