//! Files of puzzles: one JSON object on each line.

use std::io;
use std::path::Path;

use crate::cli::error::CliError;
use crate::files::{MEGABYTE, read_text};
use crate::puzzles::Puzzle;
use crate::util::text::printable_json;

/// The maximum size of a file, in bytes.
const MAX_BYTES: u64 = 256 * MEGABYTE;

/// Returns the line of a puzzle.
///
/// # Errors
/// Returns an error if it can't be written as JSON.
pub fn line(puzzle: &Puzzle) -> io::Result<String> {
    Ok(printable_json(&serde_json::to_string(puzzle)?) + "\n")
}

/// Reads the puzzles of a file. Empty lines are skipped.
///
/// # Errors
/// Returns an error that names the line if the file can't be read or a line is no puzzle.
pub fn read(path: &Path) -> Result<Vec<Puzzle>, CliError> {
    let text = read_text(path, MAX_BYTES).map_err(CliError::in_file(path))?;
    let lines = (1..).zip(text.lines());
    let lines = lines.filter(|(_, line)| !line.trim().is_empty());
    let puzzles = lines.map(|(number, line)| {
        let read: Result<Puzzle, _> = serde_json::from_str(line);
        read.map_err(|error| {
            let path = path.display();
            CliError::failure(format_args!("{path}:{number}: no puzzle: {error}"))
        })
    });
    puzzles.collect()
}

/// Reads the puzzles of several files.
///
/// # Errors
/// Returns an error in the same cases as [`read`].
pub fn read_all(paths: &[impl AsRef<Path>]) -> Result<Vec<Puzzle>, CliError> {
    let mut puzzles = Vec::new();
    for path in paths {
        puzzles.extend(read(path.as_ref())?);
    }
    Ok(puzzles)
}
