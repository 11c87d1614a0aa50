//! The folder that holds a tournament: its description, its games and its
//! output.
//!
//! A process that writes into the folder holds its lock,
//! which is taken before anything is written: only a [`LockedFolder`] can
//! write. The lock is the operating system's, on the file `match.lock`, and is
//! released with the process, however that ends; the file itself stays. (A lock
//! on the folder would need no file, but network file systems lock only files
//! that were opened for writing.)

use std::fs::{self, File, TryLockError};
use std::io;
use std::ops::Deref;
use std::path::{Path, PathBuf};

use super::Spec;
use super::journal::{Games, Journal, JournalError, read_games};
use crate::files::{MEGABYTE, OutputFile, append_regular, check_unused_or_regular, read_text};
use crate::util::text::{is_printable, shorten};

/// The name of the file that is locked while a process writes into the folder.
const LOCK: &str = "match.lock";
/// The maximum size of `match.json`, in bytes: it may contain the text of a file of openings.
const MAX_SPEC_BYTES: u64 = 256 * MEGABYTE;

/// The folder of a tournament, which may be absent or empty.
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
    /// Another process writes to the folder.
    #[error(
        "{0} is in use by another 'batyr match': wait until that one has ended, or give another --out"
    )]
    InUse(PathBuf),
    /// The folder holds a tournament already.
    #[error(
        "{0} holds a tournament already, expected another --out (or match --resume to continue it)"
    )]
    Taken(PathBuf),
    /// The folder holds no tournament.
    #[error("{0} holds no tournament, expected a folder with match.json")]
    Empty(PathBuf),
    /// The folder holds another tournament.
    #[error("{path} is another tournament: {what} differs from the command line")]
    Other {
        /// The file that was compared.
        path: PathBuf,
        /// The field that differs.
        what: String,
    },
    /// The description of the tournament can't be parsed.
    #[error("{path}: {}, expected a tournament as 'batyr match' writes it", shorten(&.error.to_string()))]
    Spec {
        /// The file.
        path: PathBuf,
        /// The parse error.
        error: serde_json::Error,
    },
    /// An engine's name is not printable.
    #[error("{path}: engine name \"{}\", expected one without control characters", shorten(.name))]
    Name {
        /// The file.
        path: PathBuf,
        /// The name of the engine.
        name: String,
    },
    /// The description was written by another version of the program.
    #[error("{path}: version {found}, expected {expected}", expected = Spec::VERSION)]
    Version {
        /// The file.
        path: PathBuf,
        /// The version of its format.
        found: u32,
    },
    /// The journal of the games can't be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
}

impl Folder {
    /// Returns the folder at this path, which need not exist yet.
    pub const fn new(path: PathBuf) -> Self {
        Self(path)
    }

    /// Returns the path of the folder.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Returns the path of a file or folder in it.
    pub fn join(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn spec_path(&self) -> PathBuf {
        self.join("match.json")
    }

    fn games_path(&self) -> PathBuf {
        self.join("games.jsonl")
    }

    /// Returns whether the folder holds a tournament.
    pub fn is_taken(&self) -> bool {
        self.spec_path().exists() || self.games_path().exists()
    }

    /// Locks a folder that holds a tournament.
    ///
    /// # Errors
    /// Returns an error if it holds none, if another process holds the lock, or
    /// if the lock file can't be opened or locked.
    pub fn lock(&self) -> Result<LockedFolder, FolderError> {
        if self.is_taken() {
            self.take_lock()
        } else {
            Err(FolderError::Empty(self.0.clone()))
        }
    }

    /// Locks the folder, creating it if needed.
    ///
    /// # Errors
    /// Returns an error if the folder can't be created, if another process
    /// holds the lock, or if the lock file can't be opened or locked.
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

    /// Reads the description of the tournament.
    ///
    /// # Errors
    /// Returns an error if there is none, or if it can't be read or parsed.
    pub fn spec(&self) -> Result<Spec, FolderError> {
        let path = self.spec_path();
        let text = match read_text(&path, MAX_SPEC_BYTES) {
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

    /// Checks that the tournament in the folder is the one that was requested for.
    ///
    /// # Errors
    /// Returns an error if it is another one, or if there is none.
    pub fn expect(&self, requested: &Spec) -> Result<(), FolderError> {
        let spec = self.spec()?;
        match spec.difference(requested) {
            None => Ok(()),
            Some(what) => Err(FolderError::Other {
                path: self.spec_path(),
                what,
            }),
        }
    }

    /// Reads the finished games.
    ///
    /// # Errors
    /// Returns an error if the journal can't be read or parsed.
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
    /// Writes the description of a new tournament.
    ///
    /// # Errors
    /// Returns an error if there is a tournament already, or if the folder
    /// can't be written.
    pub fn begin(&self, spec: &Spec) -> Result<(), FolderError> {
        if self.is_taken() {
            return Err(FolderError::Taken(self.0.clone()));
        }
        let path = self.spec_path();
        let text = serde_json::to_string_pretty(spec).map_err(io::Error::from);
        let written = text.and_then(|text| OutputFile::write_new(&path, text + "\n"));
        written.map_err(|error| match error.kind() {
            // Written meanwhile by a program that does not use the lock.
            io::ErrorKind::AlreadyExists => FolderError::Taken(self.0.clone()),
            _ => self.failed(&path, error),
        })
    }

    /// Creates a folder inside this one, unless it exists.
    ///
    /// # Errors
    /// Returns an error if it can't be created.
    pub fn make(&self, name: &str) -> Result<(), FolderError> {
        let path = self.join(name);
        fs::create_dir_all(&path).map_err(|error| self.failed(&path, error))
    }

    /// Opens the journal to append to it.
    ///
    /// # Errors
    /// Returns an error if it can't be written or parsed.
    pub fn journal(&self) -> Result<(Journal, Games), FolderError> {
        Ok(Journal::open(&self.games_path())?)
    }

    /// Writes a complete file, replacing an existing one: at any moment either the old or the new
    /// file exists.
    ///
    /// # Errors
    /// Returns an error if it can't be written, or if the existing one is not a
    /// regular file.
    pub fn write(&self, name: &str, text: &str) -> Result<(), FolderError> {
        let path = self.join(name);
        // Writing to a FIFO would block until it has a reader.
        let free = check_unused_or_regular(&path);
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
