//! What a run shares with its games: when to stop, when to pause, and when the runner itself
//! did not run.
//!
//! A worker calls `enter` when it begins a game, and checks before each turn whether the run is
//! paused. During a pause, the worker makes its engines idle and waits; no search is cut short, and
//! no clock runs. Several reasons for a pause can exist at a time; the games are resumed when none
//! is left.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use super::heartbeat::Heartbeat;
use crate::util::sync::{lock, unpoisoned};

/// The interval at which a paused game checks whether the run has been stopped.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// A reason for a pause.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum PauseReason {
    /// A key was pressed.
    Key,
    /// The pause file exists.
    File,
    /// The process is about to be stopped by a signal.
    Signal,
}

impl fmt::Display for PauseReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Key => "by a key",
            Self::File => "while the pause file exists",
            Self::Signal => "by SIGTSTP",
        })
    }
}

#[derive(Debug, Default)]
struct PauseState {
    reasons: Vec<PauseReason>,
    /// The number of games in progress that are not waiting for the end of a pause.
    playing: usize,
}

/// The control of a run over its games.
#[derive(Debug)]
pub struct RunControl {
    /// Whether the games must be interrupted.
    stop: AtomicBool,
    state: Mutex<PauseState>,
    changed: Condvar,
    /// The heartbeat of the runner.
    pub(super) heartbeat: Arc<Heartbeat>,
}

impl RunControl {
    /// Creates the control of a run that is neither stopped nor paused, and starts the heartbeat.
    pub fn new() -> Self {
        Self {
            stop: AtomicBool::new(false),
            state: Mutex::default(),
            changed: Condvar::new(),
            heartbeat: Heartbeat::start(),
        }
    }

    /// Interrupts the games.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Returns whether the games must be interrupted.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Adds or removes a reason for a pause. If that changes anything, calls `report` with the
    /// reasons, oldest first, before another thread can change them, so that reports come in the
    /// order of the changes.
    pub(super) fn set_paused(
        &self,
        reason: PauseReason,
        is_paused: bool,
        report: impl FnOnce(Vec<PauseReason>),
    ) {
        let mut state = self.lock();
        if state.reasons.contains(&reason) == is_paused {
            return;
        }
        if is_paused {
            state.reasons.push(reason);
        } else {
            state.reasons.retain(|&other| other != reason);
        }
        report(state.reasons.clone());
        drop(state);
        self.changed.notify_all();
    }

    /// Returns the reasons for which the run is paused, oldest first; none if it is not paused.
    pub(super) fn reasons(&self) -> Vec<PauseReason> {
        self.lock().reasons.clone()
    }

    /// Returns whether the run is paused and every game has come to rest.
    pub(super) fn is_at_rest(&self) -> bool {
        let state = self.lock();
        !state.reasons.is_empty() && state.playing == 0
    }

    /// Registers a game that begins; first waits while the run is paused, unless it is stopped.
    pub(super) fn enter(&self) -> GamePass<'_> {
        let mut state = self.wait(self.lock());
        state.playing += 1;
        drop(state);
        GamePass(self)
    }

    fn lock(&self) -> MutexGuard<'_, PauseState> {
        lock(&self.state)
    }

    fn wait<'g>(&'g self, mut state: MutexGuard<'g, PauseState>) -> MutexGuard<'g, PauseState> {
        while !state.reasons.is_empty() && !self.is_stopped() {
            let waited = self.changed.wait_timeout(state, POLL_INTERVAL);
            state = unpoisoned(waited).0;
        }
        state
    }
}

impl Default for RunControl {
    fn default() -> Self {
        Self::new()
    }
}

/// The registration of a game in progress, which ends when this value is dropped.
#[derive(Debug)]
pub struct GamePass<'g>(&'g RunControl);

impl GamePass<'_> {
    /// Returns whether the run is paused.
    pub fn is_paused(&self) -> bool {
        !self.0.lock().reasons.is_empty()
    }

    /// Waits until the run is resumed or stopped. Returns the time that the game waited.
    pub fn rest(&self) -> Duration {
        let start = Instant::now();
        let mut state = self.0.lock();
        state.playing -= 1;
        self.0.wait(state).playing += 1;
        start.elapsed()
    }
}

impl Drop for GamePass<'_> {
    fn drop(&mut self) {
        self.0.lock().playing -= 1;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;
    use std::thread::scope;

    use super::*;

    #[test]
    fn games_rest_until_no_reason_is_left() {
        let control = RunControl::new();
        let (turns, played) = channel();
        let limit = Duration::from_secs(10);
        scope(|threads| {
            let pass = control.enter();
            let mut reports = Vec::new();
            for reason in [PauseReason::Key, PauseReason::Key, PauseReason::File] {
                control.set_paused(reason, true, |reasons| reports.push(reasons));
            }
            let both = vec![PauseReason::Key, PauseReason::File];
            assert_eq!(reports, [vec![PauseReason::Key], both]);
            assert!(!control.is_at_rest());
            threads.spawn(move || {
                assert!(pass.is_paused());
                pass.rest();
                turns.send(()).unwrap();
            });
            let deadline = Instant::now() + limit;
            while !control.is_at_rest() {
                assert!(Instant::now() < deadline);
                std::thread::yield_now();
            }
            control.set_paused(PauseReason::Key, false, drop);
            assert!(control.is_at_rest() && played.try_recv().is_err());
            control.set_paused(PauseReason::File, false, drop);
            played.recv_timeout(limit).unwrap();
        });
        assert_eq!(control.lock().playing, 0);
    }

    #[test]
    fn a_stop_ends_the_rest() {
        let (over, rested) = channel();
        // The thread is left alone if it waits for ever.
        std::thread::spawn(move || {
            let control = RunControl::new();
            control.stop();
            control.set_paused(PauseReason::Signal, true, drop);
            control.enter().rest();
            over.send(control.reasons()).unwrap();
        });
        let reasons = rested.recv_timeout(Duration::from_secs(10)).unwrap();
        assert_eq!(reasons, [PauseReason::Signal]);
    }
}
