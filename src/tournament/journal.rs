//! The journal of a tournament: the reports of the finished games, one line of
//! JSON each.
//!
//! A game counts once its complete line is in the file. The file is only
//! appended to; a last line that is incomplete because the process ended is
//! dropped when the file is next opened, and its game is replayed. The run can
//! therefore be killed at any time: only the games in progress are lost, and no
//! game counts twice. After a power failure, some file systems leave NUL bytes
//! in place of the last line; such bytes are dropped in the same way.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use super::GameReport;
use crate::files::{MEGABYTE, open_regular, open_regular_to_edit, truncate};
use crate::util::text::shorten;

/// The maximum length of a line, in bytes: a game of more than 100,000 turns.
const MAX_LINE_BYTES: u64 = 64 * MEGABYTE;

/// An error from reading or writing a journal.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JournalError {
    /// The file can't be read or written.
    #[error("{path}: {error}")]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        error: io::Error,
    },
    /// A line is not the report of a game of the tournament.
    #[error("{path}, line {line}: {fault}")]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// What is wrong with it.
        fault: LineFault,
    },
}

/// What is wrong with a line of a journal.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LineFault {
    /// It is longer than the report of any game.
    #[error("longer than {} MB", MAX_LINE_BYTES / MEGABYTE)]
    TooLong,
    /// It contains NUL bytes, and is not the last one.
    #[error("contains NUL bytes, expected the report of a game")]
    Nul,
    /// It can't be parsed.
    #[error("{}, expected the report of a game", shorten(&.0.to_string()))]
    NotAReport(serde_json::Error),
    /// The number of the game or of its encounter is 0.
    #[error("game {game} of encounter {encounter}, expected numbers from 1")]
    ZeroNumber {
        /// The number of the game.
        game: u32,
        /// The number of its encounter.
        encounter: u32,
    },
    /// The game of this number occurs twice.
    #[error("game {0} occurs twice; expected each game once")]
    DuplicateGame(u32),
}

/// The reports of games, by game number.
pub type Games = BTreeMap<u32, GameReport>;

/// A journal open for appending. The lock on its folder excludes other processes.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
}

impl Journal {
    /// Opens the file, creating it if needed, and reads its games. Truncates
    /// the file after the complete line of its last game.
    ///
    /// # Errors
    /// Returns an error if the file can't be opened, read or truncated, or if
    /// its contents are not a journal.
    pub fn open(path: &Path) -> Result<(Self, Games), JournalError> {
        let failed = |error| JournalError::Io {
            path: path.to_owned(),
            error,
        };
        let file = open_regular_to_edit(path).map_err(failed)?;
        let (games, complete) = read(path, &file)?;
        truncate(&file, complete).map_err(failed)?;
        let path = path.to_owned();
        Ok((Self { file, path }, games))
    }

    /// Appends a game and syncs the file to disk.
    ///
    /// # Errors
    /// Returns an error if the file can't be written.
    pub fn append(&mut self, report: &GameReport) -> Result<(), JournalError> {
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

/// Reads the games of a journal without changing it.
///
/// # Errors
/// Returns an error if the file can't be read, or if its contents are not a
/// journal.
pub fn read_games(path: &Path) -> Result<Games, JournalError> {
    let file = open_regular(path).map_err(|error| JournalError::Io {
        path: path.to_owned(),
        error,
    })?;
    read(path, &file).map(|(games, _)| games)
}

/// Reads the games, and returns them with the length of the file in bytes up to
/// the end of the last game's line.
fn read(path: &Path, file: &File) -> Result<(Games, u64), JournalError> {
    let fault = |line, fault| JournalError::Line {
        path: path.to_owned(),
        line,
        fault,
    };
    let mut reader = BufReader::new(file);
    let mut games = Games::new();
    let (mut read, mut complete) = (0, 0);
    let mut line_of_nul = None;
    let mut text = Vec::new();
    for line in 1.. {
        text.clear();
        let mut limited = reader.by_ref().take(MAX_LINE_BYTES);
        let length = limited.read_until(b'\n', &mut text);
        let length = length.map_err(|error| JournalError::Io {
            path: path.to_owned(),
            error,
        })? as u64;
        if text.last() != Some(&b'\n') {
            if length == MAX_LINE_BYTES {
                return Err(fault(line, LineFault::TooLong));
            }
            break;
        }
        read += length;
        if text.contains(&0) {
            line_of_nul = line_of_nul.or(Some(line));
            continue;
        }
        if text.trim_ascii().is_empty() {
            continue;
        }
        if let Some(line) = line_of_nul {
            return Err(fault(line, LineFault::Nul));
        }
        add_line(&mut games, &text).map_err(|error| fault(line, error))?;
        complete = read;
    }
    Ok((games, complete))
}

/// Parses a line and adds its game.
fn add_line(games: &mut Games, text: &[u8]) -> Result<(), LineFault> {
    let report: GameReport = serde_json::from_slice(text).map_err(LineFault::NotAReport)?;
    let (game, encounter) = (report.game, report.encounter);
    if game == 0 || encounter == 0 {
        return Err(LineFault::ZeroNumber { game, encounter });
    }
    match games.insert(game, report) {
        Some(_) => Err(LineFault::DuplicateGame(game)),
        None => Ok(()),
    }
}
