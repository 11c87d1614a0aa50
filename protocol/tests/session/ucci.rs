//! Conversations in UCCI, line by line.

use crate::test_session::TestSession;
use batyr_protocol::{BackendEvent, Clock, Flow, GameAction, InfoLine, LineError, SideClock, Task};

const NOTHING: [&str; 0] = [];

fn clock(time: i64, increment: Option<i64>) -> SideClock {
    let time = Some(time);
    SideClock { time, increment }
}

#[test]
fn a_repeated_handshake_is_answered_again() {
    let mut test = TestSession::new();
    let expected = [
        "id name Fake 1",
        "id copyright nobody's",
        "id author nobody",
        "option usemillisec type check default false",
        "option batch type check default false",
        "option debug type check default false",
        "option newgame type button",
        "option hashsize type spin min 1 max 4096 default 16",
        "option usebook type check default true",
        "option style type combo var solid var normal var risky default normal",
        "option bookfiles type string",
        "option variant type combo var shatra var shatar default shatra",
        "ucciok",
    ];
    assert_eq!(test.send("ucci"), expected);
    assert_eq!(test.send("ucci"), expected);
    assert_eq!(test.take_calls(), ["notation Turns"]);
    assert_eq!(
        test.send("uci"),
        ["info message error: 'uci' comes too late: this conversation uses ucci"]
    );
}

#[test]
fn console_commands_work_before_and_after_the_handshake() {
    let mut test = TestSession::new();
    assert_eq!(test.send("d"), ["Board", "of two lines"]);
    assert_eq!(test.send("ucci").last().map(String::as_str), Some("ucciok"));
    assert_eq!(
        test.send_all(&["d", "eval"]),
        [
            "info message Board",
            "info message of two lines",
            "info message Eval",
            "info message of two lines",
        ]
    );
    let help = test.send("help");
    assert!(help.iter().all(|line| line.starts_with("info message ")));
    for usage in ["setoption N [V]", "setoption newgame", "banmoves M…"] {
        assert!(help.iter().any(|line| line.contains(usage)), "{usage}");
    }
    test.send("go perft 2");
    let text = BackendEvent::Text("a1-a2: 7".into());
    assert_eq!(test.send_event(0, text), ["info message a1-a2: 7"]);
    assert_eq!(test.finish_without_move(0), NOTHING);
    assert_eq!(test.send_all(&["bench 4", "isready"]), ["readyok"]);
    assert_eq!(
        test.session.backend().tasks[1].1,
        Task::Bench(vec!["4".into()])
    );
}

#[test]
fn a_game_with_pondering() {
    let mut test = TestSession::open("ucci");
    test.send_all(&[
        "setoption usemillisec true",
        "setoption newgame",
        "position startpos",
        "go time 300000 increment 0",
    ]);
    assert_eq!(
        test.take_calls(),
        ["new game", "position StartPos", "start"]
    );
    assert_eq!(
        test.report_info(0),
        ["info depth 1 score 38 time 2 nodes 3 pv 19-25"]
    );
    assert_eq!(
        test.finish_with(0, Some("d4-d6"), Some("d11-d9"), None),
        ["bestmove d4-d6 ponder d11-d9"]
    );
    test.send_all(&[
        "position startpos moves d4-d6 d11-d9",
        "go ponder time 295000 increment 0",
        "ponderhit",
    ]);
    let position = "position StartPos d4-d6 d11-d9";
    assert_eq!(test.take_calls(), [position, "start", "ponder hit"]);
    assert!(test.limits(1).ponder);
    assert_eq!(test.finish(1, "e4-e6"), ["bestmove e4-e6"]);
    // The opponent played a different move.
    test.send_all(&["go ponder time 290000 increment 0", "stop"]);
    assert_eq!(test.take_calls(), ["start", "stop"]);
    assert_eq!(test.finish(2, "e4-e6"), ["bestmove e4-e6"]);
    assert_eq!(test.send("quit"), ["bye"]);
    assert_eq!(test.flow, Flow::Exit);
}

#[test]
fn a_ponder_search_holds_back_its_answer() {
    let mut test = TestSession::open("ucci");
    test.send("go ponder depth 3");
    assert_eq!(test.finish(0, "a1-a2"), NOTHING);
    assert_eq!(test.send("isready"), ["readyok"]);
    assert_eq!(test.send("ponderhit"), ["bestmove a1-a2"]);
    assert_eq!(test.take_calls(), ["start"]);
    test.send("go infinite");
    assert_eq!(test.send_all(&["ponderhit", "ponderhit draw"]), NOTHING);
    assert_eq!(test.finish(1, "a1-a2"), NOTHING);
    assert_eq!(test.send("stop"), ["bestmove a1-a2"]);
    assert_eq!(test.send_all(&["ponderhit", "ponderhit draw"]), NOTHING);
    assert_eq!(test.take_calls(), ["start"]);
}

