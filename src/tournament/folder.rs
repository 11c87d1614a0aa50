//! The folder of a tournament: its spec, its programs, its games and its output.
//!
//! A process that writes to the folder holds its lock, which is taken before anything is written:
//! only a [`LockedFolder`] can write. The operating system locks the file `match.lock` for the
//! process and releases it when the process ends, however it ends; the file itself stays. (A lock
//! on the folder would need no file, but network file systems lock only files that were opened for
//! writing.)

use std::fs::{self, File, TryLockError};
use std::io;
use std::ops::Deref;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;

use super::Spec;
use super::journal::{Games, Journal, JournalError, read_games};
use super::programs::ProgramList;
use crate::files::{
    MEGABYTE, OutputFile, check_unused_or_regular, open_regular_to_append, read_text,
};
use crate::util::text::{is_printable, shorten};

/// The name of the file with the programs of the engines.
const PROGRAMS: &str = "programs.json";
/// The records of the processes that have played, in the folder of a shard or of merged shards.
pub(super) const PARTS: &str = "parts.json";
/// The name of the file that is locked while a process writes to the folder.
const LOCK: &str = "match.lock";
/// The name of the file with the spec. It marks the folder of a tournament: only the lock file is
/// written before it, and a folder without it is not that of a tournament.
const SPEC: &str = "match.json";
/// The name of the journal of games.
const GAMES: &str = "games.jsonl";
/// The maximum size of `match.json`, in bytes: it may contain the text of a file of openings.
const MAX_SPEC_BYTES: u64 = 256 * MEGABYTE;
/// The maximum size of `programs.json`, in bytes.
const MAX_PROGRAMS_BYTES: u64 = 16 * MEGABYTE;

/// The folder of a tournament, which may not exist yet.
#[derive(Clone, Debug)]
pub struct Folder(PathBuf);

/// A folder that no other process writes to while this value exists.
#[derive(Debug)]
pub struct LockedFolder {
    folder: Folder,
    /// The lock file; closing it releases the lock.
    _lock: File,
}

/// An error from reading, writing or locking a folder.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FolderError {
    /// A file in the folder can't be read or written.
    #[error("{path}: {error}")]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        error: io::Error,
    },
    /// Another process is writing to the folder.
    #[error(
        "{0} is in use by another 'batyr match'; wait until it has ended, or give a different --out"
    )]
    InUse(PathBuf),
    /// The folder already contains a tournament.
    #[error(
        "{0} already contains a tournament; give a different --out, or continue it with match --resume"
    )]
    HoldsTournament(PathBuf),
    /// The folder contains no tournament.
    #[error("{0} contains no tournament; expected a folder with match.json")]
    NoTournament(PathBuf),
    /// The folder contains no tournament, but contains a file that would be overwritten.
    #[error(
        "{0} is not a file of a tournament, because the folder contains no match.json; this file \
         would be overwritten: give a different --out, or move the file"
    )]
    ForeignFile(PathBuf),
    /// The folder contains a different tournament.
    #[error("{path} describes a different tournament: {what} differs from the command line")]
    DifferentTournament {
        /// The file that was compared.
        path: PathBuf,
        /// The field that differs.
        what: String,
    },
    /// The spec or the programs of the tournament can't be parsed.
    #[error("{path}: {}, expected a file written by 'batyr match'", shorten(&.error.to_string()))]
    Json {
        /// The file.
        path: PathBuf,
        /// The parse error.
        error: serde_json::Error,
    },
    /// An engine's name is not printable.
    #[error("{path}: engine name \"{}\", expected one without control characters", shorten(.name))]
    UnprintableName {
        /// The file.
        path: PathBuf,
        /// The name of the engine.
        name: String,
    },
    /// The spec or the programs have a format version that this program can't read.
    #[error("{path}: version {found}, expected {expected}")]
    Version {
        /// The file.
        path: PathBuf,
        /// The version of its file format.
        found: u32,
        /// The version that this program reads.
        expected: u32,
    },
    /// The journal of games can't be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
}

impl Folder {
    /// Creates a handle for the folder at this path, which need not exist yet.
    pub const fn new(path: PathBuf) -> Self {
        Self(path)
    }

    /// Returns the path of the folder.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Returns the path of a file or folder inside this one.
    pub fn join(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Returns whether the folder contains a tournament.
    pub fn holds_tournament(&self) -> bool {
        self.join(SPEC).exists()
    }

    /// Returns the paths of the files that a tournament keeps, and of others with these names.
    pub fn paths<'n>(&self, names: impl IntoIterator<Item = &'n str>) -> Vec<PathBuf> {
        let own = [SPEC, GAMES, PROGRAMS, PARTS].into_iter();
        own.chain(names).map(|name| self.join(name)).collect()
    }

