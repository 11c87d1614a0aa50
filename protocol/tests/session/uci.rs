//! Conversations in UCI, line by line.

use crate::test_session::TestSession;
use batyr_protocol::{BackendEvent, Flow, GameAction, LineError, Task};

const NOTHING: [&str; 0] = [];

/// What a search says that follows a refused position.
const STILL_IN_FORCE: &str = "info string go: the last position was refused; \
                              searching the current one instead";

#[test]
fn a_repeated_handshake_is_answered_again() {
    let mut test = TestSession::new();
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
    assert_eq!(test.send("uci"), expected);
    assert_eq!(test.send("\tuci "), expected);
    assert_eq!(test.take_calls(), ["notation Turns"]);
    assert_eq!(
        test.send("ushi"),
        ["info string error: 'ushi' comes too late: this conversation uses uci"]
    );
}

#[test]
fn a_command_line_has_no_choice_of_dialects() {
    for handshake in ["ushi", "ucci"] {
        let mut test = TestSession::in_uci();
        let refused = format!(
            "info string error: '{handshake}' is refused: commands on the command line are in uci"
        );
        assert_eq!(test.send(handshake), [refused]);
        assert_eq!(test.send("uci").last().map(String::as_str), Some("uciok"));
    }
}

#[test]
fn console_commands_work_before_the_handshake() {
    let mut test = TestSession::new();
    assert_eq!(test.send("isready"), ["readyok"]);
    assert_eq!(test.send("d"), ["Board", "of two lines"]);
    assert!(
        test.send("help")
            .iter()
            .any(|line| line.starts_with("go perft N"))
    );
    assert_eq!(test.send(""), NOTHING);
    test.send("go perft 2");
    let text = BackendEvent::Text("a1-a2: 7".into());
    assert_eq!(test.send_event(0, text), ["a1-a2: 7"]);
    assert_eq!(test.finish_without_move(0), NOTHING);
    assert_eq!(test.send("uci").last().map(String::as_str), Some("uciok"));
    assert_eq!(test.send("quit"), NOTHING);
    assert_eq!(test.flow, Flow::Exit);
}

#[test]
fn a_search_reports_its_lines_and_its_answer() {
    let mut test = TestSession::open("uci");
    test.send_all(&["ucinewgame", "position startpos moves d4-d6", "go depth 5"]);
    assert_eq!(
        test.take_calls(),
        ["new game", "position StartPos d4-d6", "start"]
    );
    assert_eq!(test.limits(0).depth, Some(5));
    assert_eq!(
        test.report_info(0),
        ["info depth 1 score cp 38 nodes 3 time 2 pv 19-25"]
    );
    assert_eq!(
        test.finish_with(0, Some("a1-a2"), Some("b1-b2"), Some(GameAction::Resign)),
        ["bestmove a1-a2 ponder b1-b2"]
    );
    // Events of a search that has been answered are dropped.
    assert_eq!(test.report_info(0), NOTHING);
    assert_eq!(test.finish(0, "a1-a2"), NOTHING);
}

#[test]
fn a_stop_while_idle_or_a_second_stop_does_nothing() {
    let mut test = TestSession::open("uci");
    assert_eq!(test.send_all(&["stop", "ponderhit", "stop"]), NOTHING);
    assert_eq!(test.take_calls(), NOTHING);
    assert_eq!(
        test.send_all(&["go", "stop", "stop", "isready"]),
        ["readyok"]
    );
    assert_eq!(test.take_calls(), ["start", "stop"]);
    assert_eq!(test.finish(0, "a1-a2"), ["bestmove a1-a2"]);
    assert_eq!(test.send("stop"), NOTHING);
}

#[test]
fn a_search_after_a_refused_position_says_which_one_it_is_of() {
    for bad in [
        "position fen bad w",
        "position startpos moves a1-a1",
        "position",
    ] {
        for go in ["go depth 1", "go perft 2"] {
            let mut test = TestSession::open("uci");
            assert_eq!(test.send("position startpos"), NOTHING);
            assert_eq!(test.send(bad).len(), 1, "{bad}");
            assert_eq!(test.send(go), [STILL_IN_FORCE], "{bad}");
            assert_eq!(test.task_count(), 1);
            test.finish(0, "a1-a2");
            // Each search says so, until a position is accepted.
            assert_eq!(test.send(go), [STILL_IN_FORCE], "{bad}");
            test.finish(1, "a1-a2");
            assert_eq!(test.send_all(&["position startpos", go]), NOTHING);
        }
    }
}

