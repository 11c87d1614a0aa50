//! Games of the tournament runner with faulty engines: each ends with the right result and a
//! sentence that gives the reason, and no process is left behind.

#![cfg(target_os = "linux")] // processes are found in /proc

use std::time::{Duration, Instant};

use crate::scratch::Scratch;
use crate::test_game::{
    TestGame, assert_no_zombies, assert_none_left, bad_slot, batyr_slot, process_mark,
    processes_with_mark, slot_with_mark,
};
use batyr::game::Variant;
use batyr::tournament::{
    EngineSlot, GameReport, GameResult, LogFile, Opening, RunControl, Termination,
};

/// The time within which killed processes must be gone.
const EXIT_LIMIT: Duration = Duration::from_secs(2);

/// The turns that the bad engine may play before its fault.
const LEGAL_TURNS: &str = "d1-d6,a5-a6,b5-b6";

/// Plays a game of a bad engine, as White, against this engine, and asserts that none of its
/// processes is left.
fn play_against_batyr(fault: &str, turns: &str, words: &[&str]) -> GameReport {
    let mark = process_mark(fault);
    let mut white = bad_slot(fault, turns, &mark, words);
    let mut black = batyr_slot(&["name=Batyr", "nodes=20"]);
    let report = TestGame::new(Variant::Extended).play(&mut white, &mut black);
    assert_eq!(report.white, "Bad");
    if report.end.is_fault() {
        assert!(!white.is_running(), "a faulty engine is terminated");
        let was_started = report.end != Termination::FailedStart;
        assert_eq!(black.is_running(), was_started, "a sound engine is kept");
    }
    drop(white);
    assert_none_left(&mark, EXIT_LIMIT);
    assert_no_zombies();
    report
}

/// Asserts that the bad engine loses for this reason, and that the sentence contains these parts.
fn assert_loses(report: &GameReport, end: Termination, parts: &[&str]) {
    assert_eq!(report.end, end, "{}", report.detail);
    assert_eq!(report.result, GameResult::BlackWins, "{}", report.detail);
    for part in parts.iter().chain(&["Bad (White)"]) {
        assert!(
            report.detail.contains(part),
            "{part:?} in {:?}",
            report.detail
        );
    }
}

#[test]
fn engines_that_do_not_start_lose() {
    let silent = ["no uciok within 3000 ms of \"uci\""];
    assert_loses(
        &play_against_batyr("silent", "", &[]),
        Termination::FailedStart,
        &silent,
    );
    assert_loses(
        &play_against_batyr("slow-to-start", "", &[]),
        Termination::FailedStart,
        &silent,
    );
    let ended = ["its process ended (exit status 5)"];
    assert_loses(
        &play_against_batyr("ends-at-once", "", &[]),
        Termination::FailedStart,
        &ended,
    );
    let never = ["no readyok within 3000 ms of \"isready\""];
    assert_loses(
        &play_against_batyr("never-ready", "", &[]),
        Termination::FailedStart,
        &never,
    );
    let other = ["does not play shatra", "UCI_Variant has only chess, shogi"];
    assert_loses(
        &play_against_batyr("other-game", "", &[]),
        Termination::FailedStart,
        &other,
    );
    let parts = ["program no-such-engine not found", "PATH"];
    assert_loses(
        &play_against_batyr("", "", &["cmd=no-such-engine"]),
        Termination::FailedStart,
        &parts,
    );
}

#[test]
fn engines_that_exit_during_a_game_lose() {
    let died = [
        "move 1",
        "its process ended (exit status 3)",
        "out of cheese",
    ];
    assert_loses(
        &play_against_batyr("dies", "", &[]),
        Termination::Disconnect,
        &died,
    );
    let killed = ["move 2", "its process ended (signal 11)"];
    assert_loses(
        &play_against_batyr("is-killed", "d1-d6", &[]),
        Termination::Disconnect,
        &killed,
    );
    let closed = ["it closed its output"];
    assert_loses(
        &play_against_batyr("closes-output", "", &[]),
        Termination::Disconnect,
        &closed,
    );
    let left = ["its process ended (exit status 0)"];
    assert_loses(
        &play_against_batyr("leaves-a-child", "", &[]),
        Termination::Disconnect,
        &left,
    );
}

