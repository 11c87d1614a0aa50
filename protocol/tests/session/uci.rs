//! Conversations in UCI, line by line.

use crate::talk::Talk;
use batyr_protocol::{BackendEvent, Flow, GameAction, LineError, Task};

const NOTHING: [&str; 0] = [];

#[test]
fn a_repeated_handshake_is_answered_again() {
    let mut talk = Talk::new();
    let expected = [
        "id name Fake 1",
        "id author nobody",
        "option name Hash type spin default 16 min 1 max 4096",
        "option name MultiPV type spin default 1 min 1 max 8",
        "option name Clear Hash type button",
        "option name Book-File type string default <empty>",
        "option name UCI_Variant type combo default shatra var shatra var shatar",
        "uciok",
    ];
    assert_eq!(talk.send("uci"), expected);
    assert_eq!(talk.send("\tuci "), expected);
    assert_eq!(talk.calls(), ["notation Turns"]);
    assert_eq!(
        talk.send("ushi"),
        ["info string error: 'ushi' comes too late: this conversation uses uci"]
    );
}

#[test]
fn console_commands_work_before_the_handshake() {
    let mut talk = Talk::new();
    assert_eq!(talk.send("isready"), ["readyok"]);
    assert_eq!(talk.send("d"), ["Board", "of two lines"]);
    assert!(
        talk.send("help")
            .iter()
            .any(|line| line.starts_with("go perft N"))
    );
    assert_eq!(talk.send(""), NOTHING);
    talk.send("go perft 2");
    let text = BackendEvent::Text("a1-a2: 7".into());
    assert_eq!(talk.event(0, text), ["a1-a2: 7"]);
    assert_eq!(talk.done_without(0), NOTHING);
    assert_eq!(talk.send("uci").last().map(String::as_str), Some("uciok"));
    assert_eq!(talk.send("quit"), NOTHING);
    assert_eq!(talk.flow, Flow::Exit);
}

#[test]
fn a_search_reports_its_lines_and_its_answer() {
    let mut talk = Talk::open("uci");
    talk.burst(&["ucinewgame", "position startpos moves d4-d6", "go depth 5"]);
    assert_eq!(
        talk.calls(),
        ["new game", "position StartPos d4-d6", "start"]
    );
    assert_eq!(talk.limits(0).depth, Some(5));
    assert_eq!(
        talk.info(0),
        ["info depth 1 score cp 38 nodes 3 time 2 pv 19-25"]
    );
    assert_eq!(
        talk.finish(0, Some("a1-a2"), Some("b1-b2"), Some(GameAction::Resign)),
        ["bestmove a1-a2 ponder b1-b2"]
    );
    // Later events of an answered search are dropped.
    assert_eq!(talk.info(0), NOTHING);
    assert_eq!(talk.done(0, "a1-a2"), NOTHING);
}

#[test]
fn a_stop_while_idle_or_a_second_stop_does_nothing() {
    let mut talk = Talk::open("uci");
    assert_eq!(talk.burst(&["stop", "ponderhit", "stop"]), NOTHING);
    assert_eq!(talk.calls(), NOTHING);
    assert_eq!(talk.burst(&["go", "stop", "stop", "isready"]), ["readyok"]);
    assert_eq!(talk.calls(), ["start", "stop"]);
    assert_eq!(talk.done(0, "a1-a2"), ["bestmove a1-a2"]);
    assert_eq!(talk.send("stop"), NOTHING);
}

#[test]
fn an_infinite_search_holds_back_its_answer() {
    let mut talk = Talk::open("uci");
    talk.send("go infinite depth 3");
    assert_eq!(talk.done(0, "a1-a2"), NOTHING);
    assert_eq!(talk.send("isready"), ["readyok"]);
    assert_eq!(talk.send("stop"), ["bestmove a1-a2"]);
    assert_eq!(talk.calls(), ["start"]);
    assert_eq!(talk.send("stop"), NOTHING);
}

#[test]
fn ponder_waits_for_ponderhit_or_stop() {
    let mut talk = Talk::open("uci");
    talk.burst(&["go ponder wtime 1000 btime 1000", "ponderhit"]);
    assert_eq!(talk.calls(), ["start", "ponder hit"]);
    assert_eq!(talk.send("ponderhit"), NOTHING);
    assert_eq!(talk.calls(), NOTHING);
    assert_eq!(talk.done(0, "a1-a2"), ["bestmove a1-a2"]);

    talk.send("go ponder depth 2");
    assert_eq!(talk.done(1, "b1-b2"), NOTHING);
    assert_eq!(talk.send("ponderhit"), ["bestmove b1-b2"]);

    talk.send("go ponder depth 2");
    assert_eq!(talk.done(2, "c1-c2"), NOTHING);
    assert_eq!(talk.send("stop"), ["bestmove c1-c2"]);

    talk.burst(&["go ponder depth 2", "stop"]);
    assert_eq!(talk.done(3, "c1-c2"), ["bestmove c1-c2"]);
}

