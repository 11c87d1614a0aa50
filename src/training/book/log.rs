//! The log of a growing book: text to which lines are only appended.
//!
//! The head holds the constants of the book. Then come the rounds: `round N`, a line `leaf KEY` for
//! each leaf that is expanded, a line `glance KEY CENTIPAWNS DEPTH` for each position that a selection
//! looks at, and a line `score KEY CENTIPAWNS DEPTH BEST` for each position that is searched, where
//! BEST is the key of the position after the best turn; keys are 16 hexadecimal digits. A line counts
//! when its end is there: an incomplete one, left by a crash, is cut off when the log is opened. The
//! file is locked while it is open.

use std::fmt;
use std::fs::{File, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use crate::base::Score;
use crate::base::score::WIN;
use crate::files::{open_regular_to_edit, truncate};
use crate::game::Variant;

/// The first line of a log.
const TITLE: &str = "batyr book log 2\n";

/// The selection of the turns that enter a book, in games that have too many of them.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Selection {
    /// The number of turns of an expanded position that are kept; others are kept where their
    /// positions are in the book for another reason.
    pub keep: u16,
    /// The number of nodes of the glance at each position by which the turns are selected.
    pub glance: u32,
}

impl fmt::Display for Selection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} by {} nodes", self.keep, self.glance)
    }
}

impl Selection {
    fn read(text: &str) -> Option<Self> {
        let (keep, glance) = text.strip_suffix(" nodes")?.split_once(" by ")?;
        Some(Self {
            keep: keep.parse().ok()?,
            glance: glance.parse().ok()?,
        })
    }
}

/// The constants of a book, which determine all lines of its log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Constants {
    /// The game.
    pub variant: Variant,
    /// The number of nodes of each search.
    pub nodes: u32,
    /// The number of leaves that are expanded in a round.
    pub round: u32,
    /// What a turn costs on the way to a leaf, in centipawns, beside what it gives away.
    pub ply_cost: u32,
    /// Which turns of an expanded position enter the book; all if there is none.
    pub selection: Option<Selection>,
    /// The program that searches: whatever distinguishes those whose searches differ.
    pub program: String,
}

/// The head of a log.
impl fmt::Display for Constants {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            variant,
            nodes,
            round,
            ply_cost,
            selection,
            program,
        } = self;
        write!(
            f,
            "{TITLE}variant {variant}\nnodes {nodes}\nround {round}\nply {ply_cost}\n"
        )?;
        if let Some(selection) = selection {
            writeln!(f, "keep {selection}")?;
        }
        writeln!(f, "program {program}")
    }
}

impl Constants {
    /// Reads the head of a log; returns the constants and the rest of the text.
    fn read(text: &str) -> Option<(Self, &str)> {
        let mut rest = text.strip_prefix(TITLE)?;
        let has_selection = rest.lines().nth(4)?.starts_with("keep ");
        let mut field = |name: &str| {
            let (line, after) = rest.split_once('\n')?;
            rest = after;
            line.strip_prefix(name)?.strip_prefix(' ')
        };
        let constants = Self {
            variant: Variant::from_id(field("variant")?)?,
            nodes: field("nodes")?.parse().ok()?,
            round: field("round")?.parse().ok()?,
            ply_cost: field("ply")?.parse().ok()?,
            selection: match has_selection {
                true => Some(Selection::read(field("keep")?)?),
                false => None,
            },
            program: field("program")?.to_owned(),
        };
        Some((constants, rest))
    }
}

/// The result of the search of a position.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Searched {
    /// The score for the side to move.
    pub score: Score,
    /// The depth, in plies.
    pub depth: u8,
    /// The key of the position after the best turn; not kept of a glance.
    pub best: Option<u64>,
}

/// How thoroughly a position is searched.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Effort {
    /// With the few nodes by which turns are selected.
    Glance,
    /// With the nodes of the book.
    Search,
}

impl Effort {
    /// Returns the first word of the lines with results.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Glance => "glance",
            Self::Search => "score",
        }
    }
}

/// A line of a log after its head.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Entry {
    /// A round begins; its number, from 0.
    Round(u32),
    /// The position with this key is expanded.
    Leaf(u64),
    /// The position with this key was searched.
    Searched(Effort, u64, Searched),
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Round(number) => writeln!(f, "round {number}"),
            Self::Leaf(key) => writeln!(f, "leaf {key:016x}"),
            Self::Searched(effort, key, Searched { score, depth, best }) => {
                write!(f, "{} {key:016x} {score} {depth}", effort.word())?;
                match best {
                    Some(best) => writeln!(f, " {best:016x}"),
                    None => writeln!(f),
                }
            }
        }
    }
}

