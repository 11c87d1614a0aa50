//! The time limits of waits for an engine.

use serde::{Deserialize, Serialize};

/// The limits of the waits that are independent of the engines' clocks, in
/// milliseconds.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Timeouts {
    /// The time from the start of a process to the end of the handshake, and again from there until
    /// the engine is ready for a new game.
    pub start_ms: u64,
    /// The time from `isready` to `readyok` before a search.
    pub ready_ms: u64,
    /// The time beyond its clock after which an engine that still thinks is considered stuck; by
    /// then it has lost on time.
    pub grace_ms: u64,
    /// The time for the answer of an engine whose limit is a depth or a number
    /// of nodes, without a clock.
    pub untimed_ms: u64,
    /// The time from `quit` to the end of the process, which is killed after that time.
    pub quit_ms: u64,
}

impl Default for Timeouts {
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
