//! Time: kept, not wasted, and stopped when told.
//!
//! The bounds are wide, as the machine may be busy with other tests.

use std::thread;
use std::time::Instant;

use super::*;

const LATE: Duration = Duration::from_millis(150);

fn clock(left: i64, increment: i64) -> Limits {
    Limits {
        clock: [Some(left), Some(left)],
        increment: [increment; 2],
        ..Limits::default()
    }
}

#[test]
fn movetime_is_kept_and_used() {
    for threads in [1, 2] {
        let time = Duration::from_millis(120);
        let (outcome, _) = go(&mut large(threads), Limits::movetime(time));
        assert!(outcome.time >= time && outcome.time < time + LATE);
    }
}

#[test]
fn a_clock_that_has_run_out_gets_an_answer_at_once() {
    let mut searcher = large(2);
    for left in [i64::MIN, -100, 0, 1, 5] {
        for increment in [0, 1000] {
            let (outcome, _) = go(&mut searcher, clock(left, increment));
            assert!(outcome.best.is_some() && outcome.time < LATE);
        }
    }
}

#[test]
fn the_clock_of_the_opponent_stands_in() {
    let limits = Limits {
        clock: [None, Some(1000)],
        ..Limits::default()
    };
    let (outcome, _) = go(&mut large(1), limits);
    assert!(outcome.time < Duration::from_millis(500) + LATE);
}

#[test]
fn a_clock_is_used_but_not_up() {
    let (outcome, _) = go(&mut large(1), clock(2000, 0));
    assert!(outcome.depth > 3);
    assert!(outcome.time > Duration::from_millis(5));
    assert!(outcome.time < Duration::from_millis(1000));
}

#[test]
fn a_single_turn_takes_no_thought() {
    let mut request = Request::new(Large::new(2), clock(60_000, 0));
    request.root_moves = legal(&request.position)[..1].to_vec();
    let (outcome, _) = run(&mut large(1), &request, &Control::new());
    assert!(outcome.time < Duration::from_millis(1500));
}

/// Runs a search and acts on its control after a while; gives the time from
/// there to the answer.
fn interrupt(limits: Limits, after: Duration, act: fn(&Control)) -> Duration {
    let control = Control::new();
    let remote = control.clone();
    let hand = thread::spawn(move || {
        thread::sleep(after);
        let told = Instant::now();
        act(&remote);
        told
    });
    let request = Request::new(Large::new(2), limits);
    run(&mut large(2), &request, &control);
    let answered = Instant::now();
    answered
        .checked_duration_since(hand.join().unwrap())
        .expect("answered before it was told to")
}

#[test]
fn a_stop_is_obeyed_within_milliseconds() {
    let mut best = Duration::MAX;
    for _ in 0..5 {
        let limits = Limits {
            infinite: true,
            ..Limits::default()
        };
        best = best.min(interrupt(limits, Duration::from_millis(60), Control::stop));
    }
    assert!(best < Duration::from_millis(5), "{best:?}");
}

#[test]
fn a_stop_before_the_search_is_not_lost() {
    let control = Control::new();
    control.stop();
    let request = Request::new(Large::new(2), Limits::default());
    let (outcome, _) = run(&mut large(2), &request, &control);
    assert!(outcome.best.is_some() && outcome.time < LATE);
}

#[test]
fn infinite_waits_for_the_stop_with_nothing_left_to_do() {
    let limits = Limits {
        infinite: true,
        depth: Some(1),
        ..Limits::default()
    };
    let late = interrupt(limits, Duration::from_millis(80), Control::stop);
    assert!(late < LATE);
}

#[test]
fn pondering_ends_at_the_ponderhit_when_time_is_up() {
    let mut limits = clock(100, 0);
    limits.ponder = true;
    let late = interrupt(limits, Duration::from_millis(80), Control::ponderhit);
    assert!(late < LATE);
}

#[test]
fn pondering_goes_on_after_the_ponderhit_when_time_is_left() {
    let mut limits = Limits::movetime(Duration::from_millis(300));
    limits.ponder = true;
    let late = interrupt(limits, Duration::from_millis(50), Control::ponderhit);
    assert!(late > Duration::from_millis(150) && late < Duration::from_millis(250) + LATE);
}

#[test]
fn pondering_ends_at_a_stop() {
    let mut limits = clock(100_000, 0);
    limits.ponder = true;
    let late = interrupt(limits, Duration::from_millis(50), Control::stop);
    assert!(late < LATE);
}
