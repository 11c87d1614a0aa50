//! The limits on a host's use of the engine.

use crate::engine::DEFAULT_HASH;

/// The limits on one host.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HostLimits {
    /// The maximum size of the transposition table, in megabytes.
    pub max_hash: usize,
    /// The maximum number of search threads.
    pub max_threads: usize,
    /// Whether the host may name files on this machine.
    pub allows_files: bool,
    /// Whether the host may run the benchmark, which allocates a transposition
    /// table in addition to the host's own.
    pub allows_bench: bool,
    /// Whether the host's engine shares the processor cores with those of other hosts.
    pub shares_cores: bool,
}

/// The maximum size of a transposition table, in megabytes: 32 TiB, which fits in the
/// address space of a large machine.
const MAX_HASH: usize = 1 << 25;

impl HostLimits {
    /// Returns the limits for the person who started the program.
    pub fn owner() -> Self {
        // More than four threads per core would only slow each other down.
        let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
        Self {
            max_hash: MAX_HASH,
            max_threads: 4 * cores.max(2),
            allows_files: true,
            allows_bench: true,
            shares_cores: false,
        }
    }

    /// Returns the initial size of the transposition table, in megabytes.
    pub const fn default_hash(&self) -> usize {
        if self.max_hash < DEFAULT_HASH {
            self.max_hash
        } else {
            DEFAULT_HASH
        }
    }
}
