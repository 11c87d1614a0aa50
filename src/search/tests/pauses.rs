//! Tests of searches in slices, on the thread of a host.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use super::*;

/// A host that asks for a pause every `polls_per_slice` polls, and for a stop at poll `stop_at`.
#[derive(Debug)]
struct Host {
    polls: AtomicU32,
    polls_per_slice: u32,
    stop_at: u32,
}

impl SearchHost for Host {
    fn poll(&self) -> Poll {
        let polls = self.polls.fetch_add(1, Relaxed) + 1;
        if polls >= self.stop_at {
            Poll::Stop
        } else if polls.is_multiple_of(self.polls_per_slice) {
            Poll::Pause
        } else {
            Poll::Continue
        }
    }
}

fn control(polls_per_slice: u32, stop_at: u32) -> Control {
    Control::polling(Arc::new(Host {
        polls: AtomicU32::new(0),
        polls_per_slice,
        stop_at,
    }))
}

/// What the slices of a search have led to; no outcome if its answer waits for the host.
struct Slices<M> {
    outcome: Option<SearchOutcome<M>>,
    count: usize,
    log: EventLog<M>,
}

/// Searches in slices until the answer is there or waits for the host.
fn run_slices<G: SearchGame, E: Evaluator<G>>(
    searcher: &mut Searcher<G, E>,
    request: &Request<G>,
    control: &Control,
    stage: &mut SearchStage<G::Move>,
) -> Slices<G::Move> {
    let (mut log, mut count) = (EventLog(Vec::new()), 0);
    loop {
        count += 1;
        let outcome = match searcher.search_slice(request, control, stage, &mut log) {
            Slice::Paused => continue,
            Slice::Done(outcome) => Some(outcome),
            Slice::Waiting => None,
        };
        return Slices {
            outcome,
            count,
            log,
        };
    }
}

#[test]
fn a_search_in_slices_completes_its_depth() {
    let request = Request::new(Large::new(2), Limits::depth(9));
    let whole = large_searcher(1).search(&request, &Control::new(), &mut NullSink);
    let mut searcher = large_searcher(1);
    let mut stage = SearchStage::New;
    let slices = run_slices(&mut searcher, &request, &control(20, u32::MAX), &mut stage);
    let (outcome, log) = (slices.outcome.unwrap(), slices.log);
    assert!(slices.count > 1);
    assert_eq!(outcome.depth, 9);
    // What a slice repeats is in the table.
    assert!(
        outcome.nodes < 2 * whole.nodes,
        "{} {}",
        outcome.nodes,
        whole.nodes
    );
    let depths = log.0.iter().map(|info| info.depth);
    assert!(
        depths.is_sorted(),
        "no depth is reported after a greater one"
    );
    let nodes = log.0.iter().map(|info| info.nodes);
    assert!(nodes.is_sorted());
}

#[test]
fn a_stop_between_slices_keeps_what_is_complete() {
    let request = Request::new(Large::new(2), Limits::default());
    let control = control(10, u32::MAX);
    let mut searcher = large_searcher(1);
    let mut stage = SearchStage::New;
    let mut log = EventLog(Vec::new());
    while log.0.last().is_none_or(|info| info.depth < 6) {
        let slice = searcher.search_slice(&request, &control, &mut stage, &mut log);
        assert!(matches!(slice, Slice::Paused));
    }
    let nodes = log.0.last().unwrap().nodes;
    control.stop();
    let slice = searcher.search_slice(&request, &control, &mut stage, &mut log);
    let Slice::Done(outcome) = slice else {
        panic!("a stopped search answers");
    };
    assert!(outcome.best.is_some() && outcome.depth >= 6 && outcome.nodes >= nodes);
    assert_eq!(log.0.last().unwrap().pv[0], outcome.best.unwrap());
}

#[test]
fn the_host_stops_a_search_by_its_answer() {
    let request = Request::new(Large::new(2), Limits::default());
    let mut stage = SearchStage::New;
    let control = control(u32::MAX, 50);
    let slices = run_slices(&mut large_searcher(1), &request, &control, &mut stage);
    assert!(slices.outcome.unwrap().best.is_some() && slices.count == 1 && control.is_stopped());
}

#[test]
fn an_answer_that_is_not_due_waits_for_the_host() {
    let waiting = |limits: Limits| {
        let request = Request::new(Large::new(2), limits);
        let control = control(u32::MAX, u32::MAX);
        (large_searcher(1), request, control, SearchStage::New)
    };
    let infinite = Limits {
        infinite: true,
        ..Limits::depth(2)
    };
    let (mut searcher, request, control, mut stage) = waiting(infinite);
    for _ in 0..2 {
        assert!(
            run_slices(&mut searcher, &request, &control, &mut stage)
                .outcome
                .is_none()
        );
    }
    control.stop();
    assert!(
        run_slices(&mut searcher, &request, &control, &mut stage)
            .outcome
            .is_some()
    );

    let ponder = Limits {
        ponder: true,
        ..Limits::depth(2)
    };
    let (mut searcher, request, control, mut stage) = waiting(ponder);
    assert!(
        run_slices(&mut searcher, &request, &control, &mut stage)
            .outcome
            .is_none()
    );
    control.ponder_hit();
    assert!(
        run_slices(&mut searcher, &request, &control, &mut stage)
            .outcome
            .is_some()
    );
}

#[test]
fn a_search_that_may_not_pause_is_the_same_with_any_host() {
    let request = Request::new(Large::new(2), Limits::depth(7));
    let nodes = |control: Control| {
        let mut searcher = large_searcher(1);
        searcher.search(&request, &control, &mut NullSink).nodes
    };
    assert_eq!(nodes(control(1, u32::MAX)), nodes(Control::new()));
}
