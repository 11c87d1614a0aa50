//! Conversations in USHI, line by line, and replays of conversations recorded with ShatraBase.

use std::{fs, path::PathBuf};

use crate::test_session::TestSession;
use batyr_protocol::{
    BackendEvent, Command, Dialect, EngineScore, Flow, InfoLine, Reply, ScoreBound, ScoreValue,
    Task,
};

const NOTHING: [&str; 0] = [];
const START: &str =
    "position spn SSSSSSSSS/K/SSSSSSS/SSSSSSS/7/7/sssssss/sssssss/k/sssssssss w Tt - - - 1";
const EMPTY: &str = "position spn 9/1/7/7/7/7/7/7/1/9 w - - - - 1";

#[test]
fn the_handshake_lists_options_and_reports_versions() {
    let mut test = TestSession::new();
    assert_eq!(
        test.send("ushi"),
        [
            "id name Fake 1",
            "id author nobody",
            "option name Hash type spin default 16 min 1 max 4096",
            "option name MultiPV type spin default 1 min 1 max 8",
            "option name Clear Hash type button",
            "option name Book File type string",
            "option name Shatra version type combo default 2 var 1 var 2",
            "option name USHI_AnalyseMode type check default false",
            "option name Variant type combo default shatra var shatra var shatar",
            "ushiok",
        ]
    );
    assert_eq!(
        test.send("setoption name Shatra version value 1"),
        ["version supported"]
    );
    assert_eq!(
        test.send("setoption name Shatra version value 3"),
        ["version unsupported"]
    );
    assert_eq!(
        test.send("setoption name Shatra version"),
        ["version unsupported"]
    );
    assert_eq!(test.send("isready"), ["readyok"]);
    assert_eq!(
        test.take_calls(),
        ["notation Jumps", "set Shatra version Combo(\"1\")"]
    );
}

#[test]
fn ushi_is_recognized_without_a_handshake() {
    for line in ["ushinewgame", START] {
        let mut test = TestSession::new();
        assert_eq!(test.send(line), NOTHING);
        assert_eq!(test.session.dialect(), Dialect::Ushi);
        assert_eq!(test.take_calls()[0], "notation Jumps");
    }
    let mut test = TestSession::new();
    test.send_all(&["isready", START]);
    assert_eq!(test.session.dialect(), Dialect::Uci);
    test.send("ushinewgame");
    assert_eq!(test.session.dialect(), Dialect::Ushi);
}

#[test]
fn a_burst_from_the_gui_starts_one_search() {
    let mut test = TestSession::open("ushi");
    let out = test.send_all(&[
        "stop",
        "ushinewgame",
        "isready",
        "setoption name Book File value mybook",
        "setoption name Clear Hash value %2",
        "setoption name MultiPV value 2",
        START,
        "setoption name USHI_AnalyseMode value true",
        "go infinite",
    ]);
    assert_eq!(out, ["readyok"]);
    assert_eq!(
        test.report_info(0),
        ["info depth 1 score cp 38 time 2 nodes 3 pv 19-25"]
    );
    assert_eq!(test.send("stop"), NOTHING);
    assert_eq!(test.finish(0, "19-25"), ["bestmove 19-25"]);
    assert_eq!(test.send("stop"), NOTHING);
    let calls = test.take_calls();
    assert_eq!(calls[0], "set Book-File Text(\"mybook\")");
    assert_eq!(calls[1], "set Clear Hash Button");
    assert!(!calls.iter().any(|call| call == "new game"));
}

#[test]
fn stored_options_of_other_engines_are_ignored() {
    let mut test = TestSession::open("ushi");
    assert_eq!(
        test.send("setoption name Neg value 7"),
        ["info string unknown option 'Neg' ignored"]
    );
    assert!(test.send("setoption name Hash value 0")[0].starts_with("info string error: "));
}

