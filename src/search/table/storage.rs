//! The memory of the transposition table: zeroed pages from the operating system, large
//! ones where available. The system provides a page only when it is first touched, so a
//! huge table does not slow the start.

use std::sync::atomic::AtomicU64;

use memmap2::MmapMut;
use rayon::prelude::*;
use zerocopy::FromBytes;

use super::entry::GENERATIONS;
use super::{Bucket, TableEntry, TranspositionTable, bucket_index, read};

/// The number of bytes that a thread clears at a time.
const CLEAR_CHUNK: usize = 1 << 20;

/// The error when the memory of a table can't be allocated; the old table is kept.
#[derive(Copy, Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not enough memory for a hash table of {megabytes} MB")]
pub struct TableError {
    /// The requested size, in megabytes.
    pub megabytes: usize,
}

/// The memory of the table, which a searcher keeps between searches.
#[derive(Debug)]
pub struct TableStorage {
    bytes: MmapMut,
    megabytes: usize,
    generation: u8,
    /// The salt of the latest search.
    salt: u64,
    /// Whether a search may have written to the table. The system has not yet provided the
    /// pages of a table that was never used, and clearing it must not touch them.
    used: bool,
}

impl TableStorage {
    /// Returns an empty table of this size in megabytes; 0 counts as 1.
    ///
    /// # Errors
    /// Returns an error if the memory can't be allocated.
    pub fn new(megabytes: usize) -> Result<Self, TableError> {
        let megabytes = megabytes.max(1);
        let error = TableError { megabytes };
        let bytes = megabytes.checked_mul(1 << 20).ok_or(error)?;
        let bytes = MmapMut::map_anon(bytes).map_err(|_| error)?;
        // Larger pages mean fewer misses in the translation lookaside buffer.
        // Systems without large pages keep small ones.
        #[cfg(target_os = "linux")]
        let _ = bytes.advise(memmap2::Advice::HugePage);
        Ok(Self {
            bytes,
            megabytes,
            generation: 0,
            salt: 0,
            used: false,
        })
    }

    /// Returns the size in megabytes.
    pub const fn megabytes(&self) -> usize {
        self.megabytes
    }

    /// Opens the table for a new search, for which the present entries count as old. The
    /// search finds only entries that were stored with the same salt.
    pub fn open(&mut self, salt: u64) -> TranspositionTable<'_> {
        self.used = true;
        self.salt = salt;
        self.generation = (self.generation + 1) % GENERATIONS;
        TranspositionTable {
            buckets: <[Bucket<AtomicU64>]>::mut_from_bytes(&mut self.bytes).unwrap_or_default(),
            generation: self.generation,
            salt,
        }
    }

    /// Returns the entry of the position with this key as the latest search
    /// would find it.
    pub fn peek(&self, key: u64) -> Option<TableEntry> {
        let key = key ^ self.salt;
        let buckets = <[Bucket<u64>]>::ref_from_bytes(&self.bytes).unwrap_or_default();
        let bucket = &buckets[bucket_index(key, buckets.len())];
        bucket
            .iter()
            .find_map(|&[check, data]| read(key, check, data))
    }

    /// Clears the table on the threads of the current rayon pool.
    pub fn clear(&mut self) {
        if self.used {
            let chunks = self.bytes.par_chunks_mut(CLEAR_CHUNK);
            chunks.for_each(|chunk| chunk.fill(0));
        }
        self.used = false;
        self.generation = 0;
        self.salt = 0;
    }
}