    /// Checks that a folder without a tournament contains neither a journal, nor a list of
    /// programs, nor anything with one of these names: a new tournament would overwrite them.
    ///
    /// # Errors
    /// Returns an error if it contains one of them.
    pub fn check_unused<'n>(
        &self,
        names: impl IntoIterator<Item = &'n str>,
    ) -> Result<(), FolderError> {
        if self.holds_tournament() {
            return Ok(());
        }
        let mut paths = self.paths(names).into_iter();
        match paths.find(|path| path.symlink_metadata().is_ok()) {
            Some(path) => Err(FolderError::ForeignFile(path)),
            None => Ok(()),
        }
    }

    /// Locks a folder that contains a tournament.
    ///
    /// # Errors
    /// Returns an error if it contains none, if another process holds the lock,
    /// or if the lock file can't be opened or locked.
    pub fn lock(&self) -> Result<LockedFolder, FolderError> {
        if self.holds_tournament() {
            self.take_lock()
        } else {
            Err(FolderError::NoTournament(self.0.clone()))
        }
    }

    /// Locks the folder, creating it if needed.
    ///
    /// # Errors
    /// Returns an error if the folder can't be created, if another process
    /// holds the lock, or if the lock file can't be opened or locked.
    pub fn create_and_lock(&self) -> Result<LockedFolder, FolderError> {
        fs::create_dir_all(&self.0).map_err(|error| self.io_error(&self.0, error))?;
        self.take_lock()
    }

    fn take_lock(&self) -> Result<LockedFolder, FolderError> {
        let path = self.join(LOCK);
        let lock = open_regular_to_append(&path).map_err(|error| self.io_error(&path, error))?;
        match lock.try_lock() {
            Ok(()) => Ok(LockedFolder {
                folder: self.clone(),
                _lock: lock,
            }),
            Err(TryLockError::WouldBlock) => Err(FolderError::InUse(self.0.clone())),
            Err(TryLockError::Error(error)) => Err(self.io_error(&path, error)),
        }
    }

    /// Reads the spec of the tournament.
    ///
    /// # Errors
    /// Returns an error if there is none, or if it can't be read or is not valid.
    pub fn spec(&self) -> Result<Spec, FolderError> {
        let path = self.join(SPEC);
        let spec: Option<Spec> = self.read_json(&path, MAX_SPEC_BYTES)?;
        let spec = spec.ok_or_else(|| FolderError::NoTournament(self.0.clone()))?;
        check_version(&path, spec.version, Spec::VERSION)?;
        let mut names = spec.engines.iter().map(|engine| &engine.name);
        if let Some(name) = names.find(|name| !is_printable(name)) {
            let name = name.clone();
            return Err(FolderError::UnprintableName { path, name });
        }
        Ok(spec)
    }

    /// Checks that the tournament in the folder is the one that was requested.
    ///
    /// # Errors
    /// Returns an error if it is a different tournament, or if there is none.
    pub fn expect_spec(&self, requested: &Spec) -> Result<(), FolderError> {
        let spec = self.spec()?;
        match spec.difference(requested) {
            None => Ok(()),
            Some(what) => Err(FolderError::DifferentTournament {
                path: self.join(SPEC),
                what,
            }),
        }
    }

    /// Reads the programs with which the games were played; `None` if they were not recorded.
    ///
    /// # Errors
    /// Returns an error if the file can't be read or parsed, or has a different version.
    pub fn programs(&self) -> Result<Option<ProgramList>, FolderError> {
        let path = self.join(PROGRAMS);
        let list: Option<ProgramList> = self.read_json(&path, MAX_PROGRAMS_BYTES)?;
        if let Some(list) = &list {
            check_version(&path, list.version(), ProgramList::VERSION)?;
        }
        Ok(list)
    }

    /// Reads a small file of JSON in the folder; `None` if it does not exist.
    pub(super) fn read_file<T: DeserializeOwned>(
        &self,
        name: &str,
    ) -> Result<Option<T>, FolderError> {
        self.read_json(&self.join(name), MAX_PROGRAMS_BYTES)
    }

    /// Checks the version of the format of a file in the folder.
    pub(super) fn expect_version(
        &self,
        name: &str,
        found: u32,
        expected: u32,
    ) -> Result<(), FolderError> {
        check_version(&self.join(name), found, expected)
    }

    /// Writes the spec of a new tournament that several processes share, without the lock: of
    /// several processes that do so at a time, one succeeds. Returns `false` if there is a spec.
    ///
    /// # Errors
    /// Returns an error if it can't be written.
    pub fn offer_spec(&self, spec: &Spec) -> Result<bool, FolderError> {
        if self.holds_tournament() {
            return Ok(false);
        }
        match self.write_new_spec(spec) {
            Ok(()) => Ok(true),
            Err(FolderError::HoldsTournament(_)) => Ok(false),
            Err(error) => Err(error),
        }
    }

    fn write_new_spec(&self, spec: &Spec) -> Result<(), FolderError> {
        let path = self.join(SPEC);
        let text = serde_json::to_string_pretty(spec).map_err(io::Error::from);
        let written = text.and_then(|text| OutputFile::write_new(&path, text + "\n"));
        written.map_err(|error| match error.kind() {
            // Another process wrote the spec in the meantime.
            io::ErrorKind::AlreadyExists => FolderError::HoldsTournament(self.0.clone()),
            _ => self.io_error(&path, error),
        })
    }

    /// Creates a folder inside this one, with those above it, unless it exists.
    ///
    /// # Errors
    /// Returns an error if it can't be created.
    pub fn create_folder(&self, name: &str) -> Result<(), FolderError> {
        let path = self.join(name);
        fs::create_dir_all(&path).map_err(|error| self.io_error(&path, error))
    }

    /// Reads a file of JSON; `None` if it does not exist.
    fn read_json<T: DeserializeOwned>(
        &self,
        path: &Path,
        max_bytes: u64,
    ) -> Result<Option<T>, FolderError> {
        let text = match read_text(path, max_bytes) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(self.io_error(path, error)),
        };
        let value = serde_json::from_str(&text).map_err(|error| FolderError::Json {
            path: path.to_owned(),
            error,
        })?;
        Ok(Some(value))
    }

    /// Reads the finished games.
    ///
    /// # Errors
    /// Returns an error if the journal can't be read or parsed.
    pub fn games(&self) -> Result<Games, FolderError> {
        Ok(read_games(&self.join(GAMES))?)
    }

    fn io_error(&self, path: &Path, error: io::Error) -> FolderError {
        FolderError::Io {
            path: path.to_owned(),
            error,
        }
    }
}

