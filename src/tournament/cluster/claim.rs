//! The claim of a chunk by a worker.

/// A claim of a chunk.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Claim {
    /// The number of the chunk, from 1.
    pub chunk: u32,
    /// The generation: 1 for the first claim of the chunk.
    pub generation: u32,
}
