//! The file of a book: a header and records of equal size, sorted by key, so that a position is
//! found by binary search in the bytes as they are. docs/openings.md describes it for others.
//!
//! Reading is a pure function of the bytes. It checks all that can be checked without playing a
//! turn: whatever follows can rely on sorted keys and sound flags, but not on the values.

use crate::base::Score;
use crate::base::score::WIN;
use crate::game::{GameRecord, Variant};
use crate::util::fnv::fnv1a;

/// The first bytes of a file.
const MAGIC: [u8; 8] = *b"BATYRBK\n";
/// The version of the format.
const VERSION: u16 = 1;
/// The number of bytes of the header.
pub(super) const HEADER_BYTES: usize = 64;
/// The number of bytes of a record.
pub(super) const RECORD_BYTES: usize = 18;
/// The place of the checksum in the header.
const CHECKSUM: std::ops::Range<usize> = 20..24;
/// The place of the variant's id in the header, which is filled up with zeros.
const VARIANT: std::ops::Range<usize> = 32..KEEP;
/// The place of the number of turns that are kept, at the end of the header.
const KEEP: usize = HEADER_BYTES - 2;
/// The maximum size of a file, in bytes.
pub const MAX_BOOK_BYTES: u64 = 1 << 30;

const EXPANDED: u8 = 1;
const ENDED: u8 = 2;
const TRANSPOSES: u8 = 4;

/// An error in the bytes of a book.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BookError {
    /// The bytes do not begin as a book does.
    #[error("it is no book")]
    NoBook,
    /// The format has another version.
    #[error("it is a book of version {0}, expected {VERSION}")]
    Version(u16),
    /// The header names no known variant.
    #[error("its variant is unknown")]
    Variant,
    /// The start position has another key: the book was made by a program with other keys.
    #[error("its keys are not those of this program")]
    Keys,
    /// The length does not fit the number of records, or the checksum is wrong.
    #[error("it is damaged or incomplete")]
    Damaged,
    /// The record with this number, from 0, is unsound or out of order.
    #[error("record {0} is unsound or out of order")]
    Record(usize),
}

/// The facts about a book as a whole.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct BookHeader {
    /// The game of the positions.
    pub variant: Variant,
    /// The number of nodes of the search of each position.
    pub nodes: u32,
    /// The number of turns of an expanded position that are kept at least, the ones that looked best;
    /// 0 if all are.
    pub keep: u16,
    /// How far the values of half of the expanded positions are at most from the scores of their own
    /// searches, in centipawns.
    pub typical_error: u16,
}

/// A position of a book.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct BookRecord {
    /// The hash key of the position ([`GameRecord::key`]).
    pub key: u64,
    /// The value of the position for the side to move, which follows from the positions below it.
    pub value: Score,
    /// The score of the position's own search for the side to move.
    pub own: Score,
    /// The depth of that search, in plies; 0 if the game is over.
    pub depth: u8,
    /// Whether the turns of the position lead to positions of the book, or those that the book keeps.
    pub is_expanded: bool,
    /// Whether the game is over in the position.
    pub is_ended: bool,
    /// Whether turns from more than one position of the book lead to this one.
    pub transposes: bool,
    /// The number of different positions of the book that can be reached from this one.
    pub below: u32,
}

impl BookRecord {
    fn flags(&self) -> u8 {
        let flag = |is_set: bool, flag| if is_set { flag } else { 0 };
        flag(self.is_expanded, EXPANDED)
            | flag(self.is_ended, ENDED)
            | flag(self.transposes, TRANSPOSES)
    }

    /// Returns the bytes of the record in a file.
    fn to_bytes(self) -> [u8; RECORD_BYTES] {
        // Every score fits in 16 bits.
        let [value, own] = [self.value, self.own].map(|score| (score as i16).to_le_bytes());
        let parts = self.key.to_le_bytes().into_iter().chain(value).chain(own);
        let parts = parts.chain([self.depth, self.flags()]);
        let mut bytes = [0; RECORD_BYTES];
        for (byte, part) in bytes.iter_mut().zip(parts.chain(self.below.to_le_bytes())) {
            *byte = part;
        }
        bytes
    }

