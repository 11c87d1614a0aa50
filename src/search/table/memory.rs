//! The bytes of the table, as the system gives them: zeroed, by the page, in
//! large pages where it offers them, and not before they are touched, so that a
//! huge table costs no start.

use std::sync::atomic::AtomicU64;

use memmap2::MmapMut;
use rayon::prelude::*;
use zerocopy::FromBytes;

use super::entry::GENERATIONS;
use super::{Bucket, Entry, Table, place, read};

/// What a thread clears at a time, in bytes.
const PORTION: usize = 1 << 20;

/// The memory for a table could not be had; the old one stays.
#[derive(Copy, Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no memory for a hash table of {megabytes} MB")]
pub struct TableError {
    /// The size asked for.
    pub megabytes: usize,
}

/// What a searcher keeps of the table between searches.
#[derive(Debug)]
pub struct Memory {
    bytes: MmapMut,
    megabytes: usize,
    generation: u8,
    /// Whether a search may have written. The memory of a table that was never
    /// used is not the system's burden yet, and clearing must not make it so.
    used: bool,
}

impl Memory {
    /// An empty table of this size; 0 counts as 1.
    ///
    /// # Errors
    /// If the system refuses the memory.
    pub fn new(megabytes: usize) -> Result<Self, TableError> {
        let megabytes = megabytes.max(1);
        let error = TableError { megabytes };
        let bytes = megabytes.checked_mul(1 << 20).ok_or(error)?;
        let bytes = MmapMut::map_anon(bytes).map_err(|_| error)?;
        // Fewer pages, fewer misses of the processor's list of them. Who has no
        // large pages gets small ones.
        #[cfg(target_os = "linux")]
        let _ = bytes.advise(memmap2::Advice::HugePage);
        Ok(Self {
            bytes,
            megabytes,
            generation: 0,
            used: false,
        })
    }

    /// The size in megabytes.
    pub const fn megabytes(&self) -> usize {
        self.megabytes
    }

    /// The table for a new search: what is in it is of an earlier one.
    pub fn open(&mut self) -> Table<'_> {
        self.used = true;
        self.generation = (self.generation + 1) % GENERATIONS;
        Table {
            buckets: <[Bucket<AtomicU64>]>::mut_from_bytes(&mut self.bytes).unwrap_or_default(),
            generation: self.generation,
        }
    }

    /// What is known of the position with this key, between searches.
    pub fn peek(&self, key: u64) -> Option<Entry> {
        let buckets = <[Bucket<u64>]>::ref_from_bytes(&self.bytes).unwrap_or_default();
        let bucket = &buckets[place(key, buckets.len())];
        bucket
            .iter()
            .find_map(|&[check, data]| read(key, check, data))
    }

    /// Forgets all, with the threads of the rayon pool it is called in.
    pub fn clear(&mut self) {
        if self.used {
            let portions = self.bytes.par_chunks_mut(PORTION);
            portions.for_each(|portion| portion.fill(0));
        }
        self.used = false;
        self.generation = 0;
    }
}
