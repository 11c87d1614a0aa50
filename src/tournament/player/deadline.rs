//! The end of a wait for an engine.
//!
//! Time at which the runner did not run does not count: the engine may have answered in it.

use std::time::{Duration, Instant};

use crate::tournament::Heartbeat;

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

    /// Returns the instant at which the wait ends, as far as that is known now.
    pub fn end(self, heartbeat: &Heartbeat) -> Instant {
        let now = Instant::now();
        let end = self.since + self.limit;
        // The heartbeat is asked only when the wait would end without it.
        if now < end {
            return end;
        }
        end + heartbeat.lost_between(self.since, now)
    }

    /// Returns whether the wait has ended.
    pub fn is_over(self, heartbeat: &Heartbeat) -> bool {
        Instant::now() >= self.end(heartbeat)
    }
}
