//! The deepest iteration that any worker has completed. The other workers give up that depth,
//! take over the root turns and continue with the next depth.
//!
//! Workers that search the same depth need different times for it, because they find
//! different cut-offs. If they shared nothing, a search would have to wait for the main
//! worker to complete a depth that another worker had already completed.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use crate::util::sync::lock;

/// The deepest complete iteration of several workers. `R` is the type of a worker's root
/// turns.
#[derive(Debug)]
pub struct DeepestIteration<R> {
    /// Whether there are several workers.
    is_shared: bool,
    /// The depth, which every node reads; 0 before the first iteration is complete. It changes
    /// only while `root` is locked.
    depth: AtomicUsize,
    /// The root turns after the iteration, best first.
    root: Mutex<Vec<R>>,
}

impl<R: Clone> DeepestIteration<R> {
    /// Returns a value for this number of workers. One worker alone records nothing.
    pub const fn new(workers: usize) -> Self {
        Self {
            is_shared: workers > 1,
            depth: AtomicUsize::new(0),
            root: Mutex::new(Vec::new()),
        }
    }

    /// Returns whether a worker has completed this depth or a greater one.
    #[inline]
    pub fn has_completed(&self, depth: usize) -> bool {
        self.depth.load(Relaxed) >= depth
    }

    /// Records the root turns of a complete iteration, unless that depth was completed before.
    pub fn record(&self, depth: usize, root: &[R]) {
        if !self.is_shared {
            return;
        }
        let mut deepest = lock(&self.root);
        if !self.has_completed(depth) {
            deepest.clear();
            deepest.extend_from_slice(root);
            self.depth.store(depth, Relaxed);
        }
    }

    /// Copies the recorded root turns to `root`, and returns their depth.
    pub fn copy_to(&self, root: &mut Vec<R>) -> usize {
        let deepest = lock(&self.root);
        root.clone_from(&deepest);
        self.depth.load(Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_worker_to_complete_a_depth_hands_it_on() {
        let deepest = DeepestIteration::new(2);
        assert!(!deepest.has_completed(1));
        deepest.record(3, &['a']);
        deepest.record(3, &['b']);
        deepest.record(2, &['c']);
        assert!(deepest.has_completed(3) && !deepest.has_completed(4));
        let mut root = Vec::new();
        assert_eq!((deepest.copy_to(&mut root), root), (3, vec!['a']));
    }

    #[test]
    fn one_worker_alone_hands_on_nothing() {
        let deepest = DeepestIteration::new(1);
        deepest.record(3, &['a']);
        assert!(!deepest.has_completed(1));
    }
}