/// ShatraBase does not count the move to be made, and omits `movestogo` if the time is for the rest
/// of the game.
#[test]
fn movestogo_includes_the_move_to_be_made() {
    let movestogo_after = |handshake: &str, go: &str| {
        let mut test = TestSession::open(handshake);
        test.send(go);
        match &test.session.backend().tasks[0].1 {
            Task::Search(limits) => limits.movestogo,
            task => panic!("{task:?}"),
        }
    };
    let in_ushi =
        |clause: &str| movestogo_after("ushi", &format!("go btime 900 wtime 800{clause}"));
    assert_eq!(in_ushi(" movestogo 9"), Some(10));
    assert_eq!(in_ushi(" movestogo 1"), Some(2));
    assert_eq!(in_ushi(" movestogo 4294967295"), Some(u32::MAX));
    assert_eq!(in_ushi(" movestogo 0"), Some(0));
    assert_eq!(in_ushi(""), None);
    assert_eq!(
        movestogo_after("uci", "go btime 9 wtime 9 movestogo 1"),
        Some(1)
    );
    assert_eq!(movestogo_after("ucci", "go time 9 movestogo 1"), Some(1));
}

/// Returns an `info` event with a line of play; `bound` makes its score a bound.
fn line_event(depth: u32, cp: i32, bound: Option<ScoreBound>, pv: &str) -> BackendEvent {
    let value = ScoreValue::Cp(cp);
    BackendEvent::Info(Box::new(InfoLine {
        depth: Some(depth),
        score: Some(EngineScore { value, bound }),
        time: Some(1),
        nodes: Some(1),
        pv: pv.split(' ').map(String::from).collect(),
        ..InfoLine::default()
    }))
}

/// A bound that proves a win or a loss is a score like any other of this kind.
#[test]
fn a_bound_that_proves_the_result_is_sent_as_a_score() {
    for (moves, bound, is_proof) in [
        (-4, ScoreBound::Upper, true),
        (-4, ScoreBound::Lower, false),
        (4, ScoreBound::Lower, true),
        (4, ScoreBound::Upper, false),
    ] {
        for (dialect, marks_bounds) in [("ushi", false), ("ucci", false), ("uci", true)] {
            let mut test = TestSession::open(dialect);
            test.send("go depth 5");
            let BackendEvent::Info(mut info) = line_event(2, 0, Some(bound), "19-25") else {
                unreachable!();
            };
            info.score = info.score.map(|score| EngineScore {
                bound: score.bound,
                ..EngineScore::mate(moves)
            });
            let out = test.send_event(0, BackendEvent::Info(info));
            assert_eq!(out.len(), usize::from(is_proof || marks_bounds), "{out:?}");
            assert_eq!(out.join("").contains("bound"), marks_bounds, "{out:?}");
        }
    }
}

#[test]
fn a_bound_is_not_sent_as_a_score() {
    for dialect in ["ushi", "ucci"] {
        let begin = || {
            let mut test = TestSession::open(dialect);
            test.send("go depth 5");
            let exact = test.send_event(0, line_event(1, 38, None, "19-25 39-33"));
            assert_eq!(exact.len(), 1);
            test
        };
        // The bound adds nothing to the move already reported.
        let mut test = begin();
        let bound = Some(ScoreBound::Lower);
        assert_eq!(
            test.send_event(0, line_event(2, 90, bound, "19-25")),
            NOTHING
        );
        assert_eq!(test.finish(0, "19-25"), ["bestmove 19-25"]);
        // A move without a score of its own gets the score of the position.
        let mut test = begin();
        assert_eq!(
            test.send_event(0, line_event(2, 90, bound, "20-26")),
            NOTHING
        );
        let out = test.finish(0, "20-26");
        assert!(out[0].starts_with("info depth 1 score "), "{out:?}");
        assert!(out[0].contains(" 38 time 1 nodes 1 pv 20-26"), "{out:?}");
        assert_eq!(out[1..], ["bestmove 20-26"]);
        // Its exact score is reported later.
        let mut test = begin();
        test.send_event(0, line_event(2, 90, bound, "20-26"));
        assert_eq!(
            test.send_event(0, line_event(2, 95, None, "20-26 1-2"))
                .len(),
            1
        );
        assert_eq!(test.finish(0, "20-26"), ["bestmove 20-26"]);
    }
    let mut test = TestSession::open("uci");
    test.send("go depth 5");
    let out = test.send_event(0, line_event(2, 90, Some(ScoreBound::Lower), "19-25"));
    assert!(out[0].contains("score cp 90 lowerbound"), "{out:?}");
}

