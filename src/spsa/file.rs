//! The file of a run: its settings and its state, as JSON.
//!
//! The file is replaced as a whole, so a run can be killed at any time. A process that
//! writes it holds the lock of a second file, `FILE.lock`; the file itself can't be locked,
//! because each version is a new file to the system. The lock file is never deleted.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::settings::{PAIR_COUNTS, SpsaSettings, is_rate};
use super::state::SpsaState;
use crate::files::{
    MEGABYTE, OutputFile, check_unused_or_regular, open_regular_to_append, read_text,
};
use crate::tournament::difference::difference;
use crate::tournament::programs::{ProgramGuard, ProgramList};
use crate::util::text::{is_printable, shorten};

/// The version of the file format.
const VERSION: u32 = 1;
/// The maximum size of the file, in bytes: it may contain the text of a file of openings.
const MAX_BYTES: u64 = 256 * MEGABYTE;

/// An error from reading, writing or locking the file of a run.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SpsaFileError {
    /// The file can't be read or written.
    #[error("{path}: {error}")]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        error: io::Error,
    },
    /// Another process holds the lock.
    #[error("{0} is in use by another 'batyr spsa'; wait until it has ended, or give another file")]
    InUse(PathBuf),
    /// The file is not empty.
    #[error("{0} is not empty; use --resume to continue it or --overwrite to replace it")]
    NotEmpty(PathBuf),
    /// The file is not that of a run.
    #[error("{path}: {reason}, expected a file written by 'batyr spsa'")]
    Invalid {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// The engine is not the program with which the run was played so far.
    #[error(
        "{path}: the engine is not the program that played the pairs so far: {difference}. Restore that \
         program, begin another run, or continue with the new program (--accept-changed-programs)"
    )]
    ProgramChanged {
        /// The file.
        path: PathBuf,
        /// What differs.
        difference: String,
    },
    /// The file is that of a run with other settings.
    #[error("{path} was written with other settings: {difference}")]
    OtherSettings {
        /// The file.
        path: PathBuf,
        /// The first setting that differs.
        difference: String,
    },
}

fn io_error(path: &Path, error: io::Error) -> SpsaFileError {
    let path = path.to_owned();
    SpsaFileError::Io { path, error }
}

/// A run in a file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SavedRun {
    version: u32,
    /// The settings.
    pub settings: SpsaSettings,
    /// The state.
    pub state: SpsaState,
    /// The programs with which the pairs were played.
    #[serde(default)]
    pub programs: ProgramList,
}

/// What to do with a file that is not empty.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum OnExisting {
    /// Return an error.
    Refuse,
    /// Continue its run.
    Resume,
    /// Replace it.
    Overwrite,
}

