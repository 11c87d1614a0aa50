//! Checks that no output file overwrites an input or another output.
//!
//! Results may be written while the inputs are read, so a file that is both input and output
//! would be overwritten before it was read, and a file with two writers would be corrupted. Even
//! where all is read first, a file that was named to be read is not meant to be lost.
//! Both cases are refused before any output is opened.

use std::path::{Path, PathBuf};

use super::input::BatchInput;
use crate::cli::error::CliError;
use crate::files::{STDIN_PATH, is_same_file};

/// Checks that no file to write is an input or another output, and stdin is read only once.
pub fn check_conflicts(written: &[&Path], inputs: &[BatchInput]) -> Result<(), CliError> {
    let is_stdin = |input: &&BatchInput| matches!(input, BatchInput::Stdin(_));
    if inputs.iter().filter(is_stdin).count() > 1 {
        return Err(CliError::usage("stdin is given more than once"));
    }
    let input_path = |input: &BatchInput| match input {
        BatchInput::File(path, _) => Some(path.clone()),
        BatchInput::Stdin(_) => Some(PathBuf::from(STDIN_PATH)),
        BatchInput::Position(_) => None,
    };
    let read: Vec<PathBuf> = inputs.iter().filter_map(input_path).collect();
    for path in written {
        check_not_input(path, &read)?;
    }
    check_outputs(written)
}

/// Checks that no file to write is given twice.
pub fn check_outputs(written: &[&Path]) -> Result<(), CliError> {
    for (index, path) in written.iter().enumerate() {
        let earlier = written.get(..index).unwrap_or_default();
        if earlier.iter().any(|other| is_same_destination(other, path)) {
            return Err(CliError::usage(format_args!(
                "{} is given for two outputs; expected two different files",
                path.display()
            )));
        }
    }
    Ok(())
}

/// Checks that an output file is not also an input.
pub fn check_not_input<P: AsRef<Path>>(
    output: &Path,
    inputs: impl IntoIterator<Item = P>,
) -> Result<(), CliError> {
    let mut inputs = inputs.into_iter();
    if inputs.any(|input| is_same_file(input.as_ref(), output)) {
        return Err(CliError::usage(format_args!(
            "{} is both input and output; expected two different files",
            output.display()
        )));
    }
    Ok(())
}

/// Returns whether both paths name the same file, which need not exist yet.
fn is_same_destination(one: &Path, other: &Path) -> bool {
    let is_new = !one.exists() && !other.exists();
    is_same_file(one, other)
        || is_new && canonical(one).is_some_and(|path| canonical(other) == Some(path))
}

/// Returns the canonical path of a file whose last folders, too, may not exist yet.
fn canonical(path: &Path) -> Option<PathBuf> {
    let name = path.file_name()?;
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    let folder = folder.unwrap_or(Path::new("."));
    let known = folder.canonicalize().ok();
    Some(known.or_else(|| canonical(folder))?.join(name))
}
