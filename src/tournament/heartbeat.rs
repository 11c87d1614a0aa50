//! Detects the periods in which the runner itself did not run.
//!
//! A thread beats every [`INTERVAL`]. If a beat is late, possibly no thread of the runner ran in
//! the meantime: the process was stopped by a signal, or the machine was suspended or is badly
//! overloaded. An answer that an engine gave in such a gap is read only after it, so its time of
//! arrival proves nothing about the engine.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, Weak};
use std::thread::{Builder, sleep};
use std::time::{Duration, Instant};

use crate::util::sync::lock;

/// The time between two beats.
const INTERVAL: Duration = Duration::from_millis(20);
/// The greatest delay of a beat that does not count as a gap: on a busy machine, sleeping threads
/// are often woken some milliseconds late.
const TOLERANCE: Duration = Duration::from_millis(30);
/// The minimum length of a long gap. On a machine that is merely busy, a thread that wakes up waits
/// some milliseconds for each of the others: less than this in all, even with dozens of engines on
/// two processors. A process that is stopped by hand, or a machine that is suspended, pauses for
/// longer.
pub const LONG_GAP: Duration = Duration::from_millis(500);
/// The maximum number of gaps that are kept; the oldest is dropped first.
const MAX_GAPS: usize = 10_000;

/// A period in which the runner did not run.
#[derive(Copy, Clone, Debug)]
struct Gap {
    from: Instant,
    to: Instant,
    /// The part of the gap that the clock of [`Instant`] did not count, because the machine was
    /// suspended.
    suspended: Duration,
}

impl Gap {
    fn length(&self) -> Duration {
        self.to.saturating_duration_since(self.from) + self.suspended
    }

    /// Returns how much of the gap lies between two instants.
    fn overlap(&self, from: Instant, to: Instant) -> Duration {
        if self.to <= from || self.from >= to {
            return Duration::ZERO;
        }
        let counted = self
            .to
            .min(to)
            .saturating_duration_since(self.from.max(from));
        counted + self.suspended
    }
}

#[derive(Debug)]
struct Beats {
    last: Instant,
    /// The total time for which the machine had been suspended at the last beat.
    suspended: Duration,
    gaps: VecDeque<Gap>,
}

impl Beats {
    const fn new(now: Instant, suspended: Duration) -> Self {
        Self {
            last: now,
            suspended,
            gaps: VecDeque::new(),
        }
    }

    fn beat(&mut self, now: Instant, suspended: Duration) {
        let silence = now.saturating_duration_since(self.last);
        let new_suspension = suspended.saturating_sub(self.suspended);
        let is_late = silence > INTERVAL + TOLERANCE;
        if is_late || new_suspension > INTERVAL + TOLERANCE {
            if self.gaps.len() == MAX_GAPS {
                self.gaps.pop_front();
            }
            self.gaps.push_back(Gap {
                from: self.last,
                to: now,
                suspended: new_suspension,
            });
        }
        self.last = now;
        self.suspended = suspended;
    }

    fn gaps_since(&self, from: Instant) -> impl Iterator<Item = &Gap> {
        let gaps = self.gaps.iter().rev();
        gaps.take_while(move |gap| gap.to > from)
    }

    /// Returns the length of the longest gap between two instants, counting only the part between
    /// them; `None` without a gap.
    fn longest(&self, from: Instant, to: Instant) -> Option<Duration> {
        let gaps = self.gaps_since(from);
        gaps.map(|gap| gap.overlap(from, to)).max()
    }

    /// Returns the total length of the parts of the long gaps that lie between two instants.
    fn lost(&self, from: Instant, to: Instant) -> Duration {
        let gaps = self.gaps_since(from);
        let long = gaps.filter(|gap| gap.length() >= LONG_GAP);
        long.map(|gap| gap.overlap(from, to)).sum()
    }
}

/// The heartbeat of the runner. Its thread ends when the last handle is dropped.
#[derive(Debug)]
pub struct Heartbeat {
    /// `None` if the thread could not be started; then no gap is found.
    beats: Option<Mutex<Beats>>,
}

impl Heartbeat {
    /// Starts the heartbeat.
    pub fn start() -> Arc<Self> {
        let beats = Mutex::new(Beats::new(Instant::now(), suspended_time()));
        let heartbeat = Arc::new(Self { beats: Some(beats) });
        let weak = Arc::downgrade(&heartbeat);
        let thread = Builder::new().name("batyr-heartbeat".to_owned());
        match thread.spawn(move || beat_until_dropped(&weak)) {
            Ok(_) => heartbeat,
            Err(error) => {
                log::warn!(
                    "can't start the heartbeat; delays of the runner are not found: {error}"
                );
                Arc::new(Self { beats: None })
            }
        }
    }

    /// Returns for how long the runner did not run between two instants, in all long gaps together.
    /// Shorter ones do not count: where every beat is late, they would cover all the time.
    pub fn lost_between(&self, from: Instant, to: Instant) -> Duration {
        let lost = self.beat(|beats| beats.lost(from, to));
        lost.unwrap_or_default()
    }

