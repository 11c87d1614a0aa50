//! Deadlines of a check and of the whole run.

use std::time::{Duration, Instant};

/// A deadline, and the reason to report when it has passed.
#[derive(Clone, Debug)]
pub struct Deadline {
    /// The time of the deadline.
    pub at: Instant,
    /// The reason to report once the deadline has passed.
    pub reason: String,
}

impl Deadline {
    /// Returns the deadline that is this far away.
    pub fn new(time: Duration, reason: String) -> Self {
        let now = Instant::now();
        // A time that the clock cannot represent becomes a year.
        let at = now.checked_add(time);
        let at = at.unwrap_or_else(|| now + Duration::from_secs(365 * 86_400));
        Self { at, reason }
    }

    /// Returns the earlier of two deadlines.
    pub fn min(self, other: &Self) -> Self {
        if other.at < self.at {
            other.clone()
        } else {
            self
        }
    }

    /// Returns whether the deadline has passed.
    pub fn is_over(&self) -> bool {
        Instant::now() >= self.at
    }
}