/// Returns the saved run to continue; `None` if a new run can begin.
///
/// # Errors
/// Returns an error if the file can't be read, if it is not that of a run, or if it must not be
/// replaced.
pub fn read_saved(path: &Path, existing: OnExisting) -> Result<Option<SavedRun>, SpsaFileError> {
    let failed = |error| io_error(path, error);
    check_unused_or_regular(path).map_err(failed)?;
    let length = match fs::metadata(path) {
        Ok(found) => found.len(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => 0,
        Err(error) => return Err(failed(error)),
    };
    match existing {
        _ if length == 0 => Ok(None),
        OnExisting::Overwrite => Ok(None),
        OnExisting::Refuse => Err(SpsaFileError::NotEmpty(path.to_owned())),
        OnExisting::Resume => {
            let text = read_text(path, MAX_BYTES).map_err(failed)?;
            let saved = SavedRun::parse(&text).map_err(|reason| SpsaFileError::Invalid {
                path: path.to_owned(),
                reason,
            })?;
            Ok(Some(saved))
        }
    }
}

impl SavedRun {
    /// Parses the text of a file, or returns what is wrong with it.
    fn parse(text: &str) -> Result<Self, String> {
        let saved: Self =
            serde_json::from_str(text).map_err(|error| shorten(&error.to_string()))?;
        let (version, settings) = (saved.version, &saved.settings);
        if version != VERSION {
            return Err(format!("format version {version} instead of {VERSION}"));
        }
        let (version, expected) = (saved.programs.version(), ProgramList::VERSION);
        if version != expected {
            return Err(format!(
                "version {version} of the list of programs instead of {expected}"
            ));
        }
        let mut names = settings.parameters.iter().map(|parameter| &parameter.name);
        let names_are_printable = names.all(|name| is_printable(name));
        if !names_are_printable || !is_printable(&settings.engine.name) {
            return Err("a name contains control characters".to_owned());
        }
        if !PAIR_COUNTS.contains(&settings.pairs) || !is_rate(settings.rate) {
            let (pairs, rate) = (settings.pairs, settings.rate);
            return Err(format!(
                "{pairs} pairs with a rate of {rate}, outside the valid range"
            ));
        }
        for parameter in &settings.parameters {
            parameter.check().map_err(|error| error.to_string())?;
        }
        match saved.state.defect(settings) {
            Some(defect) => Err(defect),
            None => Ok(saved),
        }
    }
}

/// The file of a run, which no other process writes while this value exists.
#[derive(Debug)]
pub struct SpsaFile {
    path: PathBuf,
    /// The programs that have played.
    programs: ProgramList,
    /// The program that plays the remaining pairs.
    program: Option<ProgramGuard>,
    /// The lock file; closing it releases the lock.
    _lock: File,
}

impl SpsaFile {
    /// Locks the file, which need not exist.
    ///
    /// # Errors
    /// Returns an error if another process holds the lock, or if the lock file can't be opened.
    pub fn lock(path: &Path) -> Result<Self, SpsaFileError> {
        let mut lock_path = path.as_os_str().to_owned();
        lock_path.push(".lock");
        let lock_path = PathBuf::from(lock_path);
        let failed = |error| io_error(&lock_path, error);
        let lock = open_regular_to_append(&lock_path).map_err(failed)?;
        match lock.try_lock() {
            Ok(()) => Ok(Self {
                path: path.to_owned(),
                programs: ProgramList::default(),
                program: None,
                _lock: lock,
            }),
            Err(TryLockError::WouldBlock) => Err(SpsaFileError::InUse(path.to_owned())),
            Err(TryLockError::Error(error)) => Err(failed(error)),
        }
    }

    /// Reads the state of the run in the file, which must have these settings, and the programs
    /// that have played it; creates the state of a new run if the file has none to continue.
    ///
    /// # Errors
    /// Returns an error in the same cases as [`read_saved`], or if the run has other settings.
    pub fn state(
        &mut self,
        settings: &SpsaSettings,
        existing: OnExisting,
    ) -> Result<SpsaState, SpsaFileError> {
        let Some(saved) = read_saved(&self.path, existing)? else {
            return Ok(SpsaState::new(settings));
        };
        if let Some(difference) = difference(&saved.settings, settings) {
            return Err(SpsaFileError::OtherSettings {
                path: self.path.clone(),
                difference: difference.to_string(),
            });
        }
        // A program that has not played yet may be replaced.
        if saved.state.done() > 0 {
            self.programs = saved.programs;
            self.programs.has_unrecorded |= self.programs.records.is_empty();
        }
        Ok(saved.state)
    }

    /// Adds a program to those with which the pairs of the run in the file were played.
    /// `accepts_changes` states whether it may differ from them. Returns the difference, if
    /// any.
    ///
    /// # Errors
    /// Returns an error if the program differs and changes are not accepted.
    pub fn add_program(
        &mut self,
        program: ProgramGuard,
        accepts_changes: bool,
    ) -> Result<Option<String>, SpsaFileError> {
        let changes = self.programs.admit([program.record()], accepts_changes);
        let changes = changes.map_err(|change| SpsaFileError::ProgramChanged {
            path: self.path.clone(),
            difference: change.difference,
        })?;
        self.program = Some(program);
        Ok(changes.into_iter().map(|change| change.difference).next())
    }

    /// Returns whether some pairs were played before programs were recorded.
    pub const fn has_unrecorded(&self) -> bool {
        self.programs.has_unrecorded
    }

    /// Replaces the file.
    ///
    /// # Errors
    /// Returns an error if it can't be written.
    pub fn write(&self, settings: &SpsaSettings, state: &SpsaState) -> Result<(), SpsaFileError> {
        let mut programs = self.programs.clone();
        if let Some(program) = &self.program {
            programs.leave_out_written(program);
        }
        let saved = SavedRun {
            version: VERSION,
            settings: settings.clone(),
            state: state.clone(),
            programs,
        };
        let text = serde_json::to_string_pretty(&saved).map_err(io::Error::from);
        let written = text.and_then(|text| OutputFile::write_whole(&self.path, text + "\n"));
        written.map_err(|error| io_error(&self.path, error))
    }
}
