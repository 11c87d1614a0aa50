//! The transposition table, shared by all workers without locks.
//!
//! An entry is two atomic words: the data, and the key xor the data. A reader
//! that meets halves of two writes sees a key that does not fit and takes it
//! for a miss, so there is no data race and no wrong entry, and no `unsafe`.
//! Four entries make a bucket of one cache line. The memory comes zeroed from
//! the system and is touched only when used, so a huge table costs no start.

mod entry;

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};

use rayon::prelude::*;

pub use entry::{Entry, from_root, to_root};
use entry::{GENERATIONS, bound_of, depth_of, generation_of};

const ENTRIES: usize = 4;
const WORDS: usize = 2 * ENTRIES;
const LINE: usize = WORDS * size_of::<AtomicU64>();

/// The memory for a table could not be had; the old one stays.
#[derive(Copy, Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no memory for a hash table of {megabytes} MB")]
pub struct TableError {
    /// The size asked for.
    pub megabytes: usize,
}

/// A fixed number of [`Entry`]s, found by key.
#[derive(Debug)]
pub struct Table {
    words: Box<[AtomicU64]>,
    /// Words before the first cache line.
    skip: usize,
    megabytes: usize,
    generation: AtomicU8,
    /// Whether a search may have written. The memory of a table that was never
    /// used is not the system's burden yet, and clearing must not make it so.
    used: AtomicBool,
}

impl Table {
    /// An empty table of this size; 0 counts as 1.
    ///
    /// # Errors
    /// If the system refuses the memory.
    pub fn new(megabytes: usize) -> Result<Self, TableError> {
        let megabytes = megabytes.max(1);
        let error = TableError { megabytes };
        let words = megabytes
            .checked_mul((1 << 20) / size_of::<AtomicU64>())
            .and_then(|words| words.checked_add(WORDS))
            .ok_or(error)?;
        let words =
            bytemuck::allocation::try_zeroed_slice_box::<AtomicU64>(words).map_err(|()| error)?;
        let skip = words.as_ptr().align_offset(LINE).min(WORDS);
        Ok(Self {
            words,
            skip,
            megabytes,
            generation: AtomicU8::new(0),
            used: AtomicBool::new(false),
        })
    }

    /// The size in megabytes.
    pub fn megabytes(&self) -> usize {
        self.megabytes
    }

    #[inline]
    fn buckets(&self) -> &[[AtomicU64; WORDS]] {
        // Exactly as many wherever the memory begins, so that searches are
        // the same everywhere.
        let words = self.words.len() - WORDS;
        self.words[self.skip..][..words].as_chunks().0
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[AtomicU64; WORDS] {
        let buckets = self.buckets();
        &buckets[((u128::from(key) * buckets.len() as u128) >> 64) as usize]
    }

    /// What is known of the position with this key.
    #[inline]
    pub fn get(&self, key: u64) -> Option<Entry> {
        self.bucket(key)
            .as_chunks::<2>()
            .0
            .iter()
            .find_map(|[check, data]| {
                let data = data.load(Relaxed);
                (check.load(Relaxed) ^ data == key)
                    .then(|| Entry::unpack(data))
                    .flatten()
            })
    }

    /// Remembers an entry in the place of the one least worth keeping: of an
    /// earlier search, or of little depth. An entry without a tag inherits
    /// that of the same position.
    pub fn put(&self, key: u64, mut entry: Entry) {
        let generation = self.generation.load(Relaxed);
        let age = |data| i32::from(generation.wrapping_sub(generation_of(data)) % GENERATIONS);
        let mut place = None;
        let mut least = i32::MAX;
        for [check, data] in self.bucket(key).as_chunks::<2>().0 {
            let old = data.load(Relaxed);
            let worth = if bound_of(old).is_none() {
                i32::MIN
            } else if check.load(Relaxed) ^ old == key {
                let deeper = depth_of(old) > entry.depth + 3;
                if deeper && age(old) == 0 && entry.bound != super::Bound::Exact {
                    return;
                }
                if entry.tag == 0 {
                    entry.tag = old as u16;
                }
                place = Some((check, data));
                break;
            } else {
                depth_of(old) - 8 * age(old)
            };
            if worth < least {
                least = worth;
                place = Some((check, data));
            }
        }
        if let Some((check, slot)) = place {
            let data = entry.pack(generation);
            check.store(key ^ data, Relaxed);
            slot.store(data, Relaxed);
        }
    }

    /// From now on, what is in the table is of an earlier search.
    pub fn grow_older(&self) {
        self.used.store(true, Relaxed);
        let next = self.generation.load(Relaxed).wrapping_add(1) % GENERATIONS;
        self.generation.store(next, Relaxed);
    }

    /// Forgets all, with the threads of the rayon pool it is called in.
    pub fn clear(&self) {
        if !self.used.swap(false, Relaxed) {
            return;
        }
        self.words
            .par_chunks(1 << 16)
            .for_each(|words| words.iter().for_each(|word| word.store(0, Relaxed)));
        self.generation.store(0, Relaxed);
    }

    /// How full the table is with results of the latest search, in thousandths,
    /// by a sample.
    pub fn hashfull(&self) -> u32 {
        let generation = self.generation.load(Relaxed);
        let used = self.buckets()[..1000 / ENTRIES]
            .iter()
            .flat_map(|bucket| bucket.as_chunks::<2>().0)
            .map(|[_, data]| data.load(Relaxed))
            .filter(|&data| bound_of(data).is_some() && generation_of(data) == generation);
        used.count() as u32
    }
}

#[cfg(test)]
mod tests;
