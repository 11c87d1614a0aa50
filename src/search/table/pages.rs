//! Zeroed memory from the operating system, which provides a page only when it is first touched,
//! so a huge table does not slow the start. Where there are no such pages, as in a browser, the
//! memory is the program's own.

/// The number of entries in a bucket, which share a cache line.
pub const ENTRIES_PER_BUCKET: usize = 4;

/// The entries among which a key may be stored, each of two words.
pub type Bucket<T> = [[T; 2]; ENTRIES_PER_BUCKET];

#[cfg(not(target_family = "wasm"))]
mod system {
    use memmap2::MmapMut;

    /// The memory: pages of the operating system.
    #[derive(Debug)]
    pub struct Pages(MmapMut);

    impl Pages {
        /// Allocates this many bytes; `None` if they can't be had.
        pub fn new(bytes: usize) -> Option<Self> {
            MmapMut::map_anon(bytes).ok().map(Self)
        }

        /// Asks for large pages, where the system has them.
        pub fn ask_for_large_ones(&self) {
            #[cfg(target_os = "linux")]
            let _ = self.0.advise(memmap2::Advice::HugePage);
        }

        /// Returns the bytes. They begin at a page.
        pub fn bytes(&self) -> &[u8] {
            &self.0
        }

        /// Returns the bytes, to change them.
        pub fn bytes_mut(&mut self) -> &mut [u8] {
            &mut self.0
        }
    }
}

#[cfg(target_family = "wasm")]
mod system {
    use zerocopy::IntoBytes;

    use super::Bucket;

    /// The memory: buckets, as their alignment is what counts.
    #[derive(Debug)]
    pub struct Pages(Vec<Bucket<u64>>);

    impl Pages {
        /// Allocates this many bytes, rounded down to whole buckets; `None` if they can't be had.
        pub fn new(bytes: usize) -> Option<Self> {
            let count = bytes / size_of::<Bucket<u64>>();
            let mut buckets = Vec::new();
            buckets.try_reserve_exact(count).ok()?;
            buckets.resize(count, Bucket::default());
            Some(Self(buckets))
        }

        /// There is only one kind of pages.
        pub const fn ask_for_large_ones(&self) {}

        /// Returns the bytes.
        pub fn bytes(&self) -> &[u8] {
            self.0.as_bytes()
        }

        /// Returns the bytes, to change them.
        pub fn bytes_mut(&mut self) -> &mut [u8] {
            self.0.as_mut_bytes()
        }
    }
}

pub use system::Pages;
