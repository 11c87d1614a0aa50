//! A folder of tables: `FOLDER/VARIANT/KQvK.table`.
//!
//! Files are written whole or not at all, so what is there is complete. A table that is there
//! and sound is never made again, which makes an interrupted run go on where it stopped, and
//! end with the same files.

use std::io;
use std::path::{Path, PathBuf};

use super::class::Class;
use super::file::Fault;
use super::game::TableGame;
use super::probe::TableSet;
use super::table::Table;
use crate::files::{OutputFile, read_bytes};

/// The extension of the files.
const EXTENSION: &str = "table";
/// The greatest length of a file that is read.
const MAX_LENGTH: u64 = 1 << 34;

/// A folder of tables.
#[derive(Clone, Debug)]
pub struct TableFolder {
    path: PathBuf,
}

/// A table can't be read or written.
#[derive(Debug, thiserror::Error)]
#[error("{}: {cause}", path.display())]
pub struct FolderError {
    /// The file or folder.
    pub path: PathBuf,
    /// What is wrong.
    pub cause: FolderFault,
}

/// What is wrong with a file or folder.
#[derive(Debug, thiserror::Error)]
pub enum FolderFault {
    /// It can't be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is no sound table.
    #[error(transparent)]
    Table(#[from] Fault),
}

impl FolderError {
    fn new(path: &Path, cause: impl Into<FolderFault>) -> Self {
        let (path, cause) = (path.to_owned(), cause.into());
        Self { path, cause }
    }
}

impl TableFolder {
    /// Names a folder, which may not exist.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into() }
    }

    /// Returns the folder of the tables of a game.
    pub fn of_game<P: TableGame>(&self) -> PathBuf {
        self.path.join(P::RULES.id())
    }

    /// Returns the path of the table of a class.
    pub fn path_of<P: TableGame>(&self, class: Class<P>) -> PathBuf {
        self.of_game::<P>().join(format!("{class}.{EXTENSION}"))
    }

    /// Reads the table of a class; returns `None` if there is no file.
    ///
    /// # Errors
    /// Returns an error if the file can't be read, is damaged or has another table.
    pub fn read<P: TableGame>(&self, class: Class<P>) -> Result<Option<Table<P>>, FolderError> {
        let path = self.path_of(class);
        let bytes = match read_bytes(&path, MAX_LENGTH) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(FolderError::new(&path, error)),
        };
        let table = Table::from_file(bytes).map_err(|fault| FolderError::new(&path, fault))?;
        if table.class() != class {
            let (found, expected) = (table.class().to_string(), class.to_string());
            return Err(FolderError::new(
                &path,
                Fault::OtherClass { found, expected },
            ));
        }
        Ok(Some(table))
    }

    /// Reads all tables of a game with at most this number of men. Returns them with the errors
    /// of those that can't be used.
    pub fn read_all<P: TableGame>(&self, max_men: usize) -> (TableSet<P>, Vec<FolderError>) {
        let mut tables = TableSet::default();
        let mut errors = Vec::new();
        for class in Class::all(max_men) {
            match self.read(class) {
                Ok(Some(table)) => tables.add(table),
                Ok(None) => {}
                Err(error) => errors.push(error),
            }
        }
        (tables, errors)
    }

    /// Returns the tables of a game that are in the folder. Each is read when it is first needed,
    /// and one that can't be used is logged then.
    pub fn open<P: TableGame>(&self) -> TableSet<P> {
        let mut tables = TableSet::default();
        let entries = std::fs::read_dir(self.of_game::<P>());
        for entry in entries.into_iter().flatten().flatten() {
            let path = entry.path();
            let name = path.file_stem().and_then(|stem| stem.to_str());
            let is_table = path.extension().is_some_and(|found| found == EXTENSION);
            if let Some(class) = name.filter(|_| is_table).map(Class::<P>::from_name)
                && let Ok(class) = class
            {
                let folder = self.clone();
                tables.add_unread(class, move || {
                    let read = folder.read(class);
                    let warn = |error| log::warn!("{error}; the table is not used");
                    read.map_err(warn).ok().flatten()
                });
            }
        }
        tables
    }

    /// Writes a table that has just been solved, and returns the length of its file. The file is
    /// complete when it appears in the folder.
    ///
    /// # Errors
    /// Returns an error if the folder can't be created or the file can't be written.
    pub fn write<P: TableGame>(&self, table: &Table<P>) -> Result<usize, FolderError> {
        let path = self.path_of(table.class());
        let error = |error| FolderError::new(&path, error);
        let content = table.to_file();
        std::fs::create_dir_all(self.of_game::<P>()).map_err(error)?;
        OutputFile::write_whole(&path, &content).map_err(error)?;
        Ok(content.len())
    }
}
