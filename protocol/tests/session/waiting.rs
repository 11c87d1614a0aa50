//! The amount of queued input, and the task that it waits for.

use std::time::{Duration, Instant};

use crate::talk::Talk;

const NOTHING: [&str; 0] = [];

#[test]
fn waiting_lines_are_counted_until_they_run() {
    let mut talk = Talk::open("uci");
    talk.send("go infinite");
    // Lines that take effect at once are not queued.
    talk.burst(&[
        "position startpos",
        "isready",
        "setoption name MultiPV value 2",
    ]);
    assert_eq!(talk.session.waiting_bytes(), 0);
    let mut before = 0;
    for line in ["x go depth 1", "position spn bad bad", "ucinewgame", "stop"] {
        talk.send(line);
        let now = talk.session.waiting_bytes();
        assert!(now > before + line.len(), "{line}: {now}");
        before = now;
    }
    assert_eq!(talk.session.task_number(), Some(0));
    talk.done(0, "a1-a2");
    // The queued search runs; its `stop` waits after `ucinewgame`.
    assert_eq!(talk.session.task_number(), Some(1));
    assert!((1..before).contains(&talk.session.waiting_bytes()));
    talk.done(1, "a1-a2");
    assert_eq!(talk.session.waiting_bytes(), 0);
    assert_eq!(talk.session.task_number(), None);
}

/// A search that has ended but must not answer yet keeps the queue waiting.
#[test]
fn an_answer_held_back_keeps_its_task() {
    let mut talk = Talk::open("uci");
    talk.send("go infinite");
    talk.send("ucinewgame");
    let waiting = talk.session.waiting_bytes();
    assert_eq!(talk.done(0, "a1-a2"), NOTHING);
    assert_eq!(talk.session.task_number(), Some(0));
    assert_eq!(talk.session.waiting_bytes(), waiting);
}

/// Returns the time to queue lines after one that waits for the search, and to
/// process them.
fn time_to_queue(line: &str, lines: usize) -> Duration {
    let mut talk = Talk::open("uci");
    talk.send("go depth 3");
    talk.send("ucinewgame");
    let start = Instant::now();
    for _ in 0..lines {
        assert_eq!(talk.send(line), NOTHING);
    }
    talk.done(0, "a1-a2");
    let elapsed = start.elapsed();
    assert_eq!(talk.session.waiting_bytes(), 0, "{line}");
    elapsed
}

/// Queued lines are not scanned again for each new one.
#[test]
fn the_time_for_waiting_lines_grows_with_their_number() {
    const FEW: usize = 2_000;
    const FACTOR: usize = 16;
    for line in ["position startpos", "debug on", "wait"] {
        // The best of several runs: other work may disturb any of them.
        let best = |lines| (0..5).map(|_| time_to_queue(line, lines)).min().unwrap();
        let (few, many) = (best(FEW), best(FACTOR * FEW));
        // The factor would be FACTOR * FACTOR if each new line scanned the queue.
        let limit = few * (6 * FACTOR) as u32;
        assert!(
            many < limit,
            "{line}: {few:?}, {FACTOR} times as many {many:?}"
        );
    }
}
