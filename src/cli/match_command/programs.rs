//! Records the programs of the engines, and compares them with those that have played the
//! tournament so far.

use crate::cli::error::CliError;
use crate::cli::stderr::eprint_line;
use crate::tournament::folder::{FolderError, LockedFolder};
use crate::tournament::journal::Games;
use crate::tournament::programs::{ProgramChange, ProgramGuard, ProgramList};

/// The programs of a run, and their record in the folder.
pub struct RecordedPrograms {
    /// The programs, which are checked when an engine is started.
    pub guards: Vec<ProgramGuard>,
    list: ProgramList,
}

impl RecordedPrograms {
    /// Compares the programs with the record in the folder. [`write`](Self::write) updates it.
    /// `accepts_changes` says whether a changed program may play the rest of the games.
    ///
    /// # Errors
    /// Returns an error if a program has changed and changes are not accepted, or if the
    /// record can't be read.
    pub fn new(
        folder: &LockedFolder,
        guards: Vec<ProgramGuard>,
        games: &Games,
        accepts_changes: bool,
    ) -> Result<Self, CliError> {
        // Programs that have not played yet may be replaced.
        let has_games = !games.is_empty();
        let recorded = if has_games { folder.programs()? } else { None };
        let has_record = recorded.is_some();
        let mut list = recorded.unwrap_or_default();
        list.has_unrecorded |= has_games && !has_record;
        let programs = guards.iter().map(ProgramGuard::record);
        let changes = list.admit(programs, accepts_changes);
        let changes = changes.map_err(|ProgramChange { engine, difference }| {
            CliError::failure(format_args!(
                "engine {engine:?} is not the program that played the games so far: {difference}. \
                 Restore that program, start a new tournament with a different --out, or count the \
                 games of both programs together with --accept-changed-programs"
            ))
        })?;
        for ProgramChange { engine, difference } in changes {
            eprint_line!("batyr match: accepted: engine {engine:?} has changed: {difference}");
        }
        Ok(Self { guards, list })
    }

    /// Returns a warning if the folder does not record which programs played some of its games.
    pub fn warning(&self, folder: &LockedFolder) -> Option<String> {
        let path = folder.path().display();
        (self.list.has_unrecorded && !self.guards.is_empty()).then(|| {
            format!(
                "{path} does not record which programs played some of its games, so those programs \
                 can't be compared with the current ones"
            )
        })
    }

    /// Writes the record, unless the run has no programs, because nothing is left to play.
    pub fn write(&self, folder: &LockedFolder) -> Result<(), FolderError> {
        if self.guards.is_empty() {
            return Ok(());
        }
        folder.write_programs(&self.list)
    }

    /// Removes from the record the files that engines have written during the run.
    pub fn leave_out_written(&mut self, folder: &LockedFolder) -> Result<(), FolderError> {
        let mut is_changed = false;
        for guard in &self.guards {
            is_changed |= self.list.leave_out_written(guard);
        }
        if is_changed {
            self.write(folder)
        } else {
            Ok(())
        }
    }
}

/// Prints the changes of programs that a merge accepted, and a warning if shards lack a record.
pub fn print_merged(list: &ProgramList, accepted: &[String]) {
    for change in accepted {
        eprint_line!("batyr match: accepted: {change}");
    }
    if list.has_unrecorded {
        eprint_line!(
            "batyr match: warning: not all shards record which programs played their games, so \
             the programs can't be compared"
        );
    }
}
