//! Files of samples, which grow game by game.
//!
//! ```text
//! bytes 0 to 15    "Batyr samples 1" and a newline
//! bytes 16 to 47   the id of the variant, padded with spaces, and a newline
//! bytes 48 to 51   the length of the settings in bytes
//! then             the settings with which the games were played, as text
//! then, for each game
//!   bytes 0 to 3   the number of the game
//!   bytes 4 to 7   the number of its samples
//!   bytes 8 to 11  the FNV-1a hash of its records
//!   then           the records (`record.rs`)
//! ```
//!
//! A game is written in one piece. If the program is killed while it writes, the last game may
//! be incomplete: readers leave it out, and [`SampleWriter::resume`] cuts it off. A file that is
//! being written is locked, so two programs never write to it at the same time.

use std::fs::{File, TryLockError};
use std::io::{self, BufReader, Read, Seek, Write};
use std::path::{Path, PathBuf};

use super::record::PackedSample;
use crate::files::{
    OutputFile, check_unused_or_regular, open_regular, open_regular_to_edit, truncate,
};
use crate::game::Variant;
use crate::util::fnv::fnv1a;

const MAGIC: &[u8; 16] = b"Batyr samples 1\n";
const ID_LENGTH: usize = 32;
/// The length of the header without the settings.
const FIXED_HEADER: usize = MAGIC.len() + ID_LENGTH + size_of::<u32>();
/// The maximum length of the settings.
const MAX_SETTINGS: u32 = 4096;
/// The length of the head of a game.
const GAME_HEAD: usize = 12;
/// The maximum number of samples of a game. A greater number in a file is damage; a wrong smaller
/// number can make at most this many samples look like an incomplete last game.
pub const MAX_GAME_SAMPLES: usize = 4096;

/// What a file says about all its samples.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SampleHeader {
    /// The variant that was played.
    pub variant: Variant,
    /// The settings with which the games were played, as text.
    pub settings: String,
}

impl SampleHeader {
    fn bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let id = self.variant.id();
        bytes.extend(format!("{id:width$}\n", width = ID_LENGTH - 1).as_bytes());
        bytes.extend((self.settings.len() as u32).to_le_bytes());
        bytes.extend(self.settings.as_bytes());
        bytes
    }
}

/// An error in a file of samples.
#[derive(Debug, thiserror::Error)]
pub enum SampleFileError {
    /// The file can't be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// The path of the file.
        path: PathBuf,
        /// The error that the system reports.
        error: io::Error,
    },
    /// The file does not begin as a file of samples does.
    #[error(
        "{}: not a file of samples; expected one written by 'batyr datagen -o FILE' or \
         'batyr samples --pack FILE'", .0.display()
    )]
    NotSamples(PathBuf),
    /// The variant of the file is unknown to this version of the program.
    #[error("{}: samples of an unknown variant {id:?}", path.display())]
    Variant {
        /// The path of the file.
        path: PathBuf,
        /// The id in the file.
        id: String,
    },
    /// The bytes of a game are not what was written.
    #[error("{}: damaged at byte {offset}", path.display())]
    Damaged {
        /// The path of the file.
        path: PathBuf,
        /// The offset of the game in the file.
        offset: u64,
    },
    /// The file already has content, which must not be lost.
    #[error("{} is not empty; use --overwrite to replace it", .0.display())]
    NotEmpty(PathBuf),
    /// The games in the file were played with other settings.
    #[error("{}: written with other settings: {found}; this run has {expected}", path.display())]
    Settings {
        /// The path of the file.
        path: PathBuf,
        /// The settings in the file.
        found: String,
        /// The settings of this run.
        expected: String,
    },
    /// Another program is writing to the file.
    #[error("{}: another program is writing to it", .0.display())]
    Locked(PathBuf),
}

/// A game in a file of samples.
#[derive(Clone, PartialEq, Debug)]
pub struct SampledGame {
    /// The number of the game.
    pub number: u32,
    /// The samples.
    pub samples: Vec<PackedSample>,
}

/// The place of a game in a file of samples.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct GamePlace {
    /// The number of the game.
    pub number: u32,
    /// The offset of the game in the file.
    pub offset: u64,
    /// The number of samples.
    pub samples: u32,
    /// The FNV-1a hash of its records.
    pub hash: u32,
}

