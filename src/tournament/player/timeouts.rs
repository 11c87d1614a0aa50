//! The time limits on waiting for an engine.

use serde::{Deserialize, Serialize};

/// The time limits on waiting for an engine, apart from its clock, in
/// milliseconds.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Timeouts {
    /// The limit from the start of a process to the end of the handshake, and again for getting
    /// ready for a new game.
    pub start_ms: u64,
    /// The limit from `isready` to `readyok` before a search.
    pub ready_ms: u64,
    /// The time beyond an engine's time limit for which the runner waits for the answer that loses
    /// on time; after that, the engine is considered stalled.
    pub grace_ms: u64,
    /// The limit for the answer of an engine that is limited only by depth or by
    /// number of nodes.
    pub untimed_ms: u64,
    /// The time from `quit` until the process is killed.
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