    /// Reads a record; `None` if it is not sound.
    pub(super) fn from_bytes(bytes: &[u8; RECORD_BYTES]) -> Option<Self> {
        let score = |at: usize| Score::from(i16::from_le_bytes(array(bytes, at)));
        let flags = bytes[13];
        let record = Self {
            key: u64::from_le_bytes(array(bytes, 0)),
            value: score(8),
            own: score(10),
            depth: bytes[12],
            is_expanded: flags & EXPANDED != 0,
            is_ended: flags & ENDED != 0,
            transposes: flags & TRANSPOSES != 0,
            below: u32::from_le_bytes(array(bytes, 14)),
        };
        let is_sound = record.flags() == flags
            && !(record.is_expanded && record.is_ended)
            && record.value.abs() <= WIN
            && record.own.abs() <= WIN;
        is_sound.then_some(record)
    }
}

/// Returns `N` of the bytes from a place on; zeros beyond their end.
pub(super) fn array<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    let mut array = [0; N];
    for (to, from) in array.iter_mut().zip(bytes.iter().skip(at)) {
        *to = *from;
    }
    array
}

/// Returns the checksum of a file: of all bytes but those of the checksum.
fn checksum(bytes: &[u8]) -> u32 {
    let before = bytes.iter().take(CHECKSUM.start);
    fnv1a(before.chain(bytes.iter().skip(CHECKSUM.end)).copied())
}

fn start_key(variant: Variant) -> u64 {
    GameRecord::new(variant).key()
}

/// Returns the bytes of a book with these records, in any order.
pub fn write_book(header: &BookHeader, mut records: Vec<BookRecord>) -> Vec<u8> {
    records.sort_unstable_by_key(|record| record.key);
    let mut bytes = Vec::with_capacity(HEADER_BYTES + RECORD_BYTES * records.len());
    bytes.extend(MAGIC);
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend(header.typical_error.to_le_bytes());
    bytes.extend(header.nodes.to_le_bytes());
    bytes.extend(
        u32::try_from(records.len())
            .unwrap_or(u32::MAX)
            .to_le_bytes(),
    );
    bytes.extend([0; 4]);
    bytes.extend(start_key(header.variant).to_le_bytes());
    bytes.extend(header.variant.id().bytes());
    bytes.resize(KEEP, 0);
    bytes.extend(header.keep.to_le_bytes());
    bytes.extend(records.into_iter().flat_map(BookRecord::to_bytes));
    let sum = checksum(&bytes).to_le_bytes();
    if let Some(place) = bytes.get_mut(CHECKSUM) {
        place.copy_from_slice(&sum);
    }
    bytes
}

/// Checks the bytes of a book; returns its header.
pub(super) fn check(bytes: &[u8]) -> Result<BookHeader, BookError> {
    if !bytes.starts_with(&MAGIC) {
        return Err(BookError::NoBook);
    }
    let version = u16::from_le_bytes(array(bytes, 8));
    if version != VERSION {
        return Err(BookError::Version(version));
    }
    let count = u32::from_le_bytes(array(bytes, 16)) as usize;
    let records = bytes.get(HEADER_BYTES..).ok_or(BookError::Damaged)?;
    let sum = u32::from_le_bytes(array(bytes, CHECKSUM.start));
    if records.len() != count.saturating_mul(RECORD_BYTES) || checksum(bytes) != sum {
        return Err(BookError::Damaged);
    }
    let id = bytes.get(VARIANT).unwrap_or_default();
    let id = id.split(|&byte| byte == 0).next().unwrap_or_default();
    let variant = str::from_utf8(id).ok().and_then(Variant::from_id);
    let variant = variant.ok_or(BookError::Variant)?;
    if start_key(variant) != u64::from_le_bytes(array(bytes, 24)) {
        return Err(BookError::Keys);
    }
    let mut last = None;
    let (records, _) = records.as_chunks();
    for (number, bytes) in records.iter().enumerate() {
        let record = BookRecord::from_bytes(bytes).ok_or(BookError::Record(number))?;
        if last.is_some_and(|last| last >= record.key) {
            return Err(BookError::Record(number));
        }
        last = Some(record.key);
    }
    Ok(BookHeader {
        variant,
        nodes: u32::from_le_bytes(array(bytes, 12)),
        keep: u16::from_le_bytes(array(bytes, KEEP)),
        typical_error: u16::from_le_bytes(array(bytes, 10)),
    })
}