/// Returns whether a file begins as a file of samples does.
///
/// # Errors
/// Returns an error if the file can't be read.
pub fn is_sample_file(path: &Path) -> io::Result<bool> {
    let mut first = Vec::new();
    open_regular(path)?
        .take(MAGIC.len() as u64)
        .read_to_end(&mut first)?;
    Ok(first == MAGIC)
}

/// A file of samples that is being read.
#[derive(Debug)]
pub struct SampleReader {
    path: PathBuf,
    file: BufReader<File>,
    length: u64,
    header: SampleHeader,
    record_length: usize,
    /// The offset of the next game.
    offset: u64,
}

impl SampleReader {
    /// Opens a file.
    ///
    /// # Errors
    /// Returns an error if the file can't be read or is not a file of samples.
    pub fn open(path: &Path) -> Result<Self, SampleFileError> {
        let file = open_regular(path).map_err(|error| io_error(path, error))?;
        Self::new(path, file)
    }

    fn new(path: &Path, file: File) -> Result<Self, SampleFileError> {
        let at_path = |error| io_error(path, error);
        let length = file.metadata().map_err(at_path)?.len();
        let mut file = BufReader::new(file);
        let mut fixed = [0; FIXED_HEADER];
        let bad_header = |error: io::Error| match error.kind() {
            io::ErrorKind::UnexpectedEof => SampleFileError::NotSamples(path.to_owned()),
            _ => io_error(path, error),
        };
        file.read_exact(&mut fixed).map_err(bad_header)?;
        let (magic, rest) = fixed.split_at(MAGIC.len());
        let (id, settings_length) = rest.split_at(ID_LENGTH);
        if magic != MAGIC {
            return Err(SampleFileError::NotSamples(path.to_owned()));
        }
        let id = String::from_utf8_lossy(id).trim_end().to_owned();
        let variant = Variant::from_id(&id).ok_or_else(|| SampleFileError::Variant {
            path: path.to_owned(),
            id,
        })?;
        let settings_length = number(settings_length, 0);
        if settings_length > MAX_SETTINGS {
            return Err(SampleFileError::NotSamples(path.to_owned()));
        }
        let mut settings = vec![0; settings_length as usize];
        file.read_exact(&mut settings).map_err(bad_header)?;
        Ok(Self {
            path: path.to_owned(),
            file,
            length,
            header: SampleHeader {
                variant,
                settings: String::from_utf8_lossy(&settings).into_owned(),
            },
            record_length: PackedSample::record_length(variant),
            offset: FIXED_HEADER as u64 + u64::from(settings_length),
        })
    }

    /// Returns what the file says about all its samples.
    pub const fn header(&self) -> &SampleHeader {
        &self.header
    }

    /// Returns the place of each remaining complete game, without reading the samples.
    ///
    /// # Errors
    /// Returns an error if the file can't be read or is damaged.
    pub fn places(&mut self) -> Result<Vec<GamePlace>, SampleFileError> {
        let mut places = Vec::new();
        while let Some(place) = self.next_head()? {
            places.push(place);
            self.offset = place.offset + self.game_length(place.samples);
        }
        Ok(places)
    }

    /// Reads the next game; returns `None` if no complete game follows.
    ///
    /// # Errors
    /// Returns an error if the file can't be read or is damaged.
    pub fn next_game(&mut self) -> Result<Option<SampledGame>, SampleFileError> {
        let Some(place) = self.next_head()? else {
            return Ok(None);
        };
        let mut records = vec![0; place.samples as usize * self.record_length];
        let read = self.file.read_exact(&mut records);
        read.map_err(|error| io_error(&self.path, error))?;
        if fnv1a(records.iter().copied()) != place.hash {
            return Err(self.damaged());
        }
        self.offset += self.game_length(place.samples);
        let records = records.chunks_exact(self.record_length);
        Ok(Some(SampledGame {
            number: place.number,
            samples: records.map(PackedSample::read).collect(),
        }))
    }

    /// Reads the game at a place.
    ///
    /// # Errors
    /// Returns an error if the file can't be read or is damaged.
    pub fn game_at(&mut self, place: &GamePlace) -> Result<Vec<PackedSample>, SampleFileError> {
        self.offset = place.offset;
        let game = self.next_game()?;
        game.map_or_else(|| Err(self.damaged()), |game| Ok(game.samples))
    }

