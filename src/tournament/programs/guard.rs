//! Notices that an engine's program was replaced while a run goes on.

use super::file_record::FileStamp;
use super::parts;
use super::record::ProgramRecord;
use crate::tournament::EngineSpec;
use crate::tournament::player::StartError;
use crate::util::text::shorten;

/// The program with which an engine began a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProgramGuard {
    record: ProgramRecord,
    /// The files when the record was made.
    stamps: Vec<Option<FileStamp>>,
}

impl ProgramGuard {
    /// Records the program of an engine, which is not running yet.
    ///
    /// # Errors
    /// Returns an error if there is no program.
    pub fn new(spec: &EngineSpec) -> Result<Self, StartError> {
        let stamps = stamps(spec)?;
        let record = ProgramRecord::read(spec)?;
        Ok(Self { record, stamps })
    }

    /// Completes the record after the engine has been started once: with the name by which it
    /// introduced itself, and without the arguments that name files to which it writes.
    pub fn complete(&mut self, id: Option<String>) {
        // The name may contain anything.
        self.record.id = id.as_deref().map(shorten);
        self.record.files.retain(|used| {
            let now = FileStamp::read(&used.file.path);
            !parts::is_argument(&used.role) || self.stamps.contains(&now)
        });
    }

    /// Returns the same program for an engine of another name.
    #[must_use]
    pub fn for_engine(&self, name: &str) -> Self {
        let mut guard = self.clone();
        name.clone_into(&mut guard.record.engine);
        guard
    }

    /// Returns the record.
    pub const fn record(&self) -> &ProgramRecord {
        &self.record
    }

    /// Checks that the files are still the same, before the engine is started again. Files are
    /// read only if the system says that something has changed.
    ///
    /// # Errors
    /// Returns an error that says what has changed.
    pub fn check_files(&mut self, spec: &EngineSpec) -> Result<(), StartError> {
        let stamps = stamps(spec)?;
        if stamps == self.stamps {
            return Ok(());
        }
        match self.record.difference(&ProgramRecord::read(spec)?) {
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
    /// Returns an error if it is another name than before.
    pub fn check_id(&self, id: Option<&str>) -> Result<(), StartError> {
        let id = id.map(shorten);
        let difference = self.record.id_difference(id.as_deref());
        difference.map_or(Ok(()), |difference| Err(self.changed(&difference)))
    }

    fn changed(&self, difference: &str) -> StartError {
        let engine = &self.record.engine;
        StartError::ProgramChanged(format!(
            "the program of engine {engine:?} changed during the run: {difference}"
        ))
    }
}

fn stamps(spec: &EngineSpec) -> Result<Vec<Option<FileStamp>>, StartError> {
    let files = parts::files(spec)?.into_iter();
    Ok(files.map(|(_, path)| FileStamp::read(&path)).collect())
}
