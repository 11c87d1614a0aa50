//! What a host may ask of the engine.

use crate::engine::DEFAULT_HASH;

/// The limits of one host.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Allowance {
    /// The greatest table, in megabytes.
    pub max_hash: usize,
    /// The most search threads.
    pub max_threads: usize,
    /// Files of this machine may be named.
    pub files: bool,
    /// The benchmark may be run: its table comes on top of the host's own.
    pub bench: bool,
    /// The cores are shared with the engines of other hosts.
    pub shares_cores: bool,
}

/// 32 TiB: what fits the address space of a big machine.
const MOST_HASH: usize = 1 << 25;

impl Allowance {
    /// For whoever has started the program.
    pub fn owner() -> Self {
        // Four threads a core: more would only keep each other from answering.
        let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
        Self {
            max_hash: MOST_HASH,
            max_threads: 4 * cores.max(2),
            files: true,
            bench: true,
            shares_cores: false,
        }
    }

    /// The size of the table at first.
    pub const fn default_hash(&self) -> usize {
        if self.max_hash < DEFAULT_HASH {
            self.max_hash
        } else {
            DEFAULT_HASH
        }
    }
}
