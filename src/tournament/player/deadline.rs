//! The end of a wait for an engine.
//!
//! A long time at which the runner did not run does not count: the engine may have answered in it.

use std::time::{Duration, Instant};

use crate::tournament::heartbeat::Heartbeat;

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

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(count: u64) -> Duration {
        Duration::from_millis(count)
    }

    #[test]
    fn a_wait_ends_although_every_beat_is_late() {
        let start = Instant::now();
        let heartbeat = Heartbeat::with_beats(start, ms(60), 1 + 1200 / 60);
        let deadline = Deadline::new(start, ms(1000));
        assert!(!deadline.is_over(&heartbeat));
        std::thread::sleep(ms(1200));
        assert!(deadline.is_over(&heartbeat));
    }

    #[test]
    fn a_long_gap_prolongs_a_wait() {
        let start = Instant::now();
        let heartbeat = Heartbeat::with_beats(start, ms(600), 2);
        let deadline = Deadline::new(start, ms(100));
        std::thread::sleep(ms(620));
        assert!(!deadline.is_over(&heartbeat));
        std::thread::sleep(ms(100));
        assert!(deadline.is_over(&heartbeat));
    }
}
