//! UCCI: batch mode, and the end of a conversation in each state.

use crate::talk::Talk;
use batyr_protocol::{Flow, LineError};

const NOTHING: [&str; 0] = [];

#[test]
fn batch_mode_answers_the_lines_of_a_file_in_order() {
    let mut talk = Talk::open("ucci");
    let out = talk.burst(&[
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
    assert_eq!(talk.calls(), ["position StartPos a1-a2", "start"]);
    let mut refused = Vec::new();
    let too_long = LineError::TooLong { limit: 9 };
    let _ = talk.session.bad_line(too_long, &mut refused);
    assert_eq!(refused, NOTHING);
    assert_eq!(
        talk.done(0, "a1-a2"),
        [
            "bestmove a1-a2",
            "readyok",
            "info message error: unknown command 'wibble', expected a command such as position, go or help",
        ]
    );
    assert_eq!((talk.flow, talk.started()), (Flow::Continue, 2));
    assert_eq!(talk.calls(), ["position StartPos b1-b2", "start"]);
    assert_eq!(
        talk.done(1, "b1-b2"),
        ["bestmove b1-b2", "nobestmove", "bye"]
    );
    assert_eq!(talk.flow, Flow::Exit);
}

#[test]
fn batch_mode_does_not_hold_back_what_a_search_waits_for() {
    let mut talk = Talk::open("ucci");
    talk.burst(&["setoption batch true", "go infinite", "isready"]);
    assert_eq!(talk.burst(&["setoption hashsize 8", "stop"]), NOTHING);
    assert_eq!(talk.calls(), ["start", "stop"]);
    // The search now ends by itself, and every line waits for its end.
    assert_eq!(talk.burst(&["isready", "quit"]), NOTHING);
    assert_eq!(talk.done(0, "a1-a2"), ["bestmove a1-a2", "readyok", "bye"]);
    assert_eq!(talk.calls(), ["set hashsize Spin(8)"]);

    let mut ponder = Talk::open("ucci");
    ponder.burst(&["setoption batch true", "go ponder depth 9", "ponderhit"]);
    assert_eq!(ponder.burst(&["stop", "quit"]), NOTHING);
    assert_eq!(ponder.calls(), ["start", "ponder hit"]);
    assert_eq!(
        ponder.done(0, "a1-a2"),
        ["bestmove a1-a2", "nobestmove", "bye"]
    );

    let mut quit = Talk::open("ucci");
    assert_eq!(
        quit.burst(&["setoption batch true", "go infinite", "quit"]),
        ["bye"]
    );
    assert_eq!(quit.flow, Flow::Exit);
}

#[test]
fn batch_mode_reads_a_stop_after_a_waiting_option() {
    let mut talk = Talk::open("ucci");
    talk.burst(&[
        "setoption batch true",
        "go depth 9",
        "go infinite",
        "setoption hashsize 8",
        "stop",
        "isready",
    ]);
    assert_eq!(talk.done(0, "a1-a2"), ["bestmove a1-a2"]);
    assert_eq!(talk.calls(), ["start", "start", "stop"]);
    assert_eq!(talk.done(1, "b1-b2"), ["bestmove b1-b2", "readyok"]);
    assert_eq!(talk.calls(), ["set hashsize Spin(8)"]);
}

#[test]
fn lines_that_batch_mode_holds_back_are_counted() {
    let mut talk = Talk::open("ucci");
    talk.burst(&["setoption batch true", "go depth 3"]);
    talk.send("isready");
    let line = talk.session.waiting_bytes();
    assert!(line > "isready".len());
    let error = LineError::TooLong { limit: 9 };
    let _ = talk.session.bad_line(error, &mut Vec::new());
    assert!(talk.session.waiting_bytes() > line);
    talk.done(0, "a1-a2");
    assert_eq!(talk.session.waiting_bytes(), 0);
}

#[test]
fn batch_mode_can_be_left() {
    let mut talk = Talk::open("ucci");
    talk.burst(&[
        "setoption batch true",
        "go depth 9",
        "setoption batch false",
    ]);
    assert_eq!(talk.burst(&["go depth 8", "stop"]), NOTHING);
    assert_eq!(talk.done(0, "a1-a2"), ["bestmove a1-a2"]);
    assert_eq!(talk.calls(), ["start", "start", "stop"]);
    assert_eq!(talk.done(1, "b1-b2"), ["bestmove b1-b2"]);
}

#[test]
fn every_search_is_answered_at_the_end_of_input() {
    let mut idle = Talk::open("ucci");
    assert_eq!(idle.end(), NOTHING);
    assert_eq!(idle.flow, Flow::Exit);

    let mut limited = Talk::open("ucci");
    limited.burst(&["go depth 3", "setoption hashsize 8", "probe fen x"]);
    limited.end();
    assert_eq!(
        (limited.flow, limited.calls()),
        (Flow::Continue, vec!["start".into()])
    );
    assert_eq!(limited.done(0, "a1-a2"), ["bestmove a1-a2", "pophash"]);
    assert_eq!(limited.flow, Flow::Exit);

    for go in ["go infinite", "go ponder time 3", "go", "go draw"] {
        let mut endless = Talk::open("ucci");
        endless.send(go);
        endless.end();
        assert_eq!(endless.calls(), ["start", "stop"], "{go}");
        assert_eq!(endless.done(0, "a1-a2"), ["bestmove a1-a2"]);
        assert_eq!(endless.flow, Flow::Exit);
    }

    let mut held = Talk::open("ucci");
    held.send("go infinite");
    held.done(0, "a1-a2");
    assert_eq!(held.end(), ["bestmove a1-a2"]);
    assert_eq!(held.flow, Flow::Exit);

    let mut batch = Talk::open("ucci");
    batch.burst(&[
        "setoption batch true",
        "go depth 3",
        "go infinite",
        "isready",
    ]);
    batch.end();
    assert_eq!(batch.calls(), ["start"]);
    assert_eq!(batch.done(0, "a1-a2"), ["bestmove a1-a2", "readyok"]);
    assert_eq!(batch.calls(), ["start", "stop"]);
    assert_eq!(batch.done(1, "b1-b2"), ["bestmove b1-b2"]);
    assert_eq!(batch.flow, Flow::Exit);
}

#[test]
fn shut_down_answers_every_search_at_once() {
    for batch in ["false", "true"] {
        let mut talk = Talk::open("ucci");
        talk.send(&format!("setoption batch {batch}"));
        talk.burst(&["go time 3", "go depth 4", "go depth 0"]);
        assert_eq!(talk.shut_down(), NOTHING);
        assert_eq!(talk.calls(), ["start", "stop"], "{batch}");
        assert_eq!(talk.done(0, "a1-a2"), ["bestmove a1-a2"]);
        assert_eq!(talk.calls(), ["start", "stop"], "{batch}");
        assert_eq!(
            talk.done(1, "b1-b2"),
            ["bestmove b1-b2", "info depth 0 score -17", "nobestmove"]
        );
        assert_eq!(talk.flow, Flow::Exit);
    }
}

#[test]
fn quit_ends_the_session_during_a_search() {
    let mut talk = Talk::open("ucci");
    assert_eq!(talk.burst(&["go depth 9", "go infinite", "quit"]), ["bye"]);
    assert_eq!(talk.flow, Flow::Exit);
}
