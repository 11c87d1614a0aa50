//! The transposition table, shared by all workers without locks.
//!
//! An entry is two atomic words: the data, and the key xor the data. A reader
//! that meets halves of two writes sees a key that does not fit and takes it
//! for a miss, so there is no data race and no wrong entry, and no `unsafe`.
//! Four entries make a bucket of one cache line.
//!
//! [`Memory`] owns the bytes between searches, a [`Table`] lets the workers of
//! one search share them.

mod entry;
mod memory;

use std::hint::black_box;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

pub use entry::{Entry, from_root, to_root};
use entry::{GENERATIONS, bound_of, depth_of, generation_of};
pub use memory::{Memory, TableError};

/// Entries that share a cache line.
const ENTRIES: usize = 4;

/// The check and the data of each entry.
type Bucket<T> = [[T; 2]; ENTRIES];

/// A fixed number of [`Entry`]s, found by key, for one search.
#[derive(Copy, Clone, Debug)]
pub struct Table<'m> {
    buckets: &'m [Bucket<AtomicU64>],
    /// Of the search; entries of other generations are old.
    generation: u8,
}

/// The place of a key among so many buckets.
#[inline]
fn place(key: u64, buckets: usize) -> usize {
    ((u128::from(key) * buckets as u128) >> 64) as usize
}

/// The entry in the slot of these words, if it belongs to the key.
#[inline]
fn read(key: u64, check: u64, data: u64) -> Option<Entry> {
    (check ^ data == key).then(|| Entry::unpack(data)).flatten()
}

impl Table<'_> {
    #[inline]
    fn bucket(&self, key: u64) -> &Bucket<AtomicU64> {
        &self.buckets[place(key, self.buckets.len())]
    }

    /// Says that this key will be asked for soon. The processor fetches the
    /// cache line and goes on meanwhile, as nothing waits for what it reads.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        black_box(self.bucket(key)[0][0].load(Relaxed));
    }

    /// What is known of the position with this key.
    #[inline]
    pub fn get(&self, key: u64) -> Option<Entry> {
        self.bucket(key)
            .iter()
            .find_map(|[check, data]| read(key, check.load(Relaxed), data.load(Relaxed)))
    }

    /// Remembers an entry in the place of the one least worth keeping: of an
    /// earlier search, or of little depth. An entry without a tag inherits
    /// that of the same position.
    pub fn put(&self, key: u64, mut entry: Entry) {
        let generation = self.generation;
        let age = |data| i32::from(generation.wrapping_sub(generation_of(data)) % GENERATIONS);
        let mut place = None;
        let mut least = i32::MAX;
        for [check, data] in self.bucket(key) {
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

    /// How full the table is with results of the latest search, in thousandths,
    /// by a sample.
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
