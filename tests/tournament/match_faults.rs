//! Faulty engines in the tournament runner: each game ends with the right
//! result and a sentence that gives the reason, and no process is left behind.

#![cfg(target_os = "linux")] // processes are found in /proc

use std::time::{Duration, Instant};

use crate::test_game::{
    TestGame, assert_no_zombies, assert_none_left, bad, batyr, mark, marked, marked_slot,
};
use batyr::game::Variant;
use batyr::tournament::{EngineSlot, GameReport, GameResult, Termination};

/// The time within which killed processes must be gone.
const EXIT_LIMIT: Duration = Duration::from_secs(2);

/// The turns that the bad engine plays before its fault, as White against
/// itself.
const LEGAL_TURNS: &str = "d1-d6,a5-a6,b5-b6";

/// Plays a bad engine as White against this program, and asserts that none of its processes is
/// left.
fn against_batyr(fault: &str, turns: &str, words: &[&str]) -> GameReport {
    let mark = mark(fault);
    let mut white = bad(fault, turns, &mark, words);
    let mut black = batyr(&["name=Batyr", "nodes=20"]);
    let report = TestGame::new(Variant::Extended).play(&mut white, &mut black);
    assert_eq!(report.white, "Bad");
    if report.end.is_fault() {
        assert!(!white.is_running(), "a broken engine is not used again");
        let was_started = report.end != Termination::FailedStart;
        assert_eq!(black.is_running(), was_started, "the other one is");
    }
    drop(white);
    assert_none_left(&mark, EXIT_LIMIT);
    assert_no_zombies();
    report
}

/// Asserts that the bad engine loses by this end, and that the sentence
/// contains these parts.
fn loses(report: &GameReport, end: Termination, parts: &[&str]) {
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
    loses(
        &against_batyr("silent", "", &[]),
        Termination::FailedStart,
        &silent,
    );
    loses(
        &against_batyr("slow-to-start", "", &[]),
        Termination::FailedStart,
        &silent,
    );
    let ended = ["its process ended (exit status 5)"];
    loses(
        &against_batyr("ends-at-once", "", &[]),
        Termination::FailedStart,
        &ended,
    );
    let never = ["no readyok within 3000 ms of \"isready\""];
    loses(
        &against_batyr("never-ready", "", &[]),
        Termination::FailedStart,
        &never,
    );
    let other = ["does not play shatra", "UCI_Variant has chess, shogi"];
    loses(
        &against_batyr("other-game", "", &[]),
        Termination::FailedStart,
        &other,
    );
    let parts = ["no program", "no-such-engine", "PATH"];
    loses(
        &against_batyr("", "", &["cmd=no-such-engine"]),
        Termination::FailedStart,
        &parts,
    );
}

#[test]
fn engines_that_end_in_mid_game_lose() {
    let died = [
        "move 1",
        "its process ended (exit status 3)",
        "out of cheese",
    ];
    loses(
        &against_batyr("dies", "", &[]),
        Termination::Disconnect,
        &died,
    );
    let killed = ["move 2", "its process ended (signal 11)"];
    loses(
        &against_batyr("is-killed", "d1-d6", &[]),
        Termination::Disconnect,
        &killed,
    );
    let closed = ["it closed its output"];
    loses(
        &against_batyr("closes-output", "", &[]),
        Termination::Disconnect,
        &closed,
    );
    let left = ["its process ended (exit status 0)"];
    loses(
        &against_batyr("leaves-a-child", "", &[]),
        Termination::Disconnect,
        &left,
    );
}

#[test]
fn engines_that_do_not_answer_lose() {
    let stuck = ["move 1", "no bestmove within"];
    loses(
        &against_batyr("hangs", "", &["st=0.1"]),
        Termination::Stall,
        &stuck,
    );
    loses(&against_batyr("hangs", "", &[]), Termination::Stall, &stuck);
    loses(
        &against_batyr("floods", "", &["tc=0.5"]),
        Termination::Stall,
        &stuck,
    );
    let flood = against_batyr("floods-without-end-of-line", "", &["tc=0.5"]);
    loses(&flood, Termination::Stall, &stuck);
}

