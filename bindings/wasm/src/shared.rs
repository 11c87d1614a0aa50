//! What the threads of the module share: values behind locks, and a bell that wakes those who wait.
//!
//! In the module without threads, a lock is a flag, and nobody waits.

use std::sync::{Condvar, Mutex};

use batyr::util::sync::lock;
#[cfg(target_feature = "atomics")]
use batyr::util::sync::unpoisoned;

/// Whether the module is compiled for shared memory, so that workers can be its threads.
pub const HAS_WORKERS: bool = cfg!(target_feature = "atomics");

/// A value that is used for moments only, by one thread at a time.
#[derive(Debug, Default)]
pub struct Shared<T>(Mutex<T>);

impl<T> Shared<T> {
    /// Uses the value. What is called meanwhile must not use it, too.
    pub fn with_borrow<R>(&self, used: impl FnOnce(&T) -> R) -> R {
        used(&lock(&self.0))
    }

    /// Changes the value. What is called meanwhile must not use it.
    pub fn with_borrow_mut<R>(&self, changed: impl FnOnce(&mut T) -> R) -> R {
        changed(&mut lock(&self.0))
    }
}

/// Counts what has happened, so that nobody who waits for more misses it.
#[derive(Debug)]
pub struct Bell {
    rings: Mutex<u64>,
    rung: Condvar,
}

impl Bell {
    /// Returns a bell that has not been rung.
    pub const fn new() -> Self {
        Self {
            rings: Mutex::new(0),
            rung: Condvar::new(),
        }
    }

    /// Returns how often it was rung.
    #[cfg(target_feature = "atomics")]
    pub fn rings(&self) -> u64 {
        *lock(&self.rings)
    }

    /// Wakes all who wait.
    pub fn ring(&self) {
        *lock(&self.rings) += 1;
        self.rung.notify_all();
    }

    /// Waits until it was rung more often than this.
    #[cfg(target_feature = "atomics")]
    pub fn wait_beyond(&self, rings: u64) {
        let guard = lock(&self.rings);
        drop(unpoisoned(self.rung.wait_while(guard, |now| *now <= rings)));
    }
}
