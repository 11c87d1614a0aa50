//! Reads and writes files: game files ([`game_file`]), training samples, and the
//! functions with which the whole program opens files.

pub mod game_file;
mod input;
mod output;
mod same;
mod samples;

pub use input::{
    MEGABYTE, append_regular, check_unused_or_regular, open_regular, read_bytes, read_text,
};
pub use output::OutputFile;
pub use same::{STDIN_PATH, is_same_file};
pub use samples::{
    GamePlace, MAX_GAME_SAMPLES, PackedPosition, PackedSample, Packing, Sample, SampleError,
    SampleFile, SampleFileError, SampleHeader, SampleWriter, SampledGame, is_sample_file,
};
