//! The reins of a running search, for use from other threads.
//!
//! A [`Control`] belongs to one search: flags only ever go up, so there is no
//! moment at which a stop could be lost to a reset. Workers read one flag per
//! node; a search that has nothing left to do waits without spinning.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::cores;

/// Stops a search or tells it that the expected move was played. Clones
/// control the same search.
#[derive(Clone, Debug, Default)]
pub struct Control(Arc<Flags>);

#[derive(Debug, Default)]
struct Flags {
    /// What the workers look at: a stop from outside, or a limit reached.
    halted: AtomicBool,
    stopped: AtomicBool,
    ponderhit: AtomicBool,
    gate: Mutex<()>,
    raised: Condvar,
    /// It shares the cores with other searches of this process.
    shares: bool,
    /// A part of this search's work that is a search of its own.
    child: Mutex<Option<Control>>,
}

impl Control {
    /// A control for one search that has not begun.
    pub fn new() -> Self {
        Self::default()
    }

    /// A control for one search that shares the cores of the machine with all
    /// others of this kind.
    pub fn sharing_cores() -> Self {
        Self(Arc::new(Flags {
            shares: true,
            ..Flags::default()
        }))
    }

    /// Whether it shares the cores.
    pub(super) fn shares_cores(&self) -> bool {
        self.0.shares
    }

    /// Makes the search answer now. Before the search, it will answer at once.
    pub fn stop(&self) {
        self.halt();
        self.raise(&self.0.stopped);
        if let Some(child) = &*lock(&self.0.child) {
            child.stop();
        }
    }

    /// A control for one search out of several that a stop of this one ends.
    /// The last child made is the one that hears it.
    #[must_use]
    pub fn child(&self) -> Self {
        let child = if self.0.shares {
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

    /// The expected move was played: from now on the limits hold.
    pub fn ponderhit(&self) {
        self.raise(&self.0.ponderhit);
    }

    /// Whether [`Control::stop`] was called.
    pub fn is_stopped(&self) -> bool {
        self.0.stopped.load(Ordering::Acquire)
    }

    pub(super) fn ponder_was_hit(&self) -> bool {
        self.0.ponderhit.load(Ordering::Acquire)
    }

    /// Ends the work of all workers, not the search as the host sees it.
    pub(super) fn halt(&self) {
        self.0.halted.store(true, Ordering::Relaxed);
        if self.0.shares {
            cores::wake_halted();
        }
    }

    #[inline]
    pub(super) fn is_halted(&self) -> bool {
        self.0.halted.load(Ordering::Relaxed)
    }

    /// Sleeps until an answer is allowed.
    pub(super) fn wait_for_leave(&self, infinite: bool, ponder: bool) {
        let waiting = || !self.is_stopped() && (infinite || ponder && !self.ponder_was_hit());
        let mut guard = lock(&self.0.gate);
        while waiting() {
            guard = self
                .0
                .raised
                .wait(guard)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// The gate is held while a flag goes up, so no waiter can miss it.
    fn raise(&self, flag: &AtomicBool) {
        let _gate = lock(&self.0.gate);
        flag.store(true, Ordering::Release);
        self.0.raised.notify_all();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