#[test]
fn the_clock_counts_seconds_unless_the_option_is_set() {
    let mut test = TestSession::open("ucci");
    let go = "go time 90 movestogo 5 opptime 60 oppincrement 2 movetime 700";
    test.send(go);
    let seconds = Clock::Players {
        own: clock(90_000, None),
        opponent: clock(60_000, Some(2_000)),
        opponent_movestogo: None,
    };
    assert_eq!(test.limits(0).clock, seconds);
    assert_eq!(
        (test.limits(0).movestogo, test.limits(0).movetime),
        (Some(5), Some(700))
    );
    // The unit that is set when the search starts applies.
    test.send_all(&[
        go,
        "setoption usemillisec true",
        go,
        "setoption usemillisec false",
    ]);
    test.finish(0, "a1-a2");
    assert_eq!(test.limits(1).clock, seconds);
    test.finish(1, "a1-a2");
    let milliseconds = Clock::Players {
        own: clock(90, None),
        opponent: clock(60, Some(2)),
        opponent_movestogo: None,
    };
    assert_eq!(test.limits(2).clock, milliseconds);
    test.finish(2, "a1-a2");
    test.send(go);
    assert_eq!(test.limits(3).clock, seconds);
    let calls = test.take_calls();
    assert!(!calls.iter().any(|call| call.starts_with("set")));
}

#[test]
fn session_options_are_checked_like_others() {
    let mut test = TestSession::open("ucci");
    let error = |text: &str| vec![format!("info message error: setoption: {text}")];
    assert_eq!(
        test.send("setoption usemillisec"),
        error("missing value for usemillisec, expected true or false")
    );
    assert_eq!(
        test.send("setoption batch 1"),
        error("bad value '1' for batch, expected true or false")
    );
    assert_eq!(
        test.send_all(&["setoption DEBUG true", "setoption name debug value false"]),
        NOTHING
    );
    assert_eq!(test.send_all(&["debug on"]), NOTHING);
    assert_eq!(
        test.take_calls(),
        ["debug true", "debug false", "debug true"]
    );
}

#[test]
fn engine_options_are_set_and_checked() {
    let mut test = TestSession::open("ucci");
    let lines = [
        "setoption hashsize 64",
        "setoption name HashSize value 32",
        "setoption style Risky",
        "setoption bookfiles /my  books;b.bin",
        "setoption bookfiles",
    ];
    assert_eq!(test.send_all(&lines), NOTHING);
    assert_eq!(
        test.take_calls(),
        [
            "set hashsize Spin(64)",
            "set hashsize Spin(32)",
            "set style Combo(\"risky\")",
            "set bookfiles Text(\"/my  books;b.bin\")",
            "set bookfiles Text(\"\")",
        ]
    );
    assert_eq!(
        test.send_all(&[
            "setoption selectivity large",
            "setoption hashsize",
            "setoption hashsize lots",
            "setoption hashsize 0",
            "setoption style",
            "setoption hashsize 4096",
            "setoption",
        ]),
        [
            "info message unknown option 'selectivity' ignored",
            "info message error: setoption: missing value for hashsize, expected a whole number from 1 to 4096",
            "info message error: setoption: bad value 'lots' for hashsize, expected a whole number from 1 to 4096",
            "info message error: setoption: bad value '0' for hashsize, expected a whole number from 1 to 4096",
            "info message error: setoption: missing value for style, expected one of: solid, normal, risky",
            "info message error: setoption hashsize: no memory for 4096 MB",
            "info message error: setoption: missing argument, expected the name of an option",
        ]
    );
    assert_eq!(test.take_calls(), NOTHING);
}

#[test]
fn some_commands_wait_for_the_end_of_the_search() {
    let mut test = TestSession::open("ucci");
    assert_eq!(
        test.send_all(&[
            "go infinite",
            "position startpos moves a1-a2",
            "banmoves b1-b2",
            "setoption usebook false",
            "setoption newgame",
            "setoption hashsize 8",
            "isready",
        ]),
        ["readyok"]
    );
    assert_eq!(
        test.take_calls(),
        [
            "start",
            "position StartPos a1-a2",
            "ban b1-b2",
            "set usebook Check(false)"
        ]
    );
    test.send("stop");
    assert_eq!(test.finish(0, "a1-a2"), ["bestmove a1-a2"]);
    assert_eq!(
        test.take_calls(),
        ["stop", "new game", "set hashsize Spin(8)"]
    );
}