impl Entry {
    fn read(line: &str) -> Option<Self> {
        let mut words = line.split(' ');
        let kind = words.next()?;
        let first = words.next()?;
        let key_of = |word| u64::from_str_radix(word, 16).ok();
        let key = || key_of(first);
        let mut searched = |effort| {
            let score = words.next()?.parse().ok();
            let searched = Searched {
                score: score.filter(|score| (-WIN..=WIN).contains(score))?,
                depth: words.next()?.parse().ok()?,
                best: words.next().and_then(key_of),
            };
            Some(Self::Searched(effort, key()?, searched))
        };
        let entry = match kind {
            "round" => Self::Round(first.parse().ok()?),
            "leaf" => Self::Leaf(key()?),
            "glance" => searched(Effort::Glance)?,
            "score" => searched(Effort::Search)?,
            _ => return None,
        };
        // The same result has the same line in every log.
        (entry.to_string().strip_suffix('\n') == Some(line)).then_some(entry)
    }
}

/// An error in a log.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LogError {
    /// The file can't be read or written.
    #[error("{path}: {error}", path = .0.display(), error = .1)]
    Io(PathBuf, io::Error),
    /// Another process has the log open.
    #[error("{} is in use by another process", .0.display())]
    InUse(PathBuf),
    /// The file exists and is no log of a book, or one of another version.
    #[error("{} is not the log of a book, or one of another version", .0.display())]
    NoLog(PathBuf),
    /// The log was begun with other constants.
    #[error("{path} was begun with {name} {found}, not {expected}", path = .path.display())]
    Other {
        /// The path of the log.
        path: PathBuf,
        /// The name of the constant.
        name: &'static str,
        /// The constant in the log.
        found: String,
        /// The constant that was asked for.
        expected: String,
    },
    /// A line can't be read.
    #[error("{path}, line {line}: {text:?}, expected round, leaf, glance or score", path = .path.display())]
    Line {
        /// The path of the log.
        path: PathBuf,
        /// The number of the line, from 1.
        line: usize,
        /// The line.
        text: String,
    },
    /// A line is not the one that the book has in this place.
    #[error("{path}, line {line}: expected {expected}; the log is not that of a book of this program", path = .path.display())]
    Deviates {
        /// The path of the log.
        path: PathBuf,
        /// The number of the line, from 1.
        line: usize,
        /// What the line should be, or begin with.
        expected: String,
    },
}

/// A log that is open, and locked. Lines are replayed first, and then appended.
#[derive(Debug)]
pub struct BookLog {
    path: PathBuf,
    file: File,
    constants: Constants,
    /// The lines that have not been replayed.
    entries: std::vec::IntoIter<Entry>,
    /// The number of the last line that was replayed or appended, from 1.
    line: usize,
    /// The number of lines that were appended.
    appended: u64,
}

/// Returns whether the bytes of a file begin as a log does.
pub fn is_book_log(bytes: &[u8]) -> bool {
    bytes.starts_with(TITLE.as_bytes())
}

impl BookLog {
    /// Opens a log to verify it.
    ///
    /// # Errors
    /// Returns an error if the file can't be read, is in use, or is not a log.
    pub fn open(path: &Path) -> Result<Self, LogError> {
        let (file, text) = lock_and_read(path, false)?;
        Self::new(path, file, &text)
    }

    /// Opens a log to continue it, or begins one. `any_program` accepts one that another program
    /// has begun.
    ///
    /// # Errors
    /// Returns an error if the file can't be read or written, is in use, is not a log, or was begun
    /// with other constants.
    pub fn open_or_create(
        path: &Path,
        constants: &Constants,
        any_program: bool,
    ) -> Result<Self, LogError> {
        let (mut file, mut text) = lock_and_read(path, true)?;
        let failed = |error| LogError::Io(path.to_owned(), error);
        let head = constants.to_string();
        // A head that was not written whole is written again.
        if text.len() < head.len() && head.starts_with(&text) {
            truncate(&file, 0).map_err(failed)?;
            file.write_all(head.as_bytes()).map_err(failed)?;
            text = head;
        }
        let mut log = Self::new(path, file, &text)?;
        let found = &log.constants;
        let differs = |name, found: &dyn fmt::Display, expected: &dyn fmt::Display| {
            let (found, expected) = (found.to_string(), expected.to_string());
            match found == expected {
                true => Ok(()),
                false => Err(LogError::Other {
                    path: path.to_owned(),
                    name,
                    found,
                    expected,
                }),
            }
        };
        differs("variant", &found.variant, &constants.variant)?;
        differs("nodes", &found.nodes, &constants.nodes)?;
        differs("round", &found.round, &constants.round)?;
        differs("ply", &found.ply_cost, &constants.ply_cost)?;
        let turns = |selection: Option<Selection>| {
            selection.map_or_else(|| "all".to_owned(), |selection| selection.to_string())
        };
        let (own, other) = (turns(found.selection), turns(constants.selection));
        differs("keep", &own, &other)?;
        if !any_program {
            differs("program", &found.program, &constants.program)?;
        }
        let complete = text.rfind('\n').map_or(0, |end| end + 1);
        // The place to write at is the end in any case.
        truncate(&log.file, complete as u64).map_err(failed)?;
        log.constants = constants.clone();
        Ok(log)
    }

