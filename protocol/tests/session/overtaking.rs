//! Commands that take effect ahead of those that wait before them in the queue, whenever they can:
//! when they arrive, or when the task for which they wait has been started.

use crate::test_session::TestSession;

const NOTHING: [&str; 0] = [];

/// Commands of each dialect that wait for the end of the running search.
const WAITING: [(&str, &[&str]); 3] = [
    (
        "uci",
        &[
            "setoption name Hash value 32",
            "ucinewgame",
            "setoption name UCI_Variant value shatar",
        ],
    ),
    ("ushi", &["setoption name Hash value 32"]),
    (
        "ucci",
        &[
            "setoption hashsize 32",
            "setoption newgame",
            "probe startpos",
        ],
    ),
];

/// Runs a check in each dialect, with each command that waits for the end of a search.
fn for_each_waiting(check: impl Fn(TestSession, &str)) {
    for (handshake, commands) in WAITING {
        for command in commands {
            check(TestSession::open(handshake), command);
        }
    }
}

/// Asserts that the last of `tasks` searches has been started and stopped, and ends it.
fn finish_stopped(test: &mut TestSession, tasks: usize) {
    assert_eq!(test.task_count(), tasks);
    let calls = test.take_calls();
    let last: Vec<&str> = calls.iter().map(String::as_str).collect();
    assert!(last.ends_with(&["start", "stop"]), "{calls:?}");
    let out = test.finish(tasks - 1, "c1-c2");
    assert_eq!(out[0], "bestmove c1-c2");
    assert!(!test.session.is_busy());
    assert_eq!(test.session.waiting_bytes(), 0);
}

#[test]
fn a_queued_stop_ends_a_queued_search_as_soon_as_it_starts() {
    for_each_waiting(|mut test, waiting| {
        test.send_all(&["go depth 1", "go infinite", waiting, "stop", "isready"]);
        assert_eq!(test.finish(0, "a1-a2"), ["bestmove a1-a2"], "{waiting}");
        finish_stopped(&mut test, 2);
    });
}

#[test]
fn each_queued_search_is_ended_by_the_stop_behind_it_alone() {
    for_each_waiting(|mut test, waiting| {
        test.send("go infinite");
        test.send_all(&["go ponder", waiting, "stop", "stop"]);
        test.send_all(&["go infinite", waiting, "stop", "go depth 9", waiting]);
        assert_eq!(test.finish(0, "a1-a2"), ["bestmove a1-a2"]);
        assert_eq!(test.task_count(), 2);
        assert_eq!(test.finish(1, "b1-b2")[0], "bestmove b1-b2");
        assert_eq!(test.task_count(), 3);
        assert_eq!(test.finish(2, "c1-c2")[0], "bestmove c1-c2");
        // No `stop` follows the last search, which ends by itself.
        assert_eq!(test.task_count(), 4);
        let calls = test.take_calls();
        assert_eq!(calls.iter().filter(|call| *call == "stop").count(), 3);
        assert_eq!(calls.last().map(String::as_str), Some("start"));
        assert_eq!(test.finish(3, "d1-d2")[0], "bestmove d1-d2");
        assert_eq!(test.session.waiting_bytes(), 0);
    });
}

#[test]
fn a_queued_ponderhit_takes_effect_as_soon_as_the_search_starts() {
    let mut test = TestSession::open("uci");
    test.send("go depth 1");
    test.send_all(&[
        "go ponder depth 2",
        "setoption name Hash value 32",
        "ponderhit",
    ]);
    test.take_calls();
    assert_eq!(test.finish(0, "a1-a2"), ["bestmove a1-a2"]);
    assert_eq!(test.take_calls(), ["start", "ponder hit"]);
    // The search may be answered without further input, and the option follows.
    assert_eq!(test.finish(1, "b1-b2"), ["bestmove b1-b2"]);
    assert_eq!(test.take_calls(), ["set Hash Spin(32)"]);
    assert_eq!(test.session.waiting_bytes(), 0);
}

/// A `wait` that was queued before the search started can't wait for its end, any more than one
/// that arrives while it runs.
#[test]
fn a_queued_wait_for_an_endless_search_holds_nothing_back() {
    for_each_waiting(|mut test, waiting| {
        test.send_all(&["go depth 1", "go infinite", waiting, "wait"]);
        let out = test.finish(0, "a1-a2");
        assert_eq!(out.len(), 2, "{out:?}");
        assert!(out[1].ends_with("error: wait: this search ends only with stop or ponderhit"));
        assert_eq!(test.send("isready"), ["readyok"]);
        test.send("stop");
        finish_stopped(&mut test, 2);
    });
}

/// Behind a `wait` nothing overtakes; once it is over, what stands behind it does.
#[test]
fn the_end_of_a_wait_releases_what_need_not_wait() {
    for_each_waiting(|mut test, waiting| {
        assert_eq!(
            test.send_all(&[
                "go depth 1",
                "wait",
                "go infinite",
                waiting,
                "isready",
                "stop"
            ]),
            NOTHING
        );
        assert_eq!(test.finish(0, "a1-a2"), ["bestmove a1-a2", "readyok"]);
        finish_stopped(&mut test, 2);
    });
}

#[test]
fn quit_behind_a_wait_does_not_wait_for_the_next_search() {
    let mut test = TestSession::open("uci");
    test.send_all(&[
        "go depth 1",
        "wait",
        "go infinite",
        "setoption name Hash value 32",
        "quit",
    ]);
    test.finish(0, "a1-a2");
    assert_eq!(test.flow, batyr_protocol::Flow::Exit);
}

/// The steps that stay behind keep their order and the bytes that they are counted for.
#[test]
fn an_overtaken_step_keeps_its_place() {
    let mut test = TestSession::open("ucci");
    test.send_all(&["go depth 1", "go infinite", "setoption hashsize 32"]);
    test.send_all(&["stop", "banmoves b1-b2", "stop", "probe startpos", "stop"]);
    let before = test.session.waiting_bytes();
    assert_eq!(test.finish(0, "a1-a2"), ["bestmove a1-a2"]);
    let after = test.session.waiting_bytes();
    assert!(0 < after && after < before, "{before}, {after}");
    test.take_calls();
    // All three `stop`s were for this search: none is left to be answered while idle.
    assert_eq!(
        test.finish(1, "c1-c2"),
        [
            "bestmove c1-c2",
            "pophash bestmove d4-d6 lowerbound -5 depth 7"
        ]
    );
    let calls = ["set hashsize Spin(32)", "ban b1-b2", "probe StartPos"];
    assert_eq!(test.take_calls(), calls);
    assert_eq!(test.session.waiting_bytes(), 0);
}