fn check_version(path: &Path, found: u32, expected: u32) -> Result<(), FolderError> {
    if found == expected {
        return Ok(());
    }
    Err(FolderError::Version {
        path: path.to_owned(),
        found,
        expected,
    })
}

impl LockedFolder {
    /// Checks that the folder contains no tournament.
    ///
    /// # Errors
    /// Returns an error if it contains one.
    pub fn expect_none(&self) -> Result<(), FolderError> {
        match self.holds_tournament() {
            true => Err(FolderError::HoldsTournament(self.0.clone())),
            false => Ok(()),
        }
    }

    /// Writes the spec of a new tournament.
    ///
    /// # Errors
    /// Returns an error if the folder already contains a tournament, or if it
    /// can't be written to.
    pub fn write_spec(&self, spec: &Spec) -> Result<(), FolderError> {
        self.expect_none()?;
        self.write_new_spec(spec)
    }

    /// Replaces the spec by that of the tournament with more rounds.
    ///
    /// # Errors
    /// Returns an error if it can't be written.
    pub fn prolong(&self, spec: &Spec) -> Result<(), FolderError> {
        let text = serde_json::to_string_pretty(spec).map_err(io::Error::from);
        let text = text.map_err(|error| self.io_error(&self.join(SPEC), error))?;
        self.write(SPEC, &(text + "\n"))
    }

    /// Writes the programs with which games are played.
    ///
    /// # Errors
    /// Returns an error if they can't be written.
    pub fn write_programs(&self, programs: &ProgramList) -> Result<(), FolderError> {
        let text = serde_json::to_string_pretty(programs).map_err(io::Error::from);
        let text = text.map_err(|error| self.io_error(&self.join(PROGRAMS), error))?;
        self.write(PROGRAMS, &(text + "\n"))
    }

    /// Replaces the journal by one with these games, in the order of their numbers.
    ///
    /// # Errors
    /// Returns an error if it can't be written.
    pub fn write_games(&self, games: &Games) -> Result<(), FolderError> {
        let mut text = String::new();
        for report in games.values() {
            let line = serde_json::to_string(report).map_err(io::Error::from);
            text += &line.map_err(|error| self.io_error(&self.join(GAMES), error))?;
            text.push('\n');
        }
        self.write(GAMES, &text)
    }

    /// Opens the journal for appending, and reads its games.
    ///
    /// # Errors
    /// Returns an error if it can't be read, written to or parsed.
    pub fn journal(&self) -> Result<(Journal, Games), FolderError> {
        Ok(Journal::open(&self.join(GAMES))?)
    }

    /// Writes a complete file, which replaces an existing one; see [`OutputFile::write_whole`].
    ///
    /// # Errors
    /// Returns an error if it can't be written, or if the existing one is not a
    /// regular file.
    pub fn write(&self, name: &str, text: &str) -> Result<(), FolderError> {
        let path = self.join(name);
        // Writing to a FIFO would block until it has a reader.
        let checked = check_unused_or_regular(&path);
        let written = checked.and_then(|()| OutputFile::write_whole(&path, text));
        written.map_err(|error| self.io_error(&path, error))
    }
}

impl Deref for LockedFolder {
    type Target = Folder;

    fn deref(&self) -> &Folder {
        &self.folder
    }
}
