//! How much input waits, and for which task.

use std::time::{Duration, Instant};

use crate::talk::Talk;

const NOTHING: [&str; 0] = [];

#[test]
fn what_waits_is_counted_until_its_turn() {
    let mut talk = Talk::open("uci");
    talk.say("go infinite");
    // What takes effect at once does not wait.
    talk.burst(&[
        "position startpos",
        "isready",
        "setoption name MultiPV value 2",
    ]);
    assert_eq!(talk.session.waiting_bytes(), 0);
    let mut before = 0;
    for line in ["x go depth 1", "position spn bad bad", "ucinewgame", "stop"] {
        talk.say(line);
        let now = talk.session.waiting_bytes();
        assert!(now > before + line.len(), "{line}: {now}");
        before = now;
    }
    assert_eq!(talk.session.task_number(), Some(0));
    talk.done(0, "a1-a2");
    // The queued search runs; its `stop` waits behind `ucinewgame`.
    assert_eq!(talk.session.task_number(), Some(1));
    assert!((1..before).contains(&talk.session.waiting_bytes()));
    talk.done(1, "a1-a2");
    assert_eq!(talk.session.waiting_bytes(), 0);
    assert_eq!(talk.session.task_number(), None);
}

/// The end of a search that may not answer yet lets nothing go on.
#[test]
fn a_held_answer_keeps_its_task() {
    let mut talk = Talk::open("uci");
    talk.say("go infinite");
    talk.say("ucinewgame");
    let waiting = talk.session.waiting_bytes();
    assert_eq!(talk.done(0, "a1-a2"), NOTHING);
    assert_eq!(talk.session.task_number(), Some(0));
    assert_eq!(talk.session.waiting_bytes(), waiting);
}

/// How long it takes to send lines behind one that waits for the search, and to
/// work them off.
fn time_to_queue(line: &str, lines: usize) -> Duration {
    let mut talk = Talk::open("uci");
    talk.say("go depth 3");
    talk.say("ucinewgame");
    let start = Instant::now();
    for _ in 0..lines {
        assert_eq!(talk.say(line), NOTHING);
    }
    talk.done(0, "a1-a2");
    let taken = start.elapsed();
    assert_eq!(talk.session.waiting_bytes(), 0, "{line}");
    taken
}

/// Lines that wait are not gone through again for each that comes.
#[test]
fn the_time_for_waiting_lines_grows_with_their_number() {
    const FEW: usize = 2_000;
    const TIMES: usize = 16;
    for line in ["position startpos", "debug on", "wait"] {
        // The best of several: other work may disturb each.
        let best = |lines| (0..5).map(|_| time_to_queue(line, lines)).min().unwrap();
        let (few, many) = (best(FEW), best(TIMES * FEW));
        // It would be TIMES * TIMES if each went through all.
        let most = few * (6 * TIMES) as u32;
        assert!(
            many < most,
            "{line}: {few:?}, {TIMES} times as many {many:?}"
        );
    }
}