    /// Reads the head of the next game; returns `None` if no complete game follows.
    fn next_head(&mut self) -> Result<Option<GamePlace>, SampleFileError> {
        let left = self.length.saturating_sub(self.offset);
        if left < GAME_HEAD as u64 {
            return Ok(None);
        }
        let mut head = [0; GAME_HEAD];
        // A seek that stays within the buffer keeps it.
        let position = self.file.stream_position();
        let read = position.and_then(|position| {
            let distance = self.offset.cast_signed() - position.cast_signed();
            self.file.seek_relative(distance)?;
            self.file.read_exact(&mut head)
        });
        read.map_err(|error| io_error(&self.path, error))?;
        let place = GamePlace {
            number: number(&head, 0),
            offset: self.offset,
            samples: number(&head, 1),
            hash: number(&head, 2),
        };
        if place.samples as usize > MAX_GAME_SAMPLES {
            return Err(self.damaged());
        }
        let is_complete = left >= self.game_length(place.samples);
        Ok(is_complete.then_some(place))
    }

    /// Returns the length of a game with this number of samples, in bytes.
    const fn game_length(&self, samples: u32) -> u64 {
        GAME_HEAD as u64 + samples as u64 * self.record_length as u64
    }

    fn damaged(&self) -> SampleFileError {
        SampleFileError::Damaged {
            path: self.path.clone(),
            offset: self.offset,
        }
    }
}

/// A file of samples that is being written.
#[derive(Debug)]
pub struct SampleWriter {
    path: PathBuf,
    file: OutputFile,
    record_length: usize,
    /// Whether each game is moved into place at once, not only when the file is complete.
    publishes_each_game: bool,
    /// The old file, locked so that no other program writes to it before it is replaced.
    old_file_lock: Option<File>,
}

impl SampleWriter {
    /// Creates a file. If `overwrite` is set, the first game replaces an old file.
    ///
    /// # Errors
    /// Returns an error if the file can't be written, if another program writes to it, or if
    /// it has content that must not be overwritten.
    pub fn create(
        path: &Path,
        header: &SampleHeader,
        overwrite: bool,
    ) -> Result<Self, SampleFileError> {
        let file = open_locked(path)?;
        let at_path = |error| io_error(path, error);
        if file.metadata().map_err(at_path)?.len() > 0 {
            if !overwrite {
                return Err(SampleFileError::NotEmpty(path.to_owned()));
            }
            let new = OutputFile::create(path).map_err(at_path)?;
            lock(path, new.file())?;
            let mut writer = Self::new(path, new, header.variant, Some(file));
            // The old file is replaced by the first game, not by the header alone.
            let written = writer.file.write_all(&header.bytes());
            return written.map(|()| writer).map_err(at_path);
        }
        let file = OutputFile::appending(file).map_err(at_path)?;
        Self::begin(path, file, header)
    }

    /// Creates a file that is moved into place only when it is [complete](Self::commit).
    ///
    /// # Errors
    /// Returns an error in the same cases as [`create`](Self::create).
    pub fn create_whole(
        path: &Path,
        header: &SampleHeader,
        overwrite: bool,
    ) -> Result<Self, SampleFileError> {
        let at_path = |error| io_error(path, error);
        check_unused_or_regular(path).map_err(at_path)?;
        let length = std::fs::metadata(path).map_or(0, |found| found.len());
        if length > 0 && !overwrite {
            return Err(SampleFileError::NotEmpty(path.to_owned()));
        }
        let old_file_lock = (length > 0).then(|| open_locked(path)).transpose()?;
        let file = OutputFile::create(path).map_err(at_path)?;
        let mut writer = Self::new(path, file, header.variant, old_file_lock);
        writer.publishes_each_game = false;
        let written = writer.file.write_all(&header.bytes());
        written.map_err(at_path)?;
        Ok(writer)
    }

