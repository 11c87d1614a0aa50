//! Locks of which it does not matter that they are poisoned.
//!
//! A lock is poisoned when a thread panics while it holds it. The values behind the locks of
//! this crate stay consistent even then, so the other threads go on with them.

use std::sync::{LockResult, Mutex, MutexGuard, PoisonError};

/// Locks a mutex.
pub fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    unpoisoned(mutex.lock())
}

/// Returns what locking, or waiting with a lock, has returned.
pub fn unpoisoned<T>(result: LockResult<T>) -> T {
    result.unwrap_or_else(PoisonError::into_inner)
}
