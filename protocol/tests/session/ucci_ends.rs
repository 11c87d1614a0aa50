//! Batch mode in UCCI, and how a conversation ends in each state.

use crate::test_session::TestSession;
use batyr_protocol::{Flow, LineError};

const NOTHING: [&str; 0] = [];

#[test]
fn batch_mode_answers_the_lines_of_a_file_in_order() {
    let mut test = TestSession::open("ucci");
    let out = test.send_all(&[
        "setoption batch true",
        "position startpos moves a1-a2",
        "go depth 10",
        "isready",
        "wibble",
        "position startpos moves b1-b2",
        "go depth 11",
        "stop",
        "quit",
    ]);
    assert_eq!(out, NOTHING);
    assert_eq!(test.take_calls(), ["position StartPos a1-a2", "start"]);
    let mut refused = Vec::new();
    let too_long = LineError::TooLong { limit: 9 };
    let _ = test.session.bad_line(too_long, &mut refused);
    assert_eq!(refused, NOTHING);
    assert_eq!(
        test.finish(0, "a1-a2"),
        [
            "bestmove a1-a2",
            "readyok",
            "info message error: unknown command 'wibble', expected a command such as position, go or help",
        ]
    );
    assert_eq!((test.flow, test.task_count()), (Flow::Continue, 2));
    assert_eq!(test.take_calls(), ["position StartPos b1-b2", "start"]);
    assert_eq!(
        test.finish(1, "b1-b2"),
        ["bestmove b1-b2", "nobestmove", "bye"]
    );
    assert_eq!(test.flow, Flow::Exit);
}

#[test]
fn batch_mode_does_not_hold_back_what_a_search_waits_for() {
    let mut test = TestSession::open("ucci");
    test.send_all(&["setoption batch true", "go infinite", "isready"]);
    assert_eq!(test.send_all(&["setoption hashsize 8", "stop"]), NOTHING);
    assert_eq!(test.take_calls(), ["start", "stop"]);
    // The search now ends by itself, and every line waits for its end.
    assert_eq!(test.send_all(&["isready", "quit"]), NOTHING);
    assert_eq!(
        test.finish(0, "a1-a2"),
        ["bestmove a1-a2", "readyok", "bye"]
    );
    assert_eq!(test.take_calls(), ["set hashsize Spin(8)"]);

    let mut ponder = TestSession::open("ucci");
    ponder.send_all(&["setoption batch true", "go ponder depth 9", "ponderhit"]);
    assert_eq!(ponder.send_all(&["stop", "quit"]), NOTHING);
    assert_eq!(ponder.take_calls(), ["start", "ponder hit"]);
    assert_eq!(
        ponder.finish(0, "a1-a2"),
        ["bestmove a1-a2", "nobestmove", "bye"]
    );

    let mut quit = TestSession::open("ucci");
    assert_eq!(
        quit.send_all(&["setoption batch true", "go infinite", "quit"]),
        ["bye"]
    );
    assert_eq!(quit.flow, Flow::Exit);
}

#[test]
fn batch_mode_reads_a_stop_after_a_waiting_option() {
    let mut test = TestSession::open("ucci");
    test.send_all(&[
        "setoption batch true",
        "go depth 9",
        "go infinite",
        "setoption hashsize 8",
        "stop",
        "isready",
    ]);
    assert_eq!(test.finish(0, "a1-a2"), ["bestmove a1-a2"]);
    assert_eq!(test.take_calls(), ["start", "start", "stop"]);
    assert_eq!(test.finish(1, "b1-b2"), ["bestmove b1-b2", "readyok"]);
    assert_eq!(test.take_calls(), ["set hashsize Spin(8)"]);
}