    /// Continues a file: cuts off an incomplete last game, and returns the number of the last
    /// complete game, if any. Creates the file if it does not exist or is empty.
    ///
    /// # Errors
    /// Returns an error if the file can't be written, if another program writes to it, if it
    /// is damaged, or if its games were played with other settings.
    pub fn resume(
        path: &Path,
        header: &SampleHeader,
    ) -> Result<(Self, Option<u32>), SampleFileError> {
        let file = open_locked(path)?;
        let at_path = |error| io_error(path, error);
        if file.metadata().map_err(at_path)?.len() == 0 {
            let file = OutputFile::appending(file).map_err(at_path)?;
            return Ok((Self::begin(path, file, header)?, None));
        }
        // Where locks are mandatory, the file can be read only through its locked handle.
        let mut existing = SampleReader::new(path, file.try_clone().map_err(at_path)?)?;
        if existing.header() != header {
            let describe =
                |header: &SampleHeader| format!("{}, {}", header.variant.id(), header.settings);
            return Err(SampleFileError::Settings {
                path: path.to_owned(),
                found: describe(existing.header()),
                expected: describe(header),
            });
        }
        let mut last = None;
        while let Some(game) = existing.next_game()? {
            last = Some(game.number);
        }
        truncate(&file, existing.offset).map_err(at_path)?;
        let file = OutputFile::appending(file).map_err(at_path)?;
        Ok((Self::new(path, file, header.variant, None), last))
    }

    /// Begins a new file, which grows game by game.
    fn begin(
        path: &Path,
        file: OutputFile,
        header: &SampleHeader,
    ) -> Result<Self, SampleFileError> {
        let mut writer = Self::new(path, file, header.variant, None);
        let written = writer.file.write_record(&header.bytes());
        written.map_err(|error| io_error(path, error))?;
        Ok(writer)
    }

    fn new(path: &Path, file: OutputFile, variant: Variant, old_file_lock: Option<File>) -> Self {
        Self {
            path: path.to_owned(),
            file,
            record_length: PackedSample::record_length(variant),
            publishes_each_game: true,
            old_file_lock,
        }
    }

    /// Appends a game of at most [`MAX_GAME_SAMPLES`] samples.
    ///
    /// # Errors
    /// Returns an error if the file can't be written.
    pub fn write_game(
        &mut self,
        number: u32,
        samples: &[PackedSample],
    ) -> Result<(), SampleFileError> {
        let mut records = Vec::with_capacity(samples.len() * self.record_length);
        for sample in samples {
            sample.write(self.record_length, &mut records);
        }
        let head = [number, samples.len() as u32, fnv1a(records.iter().copied())];
        let mut bytes: Vec<u8> = head.iter().flat_map(|part| part.to_le_bytes()).collect();
        bytes.append(&mut records);
        self.unlock_for_replacement();
        let written = if self.publishes_each_game {
            self.file.write_record(&bytes)
        } else {
            self.file.write_all(&bytes)
        };
        written.map_err(|error| io_error(&self.path, error))
    }

    /// Completes the file, and moves it into place if it is not there yet.
    ///
    /// # Errors
    /// Returns an error if the file can't be completed or moved.
    pub fn commit(mut self) -> Result<(), SampleFileError> {
        self.unlock_for_replacement();
        let committed = self.file.commit();
        committed.map_err(|error| io_error(&self.path, error))
    }

    /// Gives up the lock on the old file on Windows, where an open file can't be replaced.
    fn unlock_for_replacement(&mut self) {
        if cfg!(windows) {
            self.old_file_lock = None;
        }
    }
}

/// Opens a file for writing, and locks it.
fn open_locked(path: &Path) -> Result<File, SampleFileError> {
    let file = open_regular_to_edit(path).map_err(|error| io_error(path, error))?;
    lock(path, &file)?;
    Ok(file)
}

fn lock(path: &Path, file: &File) -> Result<(), SampleFileError> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(SampleFileError::Locked(path.to_owned())),
        Err(TryLockError::Error(error)) => Err(io_error(path, error)),
    }
}

fn io_error(path: &Path, error: io::Error) -> SampleFileError {
    SampleFileError::Io {
        path: path.to_owned(),
        error,
    }
}

/// Returns the little-endian 32-bit number at this index (from 0) of the bytes; 0 if it is missing.
fn number(bytes: &[u8], index: usize) -> u32 {
    let (numbers, _) = bytes.as_chunks();
    numbers.get(index).copied().map_or(0, u32::from_le_bytes)
}
