//! The relay of iterations: the first worker to complete a depth hands its root turns to the
//! others, which give up that depth and go on with the next.
//!
//! Workers that search the same depth need different times for it, as they find different
//! cut-offs. Without the relay, a search would end with the main worker's iteration, although
//! another worker had completed that depth before.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard};

use crate::util::sync::lock;

/// The deepest iteration that any worker has completed. `R` is what a worker knows of a root
/// turn.
#[derive(Debug)]
pub struct Relay<R> {
    /// Whether there are several workers.
    is_shared: bool,
    /// The depth of the baton, which every node reads.
    depth: AtomicUsize,
    baton: Mutex<Baton<R>>,
}

/// What a worker that has completed an iteration hands on.
#[derive(Clone, Debug)]
pub struct Baton<R> {
    /// The depth of the iteration; 0 before the first.
    pub depth: usize,
    /// The root turns after it, best first.
    pub root: Vec<R>,
}

impl<R: Clone> Relay<R> {
    /// Returns the relay of a search with this number of workers. One worker alone hands on
    /// nothing.
    pub const fn new(workers: usize) -> Self {
        Self {
            is_shared: workers > 1,
            depth: AtomicUsize::new(0),
            baton: Mutex::new(Baton {
                depth: 0,
                root: Vec::new(),
            }),
        }
    }

    /// Returns whether a worker has completed this depth or a greater one.
    #[inline]
    pub fn has_completed(&self, depth: usize) -> bool {
        self.depth.load(Relaxed) >= depth
    }

    /// Hands on the root turns of a complete iteration, unless another worker was faster.
    pub fn pass(&self, depth: usize, root: &[R]) {
        if !self.is_shared {
            return;
        }
        let mut baton = self.baton();
        if depth > baton.depth {
            baton.depth = depth;
            baton.root.clear();
            baton.root.extend_from_slice(root);
            self.depth.store(depth, Relaxed);
        }
    }

    /// Returns the deepest iteration.
    pub fn baton(&self) -> MutexGuard<'_, Baton<R>> {
        lock(&self.baton)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_worker_to_complete_a_depth_hands_it_on() {
        let relay = Relay::new(2);
        assert!(!relay.has_completed(1));
        relay.pass(3, &['a']);
        relay.pass(3, &['b']);
        relay.pass(2, &['c']);
        assert!(relay.has_completed(3) && !relay.has_completed(4));
        let baton = relay.baton();
        assert_eq!((baton.depth, &baton.root[..]), (3, &['a'][..]));
    }

    #[test]
    fn one_worker_alone_hands_on_nothing() {
        let relay = Relay::new(1);
        relay.pass(3, &['a']);
        assert!(!relay.has_completed(1));
    }
}