#[test]
fn a_stop_while_idle_or_a_second_stop_does_nothing() {
    let mut test = TestSession::open("ucci");
    assert_eq!(
        test.send_all(&["stop", "stop"]),
        ["nobestmove", "nobestmove"]
    );
    assert_eq!(test.take_calls(), NOTHING);
    assert_eq!(test.send_all(&["go", "stop", "stop"]), NOTHING);
    assert_eq!(test.take_calls(), ["start", "stop"]);
    assert_eq!(test.finish(0, "a1-a2"), ["bestmove a1-a2"]);
    assert_eq!(test.send("stop"), ["nobestmove"]);
}

#[test]
fn a_second_go_stops_the_first_search() {
    let mut test = TestSession::open("ucci");
    test.send_all(&["go depth 9", "go time 5", "stop"]);
    assert_eq!(test.take_calls(), ["start", "stop"]);
    assert_eq!(test.finish(0, "a1-a2"), ["bestmove a1-a2"]);
    assert_eq!(test.take_calls(), ["start", "stop"]);
    assert_eq!(test.finish(1, "b1-b2"), ["bestmove b1-b2"]);
    test.send("go infinite");
    assert_eq!(test.send("go depth 0"), NOTHING);
    assert_eq!(
        test.finish(2, "c1-c2"),
        ["bestmove c1-c2", "info depth 0 score -17", "nobestmove"]
    );
}

#[test]
fn depth_zero_is_the_static_evaluation() {
    let mut test = TestSession::open("ucci");
    let expected = ["info depth 0 score -17", "nobestmove"];
    assert_eq!(test.send("go depth 0"), expected);
    assert_eq!(test.send("go draw time 5 depth 0"), expected);
    assert_eq!((test.take_calls().len(), test.task_count()), (2, 0));
    assert!(!test.session.is_busy());
    // These still wait for `stop`, even at depth 0.
    for go in ["go infinite depth 0", "go ponder depth 0"] {
        assert_eq!(test.send(go), NOTHING);
        test.send("stop");
        assert_eq!(
            test.finish(test.task_count() - 1, "a1-a2"),
            ["bestmove a1-a2"]
        );
    }
}

#[test]
fn a_search_without_a_legal_turn_has_no_best_move() {
    let mut test = TestSession::open("ucci");
    test.send("go depth 3");
    assert_eq!(test.report_game_over(0), ["info depth 0 score -32000"]);
    assert_eq!(test.finish_without_move(0), ["nobestmove"]);
    test.send("go infinite");
    assert_eq!(test.report_game_over(1), ["info depth 0 score -32000"]);
    assert_eq!(test.finish_without_move(1), NOTHING);
    assert_eq!(test.send("stop"), ["nobestmove"]);
}

#[test]
fn answers_carry_draw_offers_and_resignations() {
    let mut test = TestSession::open("ucci");
    test.send("go draw time 5");
    assert!(test.limits(0).draw);
    assert_eq!(
        test.finish_with(0, Some("a1-a2"), None, Some(GameAction::Draw)),
        ["bestmove a1-a2 draw"]
    );
    test.send_all(&["go ponder time 5", "ponderhit draw"]);
    assert!(!test.limits(1).draw);
    assert_eq!(test.take_calls(), ["start", "start", "ponder hit draw"]);
    assert_eq!(
        test.finish_with(1, Some("a1-a2"), Some("b1-b2"), Some(GameAction::Resign)),
        ["bestmove a1-a2 ponder b1-b2 resign"]
    );
    // An answer that is held back keeps its verdict.
    test.send("go infinite");
    assert_eq!(
        test.finish_with(2, Some("a1-a2"), None, Some(GameAction::Resign)),
        NOTHING
    );
    assert_eq!(test.send("stop"), ["bestmove a1-a2 resign"]);
}

#[test]
fn banned_moves_are_passed_to_the_backend() {
    let mut test = TestSession::open("ucci");
    assert_eq!(test.send("banmoves d4-d6 a5:a7:g7"), NOTHING);
    assert_eq!(test.take_calls(), ["ban d4-d6 a5:a7:g7"]);
    assert_eq!(
        test.send_all(&["banmoves", "banmoves b1-b2 a1-a1"]),
        [
            "info message error: banmoves: missing argument, expected a move",
            "info message error: banmoves: illegal move 'a1-a1'",
        ]
    );
    assert_eq!(test.take_calls(), NOTHING);
}

