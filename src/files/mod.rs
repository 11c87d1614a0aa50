//! The opening of files for reading and writing, done the same way everywhere.

mod input;
mod output;
mod same;

pub use input::{MEGABYTE, append_regular, expect_regular, open_regular, read_text};
pub use output::OutputFile;
pub use same::{STDIN, is_same_file};
