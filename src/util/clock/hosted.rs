//! A clock that the program sets.
//!
//! Clocks of browsers are coarse, and some go back; an interval here is then zero, never negative.

use std::ops::{Add, Sub};
use std::sync::OnceLock;
use std::time::Duration;

/// Returns the time since any fixed moment.
type Clock = fn() -> Duration;

static CLOCK: OnceLock<Clock> = OnceLock::new();

/// Sets the clock. Only the first clock counts, so that no interval is between two clocks.
pub fn set_clock(clock: Clock) {
    CLOCK.get_or_init(|| clock);
}

/// A moment of the clock that was set; without one, time stands still.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Instant(Duration);

impl Instant {
    /// Returns the present moment.
    pub fn now() -> Self {
        Self(CLOCK.get().map_or(Duration::ZERO, |clock| clock()))
    }

    /// Returns the time that has passed since this moment.
    pub fn elapsed(&self) -> Duration {
        Self::now() - *self
    }

    /// Returns the time since an earlier moment; zero if it is later.
    pub fn saturating_duration_since(&self, earlier: Self) -> Duration {
        self.0.saturating_sub(earlier.0)
    }

    /// Returns the moment after this time; `None` if it is too far away.
    pub fn checked_add(&self, time: Duration) -> Option<Self> {
        self.0.checked_add(time).map(Self)
    }
}

impl Add<Duration> for Instant {
    type Output = Self;

    fn add(self, time: Duration) -> Self {
        Self(self.0.saturating_add(time))
    }
}

impl Sub for Instant {
    type Output = Duration;

    fn sub(self, earlier: Self) -> Duration {
        self.saturating_duration_since(earlier)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

    use super::*;

    #[test]
    fn time_is_that_of_the_clock_and_never_goes_back() {
        static MILLISECONDS: AtomicU64 = AtomicU64::new(0);
        assert_eq!(Instant::now().elapsed(), Duration::ZERO);
        set_clock(|| Duration::from_millis(MILLISECONDS.load(Relaxed)));
        MILLISECONDS.store(70, Relaxed);
        let start = Instant::now();
        MILLISECONDS.store(95, Relaxed);
        assert_eq!(start.elapsed(), Duration::from_millis(25));
        assert_eq!(start + start.elapsed(), Instant::now());
        MILLISECONDS.store(40, Relaxed);
        assert_eq!(start.elapsed(), Duration::ZERO);
        set_clock(|| Duration::MAX);
        assert_eq!(Instant::now().0, Duration::from_millis(40));
        assert_eq!(start.checked_add(Duration::MAX), None);
    }
}
