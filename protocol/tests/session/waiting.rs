//! How many bytes of input are queued, and for which task they wait.

use std::time::{Duration, Instant};

use crate::test_session::TestSession;

const NOTHING: [&str; 0] = [];

#[test]
fn waiting_lines_are_counted_until_they_run() {
    let mut test = TestSession::open("uci");
    test.send("go infinite");
    // Lines that take effect at once are not queued.
    test.send_all(&[
        "position startpos",
        "isready",
        "setoption name MultiPV value 2",
    ]);
    assert_eq!(test.session.waiting_bytes(), 0);
    let mut before = 0;
    for line in ["x go depth 1", "position spn bad bad", "ucinewgame", "stop"] {
        test.send(line);
        let now = test.session.waiting_bytes();
        assert!(now > before + line.len(), "{line}: {now}");
        before = now;
    }
    assert_eq!(test.session.task_number(), Some(0));
    test.finish(0, "a1-a2");
    // The queued search runs; its `stop` waits after `ucinewgame`.
    assert_eq!(test.session.task_number(), Some(1));
    assert!((1..before).contains(&test.session.waiting_bytes()));
    test.finish(1, "a1-a2");
    assert_eq!(test.session.waiting_bytes(), 0);
    assert_eq!(test.session.task_number(), None);
}

/// Many short words take far more memory than their text.
#[test]
fn each_waiting_word_is_counted() {
    let mut test = TestSession::open("uci");
    test.send("go infinite");
    test.send("ucinewgame");
    let before = test.session.waiting_bytes();
    let moves = " a".repeat(1_000);
    for line in [
        format!("position startpos moves{moves}"),
        format!("go searchmoves{}", " a5-a6".repeat(1_000)),
        format!("bench{}", " a".repeat(1_000)),
    ] {
        let before = test.session.waiting_bytes();
        test.send(&line);
        let added = test.session.waiting_bytes() - before;
        assert!(added > line.len() + 1_000 * size_of::<String>(), "{added}");
    }
    test.finish(0, "a1-a2");
    test.finish(1, "a1-a2");
    test.finish(2, "a1-a2");
    assert!(test.session.waiting_bytes() < before);
}

/// A search that has ended but must not answer yet keeps the queue waiting.
#[test]
fn an_answer_held_back_keeps_its_task() {
    let mut test = TestSession::open("uci");
    test.send("go infinite");
    test.send("ucinewgame");
    let waiting = test.session.waiting_bytes();
    assert_eq!(test.finish(0, "a1-a2"), NOTHING);
    assert_eq!(test.session.task_number(), Some(0));
    assert_eq!(test.session.waiting_bytes(), waiting);
}

/// Measures how long it takes to queue copies of a line behind one that waits for the search, and
/// to process them.
fn time_to_queue(line: &str, lines: usize) -> Duration {
    let mut test = TestSession::open("uci");
    test.send("go depth 3");
    test.send("ucinewgame");
    let start = Instant::now();
    for _ in 0..lines {
        assert_eq!(test.send(line), NOTHING);
    }
    test.finish(0, "a1-a2");
    let elapsed = start.elapsed();
    assert_eq!(test.session.waiting_bytes(), 0, "{line}");
    elapsed
}

/// Queued lines are not scanned again for each new line.
#[test]
fn the_time_to_queue_lines_is_linear_in_their_number() {
    const FEW: usize = 2_000;
    const FACTOR: usize = 16;
    for line in ["position startpos", "debug on", "wait"] {
        // The best of several runs: other work may disturb any of them. Both sums are of as
        // many lines, so that a busy machine slows both down alike.
        let best = |runs, lines| {
            let sum = || (0..runs).map(|_| time_to_queue(line, lines)).sum();
            (0..5).map(|_| sum()).min().unwrap()
        };
        let (few, many): (Duration, Duration) = (best(FACTOR, FEW), best(1, FACTOR * FEW));
        // The factor would be FACTOR if each new line scanned the queue.
        assert!(
            many < few * 6,
            "{line}: {few:?} for {FACTOR} times {FEW} lines, but {many:?} for all at once"
        );
    }
}
