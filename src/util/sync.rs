//! Locks whose poisoning does not matter.
//!
//! A lock is poisoned when a thread panics while it holds it. The values behind the locks of
//! this crate stay consistent even then, so the other threads go on with them.

use std::sync::{LockResult, Mutex, MutexGuard, PoisonError};

/// Locks a mutex.
pub fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    unpoisoned(mutex.lock())
}

/// Returns the guard in a result of locking or waiting, even if the lock is poisoned.
pub fn unpoisoned<T>(result: LockResult<T>) -> T {
    result.unwrap_or_else(PoisonError::into_inner)
}
