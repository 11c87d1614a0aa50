//! Pauses the games of a run between turns.
//!
//! A worker enters the gate when it begins a game, and asks at each turn whether the run is paused.
//! If it is, the worker lets its engines rest and waits here, so that a search is never cut short,
//! and no clock runs. Several causes can pause the run at the same time; the games are resumed when
//! none is left.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use crate::util::sync::{lock, unpoisoned};

/// The interval at which a paused game checks whether the run is to stop.
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
struct GateState {
    reasons: Vec<PauseReason>,
    /// The number of games that are not waiting here.
    playing: usize,
}

/// The gate of a run.
#[derive(Debug, Default)]
pub struct Gate {
    state: Mutex<GateState>,
    changed: Condvar,
}

impl Gate {
    /// Adds or removes a reason for a pause. If that changes anything, `report` is given the
    /// reasons, oldest first. It is called before another thread can change them, so that reports
    /// come in the order of the changes.
    pub fn set_paused(
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
    pub fn reasons(&self) -> Vec<PauseReason> {
        self.lock().reasons.clone()
    }

    /// Returns whether the run is paused and every game has come to rest.
    pub fn is_at_rest(&self) -> bool {
        let state = self.lock();
        !state.reasons.is_empty() && state.playing == 0
    }

    /// Enters at the beginning of a game; waits while the run is paused, unless `stop` is set.
    pub fn enter<'g>(&'g self, stop: &'g AtomicBool) -> GatePass<'g> {
        let pass = GatePass { gate: self, stop };
        let mut state = pass.wait(self.lock());
        state.playing += 1;
        drop(state);
        pass
    }

    fn lock(&self) -> MutexGuard<'_, GateState> {
        lock(&self.state)
    }
}

/// A game that has entered; it leaves when this value is dropped.
#[derive(Debug)]
pub struct GatePass<'g> {
    gate: &'g Gate,
    stop: &'g AtomicBool,
}

impl<'g> GatePass<'g> {
    /// Returns whether the run is paused.
    pub fn is_paused(&self) -> bool {
        !self.gate.lock().reasons.is_empty()
    }

    /// Waits until the run goes on or is stopped. Returns the time that the game waited.
    pub fn rest(&self) -> Duration {
        let start = Instant::now();
        let mut state = self.gate.lock();
        state.playing -= 1;
        let mut state = self.wait(state);
        state.playing += 1;
        drop(state);
        start.elapsed()
    }

    fn wait(&self, mut state: MutexGuard<'g, GateState>) -> MutexGuard<'g, GateState> {
        while !state.reasons.is_empty() && !self.stop.load(Ordering::Relaxed) {
            let waited = self.gate.changed.wait_timeout(state, POLL_INTERVAL);
            state = unpoisoned(waited).0;
        }
        state
    }
}

impl Drop for GatePass<'_> {
    fn drop(&mut self) {
        self.gate.lock().playing -= 1;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;
    use std::thread::scope;

    use super::*;

    #[test]
    fn games_rest_until_no_reason_is_left() {
        let (gate, stop) = (Gate::default(), AtomicBool::new(false));
        let (turns, played) = channel();
        let limit = Duration::from_secs(10);
        scope(|threads| {
            let pass = gate.enter(&stop);
            let mut reports = Vec::new();
            for reason in [PauseReason::Key, PauseReason::Key, PauseReason::File] {
                gate.set_paused(reason, true, |reasons| reports.push(reasons));
            }
            let both = vec![PauseReason::Key, PauseReason::File];
            assert_eq!(reports, [vec![PauseReason::Key], both]);
            assert!(!gate.is_at_rest());
            threads.spawn(move || {
                assert!(pass.is_paused());
                pass.rest();
                turns.send(()).unwrap();
            });
            let deadline = Instant::now() + limit;
            while !gate.is_at_rest() {
                assert!(Instant::now() < deadline);
                std::thread::yield_now();
            }
            gate.set_paused(PauseReason::Key, false, drop);
            assert!(gate.is_at_rest() && played.try_recv().is_err());
            gate.set_paused(PauseReason::File, false, drop);
            played.recv_timeout(limit).unwrap();
        });
        assert_eq!(gate.lock().playing, 0);
    }

    #[test]
    fn a_stop_ends_the_rest() {
        let (over, rested) = channel();
        // The thread is left alone if it waits for ever.
        std::thread::spawn(move || {
            let (gate, stop) = (Gate::default(), AtomicBool::new(true));
            gate.set_paused(PauseReason::Signal, true, drop);
            gate.enter(&stop).rest();
            over.send(gate.reasons()).unwrap();
        });
        let reasons = rested.recv_timeout(Duration::from_secs(10)).unwrap();
        assert_eq!(reasons, [PauseReason::Signal]);
    }
}
