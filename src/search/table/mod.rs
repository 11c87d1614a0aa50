//! The transposition table, shared by all workers without locks.
//!
//! An entry is two atomic words: the data, and the key xor the data. A reader that gets
//! halves of two writes sees a key that does not match, and treats the entry as a miss, so
//! there are no data races, no torn entries and no `unsafe`. Four entries form a bucket
//! of one cache line.
//!
//! [`TableStorage`] owns the bytes between searches; a [`TranspositionTable`] shares them
//! among the workers of one search.

mod entry;
mod storage;

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use entry::{GENERATIONS, bound_of, depth_of, generation_of};
pub use entry::{TableEntry, score_to_tt};
use prefetch_index::prefetch_index;
pub use storage::{TableError, TableStorage};

/// The number of entries in a bucket, which share a cache line.
const ENTRIES: usize = 4;

/// A bucket: the check word (key xor data) and the data word of each entry.
type Bucket<T> = [[T; 2]; ENTRIES];

/// The transposition table during one search: a fixed number of [`TableEntry`]s, found by
/// key.
#[derive(Copy, Clone, Debug)]
pub struct TranspositionTable<'m> {
    buckets: &'m [Bucket<AtomicU64>],
    /// The generation of the search; entries of other generations are old.
    generation: u8,
    /// A number xored into each key, so that searches of different kinds share no
    /// entries.
    salt: u64,
}

/// Returns the index of the bucket of a key, among this number of buckets.
#[inline]
fn bucket_index(key: u64, buckets: usize) -> usize {
    ((u128::from(key) * buckets as u128) >> 64) as usize
}

/// Returns the entry in these two words, if it belongs to the key.
#[inline]
fn read(key: u64, check: u64, data: u64) -> Option<TableEntry> {
    (check ^ data == key)
        .then(|| TableEntry::unpack(data))
        .flatten()
}

impl TranspositionTable<'_> {
    #[inline]
    fn bucket(&self, salted: u64) -> &Bucket<AtomicU64> {
        &self.buckets[bucket_index(salted, self.buckets.len())]
    }

    /// Prefetches the bucket of a key that will soon be probed.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        let index = bucket_index(key ^ self.salt, self.buckets.len());
        prefetch_index(self.buckets, index);
    }

    /// Probes the table: returns the entry of the position with this key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<TableEntry> {
        let salted = key ^ self.salt;
        self.bucket(salted)
            .iter()
            .find_map(|[check, data]| read(salted, check.load(Relaxed), data.load(Relaxed)))
    }

    /// Stores an entry in place of that of the same position, unless that is much deeper;
    /// otherwise in place of the least valuable entry of the bucket, one of an earlier
    /// search or of little depth. An entry without a tag inherits the tag stored for the
    /// same position.
    pub fn store(&self, key: u64, mut entry: TableEntry) {
        let salted = key ^ self.salt;
        let generation = self.generation;
        let age = |data| i32::from(generation.wrapping_sub(generation_of(data)) % GENERATIONS);
        let mut victim = None;
        let mut least = i32::MAX;
        for [check, data] in self.bucket(salted) {
            let old = data.load(Relaxed);
            let value = if bound_of(old).is_none() {
                i32::MIN
            } else if check.load(Relaxed) ^ old == salted {
                let deeper = depth_of(old) > entry.depth + 3;
                if deeper && age(old) == 0 && entry.bound != super::Bound::Exact {
                    return;
                }
                if entry.move_tag == 0 {
                    entry.move_tag = old as u16;
                }
                victim = Some((check, data));
                break;
            } else {
                depth_of(old) - 8 * age(old)
            };
            if value < least {
                least = value;
                victim = Some((check, data));
            }
        }
        if let Some((check, data)) = victim {
            let packed = entry.pack(generation);
            check.store(salted ^ packed, Relaxed);
            data.store(packed, Relaxed);
        }
    }

    /// Returns the share of the entries that contain results of the latest search, in
    /// thousandths, estimated from a sample.
    pub fn hashfull(&self) -> u32 {
        let used = self.buckets[..1000 / ENTRIES]
            .iter()
            .flatten()
            .map(|[_, data]| data.load(Relaxed))
            .filter(|&data| bound_of(data).is_some() && generation_of(data) == self.generation);
        used.count() as u32
    }
}

#[cfg(test)]
mod tests;
