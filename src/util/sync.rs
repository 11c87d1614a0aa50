//! Locks whose poisoning does not matter, and the number of processors.
//!
//! A lock is poisoned when a thread panics while holding it. The values that the locks of this
//! crate protect stay consistent even then, so the other threads continue to use them.

use std::sync::{LockResult, Mutex, MutexGuard, PoisonError};
use std::thread::available_parallelism;

/// Locks a mutex, even if it is poisoned.
pub fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    unpoisoned(mutex.lock())
}

/// Returns the number of processors that this process may use; 1 if it is unknown.
pub fn processors() -> usize {
    available_parallelism().map_or(1, usize::from)
}

/// Returns the guard in a result of locking or waiting, even if the lock is poisoned.
pub fn unpoisoned<T>(result: LockResult<T>) -> T {
    result.unwrap_or_else(PoisonError::into_inner)
}
