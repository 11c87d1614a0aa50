//! Training: weights and networks are learnt by gradient descent from positions of
//! self-play games and the results of these games.
//!
//! [`self_play_samples`] plays the games and returns their [`Sample`]s. [`Dataset`] holds
//! the features of the samples, and [`Tuner`] finds the weights ("Texel tuning", Österlund
//! 2014, with Adam). For variants that a network evaluates, [`TrainingSet`] holds the
//! inputs of the samples, [`Trainer`] trains the network, and [`FloatNetwork`] is the
//! network in training. [`wdl`] fits the WDL model to the same samples. [`won_positions`]
//! extracts positions with a proved win from self-play games.
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

pub use datagen::{SelfPlayError, SelfPlaySettings, self_play_samples};
pub use dataset::Dataset;
pub use float_network::FloatNetwork;
pub use trainer::{EpochErrors, Trainer, TrainerSettings, TrainingProgress};
pub use training_set::{TrainingPosition, TrainingSet};
pub use tuner::{Tuner, TunerSettings, TuningProgress, weights_source};
pub use won_positions::{
    WonPosition, WonPositionSelection, WonPositionSettings, WonPositionsError, won_positions,
};