#[test]
fn an_infinite_search_holds_back_its_answer() {
    let mut test = TestSession::open("uci");
    test.send("go infinite depth 3");
    assert_eq!(test.finish(0, "a1-a2"), NOTHING);
    assert_eq!(test.send("isready"), ["readyok"]);
    assert_eq!(test.send("stop"), ["bestmove a1-a2"]);
    assert_eq!(test.take_calls(), ["start"]);
    assert_eq!(test.send("stop"), NOTHING);
}

#[test]
fn ponder_waits_for_ponderhit_or_stop() {
    let mut test = TestSession::open("uci");
    test.send_all(&["go ponder wtime 1000 btime 1000", "ponderhit"]);
    assert_eq!(test.take_calls(), ["start", "ponder hit"]);
    assert_eq!(test.send("ponderhit"), NOTHING);
    assert_eq!(test.take_calls(), NOTHING);
    assert_eq!(test.finish(0, "a1-a2"), ["bestmove a1-a2"]);

    test.send("go ponder depth 2");
    assert_eq!(test.finish(1, "b1-b2"), NOTHING);
    assert_eq!(test.send("ponderhit"), ["bestmove b1-b2"]);

    test.send("go ponder depth 2");
    assert_eq!(test.finish(2, "c1-c2"), NOTHING);
    assert_eq!(test.send("stop"), ["bestmove c1-c2"]);

    test.send_all(&["go ponder depth 2", "stop"]);
    assert_eq!(test.finish(3, "c1-c2"), ["bestmove c1-c2"]);
}

#[test]
fn infinite_pondering_needs_stop_after_ponderhit() {
    let mut test = TestSession::open("uci");
    test.send("go ponder infinite");
    assert_eq!(test.finish(0, "a1-a2"), NOTHING);
    assert_eq!(test.send("ponderhit"), NOTHING);
    assert_eq!(test.send("stop"), ["bestmove a1-a2"]);
}

#[test]
fn a_second_go_stops_the_first_search() {
    let mut test = TestSession::open("uci");
    test.send_all(&["go infinite", "position startpos moves a1-a2", "go depth 2"]);
    assert_eq!(
        test.take_calls(),
        ["start", "position StartPos a1-a2", "stop"]
    );
    assert_eq!(test.finish(0, "a1-a2"), ["bestmove a1-a2"]);
    assert_eq!(test.take_calls(), ["start"]);
    assert_eq!(test.finish(1, "b1-b2"), ["bestmove b1-b2"]);
    // The same applies if the first search only holds back its answer.
    test.send("go infinite");
    test.finish(2, "c1-c2");
    assert_eq!(test.send("go depth 1"), ["bestmove c1-c2"]);
    assert_eq!(test.task_count(), 4);
}

#[test]
fn a_burst_of_lines_is_answered_in_order() {
    let mut test = TestSession::open("uci");
    let out = test.send_all(&[
        "go infinite",
        "go depth 9",
        "stop",
        "go depth 8",
        "position startpos",
        "isready",
    ]);
    assert_eq!(out, ["readyok"]);
    assert_eq!(test.take_calls(), ["start", "stop"]);
    assert_eq!(test.finish(0, "a1-a2"), ["bestmove a1-a2"]);
    assert_eq!(test.take_calls(), ["start", "stop"]);
    assert_eq!(test.finish(1, "b1-b2"), ["bestmove b1-b2"]);
    assert_eq!(test.take_calls(), ["start", "position StartPos"]);
    assert_eq!(test.finish(2, "c1-c2"), ["bestmove c1-c2"]);
    assert!(!test.session.is_busy());
}

#[test]
fn ten_thousand_stopped_searches_are_all_answered() {
    let mut test = TestSession::open("uci");
    for _ in 0..10_000 {
        assert_eq!(test.send_all(&["go infinite", "stop"]), NOTHING);
    }
    let mut answers = 0;
    while test.session.is_busy() {
        answers += test.finish(test.task_count() - 1, "a1-a2").len();
    }
    assert_eq!((answers, test.task_count()), (10_000, 10_000));
}

