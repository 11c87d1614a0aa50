//! Reads and writes files: game files ([`game_file`]) and, for the program, training samples
//! and files of any content.

pub mod game_file;
#[cfg(feature = "storage")]
mod input;
#[cfg(feature = "storage")]
mod open_files;
#[cfg(feature = "storage")]
mod output;
#[cfg(feature = "storage")]
mod same;
#[cfg(feature = "training")]
mod samples;

#[cfg(feature = "storage")]
pub use input::{
    MEGABYTE, check_unused_or_regular, open_regular, open_regular_to_append, open_regular_to_edit,
    read_bytes, read_text, truncate,
};
#[cfg(feature = "storage")]
pub use output::OutputFile;
#[cfg(feature = "storage")]
pub use same::{STDIN_PATH, is_same_file};
#[cfg(feature = "training")]
pub use samples::{
    GamePlace, MAX_GAME_SAMPLES, PackedPosition, PackedSample, Packing, Sample, SampleError,
    SampleFileError, SampleHeader, SampleReader, SampleWriter, SampledGame, is_sample_file,
};
