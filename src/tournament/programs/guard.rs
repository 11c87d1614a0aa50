//! Detects that an engine's program was replaced during a run.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard};

use super::file_record::FileStamp;
use super::parts;
use super::record::ProgramRecord;
use crate::tournament::player::StartError;
use crate::tournament::warnings::EngineWarnings;
use crate::tournament::{EngineSpec, Warning};
use crate::util::sync::lock;
use crate::util::text::shorten;

/// The program with which an engine began a run. The workers of a run have clones of it.
#[derive(Clone, Debug)]
pub struct ProgramGuard {
    record: ProgramRecord,
    /// The role of each file, and its stamp when the file was last read.
    stamps: Vec<(String, FileStamp)>,
    /// The arguments whose files have changed during the run; shared by all clones.
    written: Arc<Mutex<BTreeSet<String>>>,
    /// The warnings that have not been returned yet.
    warnings: EngineWarnings,
}

impl ProgramGuard {
    /// Records the program of an engine, which is not running yet.
    ///
    /// # Errors
    /// Returns an error if the program is not found.
    pub fn new(spec: &EngineSpec) -> Result<Self, StartError> {
        let files = parts::files(spec)?;
        Ok(Self {
            stamps: stamps(&files),
            record: ProgramRecord::read(&spec.name, &files),
            written: Arc::default(),
            warnings: EngineWarnings::new(&spec.name),
        })
    }

    /// Completes the record after the engine has been started once: with the name by which it
    /// introduced itself, and without the arguments that name files to which it writes.
    pub fn complete(&mut self, id: Option<String>) {
        // The name may contain anything.
        self.record.id = id.as_deref().map(shorten);
        let is_written = |role: &str| {
            let mut stamps = self.stamps.iter();
            let stamp = stamps.find(|(of, _)| of == role).map(|(_, stamp)| stamp);
            let now = stamp.and_then(|stamp| FileStamp::read(&stamp.path));
            parts::is_argument(role) && now.as_ref() != stamp
        };
        let files = &mut self.record.files;
        files.retain(|used| !is_written(&used.role));
    }

    /// Returns the same program for an engine with a different name.
    #[must_use]
    pub fn for_engine(&self, name: &str) -> Self {
        let mut guard = self.clone();
        name.clone_into(&mut guard.record.engine);
        guard.warnings = EngineWarnings::new(name);
        guard
    }

    /// Returns the record.
    pub const fn record(&self) -> &ProgramRecord {
        &self.record
    }

    /// Checks that the files are still the same, before the engine is started again. Files are
    /// read only if a stamp has changed. A file that an argument names may be one that the engine
    /// writes in its games: once it has changed, it is no longer checked, and a warning is added.
    ///
    /// # Errors
    /// Returns an error that describes the change if any other file has changed.
    pub fn check_files(&mut self, spec: &EngineSpec) -> Result<(), StartError> {
        // A program may be missing because a linker removes it before it writes a new one.
        let files = parts::files(spec).map_err(|error| self.changed(&error.to_string()))?;
        let stamps = stamps(&files);
        if stamps == self.stamps {
            return Ok(());
        }
        let now = ProgramRecord::read(&spec.name, &files);
        for used in self.record.changed_arguments(&now) {
            if self.written().insert(used.role.clone()) {
                let (role, file) = (&used.role, used.file);
                let kind = format!(
                    "the file of its {role} changed during the run and is left out of its record"
                );
                self.warnings.add(&kind, Some(&format!("it was {file}")));
            }
        }
        let written = self.written().clone();
        let files = &mut self.record.files;
        files.retain(|used| !written.contains(&used.role));
        match self.record.difference(&now) {
            None => {
                self.stamps = stamps;
                Ok(())
            }
            Some(difference) => Err(self.changed(&difference)),
        }
    }

    /// Checks the name by which the engine introduced itself.
    ///
    /// # Errors
    /// Returns an error if the name differs from the recorded one.
    pub fn check_id(&self, id: Option<&str>) -> Result<(), StartError> {
        let id = id.map(shorten);
        let difference = self.record.id_difference(id.as_deref());
        difference.map_or(Ok(()), |difference| Err(self.changed(&difference)))
    }

    /// Removes and returns the warnings since the last call.
    pub fn take_warnings(&mut self) -> Vec<Warning> {
        self.warnings.take()
    }

    /// Returns the arguments whose files have changed during the run, as found by any clone.
    pub(super) fn written(&self) -> MutexGuard<'_, BTreeSet<String>> {
        lock(&self.written)
    }

    fn changed(&self, difference: &str) -> StartError {
        let engine = &self.record.engine;
        StartError::ProgramChanged(format!(
            "the program of engine {engine:?} changed during the run: {difference}"
        ))
    }
}

fn stamps(files: &[(String, PathBuf)]) -> Vec<(String, FileStamp)> {
    let stamp = |(role, path): &(String, PathBuf)| Some((role.clone(), FileStamp::read(path)?));
    files.iter().filter_map(stamp).collect()
}