#[test]
fn the_last_lines_of_stderr_are_in_the_report_of_a_crash() {
    let report = play_against_batyr("panics", "", &[]);
    let panic = "panicked at src/main.rs:3:5: no cheese left";
    assert_loses(
        &report,
        Termination::Disconnect,
        &["exit status 101", panic],
    );
    assert!(
        !report.detail.contains("RUST_BACKTRACE"),
        "{}",
        report.detail
    );
    assert_eq!(report.stderr.len(), 20, "{:?}", report.stderr);
    assert_eq!(report.stderr[0], "line 13\\u{1b}[31m");
    assert!(
        report.stderr[19].contains("RUST_BACKTRACE=1"),
        "{:?}",
        report.stderr
    );
    // A game that ends by itself has no such lines.
    let report = play_against_batyr("illegal", "", &[]);
    assert!(report.stderr.is_empty(), "{:?}", report.stderr);
}

#[test]
fn a_panic_in_an_earlier_game_does_not_explain_a_crash() {
    let mark = process_mark("survives-a-panic");
    let mut white = bad_slot("survives-a-panic", "d1-d6", &mark, &[]);
    let mut black = batyr_slot(&["name=Batyr", "nodes=20"]);
    let mut test_game = TestGame::new(Variant::Extended);
    test_game.adjudication.max_turns = 2;
    let report = test_game.play(&mut white, &mut black);
    assert!(!report.end.is_fault(), "{}", report.detail);
    let report = test_game.play(&mut white, &mut black);
    assert_loses(&report, Termination::Disconnect, &["(signal 11)"]);
    assert!(!report.detail.contains("panicked"), "{}", report.detail);
    assert!(report.stderr.is_empty(), "{:?}", report.stderr);
}

#[test]
fn an_answer_with_a_bad_byte_is_an_answer() {
    let start = Instant::now();
    let report = play_against_batyr("bad-byte", "", &["movetimeout=60"]);
    let parts = ["played an illegal move", "d1-d\u{fffd}"];
    assert_loses(&report, Termination::IllegalMove, &parts);
    assert!(start.elapsed() < Duration::from_secs(30));
    let unreadable = "Bad: an unreadable line: line refused: byte 14 is not UTF-8";
    let warnings: Vec<String> = report.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(warnings, [unreadable]);
}

#[test]
fn the_words_of_an_engine_limit_the_waits_for_it() {
    let parts = ["no uciok within 200 ms of \"uci\""];
    assert_loses(
        &play_against_batyr("silent", "", &["starttimeout=0.2"]),
        Termination::FailedStart,
        &parts,
    );
    let report = play_against_batyr("hangs", "", &["movetimeout=0.2"]);
    assert_loses(
        &report,
        Termination::Stall,
        &["no bestmove within 1", "ms of \"go\""],
    );
    assert!(report.seconds < 30.0, "{}", report.seconds);
}

#[test]
fn engines_that_do_not_answer_lose() {
    let stuck = ["move 1", "no bestmove within"];
    assert_loses(
        &play_against_batyr("hangs", "", &["st=0.1"]),
        Termination::Stall,
        &stuck,
    );
    assert_loses(
        &play_against_batyr("hangs", "", &[]),
        Termination::Stall,
        &stuck,
    );
    assert_loses(
        &play_against_batyr("floods", "", &["tc=0.5"]),
        Termination::Stall,
        &stuck,
    );
    let flood = play_against_batyr("floods-without-end-of-line", "", &["tc=0.5"]);
    assert_loses(&flood, Termination::Stall, &stuck);
}