#[test]
fn go_searches_the_previous_position_after_a_bad_one() {
    let mut test = TestSession::open("uci");
    assert_eq!(
        test.send("position startpos moves a1-a2 a1-a1"),
        ["info string error: position: illegal move 'a1-a1'"]
    );
    assert_eq!(
        test.send("position"),
        ["info string error: position: missing argument, expected one of: startpos, fen, spn"]
    );
    assert_eq!(test.take_calls(), NOTHING);
    assert_eq!(test.send("go depth 1"), [STILL_IN_FORCE]);
    assert_eq!(test.task_count(), 1);
}

#[test]
fn a_search_without_a_legal_turn_has_no_best_move() {
    let mut test = TestSession::open("uci");
    test.send("go depth 3");
    assert_eq!(test.report_game_over(0), ["info depth 0 score mate 0"]);
    assert_eq!(test.finish_without_move(0), ["bestmove (none)"]);
    test.send("go infinite");
    assert_eq!(test.report_game_over(1), ["info depth 0 score mate 0"]);
    assert_eq!(test.finish_without_move(1), NOTHING);
    assert_eq!(test.send("stop"), ["bestmove (none)"]);
}

#[test]
fn errors_name_the_word_and_the_rest_takes_effect() {
    let mut test = TestSession::open("uci");
    let out = test.send("go depth 1e3 foo nodes 7");
    assert_eq!(out.len(), 2);
    assert!(out[0].starts_with("info string error: go: bad value '1e3' for depth"));
    assert!(out[1].starts_with("info string error: go: 'foo' was skipped"));
    assert_eq!(test.limits(0).nodes, Some(7));
    assert_eq!(
        test.send("wibble"),
        [
            "info string error: unknown command 'wibble', expected a command such as position, go or help"
        ]
    );
    let mut out = Vec::new();
    assert_eq!(
        test.session
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
    let mut test = TestSession::open("uci");
    test.send("go searchmoves z9-z8");
    let fault = BackendEvent::Error("illegal move 'z9-z8' in searchmoves".into());
    assert_eq!(
        test.send_event(0, fault),
        ["info string error: illegal move 'z9-z8' in searchmoves"]
    );
    let note = BackendEvent::Text("stray".into());
    assert_eq!(test.send_event(0, note), ["info string stray"]);
}

#[test]
fn a_task_that_cannot_start_is_reported() {
    let mut test = TestSession::open("uci");
    assert_eq!(
        test.send("go perft 99"),
        ["info string error: go: depth 99 is too deep"]
    );
    assert!(!test.session.is_busy());
}

#[test]
fn wait_holds_back_every_later_line() {
    let mut test = TestSession::open("uci");
    let out = test.send_all(&[
        "go depth 3",
        "wait",
        "isready",
        "go depth 4",
        "wait",
        "quit",
    ]);
    assert_eq!(out, NOTHING);
    assert_eq!(
        (test.flow, test.take_calls()),
        (Flow::Continue, vec!["start".to_owned()])
    );
    assert_eq!(test.finish(0, "a1-a2"), ["bestmove a1-a2", "readyok"]);
    assert_eq!(test.take_calls(), ["start"]);
    assert_eq!(test.finish(1, "b1-b2"), ["bestmove b1-b2"]);
    assert_eq!(test.flow, Flow::Exit);
}

#[test]
fn wait_for_a_search_without_end_is_refused() {
    let mut test = TestSession::open("uci");
    let expected = "info string error: wait: this search ends only with stop or ponderhit";
    assert_eq!(test.send_all(&["go infinite", "wait"]), [expected]);
    assert_eq!(
        test.send_all(&["setoption name Hash value 8", "wait", "stop"]),
        [expected]
    );
    assert_eq!(test.finish(0, "a1-a2"), ["bestmove a1-a2"]);
    assert_eq!(test.send_all(&["wait"]), NOTHING);
}

#[test]
fn nothing_overtakes_a_wait_after_another_go() {
    let mut test = TestSession::open("uci");
    let lines = ["go depth 6", "go depth 7", "wait", "isready", "quit"];
    assert_eq!(test.send_all(&lines), NOTHING);
    assert_eq!(test.finish(0, "a1-a2"), ["bestmove a1-a2"]);
    assert_eq!(test.flow, Flow::Continue);
    assert_eq!(test.finish(1, "b1-b2"), ["bestmove b1-b2", "readyok"]);
    assert_eq!(test.flow, Flow::Exit);
}

#[test]
fn every_search_is_answered_at_the_end_of_input() {
    let mut idle = TestSession::open("uci");
    assert_eq!(idle.end_input(), NOTHING);
    assert_eq!(idle.flow, Flow::Exit);

    let mut limited = TestSession::open("uci");
    limited.send_all(&["go depth 3", "go depth 4", "setoption name Hash value 8"]);
    limited.end_input();
    assert_eq!(limited.flow, Flow::Continue);
    assert_eq!(limited.finish(0, "a1-a2"), ["bestmove a1-a2"]);
    assert_eq!((limited.flow, limited.task_count()), (Flow::Continue, 2));
    assert_eq!(limited.take_calls(), ["start", "stop", "start"]);
    assert_eq!(limited.finish(1, "b1-b2"), ["bestmove b1-b2"]);
    assert_eq!(
        (limited.flow, limited.take_calls()),
        (Flow::Exit, vec!["set Hash Spin(8)".to_owned()])
    );

    for go in ["go infinite", "go ponder depth 3", "go"] {
        let mut endless = TestSession::open("uci");
        endless.send(go);
        endless.end_input();
        assert_eq!(endless.flow, Flow::Continue);
        assert_eq!(endless.take_calls(), ["start", "stop"]);
        assert_eq!(endless.finish(0, "a1-a2"), ["bestmove a1-a2"]);
        assert_eq!(endless.flow, Flow::Exit);
    }

    let mut held = TestSession::open("uci");
    held.send("go infinite");
    held.finish(0, "a1-a2");
    assert_eq!(held.end_input(), ["bestmove a1-a2"]);
    assert_eq!(held.flow, Flow::Exit);
}

#[test]
fn shut_down_answers_every_search_at_once() {
    let mut idle = TestSession::open("uci");
    assert_eq!(idle.shut_down(), NOTHING);
    assert_eq!(idle.flow, Flow::Exit);

    for go in ["go infinite", "go depth 3", "go ponder depth 3"] {
        let mut test = TestSession::open("uci");
        test.send_all(&[go, "go depth 4"]);
        assert_eq!(test.shut_down(), NOTHING);
        assert_eq!(test.take_calls(), ["start", "stop"], "{go}");
        assert_eq!(test.finish(0, "a1-a2"), ["bestmove a1-a2"], "{go}");
        assert_eq!(
            (test.flow, test.take_calls()),
            (Flow::Continue, vec!["start".into(), "stop".into()])
        );
        assert_eq!(test.finish(1, "b1-b2"), ["bestmove b1-b2"], "{go}");
        assert_eq!(test.flow, Flow::Exit);
    }
}

#[test]
fn quit_ends_the_session_during_a_search() {
    let mut test = TestSession::open("uci");
    assert_eq!(
        test.send_all(&["go infinite", "go depth 1", "quit"]),
        NOTHING
    );
    assert_eq!(test.flow, Flow::Exit);
}

#[test]
fn bench_is_a_task() {
    let mut test = TestSession::open("uci");
    test.send("bench 16 4");
    assert_eq!(
        test.session.backend().tasks[0].1,
        Task::Bench(vec!["16".into(), "4".into()])
    );
    assert_eq!(
        test.send_event(0, BackendEvent::Text("nodes 5\nnps 6".into())),
        ["nodes 5", "nps 6"]
    );
    assert_eq!(test.finish_without_move(0), NOTHING);
}

#[test]
fn late_events_of_an_ended_search_are_dropped() {
    let mut test = TestSession::open("uci");
    test.send("go infinite");
    test.finish(0, "a1-a2");
    assert_eq!(test.report_info(0), NOTHING);
    assert_eq!(test.finish(0, "z1-z2"), NOTHING);
    assert_eq!(test.send("stop"), ["bestmove a1-a2"]);
    // The next search does not receive them either.
    test.send("go depth 1");
    assert_eq!(test.report_info(0), NOTHING);
    assert_eq!(test.finish(0, "z1-z2"), NOTHING);
    assert_eq!(test.finish(1, "b1-b2"), ["bestmove b1-b2"]);
}