/// A GUI that has moved on would attribute late lines to its new position.
#[test]
fn a_stopped_search_repeats_no_line() {
    for dialect in ["uci", "ushi", "ucci"] {
        let mut test = TestSession::open(dialect);
        test.send("go infinite");
        assert_eq!(
            test.send_event(0, line_event(1, 38, None, "19-25")).len(),
            1
        );
        assert_eq!(
            test.send_event(0, line_event(1, 38, None, "19-25")).len(),
            1
        );
        test.send("stop");
        assert_eq!(
            test.send_event(0, line_event(1, 38, None, "19-25")),
            NOTHING
        );
        assert_eq!(
            test.send_event(0, line_event(2, 38, None, "19-25")).len(),
            1
        );
    }
}

#[test]
fn nothing_is_searched_after_a_refused_position() {
    let mut test = TestSession::open("ushi");
    for bad in [EMPTY, "position spn", "position"] {
        assert_eq!(test.send_all(&[START, bad]).len(), 1);
        assert_eq!(
            test.send("go infinite"),
            ["info string error: go: not started, the position was refused"]
        );
        assert_eq!(
            test.send("stop"),
            ["info string nothing was searched, the position was refused"]
        );
        assert_eq!(test.send("stop"), NOTHING);
    }
    assert_eq!(test.task_count(), 0);
    test.send_all(&[START, "go movetime 0"]);
    assert_eq!(test.limits(0).movetime, Some(0));
}

#[test]
fn a_position_refused_during_a_search_blocks_the_next_go() {
    let mut test = TestSession::open("ushi");
    assert_eq!(
        test.send_all(&["go infinite", EMPTY, "go movetime 0"])
            .len(),
        1
    );
    let out = test.finish(0, "19-25");
    assert_eq!(out[0], "bestmove 19-25");
    assert!(out[1].starts_with("info string error: go: not started"));
    assert_eq!((out.len(), test.task_count()), (2, 1));
}

#[test]
fn a_search_without_a_legal_step_is_silent_until_stop() {
    let message = "info string no legal step in this position";
    for go in ["go infinite", "go movetime 0"] {
        let mut test = TestSession::open("ushi");
        test.send_all(&[START, go]);
        assert_eq!(test.finish_without_move(0), NOTHING);
        assert_eq!(test.send("isready"), ["readyok"]);
        assert_eq!(test.send("stop"), [message]);
        assert_eq!(test.send("stop"), NOTHING);
    }
    let mut stopped = TestSession::open("ushi");
    stopped.send_all(&["go infinite", "stop"]);
    assert_eq!(stopped.finish_without_move(0), [message]);
    assert_eq!(stopped.send("stop"), NOTHING);
    let mut superseded = TestSession::open("ushi");
    superseded.send("go movetime 0");
    superseded.finish_without_move(0);
    assert_eq!(superseded.send_all(&["go infinite"]), NOTHING);
    assert_eq!(superseded.task_count(), 2);
    superseded.send("stop");
    assert_eq!(superseded.finish(1, "19-25"), ["bestmove 19-25"]);
    assert_eq!(superseded.send("stop"), NOTHING);
}

#[test]
fn console_text_is_sent_as_info_strings() {
    let mut test = TestSession::open("ushi");
    assert_eq!(
        test.send("d"),
        ["info string Board", "info string of two lines"]
    );
    assert!(
        test.send("help")
            .iter()
            .all(|line| line.starts_with("info string "))
    );
}

