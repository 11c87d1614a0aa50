//! A thread that only sleeps, to distinguish a stalled machine from a slow engine.

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread::{sleep, spawn},
    time::{Duration, Instant},
};

const BEAT: Duration = Duration::from_millis(1);
/// The delay beyond which a beat is recorded as late.
const LATE: Duration = Duration::from_millis(3);

/// A timer that beats every millisecond and records the beats that occurred late.
pub struct Metronome {
    /// The times at which each late beat was due and at which it occurred.
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
                let occurred = Instant::now();
                if occurred - due > LATE {
                    let mut notes = notes.lock().unwrap_or_else(PoisonError::into_inner);
                    notes.push((due, occurred));
                }
            }
        });
        Self { missed, stop }
    }
}

impl Metronome {
    /// Returns the time for which the machine has been stalled since `from`.
    pub fn stalled_since(&self, from: Instant) -> Duration {
        // The metronome itself may still have to wake up.
        sleep(5 * BEAT);
        let missed = self.missed.lock().unwrap_or_else(PoisonError::into_inner);
        let overlap =
            |&(due, occurred): &(Instant, Instant)| occurred - due.max(from).min(occurred);
        missed
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
