//! Breakdowns that cost an engine no game: between two games, and of the machine.

#![cfg(target_os = "linux")] // processes are found in /proc

use std::time::Duration;

use crate::match_trouble::expect_failure;
use crate::scratch::{
    BATYR, Scratch, all_output, bad_engine, batyr_match, games, run_successfully,
};
use crate::test_game::{
    TIMEOUTS, TestGame, assert_none_left, bad_slot, batyr_slot, process_mark, processes_with_mark,
};
use batyr::game::Variant;
use batyr::tournament::player::{Launcher, StartError};
use batyr::tournament::{EngineSlot, EngineSpec, GameReport, Termination};

/// The time within which killed processes must be gone.
const EXIT_LIMIT: Duration = Duration::from_secs(2);

#[test]
fn an_engine_that_dies_between_games_commits_no_fault() {
    let mark = process_mark("between");
    let mut test_game = TestGame::new(Variant::Extended);
    test_game.adjudication.max_turns = 2;
    let mut white = bad_slot("none", "d1-d6", &mark, &[]);
    let mut black = batyr_slot(&["name=Batyr", "nodes=20"]);
    let report = test_game.play(&mut white, &mut black);
    assert_eq!(report.end, Termination::MaxLength, "{}", report.detail);
    for process in processes_with_mark(&mark) {
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
    assert_broke_down_between_games(&report, "its process ended (");
    drop(white);
    assert_none_left(&mark, EXIT_LIMIT);
}

/// Asserts that the only warning is that the bad engine broke down between games in this way.
fn assert_broke_down_between_games(report: &GameReport, how: &str) {
    let warnings: Vec<String> = report.warnings.iter().map(ToString::to_string).collect();
    let expected = format!("Bad: it broke down between games: {how}");
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    assert!(warnings[0].starts_with(&expected), "{warnings:?}");
}

#[test]
fn a_breakdown_between_games_is_a_warning() {
    for (fault, how) in [
        (
            "dies-at-the-second-game",
            "its process ended (exit status 4); on stderr: no board",
        ),
        (
            "hangs-at-the-second-game",
            "no readyok within 3000 ms of \"isready\"",
        ),
    ] {
        let mark = process_mark(fault);
        let mut test_game = TestGame::new(Variant::Extended);
        test_game.adjudication.max_turns = 2;
        let mut white = bad_slot(fault, "d1-d6", &mark, &[]);
        let mut black = batyr_slot(&["name=Batyr", "nodes=20"]);
        let report = test_game.play(&mut white, &mut black);
        assert!(report.warnings.is_empty(), "{:?}", report.warnings);
        let report = test_game.play(&mut white, &mut black);
        assert_eq!(report.end, Termination::MaxLength, "{}", report.detail);
        assert_broke_down_between_games(&report, how);
        drop(white);
        assert_none_left(&mark, EXIT_LIMIT);
    }
}

#[test]
fn a_strict_run_ends_at_a_breakdown_between_games() {
    let scratch = Scratch::new("strict-between");
    let mut args = bad_engine("dies-at-the-second-game", "d1-d6");
    let rest = format!(
        "--engine cmd={BATYR} name=Batyr --each nodes=20 tc=60 --rounds 3 --games 1 --no-swap \
         --openings start --max-plies 2 --plain"
    );
    args.extend(rest.split(' ').map(str::to_owned));
    let mut args: Vec<&str> = args.iter().map(String::as_str).collect();
    let lenient = scratch.join("lenient");
    let output = run_successfully(&mut batyr_match(&args, &lenient));
    let warning = "Bad: it broke down between games";
    assert!(
        all_output(&output).contains(warning),
        "{}",
        all_output(&output)
    );
    assert_eq!(games(&lenient).len(), 3);
    args.push("--strict");
    let strict = scratch.join("strict");
    let parts = ["stopped by --strict: game 2: ", warning];
    expect_failure(batyr_match(&args, &strict), 4, &parts);
    assert_eq!(games(&strict).len(), 2);
}

#[test]
fn a_keeper_without_resources_costs_no_game() {
    let scratch = Scratch::new("shortage");
    let shortage = "batyr keep: true: Resource temporarily unavailable (os error 11)";
    for (message, ends_run) in [(shortage, true), ("docker: no daemon", false)] {
        // The shell runs this file as the keeper.
        let script = format!("echo '{message}' >&2\nexit 125\n");
        std::fs::write(scratch.join("keep"), script).unwrap();
        let folder = format!("dir={}", scratch.path().display());
        let words = ["name=Bad", "cmd=/bin/true", "nodes=1", &folder];
        let spec = EngineSpec::from_words(&[""; 0], &words).unwrap();
        let mut white = EngineSlot::new(spec, Launcher::with_keeper("/bin/sh"), TIMEOUTS);
        let mut black = batyr_slot(&["name=Batyr", "nodes=20"]);
        let report = TestGame::new(Variant::Extended).play(&mut white, &mut black);
        if ends_run {
            assert_eq!(report.end, Termination::Interrupted, "{}", report.detail);
            assert!(report.detail.contains(shortage), "{}", report.detail);
            let error = white.run_ending_error();
            assert!(matches!(error, Some(StartError::Shortage(_))), "{error:?}");
        } else {
            assert_eq!(report.end, Termination::FailedStart, "{}", report.detail);
            assert_eq!(white.run_ending_error(), None);
        }
    }
}