#[test]
fn lines_that_batch_mode_holds_back_are_counted() {
    let mut test = TestSession::open("ucci");
    test.send_all(&["setoption batch true", "go depth 3"]);
    test.send("isready");
    let line = test.session.waiting_bytes();
    assert!(line > "isready".len());
    let error = LineError::TooLong { limit: 9 };
    let _ = test.session.bad_line(error, &mut Vec::new());
    assert!(test.session.waiting_bytes() > line);
    test.finish(0, "a1-a2");
    assert_eq!(test.session.waiting_bytes(), 0);
}

#[test]
fn batch_mode_can_be_left() {
    let mut test = TestSession::open("ucci");
    test.send_all(&[
        "setoption batch true",
        "go depth 9",
        "setoption batch false",
    ]);
    assert_eq!(test.send_all(&["go depth 8", "stop"]), NOTHING);
    assert_eq!(test.finish(0, "a1-a2"), ["bestmove a1-a2"]);
    assert_eq!(test.take_calls(), ["start", "start", "stop"]);
    assert_eq!(test.finish(1, "b1-b2"), ["bestmove b1-b2"]);
}

#[test]
fn every_search_is_answered_at_the_end_of_input() {
    let mut idle = TestSession::open("ucci");
    assert_eq!(idle.end_input(), NOTHING);
    assert_eq!(idle.flow, Flow::Exit);

    let mut limited = TestSession::open("ucci");
    limited.send_all(&["go depth 3", "setoption hashsize 8", "probe fen x"]);
    limited.end_input();
    assert_eq!(
        (limited.flow, limited.take_calls()),
        (Flow::Continue, vec!["start".into()])
    );
    assert_eq!(limited.finish(0, "a1-a2"), ["bestmove a1-a2", "pophash"]);
    assert_eq!(limited.flow, Flow::Exit);

    for go in ["go infinite", "go ponder time 3", "go", "go draw"] {
        let mut endless = TestSession::open("ucci");
        endless.send(go);
        endless.end_input();
        assert_eq!(endless.take_calls(), ["start", "stop"], "{go}");
        assert_eq!(endless.finish(0, "a1-a2"), ["bestmove a1-a2"]);
        assert_eq!(endless.flow, Flow::Exit);
    }

    let mut held = TestSession::open("ucci");
    held.send("go infinite");
    held.finish(0, "a1-a2");
    assert_eq!(held.end_input(), ["bestmove a1-a2"]);
    assert_eq!(held.flow, Flow::Exit);

    let mut batch = TestSession::open("ucci");
    batch.send_all(&[
        "setoption batch true",
        "go depth 3",
        "go infinite",
        "isready",
    ]);
    batch.end_input();
    assert_eq!(batch.take_calls(), ["start"]);
    assert_eq!(batch.finish(0, "a1-a2"), ["bestmove a1-a2", "readyok"]);
    assert_eq!(batch.take_calls(), ["start", "stop"]);
    assert_eq!(batch.finish(1, "b1-b2"), ["bestmove b1-b2"]);
    assert_eq!(batch.flow, Flow::Exit);
}

#[test]
fn shut_down_answers_every_search_at_once() {
    for batch in ["false", "true"] {
        let mut test = TestSession::open("ucci");
        test.send(&format!("setoption batch {batch}"));
        test.send_all(&["go time 3", "go depth 4", "go depth 0"]);
        assert_eq!(test.shut_down(), NOTHING);
        assert_eq!(test.take_calls(), ["start", "stop"], "{batch}");
        assert_eq!(test.finish(0, "a1-a2"), ["bestmove a1-a2"]);
        assert_eq!(test.take_calls(), ["start", "stop"], "{batch}");
        assert_eq!(
            test.finish(1, "b1-b2"),
            ["bestmove b1-b2", "info depth 0 score -17", "nobestmove"]
        );
        assert_eq!(test.flow, Flow::Exit);
    }
}

#[test]
fn quit_ends_the_session_during_a_search() {
    let mut test = TestSession::open("ucci");
    assert_eq!(
        test.send_all(&["go depth 9", "go infinite", "quit"]),
        ["bye"]
    );
    assert_eq!(test.flow, Flow::Exit);
}
