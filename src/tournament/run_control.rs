//! What a run shares with its games: when to stop, when to pause, and when the runner itself
//! did not run.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::gate::{Gate, GatePass};
use super::heartbeat::Heartbeat;

/// The control of a run over its games.
#[derive(Debug)]
pub struct RunControl {
    /// Whether the games are to be interrupted.
    stop: AtomicBool,
    /// The gate at which games are paused.
    pub(super) gate: Gate,
    /// The heartbeat of the runner.
    pub(super) heartbeat: Arc<Heartbeat>,
}

impl RunControl {
    /// Creates the control of a run that is neither stopped nor paused, and starts the heartbeat.
    pub fn new() -> Self {
        Self {
            stop: AtomicBool::new(false),
            gate: Gate::default(),
            heartbeat: Heartbeat::start(),
        }
    }

    /// Waits at the beginning of a game while the run is paused, unless it is stopped.
    pub(super) fn enter(&self) -> GatePass<'_> {
        self.gate.enter(&self.stop)
    }

    /// Interrupts the games.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Returns whether the games are to be interrupted.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

impl Default for RunControl {
    fn default() -> Self {
        Self::new()
    }
}
