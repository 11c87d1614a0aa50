//! The time limits on waiting for an engine that its specification sets.

use serde::{Deserialize, Serialize};

/// The time limits on waiting that the specification of an engine sets, in milliseconds.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct EngineTimeouts {
    /// The limit for the handshake, and for getting ready for a new game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start_ms: Option<u64>,
    /// The limit from `isready` to `readyok` before a search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ready_ms: Option<u64>,
    /// The limit for an answer to a search that is limited only by depth or by number of nodes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub move_ms: Option<u64>,
}

impl EngineTimeouts {
    /// Returns whether the engine has no limit of its own.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
