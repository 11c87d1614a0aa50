//! Training samples: positions of games with their scores and results.
//!
//! Sample files are compact (`file.rs`): a record of 32 or 40 bytes for each position
//! (`record.rs`, `shatra.rs`, `board8.rs`), game by game. The same samples as lines of text
//! (`text.rs`) are for people and scripts.

mod board8;
mod file;
mod record;
mod shatra;
mod text;

pub use file::{
    GamePlace, MAX_GAME_SAMPLES, SampleFileError, SampleHeader, SampleReader, SampleWriter,
    SampledGame, is_sample_file,
};
pub use record::{PackedPosition, PackedSample, Packing};
pub use text::{Sample, SampleError};
