//! Chooses a collection out of stored puzzles.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::store;
use crate::cli::batch::conflict::check_not_input;
use crate::cli::batch::output::Output;
use crate::cli::error::CliError;
use crate::puzzles::select;

/// Writes a choice of the puzzles of the files.
pub fn pick(files: &[PathBuf], count: usize, output: Option<&Path>) -> Result<ExitCode, CliError> {
    if let Some(output) = output {
        check_not_input(output, files)?;
    }
    let puzzles = select(store::read_all(files)?, count);
    let mut output = Output::open(output)?;
    for puzzle in &puzzles {
        output.write_part(&store::line(puzzle)?)?;
    }
    output.finish()?;
    Ok(ExitCode::SUCCESS)
}
