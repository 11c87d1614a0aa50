//! Training: weights and networks learnt from positions of self-play and the
//! results of their games, by gradient descent on the numbers of the evaluation.
//!
//! [`generate`] plays the games and returns their [`Sample`]s. [`Dataset`] holds their
//! features, and [`Tuner`] finds the weights ("Texel tuning", Österlund 2014, with Adam).
//! Where a network evaluates a game, [`TrainingSet`] holds the inputs of the samples,
//! [`Trainer`] trains the network, and [`FloatNetwork`] is the network in training.
//! [`wdl`] fits the WDL model to the same samples. [`won_positions`] extracts positions
//! with a proved win from games of self-play.
//!
//! [`Sample`]: crate::files::Sample

mod datagen;
mod dataset;
mod float_network;
mod trainer;
mod training_set;
mod tuner;
pub mod wdl;
mod won_positions;

pub use datagen::{SelfPlayError, SelfPlaySettings, generate};
pub use dataset::Dataset;
pub use float_network::FloatNetwork;
pub use trainer::{Epoch, Trainer, TrainerSettings, TrainingProgress};
pub use training_set::{TrainingPosition, TrainingSet};
pub use tuner::{Tuner, TunerSettings, TuningProgress, source};
pub use won_positions::{
    WonPosition, WonPositionSelection, WonPositionSettings, WonPositionsError, won_positions,
};
