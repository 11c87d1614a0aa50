//! The check that no output file overwrites an input or another output.
//!
//! Results are written while the input is read, so a file
//! that is both would be lost before it was read, and a file with two writers
//! would hold garbage. Both cases are refused before any file is opened.

use std::path::{Path, PathBuf};

use super::input::BatchInput;
use crate::files::{STDIN_PATH, is_same_file};

/// Returns the first conflict between the files written, the files read and
/// stdin, as a message; `None` if there is none.
pub fn find(written: &[&Path], inputs: &[BatchInput]) -> Option<String> {
    let is_stdin = |input: &&BatchInput| matches!(input, BatchInput::Stdin(_));
    if inputs.iter().filter(is_stdin).count() > 1 {
        return Some("stdin is given twice, expected at most once".to_owned());
    }
    let read = |input: &BatchInput| match input {
        BatchInput::File(path, _) => Some(path.clone()),
        BatchInput::Stdin(_) => Some(PathBuf::from(STDIN_PATH)),
        BatchInput::Position(_) => None,
    };
    let read: Vec<PathBuf> = inputs.iter().filter_map(read).collect();
    for (index, path) in written.iter().enumerate() {
        let name = path.display();
        if read.iter().any(|read| is_same_file(read, path)) {
            return Some(format!(
                "{name} is both input and output, expected two files"
            ));
        }
        let earlier = written.get(..index).unwrap_or_default();
        if earlier.iter().any(|other| is_same_place(other, path)) {
            return Some(format!("{name} is written twice, expected two files"));
        }
    }
    None
}

/// Returns whether both paths name one file, or will name one once it is
/// created.
fn is_same_place(one: &Path, other: &Path) -> bool {
    let place = |path: &Path| {
        let folder = path.parent().filter(|folder| *folder != Path::new(""));
        let folder = folder.unwrap_or(Path::new(".")).canonicalize().ok()?;
        Some(folder.join(path.file_name()?))
    };
    let is_new = !one.exists() && !other.exists();
    is_same_file(one, other)
        || is_new && place(one).is_some_and(|found| place(other) == Some(found))
}
