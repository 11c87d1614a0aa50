//! What is read and written: games ([`game_file`]), samples for training, and the
//! opening of files, done the same way everywhere.

pub mod game_file;
mod input;
mod output;
mod same;
mod sample;

pub use input::{MEGABYTE, append_regular, expect_regular, open_regular, read_text};
pub use output::OutputFile;
pub use same::{STDIN, is_same_file};
pub use sample::{Sample, SampleError};
