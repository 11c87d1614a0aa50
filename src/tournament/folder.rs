//! The folder that holds all there is of a tournament.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::Spec;
use super::journal::{Games, Journal, JournalError, read_games};

/// A folder.
#[derive(Clone, Debug)]
pub struct Folder(PathBuf);

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
    #[error("{path}: {error}, expected a tournament as 'batyr match' writes it")]
    Spec {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: serde_json::Error,
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

    /// Begins a tournament.
    ///
    /// # Errors
    /// If there is one already, or the folder can't be written.
    pub fn begin(&self, spec: &Spec) -> Result<(), FolderError> {
        if self.is_taken() {
            return Err(FolderError::Taken(self.0.clone()));
        }
        fs::create_dir_all(&self.0).map_err(|error| self.failed(&self.0, error))?;
        let text = serde_json::to_string_pretty(spec).map_err(io::Error::from);
        let path = self.spec_path();
        let text = text.map_err(|error| self.failed(&path, error))?;
        self.write("match.json", &(text + "\n"))
    }

    /// Makes a folder in it, unless it is there.
    ///
    /// # Errors
    /// If it can't be made.
    pub fn make(&self, name: &str) -> Result<(), FolderError> {
        let path = self.join(name);
        fs::create_dir_all(&path).map_err(|error| self.failed(&path, error))
    }

    /// The tournament in it.
    ///
    /// # Errors
    /// If there is none, or it does not read.
    pub fn spec(&self) -> Result<Spec, FolderError> {
        let path = self.spec_path();
        let text = match fs::read_to_string(&path) {
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

    /// Opens the journal to go on with it.
    ///
    /// # Errors
    /// If another process has it, or it does not read.
    pub fn journal(&self) -> Result<(Journal, Games), FolderError> {
        Ok(Journal::open(&self.games_path())?)
    }

    /// The games that are done.
    ///
    /// # Errors
    /// If they don't read.
    pub fn games(&self) -> Result<Games, FolderError> {
        Ok(read_games(&self.games_path())?)
    }

    /// Writes a whole file in place of what was there: at any moment there is
    /// either the old one or the new one.
    ///
    /// # Errors
    /// If it can't be written.
    pub fn write(&self, name: &str, text: &str) -> Result<(), FolderError> {
        let (path, fresh) = (self.join(name), self.join(&format!("{name}.new")));
        let write = || -> io::Result<()> {
            let mut file = fs::File::create(&fresh)?;
            file.write_all(text.as_bytes())?;
            file.sync_all()?;
            fs::rename(&fresh, &path)
        };
        write().map_err(|error| self.failed(&path, error))
    }

    fn failed(&self, path: &Path, error: io::Error) -> FolderError {
        FolderError::Io {
            path: path.to_owned(),
            error,
        }
    }
}
