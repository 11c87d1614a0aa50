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
mod memory;
mod pages;

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use prefetch_index::prefetch_index;
use rayon::ThreadPool;
use rayon::prelude::*;

pub use entry::{TableEntry, score_to_tt};
pub use memory::{MAY_SHRINK, TableError, TableMemory};

use entry::{GENERATIONS, bound_of, depth_of, generation_of};
use memory::bucket_index;
use pages::{Bucket, ENTRIES_PER_BUCKET};

use crate::base::score::is_proved;
use crate::base::zobrist::splitmix;

/// The number of bytes that a thread clears at a time.
const CLEAR_CHUNK: usize = 1 << 20;

/// The transposition table between searches.
#[derive(Debug)]
pub struct TableStorage {
    memory: TableMemory,
    /// The number of searches so far.
    searches: u32,
    /// What the latest search finds.
    scope: Scope,
    /// Whether a search may have written to the table. The system has not yet provided the
    /// pages of a table that was never used, and clearing it must not touch them.
    used: bool,
}

impl TableStorage {
    /// Returns an empty table of this size in megabytes; 0 counts as 1. Where it [may](MAY_SHRINK),
    /// it is half as large, or half of that, until there is memory for it.
    ///
    /// # Errors
    /// Returns an error if the memory can't be allocated.
    pub fn new(megabytes: usize) -> Result<Self, TableError> {
        let mut memory = TableMemory::new(megabytes);
        let mut size = megabytes;
        while MAY_SHRINK && memory.is_err() && size > 1 {
            size /= 2;
            memory = TableMemory::new(size);
        }
        Ok(Self {
            memory: memory?.with_large_pages(),
            searches: 0,
            scope: Scope::default(),
            used: false,
        })
    }

    /// Returns the size in megabytes.
    pub fn megabytes(&self) -> usize {
        self.memory.megabytes()
    }

    /// Opens the table for a new search, for which the present entries count as old. The
    /// search finds only entries that were stored with the same salt.
    pub fn open(&mut self, salt: u64) -> TranspositionTable<'_> {
        self.open_scope(salt, false)
    }

    /// Opens the table for a new search, as [`TableStorage::open`] does. The search finds entries that
    /// earlier such searches with the same salt have stored, but no proved scores of theirs.
    pub fn open_without_proofs(&mut self, salt: u64) -> TranspositionTable<'_> {
        self.open_scope(salt, true)
    }

    fn open_scope(&mut self, salt: u64, forgets_proofs: bool) -> TranspositionTable<'_> {
        self.used = true;
        self.searches = self.searches.wrapping_add(1);
        let generations = u32::from(GENERATIONS);
        // After a round of generations, old entries would look new.
        let round_salt = if forgets_proofs {
            splitmix((self.searches / generations).into())
        } else {
            0
        };
        self.scope = Scope {
            generation: (self.searches % generations) as u8,
            salt: salt ^ round_salt,
            forgets_proofs,
        };
        self.reopen()
    }

    /// Opens the table for the search for which it was opened last.
    pub fn reopen(&mut self) -> TranspositionTable<'_> {
        TranspositionTable {
            buckets: self.memory.shared_buckets(),
            scope: self.scope,
        }
    }

    /// Returns the entry of the position with this key, if any, as the latest search
    /// would find it.
    pub fn peek(&self, key: u64) -> Option<TableEntry> {
        let salted = key ^ self.scope.salt;
        let mut entries = self.memory.bucket(salted).iter();
        entries.find_map(|&[check, data]| self.scope.read(salted, check, data))
    }

    /// Clears the table on the threads of a pool; without one, on the calling thread.
    pub fn clear(&mut self, pool: Option<&ThreadPool>) {
        if self.used {
            match pool {
                Some(pool) => pool.install(|| {
                    let chunks = self.memory.bytes_mut().par_chunks_mut(CLEAR_CHUNK);
                    chunks.for_each(|chunk| chunk.fill(0));
                }),
                None => self.memory.clear(),
            }
        }
        self.used = false;
        self.searches = 0;
        self.scope = Scope::default();
    }
}

/// Which entries a search finds.
#[derive(Copy, Clone, Debug, Default)]
struct Scope {
    /// The generation of the search; entries of other generations are old.
    generation: u8,
    /// A number xored into each key, so that searches of different kinds share no
    /// entries.
    salt: u64,
    /// Whether old entries have no proved scores.
    forgets_proofs: bool,
}

impl Scope {
    /// Returns the entry that these two words contain, if it belongs to the salted key.
    #[inline]
    fn read(&self, salted: u64, check: u64, data: u64) -> Option<TableEntry> {
        if check ^ data != salted {
            return None;
        }
        let entry = TableEntry::unpack(data)?;
        let is_forgotten =
            self.forgets_proofs && generation_of(data) != self.generation && is_proved(entry.score);
        Some(if is_forgotten {
            entry.without_score()
        } else {
            entry
        })
    }
}

/// The transposition table during one search: a fixed number of [`TableEntry`]s, found by
/// key. The words of an entry are the check word (key xor data) and the data.
#[derive(Copy, Clone, Debug)]
pub struct TranspositionTable<'m> {
    buckets: &'m [Bucket<AtomicU64>],
    scope: Scope,
}

impl TranspositionTable<'_> {
    #[inline]
    fn bucket(&self, salted: u64) -> &Bucket<AtomicU64> {
        &self.buckets[bucket_index(salted, self.buckets.len())]
    }

    /// Prefetches the bucket of a key that will soon be probed.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        let index = bucket_index(key ^ self.scope.salt, self.buckets.len());
        prefetch_index(self.buckets, index);
    }

    /// Probes the table: returns the entry of the position with this key, if any.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<TableEntry> {
        let salted = key ^ self.scope.salt;
        self.bucket(salted).iter().find_map(|[check, data]| {
            let (check, data) = (check.load(Relaxed), data.load(Relaxed));
            self.scope.read(salted, check, data)
        })
    }

    /// Stores an entry in place of that of the same position; drops the new entry if the old
    /// one is of this search and much deeper, and the new bound is not exact. For a new
    /// position, replaces the least valuable entry of the bucket: an empty, old or shallow
    /// one. An entry without a tag inherits the tag stored for the same position.
    pub fn store(&self, key: u64, mut entry: TableEntry) {
        let salted = key ^ self.scope.salt;
        let generation = self.scope.generation;
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
        let used = self.buckets[..1000 / ENTRIES_PER_BUCKET]
            .iter()
            .flatten()
            .map(|[_, data]| data.load(Relaxed))
            .filter(|&data| {
                bound_of(data).is_some() && generation_of(data) == self.scope.generation
            });
        used.count() as u32
    }
}

#[cfg(test)]
mod tests;
