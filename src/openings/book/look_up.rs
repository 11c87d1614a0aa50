//! Looks positions up in a book.

use std::borrow::Cow;
use std::collections::HashSet;

use super::file::{self, BookError, BookHeader, BookRecord, HEADER_BYTES, RECORD_BYTES};
use crate::base::Score;
use crate::base::score::{before_turn, is_proved};
use crate::game::{GamePosition, LegalTurn};

/// A book, whose bytes stay as they are in the file.
#[derive(Clone, Debug)]
pub struct Book {
    header: BookHeader,
    bytes: Cow<'static, [u8]>,
}

/// A turn of an expanded position.
#[derive(Clone, Debug)]
pub struct BookTurn {
    /// The turn.
    pub turn: LegalTurn,
    /// The position after the turn.
    pub record: BookRecord,
}

impl BookTurn {
    /// Returns the value of the turn for the side that plays it.
    pub const fn value(&self) -> Score {
        before_turn(self.record.value)
    }
}

impl Book {
    /// Reads a book.
    ///
    /// # Errors
    /// Returns an error if the bytes are not those of a book, or damaged.
    pub fn read(bytes: impl Into<Cow<'static, [u8]>>) -> Result<Self, BookError> {
        let bytes = bytes.into();
        let header = file::check(&bytes)?;
        Ok(Self { header, bytes })
    }

    /// Returns the facts about the book as a whole.
    pub const fn header(&self) -> &BookHeader {
        &self.header
    }

    /// Returns the positions, in the order of their keys.
    pub fn records(&self) -> impl Iterator<Item = BookRecord> {
        self.chunks().iter().filter_map(BookRecord::from_bytes)
    }

    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.chunks().len()
    }

    /// Returns whether the book has no position.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn chunks(&self) -> &[[u8; RECORD_BYTES]] {
        let records = self.bytes.get(HEADER_BYTES..).unwrap_or_default();
        records.as_chunks().0
    }

    /// Returns the position with this key, if the book has it.
    pub fn find(&self, key: u64) -> Option<BookRecord> {
        let key_of = |bytes: &[u8; RECORD_BYTES]| u64::from_le_bytes(file::array(bytes, 0));
        let chunks = self.chunks();
        let index = chunks.binary_search_by_key(&key, key_of).ok()?;
        BookRecord::from_bytes(chunks.get(index)?)
    }

    /// Returns a position of the same variant as it stands in the book, if the book has it.
    pub fn record(&self, position: &GamePosition) -> Option<BookRecord> {
        let is_known = position.variant() == self.header.variant && !position.is_in_mid_turn();
        self.find(position.key()).filter(|_| is_known)
    }

    /// Returns the turns of a position that the book keeps, the best first; of turns that lead to the
    /// same position, only the first. Returns `None` if the book does not have the position with its
    /// turns.
    pub fn turns(&self, position: &GamePosition) -> Option<Vec<BookTurn>> {
        self.record(position).filter(|record| record.is_expanded)?;
        let mut known = Some(Vec::new());
        let mut seen = HashSet::new();
        position.for_each_turn(|turn| {
            let key = turn.after().key();
            if !seen.insert(key) {
                return;
            }
            match (self.find(key), &mut known) {
                (Some(record), Some(turns)) => turns.push(BookTurn { turn, record }),
                (None, _) if self.header.keep > 0 => {}
                // A book with sound flags has all turns of the position.
                _ => known = None,
            }
        });
        let mut turns = known.filter(|turns| !turns.is_empty())?;
        turns.sort_by_key(|turn| -turn.value());
        Some(turns)
    }

    /// Returns the half-width of the doubt about a position's value, in centipawns: the typical
    /// distance of the values of the book from what the positions' own searches said, or that of
    /// this position, if it is greater. A proved value is beyond doubt.
    pub fn doubt(&self, record: &BookRecord) -> Score {
        if record.is_ended || is_proved(record.value) {
            return 0;
        }
        let typical = Score::from(self.header.typical_error);
        match is_proved(record.own) {
            true => typical,
            false => typical.max((record.value - record.own).abs()),
        }
    }
}
