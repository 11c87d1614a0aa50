//! The memory of hash tables, as buckets of entries.

use std::sync::atomic::AtomicU64;

use zerocopy::FromBytes;

use super::pages::{Bucket, Pages};

/// Whether a smaller table is taken where there is no memory for the one that was asked for. A page in
/// a browser can't know how much it gets, and never gets back what it has returned.
pub const MAY_SHRINK: bool = cfg!(target_family = "wasm");

/// The memory of a table can't be allocated.
#[derive(Copy, Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not enough memory for a hash table of {megabytes} MB")]
pub struct TableError {
    /// The requested size, in megabytes.
    pub megabytes: usize,
}

/// The memory of a hash table.
#[derive(Debug)]
pub struct TableMemory(Pages);

impl TableMemory {
    /// Allocates this many megabytes of zeros; 0 counts as 1.
    ///
    /// # Errors
    /// Returns an error if the memory can't be allocated.
    pub fn new(megabytes: usize) -> Result<Self, TableError> {
        let megabytes = megabytes.max(1);
        let error = TableError { megabytes };
        let bytes = megabytes.checked_mul(1 << 20).ok_or(error)?;
        Ok(Self(Pages::new(bytes).ok_or(error)?))
    }

    /// Asks for large pages, which mean fewer misses in the translation lookaside buffer, but
    /// take longer to provide. Systems without them keep small ones.
    #[must_use]
    pub fn with_large_pages(self) -> Self {
        self.0.ask_for_large_ones();
        self
    }

    /// Returns the size in megabytes.
    pub fn megabytes(&self) -> usize {
        self.0.bytes().len() >> 20
    }

    /// Returns the bucket of a key.
    #[inline]
    pub fn bucket(&self, key: u64) -> &Bucket<u64> {
        // A mapping begins at a page, and a page holds a whole number of buckets.
        let buckets = <[Bucket<u64>]>::ref_from_bytes(self.0.bytes()).unwrap_or_default();
        &buckets[bucket_index(key, buckets.len())]
    }

    /// Returns the bucket of a key, to change it.
    #[inline]
    pub fn bucket_mut(&mut self, key: u64) -> &mut Bucket<u64> {
        let buckets = self.buckets_mut();
        &mut buckets[bucket_index(key, buckets.len())]
    }

    /// Empties all buckets.
    pub fn clear(&mut self) {
        self.bytes_mut().fill(0);
    }

    /// Returns all bytes. An empty bucket consists of zeros, and bytes are filled with them by the
    /// fastest loop that the machine has.
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        self.0.bytes_mut()
    }

    /// Returns all buckets.
    fn buckets_mut(&mut self) -> &mut [Bucket<u64>] {
        <[Bucket<u64>]>::mut_from_bytes(self.0.bytes_mut()).unwrap_or_default()
    }

    /// Returns all buckets as atomics, which threads can share.
    pub fn shared_buckets(&mut self) -> &[Bucket<AtomicU64>] {
        <[Bucket<AtomicU64>]>::mut_from_bytes(self.0.bytes_mut()).unwrap_or_default()
    }
}

/// Returns the index of the bucket of a key, among this number of buckets.
#[inline]
pub fn bucket_index(key: u64, buckets: usize) -> usize {
    ((u128::from(key) * buckets as u128) >> 64) as usize
}
