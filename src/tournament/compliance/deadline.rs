//! Deadlines for a check and for the whole run.

use std::time::{Duration, Instant};

/// A deadline, with the reason to report once it has passed.
#[derive(Clone, Debug)]
pub struct Deadline {
    /// The time of the deadline.
    pub at: Instant,
    /// The reason to report once the deadline has passed.
    pub reason: String,
}

impl Deadline {
    /// Returns a deadline after this time.
    pub fn new(time: Duration, reason: String) -> Self {
        let now = Instant::now();
        // A time that is too long for the clock becomes a year.
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
    pub fn has_passed(&self) -> bool {
        Instant::now() >= self.at
    }
}