#[test]
fn infinite_pondering_needs_stop_after_ponderhit() {
    let mut talk = Talk::open("uci");
    talk.send("go ponder infinite");
    assert_eq!(talk.done(0, "a1-a2"), NOTHING);
    assert_eq!(talk.send("ponderhit"), NOTHING);
    assert_eq!(talk.send("stop"), ["bestmove a1-a2"]);
}

#[test]
fn a_second_go_stops_the_first_search() {
    let mut talk = Talk::open("uci");
    talk.burst(&["go infinite", "position startpos moves a1-a2", "go depth 2"]);
    assert_eq!(talk.calls(), ["start", "position StartPos a1-a2", "stop"]);
    assert_eq!(talk.done(0, "a1-a2"), ["bestmove a1-a2"]);
    assert_eq!(talk.calls(), ["start"]);
    assert_eq!(talk.done(1, "b1-b2"), ["bestmove b1-b2"]);
    // The same applies if the first one only holds back its answer.
    talk.send("go infinite");
    talk.done(2, "c1-c2");
    assert_eq!(talk.send("go depth 1"), ["bestmove c1-c2"]);
    assert_eq!(talk.started(), 4);
}

#[test]
fn a_burst_of_lines_is_answered_in_order() {
    let mut talk = Talk::open("uci");
    let out = talk.burst(&[
        "go infinite",
        "go depth 9",
        "stop",
        "go depth 8",
        "position startpos",
        "isready",
    ]);
    assert_eq!(out, ["readyok"]);
    assert_eq!(talk.calls(), ["start", "stop"]);
    assert_eq!(talk.done(0, "a1-a2"), ["bestmove a1-a2"]);
    assert_eq!(talk.calls(), ["start", "stop"]);
    assert_eq!(talk.done(1, "b1-b2"), ["bestmove b1-b2"]);
    assert_eq!(talk.calls(), ["start", "position StartPos"]);
    assert_eq!(talk.done(2, "c1-c2"), ["bestmove c1-c2"]);
    assert!(!talk.session.is_busy());
}

#[test]
fn ten_thousand_stopped_searches_are_all_answered() {
    let mut talk = Talk::open("uci");
    for _ in 0..10_000 {
        assert_eq!(talk.burst(&["go infinite", "stop"]), NOTHING);
    }
    let mut answers = 0;
    while talk.session.is_busy() {
        answers += talk.done(talk.started() - 1, "a1-a2").len();
    }
    assert_eq!((answers, talk.started()), (10_000, 10_000));
}

#[test]
fn some_options_wait_for_the_end_of_the_search() {
    let mut talk = Talk::open("uci");
    talk.burst(&[
        "go infinite",
        "setoption name MultiPV value 2",
        "setoption name hash value 64",
        "setoption name clear hash",
        "setoption name MultiPV value 3",
        "ucinewgame",
    ]);
    assert_eq!(talk.calls(), ["start", "set MultiPV Spin(2)"]);
    assert_eq!(talk.burst(&["isready", "stop"]), ["readyok"]);
    assert_eq!(talk.calls(), ["stop"]);
    assert_eq!(talk.done(0, "a1-a2"), ["bestmove a1-a2"]);
    assert_eq!(
        talk.calls(),
        [
            "set Hash Spin(64)",
            "set Clear Hash Button",
            "set MultiPV Spin(3)",
            "new game"
        ]
    );
}

#[test]
fn a_position_after_a_new_variant_waits_with_it() {
    let mut talk = Talk::open("uci");
    talk.burst(&[
        "go infinite",
        "setoption name UCI_Variant value Shatar",
        "position fen x",
    ]);
    assert_eq!(talk.calls(), ["start"]);
    talk.send("stop");
    talk.done(0, "a1-a2");
    let expected = [
        "stop",
        "set UCI_Variant Combo(\"shatar\")",
        "position Spn(\"x\")",
    ];
    assert_eq!(talk.calls(), expected);
}

