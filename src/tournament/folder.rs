//! The folder that holds all there is of a tournament.
//!
//! **The decision:** whoever writes into it holds its lock, which is taken
//! before anything is written: only a [`LockedFolder`] can write. The lock is
//! the system's, on the file `match.lock`, and goes with the process, however
//! that ends; the file itself stays. (A lock on the folder would need no file,
//! but network file systems lock only what was opened for writing.)

use std::fs::{self, File, TryLockError};
use std::io;
use std::ops::Deref;
use std::path::{Path, PathBuf};

use super::Spec;
use super::journal::{Games, Journal, JournalError, read_games};
use crate::files::{MEGABYTE, OutputFile, append_regular, expect_regular, read_text};
use crate::text::{is_printable, shorten};

/// The file that is locked while a process writes into the folder.
const LOCK: &str = "match.lock";
/// The longest `match.json` that is read, in bytes: it may hold the text of a
/// file of openings.
const LONGEST_SPEC: u64 = 256 * MEGABYTE;

/// A folder.
#[derive(Clone, Debug)]
pub struct Folder(PathBuf);

/// A folder that no other process writes to as long as this value lives.
#[derive(Debug)]
pub struct LockedFolder {
    folder: Folder,
    /// Closing it gives the lock back.
    _lock: File,
}

/// Why a folder can't be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FolderError {
    /// A file in it can't be read or written.
    #[error("{path}: {error}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// Another process writes to it.
    #[error(
        "{0} is in use by another 'batyr match', expected a folder that nobody writes to: wait until the other has ended, or give another --out"
    )]
    InUse(PathBuf),
    /// It holds a tournament already.
    #[error(
        "{0} holds a tournament already, expected another --out (or match --resume to go on with it)"
    )]
    Taken(PathBuf),
    /// It holds none.
    #[error("{0} holds no tournament, expected a folder with match.json")]
    Empty(PathBuf),
    /// It holds another one.
    #[error("{path} is another tournament: {what} differs from the command line")]
    Other {
        /// The file that tells.
        path: PathBuf,
        /// What differs.
        what: String,
    },
    /// The description of the tournament does not read.
    #[error("{path}: {}, expected a tournament as 'batyr match' writes it", shorten(&.error.to_string()))]
    Spec {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: serde_json::Error,
    },
    /// An engine's name can't be shown.
    #[error("{path}: engine name \"{}\", expected one without control characters", shorten(.name))]
    Name {
        /// The file.
        path: PathBuf,
        /// The name.
        name: String,
    },
    /// It was written by another version of the program.
    #[error("{path}: version {found}, expected {expected}", expected = Spec::VERSION)]
    Version {
        /// The file.
        path: PathBuf,
        /// The version of its form.
        found: u32,
    },
    /// The games.
    #[error(transparent)]
    Journal(#[from] JournalError),
}