#[test]
fn a_probe_is_answered_from_the_hash_table() {
    let mut test = TestSession::open("ucci");
    assert_eq!(
        test.send("probe startpos moves d4-d6"),
        ["pophash bestmove d4-d6 lowerbound -5 depth 7"]
    );
    assert_eq!(test.send("probe fen 9/K w"), ["pophash"]);
    assert_eq!(
        test.send_all(&[
            "probe",
            "probe fen",
            "probe startpos d4-d6",
            "probe startpos moves a1-a1"
        ]),
        [
            "info message error: probe: missing argument, expected one of: startpos, fen, spn",
            "info message error: probe: missing value for fen, expected text",
            "info message error: probe: 'd4-d6' was skipped, expected moves",
            "info message error: probe: illegal move 'a1-a1'",
        ]
    );
    assert_eq!(
        test.take_calls(),
        ["probe StartPos", "probe Text(\"9/K w\")"]
    );
    // The table belongs to the search while one runs.
    assert_eq!(
        test.send_all(&["go infinite", "probe startpos", "stop"]),
        NOTHING
    );
    assert_eq!(
        test.finish(0, "a1-a2"),
        [
            "bestmove a1-a2",
            "pophash bestmove d4-d6 lowerbound -5 depth 7"
        ]
    );
}

#[test]
fn go_searches_the_previous_position_after_a_bad_one() {
    let mut test = TestSession::open("ucci");
    assert_eq!(
        test.send_all(&[
            "position startpos moves a1-a2 a1-a1",
            "position",
            "position fen bad"
        ]),
        [
            "info message error: position: illegal move 'a1-a1'",
            "info message error: position: missing argument, expected one of: startpos, fen, spn",
            "info message error: position: 'bad' has no biy",
        ]
    );
    let note = "info message go: the last position was refused; \
                searching the current one instead";
    assert_eq!(test.send("go depth 1"), [note]);
    assert_eq!(test.task_count(), 1);
}

#[test]
fn errors_name_the_word_and_the_rest_takes_effect() {
    let mut test = TestSession::open("ucci");
    assert_eq!(
        test.send("go time 1e3 wtime depth 4"),
        [
            "info message error: go: bad value '1e3' for time, expected a whole number",
            "info message error: go: 'wtime' was skipped, expected one of: searchmoves, ignoremoves, ponder, draw, time, increment, opptime, oppincrement, oppmovestogo, movestogo, depth, nodes, mate, movetime, infinite, perft",
        ]
    );
    assert_eq!(test.limits(0).depth, Some(4));
    test.finish(0, "a1-a2");
    assert_eq!(
        test.send_all(&[
            "wibble",
            "stop now",
            "ponderhit drew",
            "ushinewgame",
            "go perft 99"
        ]),
        [
            "info message error: unknown command 'wibble', expected a command such as position, go or help",
            "info message error: stop: 'now' was skipped, expected the end of the line",
            "nobestmove",
            "info message error: ponderhit: 'drew' was skipped, expected the end of the line",
            "info message error: unknown command 'ushinewgame', expected a command such as position, go or help",
            "info message error: go: depth 99 is too deep",
        ]
    );
    let mut out = Vec::new();
    let _ = test
        .session
        .bad_line(LineError::TooLong { limit: 9 }, &mut out);
    assert_eq!(
        out,
        ["info message error: line refused: longer than 9 bytes"]
    );
}

#[test]
fn the_progress_of_a_search_is_reported() {
    let mut test = TestSession::open("ucci");
    test.send("go depth 3 searchmoves z9-z8");
    let fault = BackendEvent::Error("illegal move 'z9-z8' in searchmoves".into());
    assert_eq!(
        test.send_event(0, fault),
        ["info message error: illegal move 'z9-z8' in searchmoves"]
    );
    let note = BackendEvent::Text("stray".into());
    assert_eq!(test.send_event(0, note), ["info message stray"]);
    let root = InfoLine {
        depth: Some(7),
        currmove: Some("d4-d6".into()),
        currmovenumber: Some(1),
        ..InfoLine::default()
    };
    let root = BackendEvent::Info(Box::new(root));
    assert_eq!(test.send_event(0, root), ["info currmove d4-d6"]);
}

#[test]
fn wait_holds_back_every_later_line() {
    let mut test = TestSession::open("ucci");
    assert_eq!(
        test.send_all(&["go depth 3", "wait", "stop", "isready"]),
        NOTHING
    );
    assert_eq!(
        test.finish(0, "a1-a2"),
        ["bestmove a1-a2", "nobestmove", "readyok"]
    );
}
