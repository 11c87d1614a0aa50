//! Training: networks are trained by gradient descent from positions of self-play games and
//! the results of these games.
//!
//! [`self_play_samples`] plays the games and returns their samples ([`PackedSample`]), which are
//! stored in files. [`SamplePools`] reads them in random order, in pools that fit in memory;
//! [`TrainingSet`] is such a pool in the form in which the network reads it. [`Trainer`] trains the network
//! ([`FloatNetwork`]), and saves its state in checkpoints. [`wdl`] fits the WDL model to the
//! same samples. [`won_positions`] extracts positions with a proved win from self-play games.
//! [`openings`] makes the openings of lists and of matches, and [`book`] the books from which
//! engines play.
//!
//! [`PackedSample`]: crate::files::PackedSample

pub mod book;
mod checkpoint;
mod datagen;
mod float_network;
pub mod openings;
mod optimizer;
mod sample_pools;
mod trainer;
mod training_set;
pub mod wdl;
mod won_positions;

pub use checkpoint::CheckpointError;
pub use datagen::{SelfPlayError, SelfPlaySettings, self_play_samples};
pub use float_network::FloatNetwork;
pub use sample_pools::{CopiedGames, SamplePoolError, SamplePools};
pub use trainer::{EpochErrors, Trainer, TrainerSettings, TrainingError};
pub use training_set::{TrainingPosition, TrainingSet};
pub use won_positions::{
    WonPosition, WonPositionSelection, WonPositionSettings, WonPositionsError, won_positions,
};
