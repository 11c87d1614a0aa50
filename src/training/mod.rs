//! Weights and networks from games: positions of self-play with what became of
//! them, and gradient descent on the numbers of the evaluation.
//!
//! [`generate`] plays the games, [`Sample`] is a line of what it writes,
//! [`Dataset`] holds what the tuner needs of many samples and [`Tuner`] finds
//! the weights ("Texel tuning", Österlund 2014, with Adam). Where a network values
//! a game, [`Lessons`] take the place of the one and [`Trainer`] of the other, and
//! a [`Draft`] is the network meanwhile. [`wdl`] fits the chances that scores mean to
//! the same samples. [`wins`] takes from such games positions that are won, with the
//! proof.

mod datagen;
mod dataset;
mod draft;
mod lessons;
mod sample;
mod trainer;
mod tuner;
pub mod wdl;
mod wins;

pub use datagen::{GameError, GameTerms, generate};
pub use dataset::Dataset;
pub use draft::Draft;
pub use lessons::{Lesson, Lessons};
pub use sample::{Sample, SampleError};
pub use trainer::{Epoch, Lap, Trainer, TrainerTerms};
pub use tuner::{Progress, Tuner, TunerTerms, source};
pub use wins::{Selection, Win, WinTerms, WinsError, wins};