impl Folder {
    /// The folder of this path, which need not be there yet.
    pub const fn new(path: PathBuf) -> Self {
        Self(path)
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// A file or folder in it.
    pub fn join(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn spec_path(&self) -> PathBuf {
        self.join("match.json")
    }

    fn games_path(&self) -> PathBuf {
        self.join("games.jsonl")
    }

    /// Whether there is a tournament.
    pub fn is_taken(&self) -> bool {
        self.spec_path().exists() || self.games_path().exists()
    }

    /// Takes the lock of a folder with a tournament.
    ///
    /// # Errors
    /// If there is none, another process has it, or the system refuses.
    pub fn lock(&self) -> Result<LockedFolder, FolderError> {
        if self.is_taken() {
            self.take_lock()
        } else {
            Err(FolderError::Empty(self.0.clone()))
        }
    }

    /// Takes the lock of a folder, which is made unless it is there.
    ///
    /// # Errors
    /// If it can't be made, another process has it, or the system refuses.
    pub fn make_and_lock(&self) -> Result<LockedFolder, FolderError> {
        fs::create_dir_all(&self.0).map_err(|error| self.failed(&self.0, error))?;
        self.take_lock()
    }

    fn take_lock(&self) -> Result<LockedFolder, FolderError> {
        let path = self.join(LOCK);
        let lock = append_regular(&path).map_err(|error| self.failed(&path, error))?;
        match lock.try_lock() {
            Ok(()) => Ok(LockedFolder {
                folder: self.clone(),
                _lock: lock,
            }),
            Err(TryLockError::WouldBlock) => Err(FolderError::InUse(self.0.clone())),
            Err(TryLockError::Error(error)) => Err(self.failed(&path, error)),
        }
    }

    /// The tournament in it.
    ///
    /// # Errors
    /// If there is none, or it does not read.
    pub fn spec(&self) -> Result<Spec, FolderError> {
        let path = self.spec_path();
        let text = match read_text(&path, LONGEST_SPEC) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(FolderError::Empty(self.0.clone()));
            }
            Err(error) => return Err(self.failed(&path, error)),
        };
        let spec: Spec = serde_json::from_str(&text).map_err(|error| FolderError::Spec {
            path: path.clone(),
            error,
        })?;
        if spec.version != Spec::VERSION {
            let found = spec.version;
            return Err(FolderError::Version { path, found });
        }
        let mut names = spec.engines.iter().map(|engine| &engine.name);
        if let Some(name) = names.find(|name| !is_printable(name)) {
            let name = name.clone();
            return Err(FolderError::Name { path, name });
        }
        Ok(spec)
    }

    /// Sees to it that the tournament in the folder is the one asked for.
    ///
    /// # Errors
    /// If it is another one, or none.
    pub fn expect(&self, asked: &Spec) -> Result<(), FolderError> {
        let spec = self.spec()?;
        match spec.difference(asked) {
            None => Ok(()),
            Some(what) => Err(FolderError::Other {
                path: self.spec_path(),
                what,
            }),
        }
    }

    /// The games that are done.
    ///
    /// # Errors
    /// If they don't read.
    pub fn games(&self) -> Result<Games, FolderError> {
        Ok(read_games(&self.games_path())?)
    }

    fn failed(&self, path: &Path, error: io::Error) -> FolderError {
        FolderError::Io {
            path: path.to_owned(),
            error,
        }
    }
}

impl LockedFolder {
    /// Begins a tournament.
    ///
    /// # Errors
    /// If there is one already, or the folder can't be written.
    pub fn begin(&self, spec: &Spec) -> Result<(), FolderError> {
        if self.is_taken() {
            return Err(FolderError::Taken(self.0.clone()));
        }
        let path = self.spec_path();
        let text = serde_json::to_string_pretty(spec).map_err(io::Error::from);
        let written = text.and_then(|text| OutputFile::write_new(&path, text + "\n"));
        written.map_err(|error| match error.kind() {
            // By a program that knows no lock.
            io::ErrorKind::AlreadyExists => FolderError::Taken(self.0.clone()),
            _ => self.failed(&path, error),
        })
    }

    /// Makes a folder in it, unless it is there.
    ///
    /// # Errors
    /// If it can't be made.
    pub fn make(&self, name: &str) -> Result<(), FolderError> {
        let path = self.join(name);
        fs::create_dir_all(&path).map_err(|error| self.failed(&path, error))
    }

    /// Opens the journal to go on with it.
    ///
    /// # Errors
    /// If it can't be written, or does not read.
    pub fn journal(&self) -> Result<(Journal, Games), FolderError> {
        Ok(Journal::open(&self.games_path())?)
    }

    /// Writes a whole file in place of what was there: at any moment there is
    /// either the old one or the new one.
    ///
    /// # Errors
    /// If it can't be written, or what was there is no regular file.
    pub fn write(&self, name: &str, text: &str) -> Result<(), FolderError> {
        let path = self.join(name);
        // Writing to a FIFO would wait for its reader.
        let free = expect_regular(&path);
        let written = free.and_then(|()| OutputFile::write_whole(&path, text));
        written.map_err(|error| self.failed(&path, error))
    }
}

impl Deref for LockedFolder {
    type Target = Folder;

    fn deref(&self) -> &Folder {
        &self.folder
    }
}
