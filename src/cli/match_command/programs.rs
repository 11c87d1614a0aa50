//! Compares the programs of the engines with those that have played the tournament so far, and
//! records them.

use crate::cli::stderr::eprint_line;
use crate::tournament::folder::{FolderError, LockedFolder};
use crate::tournament::journal::Games;
use crate::tournament::programs::{ProgramGuard, ProgramList};

/// The reason that programs can't be recorded.
#[derive(Debug, thiserror::Error)]
pub enum ProgramsError {
    /// The record can't be read or written.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The program of an engine is not the one that played the games so far.
    #[error(
        "engine {engine:?} is not the program that played the games so far: {difference}. Restore that \
         program, begin another tournament with another --out, or count the games of both \
         programs together with --accept-changed-programs"
    )]
    Changed { engine: String, difference: String },
}

/// Records the programs in the folder. `accepts_changes` says whether another program than
/// before may play the rest of the games. Returns a warning if it is not known which programs
/// played before.
///
/// # Errors
/// Returns an error if a program has changed and that is not accepted, or if the record can't be
/// read or written.
pub fn record(
    folder: &LockedFolder,
    programs: &[ProgramGuard],
    games: &Games,
    accepts_changes: bool,
) -> Result<Option<String>, ProgramsError> {
    if programs.is_empty() {
        return Ok(None);
    }
    let recorded = folder.programs()?;
    let mut list = recorded.clone().unwrap_or_default();
    let is_unknown = recorded.is_none() && !games.is_empty();
    list.has_unrecorded |= is_unknown;
    for program in programs {
        let program = program.record();
        if let Some(difference) = list.difference(program) {
            let engine = program.engine.clone();
            if !accepts_changes {
                return Err(ProgramsError::Changed { engine, difference });
            }
            eprint_line!("batyr match: accepted: engine {engine:?} has changed: {difference}");
        }
        list.add(program);
    }
    if recorded.as_ref() != Some(&list) {
        folder.write_programs(&list)?;
    }
    Ok(is_unknown.then(|| {
        let path = folder.path().display();
        format!(
            "{path} does not say which programs played its games; it can't be checked that they are \
             the same"
        )
    }))
}

/// Prints which changes of programs a merge has accepted, and which shards have no record.
pub fn print_merged(list: &ProgramList, accepted: &[String]) {
    for change in accepted {
        eprint_line!("batyr match: accepted: {change}");
    }
    if list.has_unrecorded {
        eprint_line!(
            "batyr match: warning: not all shards say which programs played their games; it can't be \
             checked that they are the same"
        );
    }
}