#[test]
fn bad_options_change_nothing() {
    let mut talk = Talk::open("uci");
    let error = |text: &str| vec![format!("info string error: setoption: {text}")];
    assert_eq!(
        talk.send("setoption name Hash value 0"),
        error("0 for Hash is out of range, expected 1 to 4096")
    );
    assert_eq!(
        talk.send("setoption name hash value lots"),
        error("'lots' for Hash is not a whole number from 1 to 4096")
    );
    assert_eq!(
        talk.send("setoption name Hash"),
        error("Hash needs a value, expected a whole number from 1 to 4096")
    );
    assert_eq!(
        talk.send("setoption name UCI_Variant value go"),
        error("'go' for UCI_Variant is not one of: shatra, shatar")
    );
    assert_eq!(talk.send("setoption name Foo Bar value 1").len(), 1);
    assert_eq!(
        talk.send("setoption name Hash value 4096"),
        ["info string error: setoption Hash: no memory for 4096 MB"]
    );
    assert_eq!(talk.calls(), NOTHING);
}

#[test]
fn go_searches_the_previous_position_after_a_bad_one() {
    let mut talk = Talk::open("uci");
    assert_eq!(
        talk.send("position startpos moves a1-a2 a1-a1"),
        ["info string error: position: illegal move 'a1-a1'"]
    );
    assert_eq!(
        talk.send("position"),
        ["info string error: position: missing argument, expected one of: startpos, fen, spn"]
    );
    assert_eq!(talk.calls(), NOTHING);
    assert_eq!(talk.send("go depth 1"), NOTHING);
    assert_eq!(talk.started(), 1);
}

#[test]
fn a_search_without_a_legal_turn_has_no_best_move() {
    let mut talk = Talk::open("uci");
    talk.send("go depth 3");
    assert_eq!(talk.over(0), ["info depth 0 score mate 0"]);
    assert_eq!(talk.done_without(0), ["bestmove (none)"]);
    talk.send("go infinite");
    assert_eq!(talk.over(1), ["info depth 0 score mate 0"]);
    assert_eq!(talk.done_without(1), NOTHING);
    assert_eq!(talk.send("stop"), ["bestmove (none)"]);
}

#[test]
fn errors_name_the_word_and_the_rest_takes_effect() {
    let mut talk = Talk::open("uci");
    let out = talk.send("go depth 1e3 foo nodes 7");
    assert_eq!(out.len(), 2);
    assert!(out[0].starts_with("info string error: go: bad value '1e3' for depth"));
    assert!(out[1].starts_with("info string error: go: 'foo' was skipped"));
    assert_eq!(talk.limits(0).nodes, Some(7));
    assert_eq!(
        talk.send("wibble"),
        [
            "info string error: unknown command 'wibble', expected a command such as position, go or help"
        ]
    );
    let mut out = Vec::new();
    assert_eq!(
        talk.session
            .bad_line(LineError::TooLong { limit: 9 }, &mut out),
        Flow::Continue
    );
    assert_eq!(
        out,
        ["info string error: line refused: longer than 9 bytes"]
    );
}

#[test]
fn a_task_reports_the_parts_of_its_request_that_it_skipped() {
    let mut talk = Talk::open("uci");
    talk.send("go searchmoves z9-z8");
    let fault = BackendEvent::Error("illegal move 'z9-z8' in searchmoves".into());
    assert_eq!(
        talk.event(0, fault),
        ["info string error: illegal move 'z9-z8' in searchmoves"]
    );
    let note = BackendEvent::Text("stray".into());
    assert_eq!(talk.event(0, note), ["info string stray"]);
}

#[test]
fn a_task_that_cannot_start_is_reported() {
    let mut talk = Talk::open("uci");
    assert_eq!(
        talk.send("go perft 99"),
        ["info string error: go: depth 99 is too deep"]
    );
    assert!(!talk.session.is_busy());
}

#[test]
fn wait_holds_back_every_later_line() {
    let mut talk = Talk::open("uci");
    let out = talk.burst(&[
        "go depth 3",
        "wait",
        "isready",
        "go depth 4",
        "wait",
        "quit",
    ]);
    assert_eq!(out, NOTHING);
    assert_eq!(
        (talk.flow, talk.calls()),
        (Flow::Continue, vec!["start".to_owned()])
    );
    assert_eq!(talk.done(0, "a1-a2"), ["bestmove a1-a2", "readyok"]);
    assert_eq!(talk.calls(), ["start"]);
    assert_eq!(talk.done(1, "b1-b2"), ["bestmove b1-b2"]);
    assert_eq!(talk.flow, Flow::Exit);
}

#[test]
fn wait_for_a_search_without_end_is_refused() {
    let mut talk = Talk::open("uci");
    let expected = "info string error: wait: this search ends with stop only";
    assert_eq!(talk.burst(&["go infinite", "wait"]), [expected]);
    assert_eq!(
        talk.burst(&["setoption name Hash value 8", "wait", "stop"]),
        [expected]
    );
    assert_eq!(talk.done(0, "a1-a2"), ["bestmove a1-a2"]);
    assert_eq!(talk.burst(&["wait"]), NOTHING);
}