    /// Returns the length of the longest gap between two instants; zero without a gap.
    pub fn longest_gap_between(&self, from: Instant, to: Instant) -> Duration {
        let longest = self.beat(|beats| beats.longest(from, to));
        longest.flatten().unwrap_or_default()
    }

    /// Beats, then returns what `ask` returns. The beat is needed because a thread may ask right
    /// after a gap, before the heartbeat's own thread has beaten again.
    fn beat<T>(&self, ask: impl FnOnce(&Beats) -> T) -> Option<T> {
        let beats = self.beats.as_ref()?;
        let mut beats = lock(beats);
        beats.beat(Instant::now(), suspended_time());
        Some(ask(&beats))
    }
}

#[cfg(test)]
impl Heartbeat {
    /// Returns a heartbeat without a thread that has beaten this many times from `start` on.
    pub fn with_beats(start: Instant, interval: Duration, count: u32) -> Self {
        let mut beats = Beats::new(start, suspended_time());
        for number in 1..count {
            beats.beat(start + interval * number, suspended_time());
        }
        Self {
            beats: Some(Mutex::new(beats)),
        }
    }
}

/// The end of a wait for an engine. A long gap does not count as waiting, because the engine may
/// have answered in it.
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
        // Gaps matter only once the wait would otherwise have ended.
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

fn beat_until_dropped(heartbeat: &Weak<Heartbeat>) {
    while let Some(heartbeat) = heartbeat.upgrade() {
        let _ = heartbeat.beat(|_| ());
        drop(heartbeat);
        sleep(INTERVAL);
    }
}

/// Returns for how long the machine has been suspended since it was started. On Linux, the clock
/// of [`Instant`] does not count this time.
#[cfg(target_os = "linux")]
fn suspended_time() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    let since_start = |clock| Duration::try_from(clock_gettime(clock)).unwrap_or_default();
    let monotonic = since_start(ClockId::Monotonic);
    since_start(ClockId::Boottime).saturating_sub(monotonic)
}

/// On other systems, the clock of [`Instant`] counts this time, or the time is unknown.
#[cfg(not(target_os = "linux"))]
const fn suspended_time() -> Duration {
    Duration::ZERO
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(count: u64) -> Duration {
        Duration::from_millis(count)
    }

    #[test]
    fn a_late_beat_is_a_gap() {
        let start = Instant::now();
        let mut beats = Beats::new(start, Duration::ZERO);
        for at in [20, 60, 3060, 3080] {
            beats.beat(start + ms(at), Duration::ZERO);
        }
        let lost = |from, to| beats.lost(start + ms(from), start + ms(to));
        assert_eq!(lost(0, 5000), ms(3000));
        assert_eq!(lost(1060, 2060), ms(1000));
        assert_eq!(lost(3060, 5000), Duration::ZERO);
        // An answer that arrived before the process was stopped, but after the last beat.
        assert_eq!(lost(0, 69), ms(9));
    }

    #[test]
    fn a_suspension_is_a_gap_on_a_clock_that_does_not_count_it() {
        let start = Instant::now();
        let mut beats = Beats::new(start, ms(500));
        beats.beat(start + ms(20), ms(500));
        beats.beat(start + ms(40), ms(60_500));
        beats.beat(start + ms(60), ms(60_500));
        let longest = |from, to| beats.longest(start + ms(from), start + ms(to));
        assert_eq!(longest(10, 55), Some(ms(60_020)));
        assert_eq!(longest(40, 60), None);
    }

    #[test]
    fn a_thread_that_asks_before_the_next_beat_learns_of_the_gap() {
        let from = Instant::now();
        let heartbeat = Heartbeat::with_beats(from, ms(0), 1);
        sleep(ms(600));
        let gap = heartbeat.longest_gap_between(from, Instant::now());
        let lost = heartbeat.lost_between(from, Instant::now());
        assert!(gap >= ms(600) && lost >= ms(600), "{gap:?} {lost:?}");
    }

    #[test]
    fn the_heartbeat_finds_no_long_gap_in_a_process_that_runs() {
        let heartbeat = Heartbeat::start();
        let from = Instant::now();
        sleep(ms(1000));
        let lost = heartbeat.longest_gap_between(from, Instant::now());
        assert!(lost < ms(900), "{lost:?}");
    }

    #[test]
    fn a_wait_ends_although_every_beat_is_late() {
        let start = Instant::now();
        let heartbeat = Heartbeat::with_beats(start, ms(60), 1 + 1200 / 60);
        let deadline = Deadline::new(start, ms(1000));
        assert!(!deadline.is_over(&heartbeat));
        sleep(ms(1200));
        assert!(deadline.is_over(&heartbeat));
    }

    #[test]
    fn a_long_gap_prolongs_a_wait() {
        let start = Instant::now();
        let heartbeat = Heartbeat::with_beats(start, ms(600), 2);
        let deadline = Deadline::new(start, ms(100));
        sleep(ms(620));
        assert!(!deadline.is_over(&heartbeat));
        sleep(ms(100));
        assert!(deadline.is_over(&heartbeat));
    }
}
