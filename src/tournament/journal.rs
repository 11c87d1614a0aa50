//! The reports of the games that are done, one line of JSON each.
//!
//! **The decision:** a game counts when its whole line is in the file. The file
//! only grows; a line that was cut off by the end of the process is dropped
//! when the file is opened again, and that game is played again. So the run
//! can be killed at any moment and loses the games under way, no others, and no
//! game counts twice.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::GameReport;

/// Why a journal can't be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JournalError {
    /// The file can't be read or written.
    #[error("{path}: {error}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// Another process writes to it.
    #[error("{0} is in use by another run")]
    InUse(PathBuf),
    /// A line is no report of a game.
    #[error("{path}, line {line}: {error}, expected the report of a game")]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        error: serde_json::Error,
    },
    /// A number is 0.
    #[error("{path}, line {line}: game {game} of encounter {encounter}, expected numbers from 1")]
    Zero {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The number of the game.
        game: u32,
        /// That of its encounter.
        encounter: u32,
    },
    /// A game stands there twice.
    #[error("{path}, line {line}: game {game} again, expected each game once")]
    Twice {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The number of the game.
        game: u32,
    },
}

/// Games by their numbers.
pub type Games = BTreeMap<u32, GameReport>;

/// An open journal, which no other process can open.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
}

impl Journal {
    /// Opens the file, or makes it, and reads the games in it. What stands
    /// behind the last whole line is cut off.
    ///
    /// # Errors
    /// If the file can't be used, or holds something else.
    pub fn open(path: &Path) -> Result<(Self, Games), JournalError> {
        let failed = |error| JournalError::Io {
            path: path.to_owned(),
            error,
        };
        let mut options = OpenOptions::new();
        let file = options.read(true).append(true).create(true).open(path);
        let mut file = file.map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(JournalError::InUse(path.to_owned())),
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        let (games, whole) = read(path, &file)?;
        file.set_len(whole).map_err(failed)?;
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        let path = path.to_owned();
        Ok((Self { file, path }, games))
    }

    /// Adds a game, and sees to it that it is on the disk.
    ///
    /// # Errors
    /// If it can't be written.
    pub fn add(&mut self, report: &GameReport) -> Result<(), JournalError> {
        let mut write = || -> io::Result<()> {
            let mut line = serde_json::to_vec(report)?;
            line.push(b'\n');
            self.file.write_all(&line)?;
            self.file.sync_data()
        };
        write().map_err(|error| JournalError::Io {
            path: self.path.clone(),
            error,
        })
    }
}

/// The games of a file that nobody writes to.
///
/// # Errors
/// If it can't be read, or holds something else.
pub fn read_games(path: &Path) -> Result<Games, JournalError> {
    let file = File::open(path).map_err(|error| JournalError::Io {
        path: path.to_owned(),
        error,
    })?;
    read(path, &file).map(|(games, _)| games)
}

/// The games, and how many bytes their lines take.
fn read(path: &Path, file: &File) -> Result<(Games, u64), JournalError> {
    let mut reader = BufReader::new(file);
    let mut games = Games::new();
    let mut whole = 0;
    let mut text = Vec::new();
    for line in 1.. {
        text.clear();
        let length = reader.read_until(b'\n', &mut text);
        let length = length.map_err(|error| JournalError::Io {
            path: path.to_owned(),
            error,
        })?;
        if text.last() != Some(&b'\n') {
            break;
        }
        let report: GameReport =
            serde_json::from_slice(&text).map_err(|error| JournalError::Line {
                path: path.to_owned(),
                line,
                error,
            })?;
        let (game, encounter) = (report.game, report.encounter);
        if game == 0 || encounter == 0 {
            let path = path.to_owned();
            return Err(JournalError::Zero {
                path,
                line,
                game,
                encounter,
            });
        }
        if games.insert(game, report).is_some() {
            let path = path.to_owned();
            return Err(JournalError::Twice { path, line, game });
        }
        whole += length as u64;
    }
    Ok((games, whole))
}
