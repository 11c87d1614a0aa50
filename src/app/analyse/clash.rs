//! Files that would be written over.
//!
//! **The decision:** results are written while the input is read, so a file
//! that is both would be lost before it is read, and one that is written from
//! two sides is nothing. Both are refused before anything is opened.

use std::path::{Path, PathBuf};

use super::AnalyseArgs;
use super::input::Input;

/// What can't be done with the files and stdin, as a sentence; `None` if all is
/// well.
pub fn clash(args: &AnalyseArgs, inputs: &[Input]) -> Option<String> {
    let is_stdin = |input: &&Input| matches!(input, Input::Stdin(_));
    if inputs.iter().filter(is_stdin).count() > 1 {
        return Some("stdin is given twice, expected it once at most".to_owned());
    }
    let read = inputs.iter().filter_map(|input| match input {
        Input::File(path, _) => place(path),
        Input::Position(_) | Input::Stdin(_) => None,
    });
    let read: Vec<PathBuf> = read.collect();
    let mut written: Vec<PathBuf> = Vec::new();
    for path in [&args.output, &args.html, &args.svg].into_iter().flatten() {
        let Some(place) = place(path) else {
            continue;
        };
        let name = path.display();
        if read.contains(&place) {
            return Some(format!("{name} is input and output, expected two files"));
        }
        if written.contains(&place) {
            return Some(format!("{name} is written twice, expected two files"));
        }
        written.push(place);
    }
    None
}

/// Where a file is or will be, under whatever name; `None` for what is no plain
/// file, in which nothing can be lost.
fn place(path: &Path) -> Option<PathBuf> {
    if let Ok(place) = path.canonicalize() {
        return place.is_file().then_some(place);
    }
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    let folder = folder.unwrap_or(Path::new(".")).canonicalize().ok()?;
    Some(folder.join(path.file_name()?))
}