#[test]
fn a_search_without_a_legal_step_ends_with_the_input() {
    let mut test = TestSession::open("ushi");
    test.send_all(&[START, "go infinite"]);
    test.end_input();
    assert_eq!(
        test.finish_without_move(0),
        ["info string no legal step in this position"]
    );
    assert_eq!(test.flow, Flow::Exit);
}

/// A recorded line.
struct RecordedLine {
    /// The engine process of the conversation.
    process: String,
    is_from_gui: bool,
    text: String,
}

/// Returns the path of each recording, with its lines.
fn recordings() -> Vec<(String, Vec<RecordedLine>)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/data/ushi");
    let mut recordings = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let lines = text.lines().filter_map(|line| {
            let mut parts = line.splitn(4, ' ');
            let (_, process, from) = (parts.next()?, parts.next()?, parts.next()?);
            let is_from_gui = match from {
                "GUI>" => true,
                "ENG>" => false,
                _ => return None,
            };
            Some(RecordedLine {
                process: process.to_owned(),
                is_from_gui,
                text: parts.next()?.to_owned(),
            })
        });
        recordings.push((path.display().to_string(), lines.collect()));
    }
    assert_eq!(recordings.len(), 10);
    recordings
}

#[test]
fn every_recorded_line_is_parsed() {
    for (file, lines) in recordings() {
        for RecordedLine {
            is_from_gui,
            text: line,
            ..
        } in lines
        {
            if is_from_gui {
                let parsed = Command::parse(Dialect::Ushi, &line);
                assert!(parsed.warnings.is_empty(), "{file}: {line}");
                let command = parsed.value.unwrap();
                assert_eq!(command.to_line(Dialect::Ushi), line, "{file}");
            } else {
                let parsed = Reply::parse(Dialect::Ushi, &line);
                assert!(
                    parsed.warnings.is_empty() && parsed.value.is_some(),
                    "{file}: {line}"
                );
            }
        }
    }
}

/// Replays the lines that the GUI sent to each process. A limited search ends when the GUI sends
/// its next line, an infinite one when it is stopped.
#[test]
fn recorded_conversations_are_answered() {
    for (file, lines) in recordings() {
        let mut processes: Vec<String> = lines.iter().map(|line| line.process.clone()).collect();
        processes.sort();
        processes.dedup();
        for process in processes {
            let from_gui = lines
                .iter()
                .filter(|line| line.is_from_gui && line.process == process);
            replay(&file, from_gui.map(|line| line.text.as_str()));
        }
    }
}

fn replay<'a>(file: &str, lines: impl Iterator<Item = &'a str>) {
    let mut test = TestSession::new();
    let (mut go_count, mut refused, mut answers) = (0, 0, 0);
    for line in lines {
        let mut out = Vec::new();
        if test.session.is_busy() && !test.limits(test.task_count() - 1).infinite {
            out.extend(test.finish(test.task_count() - 1, "19-25"));
        }
        go_count += usize::from(line.starts_with("go "));
        out.extend(test.send(line));
        if test.session.is_busy() && line == "stop" {
            out.extend(test.finish(test.task_count() - 1, "19-25"));
        }
        for reply in &out {
            answers += usize::from(reply.starts_with("bestmove "));
            refused += usize::from(reply.contains("not started"));
            let reply_starts = [
                "id ",
                "option ",
                "ushiok",
                "readyok",
                "bestmove ",
                "version ",
                "info ",
            ];
            assert!(
                reply_starts.iter().any(|start| reply.starts_with(start)),
                "{file}: {reply}"
            );
            let fault = reply.starts_with("info string error") && !reply.contains("position");
            assert!(!fault, "{file}: {line}: {reply}");
        }
    }
    assert_eq!(test.session.dialect(), Dialect::Ushi, "{file}");
    assert_eq!(test.task_count() + refused, go_count, "{file}");
    assert!(answers + 1 >= test.task_count(), "{file}");
    assert!(
        test.session
            .backend()
            .tasks
            .iter()
            .all(|(_, task)| matches!(task, Task::Search(_)))
    );
}
