//! When a check, or the whole examination, ends.

use std::time::{Duration, Instant};

/// An end of waiting, and what is said when it has come.
#[derive(Clone, Debug)]
pub struct Deadline {
    /// When it comes.
    pub at: Instant,
    /// What is said then.
    pub why: String,
}

impl Deadline {
    /// A deadline after this time.
    pub fn new(time: Duration, why: String) -> Self {
        let now = Instant::now();
        // Some time too long for the clock is as good as no limit: a year.
        let at = now.checked_add(time);
        let at = at.unwrap_or_else(|| now + Duration::from_secs(365 * 86_400));
        Self { at, why }
    }

    /// The one that comes first.
    pub fn min(self, other: &Self) -> Self {
        if other.at < self.at {
            other.clone()
        } else {
            self
        }
    }

    /// Whether it has come.
    pub fn is_over(&self) -> bool {
        Instant::now() >= self.at
    }
}
