//! The end of a wait for an engine.
//!
//! Time at which the runner did not run does not count: the engine may have answered in it.

use std::time::{Duration, Instant};

use super::Player;

/// The end of a wait.
#[derive(Copy, Clone, Debug)]
pub struct Deadline {
    since: Instant,
    limit: Duration,
}

impl Deadline {
    /// Returns the end of a wait from `since` for this long.
    pub const fn new(since: Instant, limit: Duration) -> Self {
        Self { since, limit }
    }
}

impl Player {
    /// Returns the instant at which the wait ends, as far as that is known now.
    pub(super) fn end_of(&self, deadline: Deadline) -> Instant {
        let now = Instant::now();
        let end = deadline.since + deadline.limit;
        // The heartbeat is asked only when the wait would end without it.
        if now < end {
            return end;
        }
        end + self.heartbeat.lost_between(deadline.since, now)
    }

    /// Returns whether the wait has ended.
    pub(super) fn is_over(&self, deadline: Deadline) -> bool {
        Instant::now() >= self.end_of(deadline)
    }
}