    fn new(path: &Path, file: File, text: &str) -> Result<Self, LogError> {
        let head = Constants::read(text);
        let (constants, rest) = head.ok_or_else(|| LogError::NoLog(path.to_owned()))?;
        let head_lines = constants.to_string().lines().count();
        let complete = rest.rfind('\n').map_or("", |end| &rest[..end]);
        let lines = complete.lines().enumerate();
        let entries = lines.map(|(index, line)| {
            Entry::read(line).ok_or_else(|| LogError::Line {
                path: path.to_owned(),
                line: head_lines + 1 + index,
                text: line.chars().take(80).collect(),
            })
        });
        Ok(Self {
            path: path.to_owned(),
            file,
            constants,
            entries: entries.collect::<Result<Vec<_>, _>>()?.into_iter(),
            line: head_lines,
            appended: 0,
        })
    }

    /// Returns the constants of the book.
    pub const fn constants(&self) -> &Constants {
        &self.constants
    }

    /// Returns whether all lines have been replayed.
    pub fn is_replayed(&self) -> bool {
        self.entries.len() == 0
    }

    /// Returns the number of lines that were appended.
    pub(super) const fn appended(&self) -> u64 {
        self.appended
    }

    /// Replays the next line, if there is one.
    pub(super) fn replay(&mut self) -> Option<Entry> {
        let entry = self.entries.next()?;
        self.line += 1;
        Some(entry)
    }

    /// Returns the error for the last line that was replayed.
    pub(super) fn deviation(&self, expected: impl fmt::Display) -> LogError {
        LogError::Deviates {
            path: self.path.clone(),
            line: self.line,
            expected: expected.to_string().trim_end().to_owned(),
        }
    }

    /// Replays a line that must be this one, or appends it if all lines have been replayed.
    pub(super) fn replay_or_append(&mut self, entry: Entry) -> Result<(), LogError> {
        match self.replay() {
            None => self.append(entry),
            Some(found) if found == entry => Ok(()),
            Some(_) => Err(self.deviation(entry)),
        }
    }

    /// Appends a line, which is in the file when this returns.
    pub(super) fn append(&mut self, entry: Entry) -> Result<(), LogError> {
        let written = self.file.write_all(entry.to_string().as_bytes());
        written.map_err(|error| LogError::Io(self.path.clone(), error))?;
        self.line += 1;
        self.appended += 1;
        Ok(())
    }

    /// Makes sure that what was appended survives a failure of the system, too.
    pub(super) fn sync(&self) -> Result<(), LogError> {
        let synced = self.file.sync_data();
        synced.map_err(|error| LogError::Io(self.path.clone(), error))
    }
}

fn lock_and_read(path: &Path, creates: bool) -> Result<(File, String), LogError> {
    let failed = |error| LogError::Io(path.to_owned(), error);
    let opened = match creates {
        true => open_regular_to_edit(path),
        false => crate::files::open_regular(path),
    };
    let mut file = opened.map_err(failed)?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Err(LogError::InUse(path.to_owned())),
        Err(TryLockError::Error(error)) => return Err(failed(error)),
    }
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).map_err(failed)?;
    let text = String::from_utf8(bytes).map_err(|_| LogError::NoLog(path.to_owned()))?;
    Ok((file, text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_as_they_were_written() {
        let glance = Searched {
            score: -31_998,
            depth: 9,
            best: None,
        };
        let searched = Searched {
            best: Some(6),
            ..glance
        };
        for entry in [
            Entry::Round(12),
            Entry::Leaf(0x0123_4567_89ab_cdef),
            Entry::Searched(Effort::Glance, 8, glance),
            Entry::Searched(Effort::Search, 7, searched),
        ] {
            let line = entry.to_string();
            assert_eq!(Entry::read(line.trim_end()), Some(entry));
        }
        for line in [
            "",
            "round",
            "round x",
            "leaf 1 2",
            "score 1 2",
            "glance 0000000000000001 40000",
            "glance 0000000000000001 4",
            "score 0000000000000001 40000 2",
            "score 0000000000000001 2 300",
            "score 0000000000000001 2 3 4",
            "score 0000000000000001 2 3 0000000000000004 5",
            "leaf 1",
        ] {
            assert_eq!(Entry::read(line), None, "{line}");
        }
    }
}
