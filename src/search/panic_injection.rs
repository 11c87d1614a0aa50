//! A panic on demand, to test that a search still answers when a worker panics.
//!
//! It occurs only in builds with debug assertions, and only if the environment variable
//! `BATYR_PANIC_AT_NODE` is the number of a node: the first worker whose search reaches
//! that number of nodes panics, once in the life of the process.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

const ENVIRONMENT_VARIABLE: &str = "BATYR_PANIC_AT_NODE";
/// A node number that no worker reaches.
const NEVER: u64 = u64::MAX;

static NODE: LazyLock<AtomicU64> = LazyLock::new(|| {
    let node = std::env::var(ENVIRONMENT_VARIABLE).ok();
    AtomicU64::new(node.and_then(|text| text.parse().ok()).unwrap_or(NEVER))
});

/// Panics at the first call with the node number that the environment variable gives.
#[inline]
#[allow(clippy::panic)] // its purpose
pub fn panic_at(node: u64) {
    if cfg!(debug_assertions)
        && NODE.load(Relaxed) == node
        && NODE.compare_exchange(node, NEVER, Relaxed, Relaxed).is_ok()
    {
        panic!("injected by {ENVIRONMENT_VARIABLE}");
    }
}
