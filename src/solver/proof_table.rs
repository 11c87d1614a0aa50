//! The proof table: for each position, the number of moves in which it is proved to be won
//! or lost, and the number in which it is proved not to be.
//!
//! An entry is two words, the full key and the data; of the entries of a bucket, the one that
//! took the least work is replaced. An entry of zeros is empty, so pages that the
//! operating system supplies zeroed need no initialization.

use crate::search::{TableError, TableMemory};

/// The bounds on the number of moves for which a claim about a position holds, such as a
/// win within that many moves. A claim that holds for a number also holds for all larger
/// numbers.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct ProofBounds {
    /// The smallest number for which the claim is proved to hold; `u8::MAX` if none.
    pub from: u8,
    /// The number below which the claim is proved to fail.
    pub below: u8,
    /// The tag ([`SearchGame::move_tag`](crate::search::SearchGame::move_tag)) of the
    /// turn that decided the last result, or 0.
    pub move_tag: u16,
}

impl ProofBounds {
    /// The bounds of a position without a result.
    pub const UNKNOWN: Self = Self {
        from: u8::MAX,
        below: 0,
        move_tag: 0,
    };

    /// Returns whether the claim holds for `moves` moves; `None` if that is unknown.
    #[inline]
    pub fn answer(self, moves: u32) -> Option<bool> {
        if moves >= u32::from(self.from) && self.from != u8::MAX {
            Some(true)
        } else if moves < u32::from(self.below) {
            Some(false)
        } else {
            None
        }
    }

    /// Returns the bounds with one more result; a `move_tag` of 0 keeps the present tag. A result
    /// for more than 254 moves is not kept.
    #[must_use]
    pub fn with(mut self, moves: u32, holds: bool, move_tag: u16) -> Self {
        let Some(moves) = u8::try_from(moves).ok().filter(|moves| *moves < u8::MAX) else {
            return self;
        };
        if holds {
            self.from = self.from.min(moves);
        } else {
            self.below = self.below.max(moves + 1);
        }
        if move_tag != 0 {
            self.move_tag = move_tag;
        }
        self
    }

    /// Packs the bounds. `from` is stored as its complement, so that empty bounds pack to
    /// 0.
    fn pack(self, work: u8) -> u64 {
        u64::from(!self.from)
            | u64::from(self.below) << 8
            | u64::from(work) << 16
            | u64::from(self.move_tag) << 24
    }

    fn unpack(data: u64) -> Self {
        Self {
            from: !(data as u8),
            below: (data >> 8) as u8,
            move_tag: (data >> 24) as u16,
        }
    }
}

/// Returns 1 plus the binary logarithm, rounded down, of the number of nodes that an entry took.
fn work_of(data: u64) -> u8 {
    (data >> 16) as u8
}

/// A proof table with a fixed number of entries, found by key.
pub struct ProofTable(TableMemory);

impl ProofTable {
    /// Creates an empty table of this many megabytes; 0 counts as 1.
    ///
    /// # Errors
    /// Returns an error if the memory can't be allocated.
    pub fn new(megabytes: usize) -> Result<Self, TableError> {
        TableMemory::new(megabytes).map(Self)
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Returns the bounds of the position with this key.
    #[inline]
    pub fn probe(&self, key: u64) -> ProofBounds {
        let mut entries = self.0.bucket(key).iter();
        entries
            .find(|[stored, data]| *stored == key && *data != 0)
            .map_or(ProofBounds::UNKNOWN, |[_, data]| ProofBounds::unpack(*data))
    }

    /// Stores bounds that took `nodes` nodes. They replace the entry of the same position,
    /// an empty entry, or the entry that took the least work.
    pub fn store(&mut self, key: u64, bounds: ProofBounds, nodes: u64) {
        let work = nodes.checked_ilog2().unwrap_or(0) as u8 + 1;
        let priority = |entry: &[u64; 2]| match entry {
            [stored, data] if *stored == key || *data == 0 => 0,
            [_, data] => work_of(*data),
        };
        let entries = self.0.bucket_mut(key).iter_mut();
        if let Some(entry) = entries.min_by_key(|entry| priority(entry)) {
            let known = if entry[0] == key {
                work_of(entry[1])
            } else {
                0
            };
            *entry = [key, bounds.pack(work.max(known))];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_answer_for_larger_and_smaller_numbers() {
        let bounds = ProofBounds::UNKNOWN;
        assert_eq!((bounds.answer(0), bounds.answer(60)), (None, None));
        let bounds = bounds.with(3, false, 7).with(5, true, 0).with(2, false, 0);
        let answers: Vec<_> = (2..=6).map(|moves| bounds.answer(moves)).collect();
        assert_eq!(
            answers,
            [Some(false), Some(false), None, Some(true), Some(true)]
        );
        assert_eq!(ProofBounds::unpack(bounds.pack(9)), bounds);
        assert_eq!(ProofBounds::unpack(0), ProofBounds::UNKNOWN);
        for moves in [255, 300] {
            assert_eq!(bounds.with(moves, true, 0).with(moves, false, 0), bounds);
        }
    }

    #[test]
    fn the_entries_that_took_the_most_work_are_kept() {
        let mut table = ProofTable::new(1).unwrap();
        let bounds = ProofBounds::UNKNOWN.with(1, true, 1);
        // All keys fall into the first bucket.
        for key in 1..=100 {
            table.store(key, bounds, if key <= 3 { 1 << 20 } else { 10 });
        }
        for key in [1, 2, 3, 100] {
            assert_eq!(table.probe(key), bounds, "{key}");
        }
        assert_eq!(table.probe(50), ProofBounds::UNKNOWN);
        let more = bounds.with(0, false, 0);
        table.store(2, more, 1);
        assert_eq!(table.probe(2), more);
        table.clear();
        assert_eq!(table.probe(1), ProofBounds::UNKNOWN);
        assert!(ProofTable::new(usize::MAX).is_err());
    }
}