#[test]
fn engines_that_answer_with_illegal_moves_lose() {
    let illegal = ["move 1", "a5-a9", "is not legal", "expected"];
    assert_loses(
        &play_against_batyr("illegal", "", &[]),
        Termination::IllegalMove,
        &illegal,
    );
    assert_loses(
        &play_against_batyr("jabbers", "", &[]),
        Termination::IllegalMove,
        &["what?"],
    );
    assert_loses(
        &play_against_batyr("says-nothing", "", &[]),
        Termination::IllegalMove,
        &["\"\""],
    );
    let none = [
        "move 1",
        "reports that it has no move",
        "legal moves include",
    ];
    assert_loses(
        &play_against_batyr("none", "", &[]),
        Termination::IllegalMove,
        &none,
    );
}

#[test]
fn engines_that_answer_late_lose_on_time() {
    let late = play_against_batyr("late", "", &["tc=0.2", "timemargin=50"]);
    assert_loses(
        &late,
        Termination::Time,
        &[
            "move 1",
            "had 200.0 ms and a margin of 50 ms; it reported 1 ms",
        ],
    );
    let late = play_against_batyr("late", "", &["st=0.1"]);
    assert_loses(&late, Termination::Time, &["had 100.0 ms"]);
    let stopped = play_against_batyr("late-until-stop", "", &["st=0.1"]);
    assert_loses(&stopped, Termination::Time, &["had 100.0 ms"]);
    // The margin belongs to the time of an engine, not to the limit of a wait.
    let words = ["movetimeout=0.1", "timemargin=300"];
    let untimed = play_against_batyr("late", "", &words);
    assert_loses(
        &untimed,
        Termination::Time,
        &["had 100.0 ms and a margin of 0 ms"],
    );
    // With a margin, the late answer is accepted.
    let tolerated = play_against_batyr("late", "", &["tc=0.3+1", "timemargin=400"]);
    assert_ne!(tolerated.end, Termination::Time, "{}", tolerated.detail);
}

#[test]
fn protocol_violations_are_warnings() {
    let warns = |fault: &str, part: &str| {
        let report = play_against_batyr(fault, "d1-d6", &["option.Nonsense=5"]);
        // The script offers no options, and has no further turns.
        let warnings: Vec<String> = report.warnings.iter().map(ToString::to_string).collect();
        let warnings = warnings.join("\n");
        assert!(
            warnings.contains("Bad: it has no option \"Nonsense\""),
            "{warnings}"
        );
        assert!(warnings.contains(part), "{part:?} in {warnings}");
        assert_eq!(report.turns[0].turn, "d1-d6", "{}", report.detail);
    };
    warns(
        "wrong-pv",
        "a pv that does not begin with bestmove: before move",
    );
    warns("wrong-pv", "a pv with an illegal move");
    warns("garbage", "an unreadable line");
    warns("answers-twice", "bestmove without a search");
}

#[test]
fn an_engine_that_never_quits_is_killed() {
    let mark = process_mark("ignores-eof-and-quit");
    let mut white = bad_slot("ignores-eof-and-quit", LEGAL_TURNS, &mark, &[]);
    let mut black = batyr_slot(&["name=Batyr", "nodes=20"]);
    let mut test_game = TestGame::new(Variant::Extended);
    test_game.adjudication.max_turns = 2;
    let report = test_game.play(&mut white, &mut black);
    assert_eq!(report.end, Termination::MaxLength, "{}", report.detail);
    assert!(!processes_with_mark(&mark).is_empty());
    let before = Instant::now();
    white.close();
    assert!(before.elapsed() < Duration::from_secs(1));
    assert_none_left(&mark, EXIT_LIMIT);
    assert_no_zombies();
}

#[test]
fn children_of_an_engine_do_not_outlive_it() {
    let child = crate::test_game::script("child.sh").display().to_string();
    let engine = crate::test_game::script("engine.py").display().to_string();
    for fault in ["dies", "hangs", "ignores-eof-and-quit"] {
        let mark = process_mark(&format!("child-{fault}"));
        let command = [child.as_str(), &engine, fault, "d1-d6"];
        let mut white = slot_with_mark(&command, &mark, &["st=0.5"]);
        let mut black = batyr_slot(&["name=Batyr", "nodes=20"]);
        let mut test_game = TestGame::new(Variant::Extended);
        test_game.adjudication.max_turns = if fault == "ignores-eof-and-quit" {
            2
        } else {
            600
        };
        let report = test_game.play(&mut white, &mut black);
        assert_eq!(report.turns[0].turn, "d1-d6", "{}", report.detail);
        drop(white);
        assert_none_left(&mark, EXIT_LIMIT);
        assert_no_zombies();
    }
}