#[test]
fn engines_that_answer_with_illegal_moves_lose() {
    let illegal = ["move 1", "a5-a9", "is not legal", "expected"];
    loses(
        &against_batyr("illegal", "", &[]),
        Termination::IllegalMove,
        &illegal,
    );
    loses(
        &against_batyr("jabbers", "", &[]),
        Termination::IllegalMove,
        &["what?"],
    );
    loses(
        &against_batyr("says-nothing", "", &[]),
        Termination::IllegalMove,
        &["\"\""],
    );
    let none = [
        "move 1",
        "reports that it has no move",
        "legal moves include",
    ];
    loses(
        &against_batyr("none", "", &[]),
        Termination::IllegalMove,
        &none,
    );
}

#[test]
fn engines_that_answer_late_lose_on_time() {
    let late = against_batyr("late", "", &["tc=0.2", "timemargin=50"]);
    loses(
        &late,
        Termination::Time,
        &[
            "move 1",
            "had 200.0 ms and a margin of 50 ms; it reported 1 ms",
        ],
    );
    let late = against_batyr("late", "", &["st=0.1"]);
    loses(&late, Termination::Time, &["had 100.0 ms"]);
    let stopped = against_batyr("late-until-stop", "", &["st=0.1"]);
    loses(&stopped, Termination::Time, &["had 100.0 ms"]);
    // With a margin, the late answer is accepted.
    let tolerated = against_batyr("late", "", &["tc=0.3+1", "timemargin=400"]);
    assert_ne!(tolerated.end, Termination::Time, "{}", tolerated.detail);
}

#[test]
fn protocol_violations_are_warnings() {
    let warns = |fault: &str, part: &str| {
        let report = against_batyr(fault, "d1-d6", &["option.Nonsense=5"]);
        // The script offers no options, and has no further turns.
        let warnings = report.warnings.join("\n");
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
    let mark = mark("ignores-the-end");
    let mut white = bad("ignores-the-end", LEGAL_TURNS, &mark, &[]);
    let mut black = batyr(&["name=Batyr", "nodes=20"]);
    let mut test_game = TestGame::new(Variant::Extended);
    test_game.adjudication.max_turns = 2;
    let report = test_game.play(&mut white, &mut black);
    assert_eq!(report.end, Termination::MaxLength, "{}", report.detail);
    assert!(!marked(&mark).is_empty());
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
    for fault in ["dies", "hangs", "ignores-the-end"] {
        let mark = mark(&format!("child-{fault}"));
        let command = [child.as_str(), &engine, fault, "d1-d6"];
        let mut white = marked_slot(&command, &mark, &["st=0.5"]);
        let mut black = batyr(&["name=Batyr", "nodes=20"]);
        let mut test_game = TestGame::new(Variant::Extended);
        test_game.adjudication.max_turns = if fault == "ignores-the-end" { 2 } else { 600 };
        let report = test_game.play(&mut white, &mut black);
        assert_eq!(report.turns[0].turn, "d1-d6", "{}", report.detail);
        drop(white);
        assert_none_left(&mark, EXIT_LIMIT);
        assert_no_zombies();
    }
}

#[test]
fn the_next_game_gets_a_new_engine() {
    let mark = mark("again");
    let mut bad: EngineSlot = bad("dies", "d1-d6", &mark, &[]);
    let mut batyr = batyr(&["name=Batyr", "nodes=20"]);
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

#[test]
fn an_engine_that_dies_between_games_commits_no_fault() {
    let mark = mark("between");
    let mut test_game = TestGame::new(Variant::Extended);
    test_game.adjudication.max_turns = 2;
    let mut white = bad("none", "d1-d6", &mark, &[]);
    let mut black = batyr(&["name=Batyr", "nodes=20"]);
    let report = test_game.play(&mut white, &mut black);
    assert_eq!(report.end, Termination::MaxLength, "{}", report.detail);
    for process in marked(&mark) {
        let id = process
            .trim_start_matches("/proc/")
            .split(':')
            .next()
            .unwrap();
        std::process::Command::new("kill")
            .args(["-9", id])
            .status()
            .unwrap();
    }
    let report = test_game.play(&mut white, &mut black);
    assert_eq!(report.end, Termination::MaxLength, "{}", report.detail);
    drop(white);
    assert_none_left(&mark, EXIT_LIMIT);
}
