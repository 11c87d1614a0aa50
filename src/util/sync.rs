//! Locks whose poisoning does not matter, the number of processors, and whether there are threads.
//!
//! A lock is poisoned when a thread panics while holding it. The values that the locks of this
//! crate protect stay consistent even then, so the other threads continue to use them.

use std::sync::{LockResult, Mutex, MutexGuard, PoisonError};
use std::thread::available_parallelism;

/// Whether the standard library can start threads on this system. In a browser it can't: what others do
/// on a thread of its own is then done by the caller, or on one that the program starts
/// ([`threads`](super::threads)).
pub const HAS_THREADS: bool = cfg!(not(target_family = "wasm"));

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
