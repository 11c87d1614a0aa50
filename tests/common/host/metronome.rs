//! Distinguishes a stalled machine from a slow engine, by means of a thread that only sleeps.

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread::{sleep, spawn},
    time::{Duration, Instant},
};

/// The time between two beats.
const PERIOD: Duration = Duration::from_millis(1);
/// The delay beyond which a beat is recorded as late.
const MAX_DELAY: Duration = Duration::from_millis(3);

/// A timer that beats every millisecond and records the beats that occurred late.
pub struct Metronome {
    /// For each late beat, when it was due and when it occurred.
    late_beats: Arc<Mutex<Vec<(Instant, Instant)>>>,
    stop: Arc<AtomicBool>,
}

impl Default for Metronome {
    fn default() -> Self {
        let late_beats = Arc::new(Mutex::new(Vec::new()));
        let stop = Arc::new(AtomicBool::new(false));
        let (recorded, is_stopped) = (Arc::clone(&late_beats), Arc::clone(&stop));
        spawn(move || {
            while !is_stopped.load(Ordering::Relaxed) {
                let due = Instant::now() + PERIOD;
                sleep(PERIOD);
                let occurred = Instant::now();
                if occurred - due > MAX_DELAY {
                    let mut recorded = recorded.lock().unwrap_or_else(PoisonError::into_inner);
                    recorded.push((due, occurred));
                }
            }
        });
        Self { late_beats, stop }
    }
}

impl Metronome {
    /// Returns the total time for which the machine has been stalled since `from`.
    pub fn stalled_since(&self, from: Instant) -> Duration {
        // The metronome's thread may still have to wake up.
        sleep(5 * PERIOD);
        let late_beats = self
            .late_beats
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let overlap =
            |&(due, occurred): &(Instant, Instant)| occurred - due.max(from).min(occurred);
        late_beats
            .iter()
            .rev()
            .take_while(|(_, occurred)| *occurred > from)
            .map(overlap)
            .sum()
    }
}

impl Drop for Metronome {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}
