//! Tests of timing: limits are kept, clocks are used, and a stop is obeyed.
//!
//! Tolerances are wide, because the machine may be busy with other tests.

use std::thread;
use std::time::Instant;

use super::*;
use crate::base::Color;
use crate::base::zobrist::splitmix;

const TOLERANCE: Duration = Duration::from_millis(150);

fn clock_limits(left: i64, increment: i64) -> Limits {
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
        let (outcome, _) = search_large(&mut large_searcher(threads), Limits::movetime(time));
        assert!(outcome.time >= time && outcome.time < time + TOLERANCE);
    }
}

#[test]
fn a_search_answers_at_once_if_the_clock_has_run_out() {
    let mut searcher = large_searcher(2);
    for left in [i64::MIN, -100, 0, 1, 5] {
        for increment in [0, 1000] {
            let (outcome, _) = search_large(&mut searcher, clock_limits(left, increment));
            assert!(outcome.best.is_some() && outcome.time < TOLERANCE);
        }
    }
}

#[test]
fn the_clock_of_the_opponent_applies_to_both_sides() {
    let limits = Limits {
        clock: [None, Some(1000)],
        ..Limits::default()
    };
    let (outcome, _) = search_large(&mut large_searcher(1), limits);
    assert!(outcome.time < Duration::from_millis(500) + TOLERANCE);
}

#[test]
fn a_clock_is_used_but_not_exhausted() {
    let (outcome, _) = search_large(&mut large_searcher(1), clock_limits(2000, 0));
    assert!(outcome.depth > 3);
    assert!(outcome.time > Duration::from_millis(5));
    assert!(outcome.time < Duration::from_millis(1000));
}

#[test]
fn a_single_turn_is_answered_early() {
    let mut request = Request::new(Large::new(2), clock_limits(60_000, 0));
    request.root_turns = legal_turns(&request.position)[..1].to_vec();
    let (outcome, _) = checked_search(&mut large_searcher(1), &request, &Control::new());
    assert!(outcome.time < Duration::from_millis(1500));
}

/// The number of turns of a game with a host that starts a new process for each jump.
const RESTART_TURNS: u32 = 20;

/// Plays a game with a host that starts a new process for each jump; each start takes
/// `host_time` milliseconds from a clock of `milliseconds`. The engine assumes a `lag` that it
/// never measures. Returns the milliseconds left on the clock, negative if the game is lost on
/// time, and those that the host alone took.
fn clock_after_restarts(milliseconds: i64, host_time: i64, lag: Duration, seed: u64) -> (i64, i64) {
    let mut random = seed;
    let mut random_below = |n: u64| {
        random = splitmix(random);
        random % n
    };
    let (mut clock, mut taken) = (milliseconds, 0);
    for played in 0..RESTART_TURNS {
        // Before the last turn, the host counts to the end of the next stage.
        let moves_to_go = match RESTART_TURNS - played {
            1 => RESTART_TURNS + 1,
            turns => turns,
        };
        let jumps = if random_below(5) == 0 { 2 } else { 1 };
        for _ in 0..jumps {
            let limits = Limits {
                clock: [Some(clock), None],
                moves_to_go: Some(moves_to_go),
                overhead: Duration::from_millis(100),
                lag,
                lag_is_assumed: true,
                searches_jumps: true,
                ..Limits::default()
            };
            let budget = TimeBudget::new::<Large>(&limits, Color::White);
            let (soft, hard) = (budget.soft.unwrap(), budget.hard.unwrap());
            let thought = match random_below(8) {
                0 => hard,
                1 => soft / 20,
                _ => soft.mul_f64(0.6 + random_below(9) as f64 / 10.0).min(hard),
            };
            clock -= thought.as_millis() as i64 + host_time;
            taken += host_time;
        }
    }
    (clock, taken)
}

/// A host that starts a new process for each jump takes a third of a second for each start
/// on a quiet machine, and up to a second on a busy one. Games in which the host takes more
/// than 19/20 of the clock are left out, because no engine could play them.
#[test]
fn restarts_for_each_jump_lose_no_game_on_time() {
    for (milliseconds, host_time, lag) in [
        (30_000, 330, 450),
        (20_000, 330, 450),
        (10_000, 330, 450),
        (30_000, 500, 450),
        (20_000, 500, 500),
        (30_000, 750, 750),
        (30_000, 1000, 1000),
    ] {
        let lag = Duration::from_millis(lag);
        let clocks: Vec<_> = (0..300)
            .map(|seed| clock_after_restarts(milliseconds, host_time, lag, seed))
            .filter(|&(_, taken)| taken <= milliseconds * 19 / 20)
            .collect();
        let lost = clocks.iter().filter(|&&(left, _)| left < 0).count();
        assert_eq!(lost, 0, "{milliseconds} ms, {host_time} ms a jump");
        assert!(clocks.len() > 250, "{}", clocks.len());
    }
}

/// Runs a search, and calls `action` with its control after the time `after`. Returns the
/// time from that call to the answer.
fn interrupt(limits: Limits, after: Duration, action: fn(&Control)) -> Duration {
    let control = Control::new();
    let remote = control.clone();
    let thread = thread::spawn(move || {
        thread::sleep(after);
        let acted = Instant::now();
        action(&remote);
        acted
    });
    let request = Request::new(Large::new(2), limits);
    checked_search(&mut large_searcher(2), &request, &control);
    let answered = Instant::now();
    answered
        .checked_duration_since(thread.join().unwrap())
        .expect("answered before the interruption")
}

/// Beside other tests a thread may wait longer than that for a processor, but not every time.
#[test]
fn a_stop_is_obeyed_within_milliseconds() {
    const LIMIT: Duration = Duration::from_millis(5);
    let limits = Limits {
        infinite: true,
        ..Limits::default()
    };
    let mut delays =
        (0..40).map(|_| interrupt(limits.clone(), Duration::from_millis(60), Control::stop));
    assert!(delays.any(|delay| delay < LIMIT));
}

#[test]
fn a_stop_before_the_search_is_not_lost() {
    let control = Control::new();
    control.stop();
    let request = Request::new(Large::new(2), Limits::default());
    let (outcome, _) = checked_search(&mut large_searcher(2), &request, &control);
    assert!(outcome.best.is_some() && outcome.time < TOLERANCE);
}

#[test]
fn an_infinite_search_waits_for_the_stop_after_its_last_depth() {
    let limits = Limits {
        infinite: true,
        depth: Some(1),
        ..Limits::default()
    };
    let delay = interrupt(limits, Duration::from_millis(80), Control::stop);
    assert!(delay < TOLERANCE);
}

#[test]
fn pondering_ends_at_the_ponderhit_when_time_is_up() {
    let mut limits = clock_limits(100, 0);
    limits.ponder = true;
    let delay = interrupt(limits, Duration::from_millis(80), Control::ponder_hit);
    assert!(delay < TOLERANCE);
}

#[test]
fn pondering_continues_after_the_ponderhit_when_time_is_left() {
    let mut limits = Limits::movetime(Duration::from_millis(300));
    limits.ponder = true;
    let delay = interrupt(limits, Duration::from_millis(50), Control::ponder_hit);
    assert!(delay > Duration::from_millis(150) && delay < Duration::from_millis(250) + TOLERANCE);
}

#[test]
fn pondering_ends_at_a_stop() {
    let mut limits = clock_limits(100_000, 0);
    limits.ponder = true;
    let delay = interrupt(limits, Duration::from_millis(50), Control::stop);
    assert!(delay < TOLERANCE);
}