#[test]
fn nothing_overtakes_a_wait_after_another_go() {
    let mut talk = Talk::open("uci");
    let lines = ["go depth 6", "go depth 7", "wait", "isready", "quit"];
    assert_eq!(talk.burst(&lines), NOTHING);
    assert_eq!(talk.done(0, "a1-a2"), ["bestmove a1-a2"]);
    assert_eq!(talk.flow, Flow::Continue);
    assert_eq!(talk.done(1, "b1-b2"), ["bestmove b1-b2", "readyok"]);
    assert_eq!(talk.flow, Flow::Exit);
}

#[test]
fn every_search_is_answered_at_the_end_of_input() {
    let mut idle = Talk::open("uci");
    assert_eq!(idle.end(), NOTHING);
    assert_eq!(idle.flow, Flow::Exit);

    let mut limited = Talk::open("uci");
    limited.burst(&["go depth 3", "go depth 4", "setoption name Hash value 8"]);
    limited.end();
    assert_eq!(limited.flow, Flow::Continue);
    assert_eq!(limited.done(0, "a1-a2"), ["bestmove a1-a2"]);
    assert_eq!((limited.flow, limited.started()), (Flow::Continue, 2));
    assert_eq!(limited.calls(), ["start", "stop", "start"]);
    assert_eq!(limited.done(1, "b1-b2"), ["bestmove b1-b2"]);
    assert_eq!(
        (limited.flow, limited.calls()),
        (Flow::Exit, vec!["set Hash Spin(8)".to_owned()])
    );

    for go in ["go infinite", "go ponder depth 3", "go"] {
        let mut endless = Talk::open("uci");
        endless.send(go);
        endless.end();
        assert_eq!(endless.flow, Flow::Continue);
        assert_eq!(endless.calls(), ["start", "stop"]);
        assert_eq!(endless.done(0, "a1-a2"), ["bestmove a1-a2"]);
        assert_eq!(endless.flow, Flow::Exit);
    }

    let mut held = Talk::open("uci");
    held.send("go infinite");
    held.done(0, "a1-a2");
    assert_eq!(held.end(), ["bestmove a1-a2"]);
    assert_eq!(held.flow, Flow::Exit);
}

#[test]
fn shut_down_answers_every_search_at_once() {
    let mut idle = Talk::open("uci");
    assert_eq!(idle.shut_down(), NOTHING);
    assert_eq!(idle.flow, Flow::Exit);

    for go in ["go infinite", "go depth 3", "go ponder depth 3"] {
        let mut talk = Talk::open("uci");
        talk.burst(&[go, "go depth 4"]);
        assert_eq!(talk.shut_down(), NOTHING);
        assert_eq!(talk.calls(), ["start", "stop"], "{go}");
        assert_eq!(talk.done(0, "a1-a2"), ["bestmove a1-a2"], "{go}");
        assert_eq!(
            (talk.flow, talk.calls()),
            (Flow::Continue, vec!["start".into(), "stop".into()])
        );
        assert_eq!(talk.done(1, "b1-b2"), ["bestmove b1-b2"], "{go}");
        assert_eq!(talk.flow, Flow::Exit);
    }
}

#[test]
fn quit_ends_the_session_during_a_search() {
    let mut talk = Talk::open("uci");
    assert_eq!(talk.burst(&["go infinite", "go depth 1", "quit"]), NOTHING);
    assert_eq!(talk.flow, Flow::Exit);
}

#[test]
fn bench_is_a_task() {
    let mut talk = Talk::open("uci");
    talk.send("bench 16 4");
    assert_eq!(
        talk.session.backend().tasks[0].1,
        Task::Bench(vec!["16".into(), "4".into()])
    );
    assert_eq!(
        talk.event(0, BackendEvent::Text("nodes 5\nnps 6".into())),
        ["nodes 5", "nps 6"]
    );
    assert_eq!(talk.done_without(0), NOTHING);
}

#[test]
fn late_events_of_an_ended_search_are_dropped() {
    let mut talk = Talk::open("uci");
    talk.send("go infinite");
    talk.done(0, "a1-a2");
    assert_eq!(talk.info(0), NOTHING);
    assert_eq!(talk.done(0, "z1-z2"), NOTHING);
    assert_eq!(talk.send("stop"), ["bestmove a1-a2"]);
    // The next search does not receive them either.
    talk.send("go depth 1");
    assert_eq!(talk.info(0), NOTHING);
    assert_eq!(talk.done(0, "z1-z2"), NOTHING);
    assert_eq!(talk.done(1, "b1-b2"), ["bestmove b1-b2"]);
}
