//! The control of a running search, for use from other threads.
//!
//! A [`Control`] belongs to one search and its flags are never reset, so that no stop is
//! lost. Workers read one flag per node; a search that has nothing left to do waits
//! without spinning.
//!
//! Where the thread of the search is the only one, nobody else can set a flag: the search then asks
//! its host at each poll ([`SearchHost`]).

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use super::Limits;
use crate::util::sync::lock;

/// What a search does after it has asked its host.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Poll {
    /// The search goes on.
    Continue,
    /// The search returns to its caller if it can, and goes on when it is called again.
    Pause,
    /// The search answers now.
    Stop,
}

/// The host of a search that runs on the host's own thread.
pub trait SearchHost: std::fmt::Debug + Send + Sync {
    /// Is called by the search several times in a millisecond.
    fn poll(&self) -> Poll;
}

/// A handle with which to stop a search, or to report to it that the expected turn was
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
    /// The mutex of `woken`.
    mutex: Mutex<()>,
    /// The condition variable on which threads of the search wait for a flag or for a core.
    woken: Condvar,
    /// Whether the search shares the cores with other searches of this process.
    shares_cores: bool,
    /// The control that [`Control::child`] returned last.
    child: Mutex<Option<Control>>,
    /// The host that the search asks whether to go on.
    host: Option<Arc<dyn SearchHost>>,
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

    /// Returns a control for a search on the thread of this host.
    pub fn polling(host: Arc<dyn SearchHost>) -> Self {
        Self(Arc::new(Flags {
            host: Some(host),
            ..Flags::default()
        }))
    }

    /// Returns whether the search runs on the thread of a host.
    pub fn has_host(&self) -> bool {
        self.0.host.is_some()
    }

    /// Asks the host, if there is one, whether to go on.
    pub fn poll(&self) -> Poll {
        let answer = self
            .0
            .host
            .as_ref()
            .map_or(Poll::Continue, |host| host.poll());
        if answer == Poll::Stop {
            self.stop();
        }
        answer
    }

    pub(super) fn shares_cores(&self) -> bool {
        self.0.shares_cores
    }

    /// Makes the search answer now. A search that has not begun answers as soon as it
    /// begins.
    pub fn stop(&self) {
        self.halt();
        self.0.stopped.store(true, Ordering::Release);
        self.wake();
        if let Some(child) = &*lock(&self.0.child) {
            child.stop();
        }
    }

    /// Returns a control for the next of several searches that a task runs in sequence.
    /// Stopping `self` stops the search of the child returned last.
    #[must_use]
    pub fn child(&self) -> Self {
        let child = Self(Arc::new(Flags {
            shares_cores: self.0.shares_cores,
            host: self.0.host.clone(),
            ..Flags::default()
        }));
        *lock(&self.0.child) = Some(child.clone());
        if self.is_stopped() {
            child.stop();
        }
        child
    }

    /// Reports that the expected turn was played: from now on the limits apply.
    pub fn ponder_hit(&self) {
        self.0.ponderhit.store(true, Ordering::Release);
        self.wake();
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
            self.wake();
        }
    }

    #[inline]
    pub(super) fn is_halted(&self) -> bool {
        self.0.halted.load(Ordering::Relaxed)
    }

    /// Returns whether the answer is due: only after a stop if the search is infinite, only after a
    /// ponderhit or a stop if it is pondering, and at once otherwise.
    pub(super) fn is_answer_due(&self, limits: &Limits) -> bool {
        let Limits {
            infinite, ponder, ..
        } = *limits;
        self.is_stopped() || !(infinite || ponder && !self.ponder_was_hit())
    }

    /// Blocks until the answer is due.
    pub(super) fn wait_until_answer_is_due(&self, limits: &Limits) {
        let guard = lock(&self.0.mutex);
        drop(
            self.0
                .woken
                .wait_while(guard, |()| !self.is_answer_due(limits)),
        );
    }

    /// Blocks until [`Control::wake`] is called or this time has passed; not at all if
    /// `is_granted` returns `true` or the search is halted.
    pub(super) fn wait_for_wake(&self, timeout: Duration, is_granted: impl Fn() -> bool) {
        let guard = lock(&self.0.mutex);
        if !is_granted() && !self.is_halted() {
            drop(self.0.woken.wait_timeout(guard, timeout));
        }
    }

    /// Wakes the waiting threads of the search, so that they see what has changed. The mutex
    /// is held meanwhile, so that no thread is between checking its condition and waiting.
    pub(super) fn wake(&self) {
        let _guard = lock(&self.0.mutex);
        self.0.woken.notify_all();
    }
}
