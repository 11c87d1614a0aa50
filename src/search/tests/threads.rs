//! Tests of several workers: they agree on one answer, and one of them may fail.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering::Relaxed};

use super::*;

/// An evaluator that panics once, at the evaluation that takes this counter to 0.
#[derive(Clone, Debug)]
struct PanickingEvaluator(Arc<AtomicI64>);

impl Evaluator<Large> for PanickingEvaluator {
    type Memory = ();

    fn evaluate(&self, position: &Large, ply: usize, memory: &mut ()) -> Score {
        if self.0.fetch_sub(1, Relaxed) == 1 {
            panic!("injected failure");
        }
        MenCount.evaluate(position, ply, memory)
    }
}

#[test]
fn a_search_answers_although_a_worker_panics() {
    for threads in [1, 2, 4] {
        for after in [1, 2, 100, 5000] {
            let countdown = Arc::new(AtomicI64::new(after));
            let mut searcher =
                Searcher::new(threads, 1, PanickingEvaluator(countdown.clone())).unwrap();
            let request = Request::new(Large::new(2), Limits::depth(9));
            let (outcome, _) = checked_search(&mut searcher, &request, &Control::new());
            assert!(outcome.best.is_some());
            assert!(countdown.load(Relaxed) <= 0, "no evaluation has panicked");

            let (outcome, _) = checked_search(&mut searcher, &request, &Control::new());
            assert_eq!(outcome.depth, 9);
        }
    }
}

#[test]
fn the_number_of_workers_can_change_between_searches() {
    let mut searcher = large_searcher(1);
    for threads in [3, 1, 8, 0] {
        searcher.set_threads(threads).unwrap();
        assert_eq!(searcher.threads(), threads.max(1));
        let (outcome, _) = search_large(&mut searcher, Limits::depth(6));
        assert!(outcome.depth >= 6 && outcome.nodes > 0);
    }
}

#[test]
fn a_failed_resize_keeps_the_table() {
    let mut searcher = large_searcher(1);
    search_large(&mut searcher, Limits::depth(6));
    let stored = searcher.probe(&Large::new(2)).unwrap();
    assert!(searcher.resize_hash(usize::MAX).is_err());
    assert_eq!(searcher.hash_megabytes(), 4);
    assert_eq!(searcher.probe(&Large::new(2)), Some(stored));
    searcher.resize_hash(2).unwrap();
    assert_eq!(searcher.hash_megabytes(), 2);
    assert_eq!(searcher.probe(&Large::new(2)), None);
}

#[test]
fn many_workers_run_many_short_searches() {
    let mut searcher = large_searcher(6);
    for nodes in 0..150 {
        search_large(&mut searcher, Limits::nodes(nodes * 20));
    }
}
