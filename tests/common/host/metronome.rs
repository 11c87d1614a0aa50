//! A thread that only sleeps, to tell a machine that stalled from an engine that was slow.

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread::{sleep, spawn},
    time::{Duration, Instant},
};

const BEAT: Duration = Duration::from_millis(1);
/// Beats later than this are recorded.
const LATE: Duration = Duration::from_millis(3);

/// A timer that beats every millisecond and records the beats that came late.
pub struct Metronome {
    /// When each late beat was due, and when it came.
    missed: Arc<Mutex<Vec<(Instant, Instant)>>>,
    stop: Arc<AtomicBool>,
}

impl Default for Metronome {
    fn default() -> Self {
        let missed = Arc::new(Mutex::new(Vec::new()));
        let stop = Arc::new(AtomicBool::new(false));
        let (notes, end) = (Arc::clone(&missed), Arc::clone(&stop));
        spawn(move || {
            while !end.load(Ordering::Relaxed) {
                let due = Instant::now() + BEAT;
                sleep(BEAT);
                let came = Instant::now();
                if came - due > LATE {
                    let mut notes = notes.lock().unwrap_or_else(PoisonError::into_inner);
                    notes.push((due, came));
                }
            }
        });
        Self { missed, stop }
    }
}

impl Metronome {
    /// Returns how long the machine has stood still since `from`.
    pub fn stood_still_since(&self, from: Instant) -> Duration {
        // The metronome itself may still have to wake up.
        sleep(5 * BEAT);
        let missed = self.missed.lock().unwrap_or_else(PoisonError::into_inner);
        let overlap = |&(due, came): &(Instant, Instant)| came - due.max(from).min(came);
        missed
            .iter()
            .rev()
            .take_while(|(_, came)| *came > from)
            .map(overlap)
            .sum()
    }
}

impl Drop for Metronome {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}
