//! For how long the runner waits for whom.

use serde::{Deserialize, Serialize};

/// Times that have nothing to do with the engines' clocks, in milliseconds.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Patience {
    /// From the start of a process to the end of the handshake; the same again
    /// until it is ready for a new game.
    pub start_ms: u64,
    /// From `isready` to `readyok` before a search.
    pub ready_ms: u64,
    /// So much longer than its time an engine may think until it is taken to
    /// be stuck; it has lost on time before that.
    pub grace_ms: u64,
    /// For the answer of an engine that has a depth or a number of nodes for
    /// limit, and no time.
    pub untimed_ms: u64,
    /// From `quit` to the end of the process, which is killed then.
    pub quit_ms: u64,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            start_ms: 10_000,
            ready_ms: 5_000,
            grace_ms: 5_000,
            untimed_ms: 600_000,
            quit_ms: 1_500,
        }
    }
}