#[test]
fn the_next_game_gets_a_new_engine() {
    let mark = process_mark("again");
    let mut bad: EngineSlot = bad_slot("dies", "d1-d6", &mark, &[]);
    let mut batyr = batyr_slot(&["name=Batyr", "nodes=20"]);
    for game in 0..3 {
        let mut test_game = TestGame::new(Variant::Extended);
        let report = test_game.play(&mut bad, &mut batyr);
        assert_eq!(
            report.end,
            Termination::Disconnect,
            "game {game}: {}",
            report.detail
        );
        assert_eq!(test_game.reported.len(), 2, "game {game}");
    }
    assert_none_left(&mark, EXIT_LIMIT);
}

/// Plays one turn of an engine that sends jumps, each with the seconds that it takes, and has a
/// tenth of a second for all of them and this margin in milliseconds.
fn play_jumps(jumps: &str, margin: u32) -> GameReport {
    let mark = process_mark("jumps");
    let mut test_game = TestGame::new(Variant::Extended);
    test_game.adjudication.max_turns = 1;
    test_game.opening = Opening {
        position: Some("9/K/6R/5S1/1k5/4S2/7/4q2/1/9 b - - - - 1".to_owned()),
        ..Opening::default()
    };
    let margin = format!("timemargin={margin}");
    let words = ["proto=ushi", "tc=40/0.1", &margin];
    let mut black = bad_slot("slow-jumps", jumps, &mark, &words);
    let mut white = batyr_slot(&["name=Batyr", "nodes=20"]);
    let report = test_game.play(&mut white, &mut black);
    drop(black);
    assert_none_left(&mark, EXIT_LIMIT);
    report
}

#[test]
fn the_jumps_of_a_turn_share_one_margin() {
    // Each jump alone is within the margin, but both together are not.
    let report = play_jumps("50:22/0.3,22:24/0.4", 500);
    assert_eq!(report.end, Termination::Time, "{}", report.detail);
    assert!(report.detail.contains("it had 0.0 ms"), "{}", report.detail);
    let report = play_jumps("50:22/0.2,22:24/0.1", 5000);
    assert_eq!(report.end, Termination::MaxLength, "{}", report.detail);
    assert_eq!(report.turns[0].clock_ms, Some(0.0));
}

#[test]
fn a_stopped_runner_does_not_wait_for_a_silent_engine() {
    for fault in ["silent", "never-ready"] {
        let mark = process_mark("stopped");
        let control = RunControl::new();
        let mut white = bad_slot(fault, "", &mark, &[]);
        let mut black = batyr_slot(&["name=B", "nodes=10"]);
        let report = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(500));
                control.stop();
            });
            TestGame::new(Variant::Extended).play_until(&mut white, &mut black, &control)
        });
        assert_eq!(
            report.end,
            Termination::Interrupted,
            "{fault}: {}",
            report.detail
        );
        assert!(report.seconds < 2.0, "{fault}: {} s", report.seconds);
    }
}

#[test]
fn no_engine_is_started_after_a_stop() {
    let folder = Scratch::new("stopped-before");
    let log = LogFile {
        path: folder.join("log"),
        limit: 1_000_000,
    };
    let mark = process_mark("stopped-before");
    let mut white = bad_slot("silent", "", &mark, &[]).with_log(log.clone());
    let mut black = batyr_slot(&["name=B", "nodes=10"]);
    let control = RunControl::new();
    control.stop();
    let report = TestGame::new(Variant::Extended).play_until(&mut white, &mut black, &control);
    assert_eq!(report.end, Termination::Interrupted, "{}", report.detail);
    assert!(!log.path.exists());
}
