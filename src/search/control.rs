//! The control of a running search, for use from other threads.
//!
//! A [`Control`] belongs to one search and its flags are never reset, so that no stop is
//! lost. Workers read one flag per node; a search that has nothing left to do waits
//! without spinning.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex};

use super::cores;
use crate::util::sync::{lock, unpoisoned};

/// A handle to stop a search, or to report to it that the expected turn was
/// played. Clones control the same search.
#[derive(Clone, Debug, Default)]
pub struct Control(Arc<Flags>);

#[derive(Debug, Default)]
struct Flags {
    /// Whether the workers must end, because the search was stopped or has reached a
    /// limit.
    halted: AtomicBool,
    /// Whether [`Control::stop`] was called.
    stopped: AtomicBool,
    /// Whether [`Control::ponder_hit`] was called.
    ponderhit: AtomicBool,
    /// The mutex of `flag_set`.
    mutex: Mutex<()>,
    /// The condition variable that is notified when `stopped` or `ponderhit` is set.
    flag_set: Condvar,
    /// Whether the search shares the cores with others of this process.
    shares_cores: bool,
    /// The control of the child made last.
    child: Mutex<Option<Control>>,
}

impl Control {
    /// Returns a control for a search that has not begun.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns a control for a search that shares the cores of the machine with all other
    /// searches that have such a control.
    pub fn sharing_cores() -> Self {
        Self(Arc::new(Flags {
            shares_cores: true,
            ..Flags::default()
        }))
    }

    /// Returns whether the search shares the cores.
    pub(super) fn shares_cores(&self) -> bool {
        self.0.shares_cores
    }

    /// Makes the search answer now. A search that has not begun will answer as soon as it
    /// begins.
    pub fn stop(&self) {
        self.halt();
        self.set(&self.0.stopped);
        if let Some(child) = &*lock(&self.0.child) {
            child.stop();
        }
    }

    /// Returns a control for one of several searches that a task makes in sequence.
    /// Stopping this control stops the child made last.
    #[must_use]
    pub fn child(&self) -> Self {
        let child = if self.0.shares_cores {
            Self::sharing_cores()
        } else {
            Self::new()
        };
        *lock(&self.0.child) = Some(child.clone());
        if self.is_stopped() {
            child.stop();
        }
        child
    }

    /// Reports that the expected turn was played: from now on the limits apply.
    pub fn ponder_hit(&self) {
        self.set(&self.0.ponderhit);
    }

    /// Returns whether [`Control::stop`] was called.
    pub fn is_stopped(&self) -> bool {
        self.0.stopped.load(Ordering::Acquire)
    }

    pub(super) fn ponder_was_hit(&self) -> bool {
        self.0.ponderhit.load(Ordering::Acquire)
    }

    /// Halts all workers. The search itself ends when its answer is due.
    pub(super) fn halt(&self) {
        self.0.halted.store(true, Ordering::Relaxed);
        if self.0.shares_cores {
            cores::wake_halted();
        }
    }

    #[inline]
    pub(super) fn is_halted(&self) -> bool {
        self.0.halted.load(Ordering::Relaxed)
    }

    /// Blocks until the answer is due: until a stop if the search is infinite, until a
    /// ponderhit or a stop if it is pondering, and not at all otherwise.
    pub(super) fn wait_until_answer_is_due(&self, infinite: bool, ponder: bool) {
        let must_wait = || !self.is_stopped() && (infinite || ponder && !self.ponder_was_hit());
        let mut guard = lock(&self.0.mutex);
        while must_wait() {
            guard = unpoisoned(self.0.flag_set.wait(guard));
        }
    }

    /// Sets a flag and wakes the waiting threads. The mutex is locked meanwhile, so that
    /// none of them misses the flag.
    fn set(&self, flag: &AtomicBool) {
        let _guard = lock(&self.0.mutex);
        flag.store(true, Ordering::Release);
        self.0.flag_set.notify_all();
    }
}
