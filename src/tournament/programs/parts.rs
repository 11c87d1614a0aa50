//! The files that an engine consists of, as far as its specification names them.
//!
//! These are the program; the files that arguments name, such as the script in `python3 engine.py`;
//! and the networks in options such as `EvalFile`. The last two are looked up in the engine's
//! working directory, networks also beside the program, as engines do.

use std::path::{Path, PathBuf};

use crate::tournament::EngineSpec;
use crate::tournament::player::{ProgramLocation, StartError};

/// The role of the program among the files.
pub const PROGRAM: &str = "program";
/// The prefix of the role of an argument.
const ARGUMENT: &str = "argument";
/// The prefix, in lower case, of the names of options whose values are network files.
const EVAL_FILE: &str = "evalfile";

/// Returns the files, each with its role: `program`, `argument N`, or the name of an option.
///
/// # Errors
/// Returns an error in the same cases as [`EngineSpec::locate`].
pub fn files(spec: &EngineSpec) -> Result<Vec<(String, PathBuf)>, StartError> {
    let ProgramLocation { program, folder } = spec.locate()?;
    let folder = folder.or_else(|| std::env::current_dir().ok());
    let folder = folder.unwrap_or_default();
    let mut files = vec![(PROGRAM.to_owned(), program.clone())];
    for (number, argument) in (1..).zip(&spec.args) {
        let value = argument.split_once('=').map_or("", |(_, value)| value);
        let path = [argument, value]
            .into_iter()
            .find_map(|text| existing_file(&folder, text));
        files.extend(path.map(|path| (format!("{ARGUMENT} {number}"), path)));
    }
    let options = spec.options.iter();
    for (name, value) in options.filter(|(name, _)| name.to_lowercase().starts_with(EVAL_FILE)) {
        let beside = program.parent().unwrap_or(&folder);
        let path = existing_file(&folder, value).or_else(|| existing_file(beside, value));
        files.extend(path.map(|path| (name.clone(), path)));
    }
    Ok(files)
}

/// Returns whether this is the role of an argument.
pub fn is_argument(role: &str) -> bool {
    role.starts_with(ARGUMENT)
}

fn existing_file(folder: &Path, text: &str) -> Option<PathBuf> {
    let path = folder.join(text);
    (!text.is_empty() && path.is_file()).then_some(path)
}
