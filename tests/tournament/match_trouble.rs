//! Trouble around a match: closed outputs, options that are mistyped or would be ignored, engines
//! that do not start or break down, and folders of a different tournament. Also logs and shards.

#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};

use crate::scratch::{
    BATYR, Scratch, all_output, batyr_match, games, run_successfully, two_engines,
};

/// Returns the arguments of a short tournament, followed by these.
fn short_match_args(rest: &str) -> Vec<String> {
    let mut args = two_engines("nodes=30");
    let fixed = format!("--max-plies 12 --plain {rest}");
    args.extend(fixed.split_whitespace().map(str::to_owned));
    args
}

/// Returns the command of a short tournament.
pub fn short_match(rest: &str, out: &Path) -> Command {
    let args = short_match_args(rest);
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    batyr_match(&args, out)
}

/// Runs a command, which must exit with this status and print these parts.
pub fn expect_failure(mut command: Command, status: i32, parts: &[&str]) -> Output {
    let output = command.output().unwrap();
    assert_eq!(
        output.status.code(),
        Some(status),
        "{}",
        all_output(&output)
    );
    for part in parts {
        assert!(
            all_output(&output).contains(part),
            "{part}: {}",
            all_output(&output)
        );
    }
    output
}

#[test]
fn conversations_with_engines_are_logged() {
    let scratch = Scratch::new("logs");
    let out = scratch.join("out");
    run_successfully(&mut short_match("--logs", &out));
    assert!(games(&out).values().all(|report| !report.end.is_fault()));
    for name in ["A-1.log", "B-1.log"] {
        let log = fs::read_to_string(out.join("logs").join(name)).unwrap();
        assert!(
            log.contains("> uci") && log.contains("< bestmove"),
            "{name}"
        );
    }
}

#[test]
fn a_closed_stdout_does_not_end_the_run() {
    let scratch = Scratch::new("pipe");
    let out = scratch.join("out");
    let mut child = short_match("--rounds 3", &out).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap());
    lines.read_line(&mut String::new()).unwrap();
    drop(lines);
    let mut error_output = String::new();
    let mut stderr = child.stderr.take().unwrap();
    stderr.read_to_string(&mut error_output).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0), "{error_output}");
    assert_eq!(games(&out).len(), 6);
    assert!(out.join("report.md").exists());
}

#[test]
fn unknown_engine_options_are_printed_as_warnings() {
    let scratch = Scratch::new("warnings");
    let out = scratch.join("out");
    let output = run_successfully(&mut short_match("--each option.Hsh=64", &out));
    let warning_text = "it has no option \"Hsh\", so nothing was set; did you mean \"Hash\"?";
    // The warning appears before the first game, while it runs, and at the end.
    for engine in ["A", "B"] {
        let warning = format!("warning: {engine}: {warning_text}");
        let early = format!("batyr match: {warning}\n");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(stderr.matches(&early).count(), 1, "{stderr}");
        let stdout = String::from_utf8_lossy(&output.stdout);
        let (running, end) = stdout.split_once("\nResults\n").unwrap();
        assert_eq!(running.matches(&warning).count(), 1, "{stdout}");
        assert!(end.contains(&format!("{warning} (game 1)")), "{stdout}");
        assert!(end.contains("with warnings: 1"), "{stdout}");
    }
    let report = fs::read_to_string(out.join("report.md")).unwrap();
    let line = report.lines().find(|line| line.contains("Hsh"));
    assert!(line.unwrap().contains("has no option"), "{report}");
}

#[test]
fn a_strict_run_does_not_start_with_a_warning() {
    let scratch = Scratch::new("strict");
    let out = scratch.join("out");
    let warning_parts = ["no option \"Hsh\"", "did you mean \"Hash\"", "--strict"];
    expect_failure(
        short_match("--each option.Hsh=64 --strict", &out),
        4,
        &warning_parts,
    );
    assert!(!out.exists());
    // The same command without the mistake starts.
    run_successfully(&mut short_match("--each option.Hash=1 --strict", &out));
}

/// Returns the command of a match between `frail`, which is a shell script with these commands,
/// and `sound`, which is this engine.
fn frail_match(commands: &str, rest: &str, scratch: &Scratch) -> Command {
    let path = scratch.join("frail");
    fs::write(&path, format!("#!/bin/sh\n{commands}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    let line = format!(
        "--engine cmd={} name=frail --engine cmd={BATYR} name=sound --each nodes=30 \
         --max-plies 12 --plain {rest}",
        path.display()
    );
    let args: Vec<&str> = line.split_whitespace().collect();
    batyr_match(&args, &scratch.join("out"))
}

/// Returns the script of an engine that exits at each search until the file `mended` exists.
fn script_exiting_at_go(scratch: &Scratch) -> String {
    format!(
        "if [ -e {}/mended ]; then exec {BATYR}; fi\n\
         while read c; do case $c in uci) echo uciok;; isready) echo readyok;; \
         go*) echo out of cheese >&2; exit 7;; quit) exit 0;; esac; done",
        scratch.path().display()
    )
}

#[test]
fn an_engine_that_does_not_start_loses_no_game() {
    let scratch = Scratch::new("no-start");
    let out = scratch.join("out");
    let parts = ["can't start engine \"frail\"", "exit status 5"];
    expect_failure(frail_match("exit 5", "--rounds 10", &scratch), 3, &parts);
    assert!(!out.exists());
    // With `--max-faults 0` the games are played anyway, with a warning.
    let output = run_successfully(&mut frail_match("exit 5", "--max-faults 0", &scratch));
    let early = "batyr match: warning: frail: can't start";
    assert!(
        all_output(&output).contains(early),
        "{}",
        all_output(&output)
    );
    assert_eq!(games(&out).len(), 2);
}

#[test]
fn repeated_breakdowns_of_an_engine_end_the_run() {
    let scratch = Scratch::new("again");
    let out = scratch.join("out");
    let script = script_exiting_at_go(&scratch);
    let parts = [
        "frail broke down 3 times in a row",
        "out of cheese",
        "--resume",
    ];
    expect_failure(frail_match(&script, "--rounds 3", &scratch), 3, &parts);
    assert_eq!(games(&out).len(), 0, "breakdowns count");
    let report = fs::read_to_string(out.join("report.md")).unwrap();
    assert!(report.contains("6 of 6 not played"), "{report}");
    // Once the engine works, all games are played.
    fs::write(scratch.join("mended"), "").unwrap();
    run_successfully(&mut batyr_match(&["--resume", "--plain"], &out));
    let games = games(&out);
    assert_eq!(games.len(), 6);
    assert!(games.values().all(|game| !game.end.is_fault()));
}

#[test]
fn fewer_breakdowns_count_once_all_games_are_played() {
    let scratch = Scratch::new("few");
    let script = script_exiting_at_go(&scratch);
    let output = run_successfully(&mut frail_match(&script, "", &scratch));
    let text = all_output(&output);
    assert!(text.contains("frail lost 2 games"), "{text}");
    assert!(text.contains("games lost by a fault: 2"), "{text}");
    assert_eq!(games(&scratch.join("out")).len(), 2);
    // In a knockout the next round needs their results.
    fs::remove_dir_all(scratch.join("out")).unwrap();
    let third = format!("--engine cmd={BATYR} name=third --format knockout --games 1 --replays 0");
    run_successfully(&mut frail_match(&script, &third, &scratch));
    let rounds: Vec<u32> = games(&scratch.join("out"))
        .values()
        .map(|game| game.round)
        .collect();
    assert_eq!(rounds, [1, 2]);
    // A strict run ends at the first breakdown, which does not count.
    fs::remove_dir_all(scratch.join("out")).unwrap();
    let parts = ["stopped by --strict: game 1", "out of cheese", "--resume"];
    expect_failure(frail_match(&script, "--strict", &scratch), 4, &parts);
    assert_eq!(games(&scratch.join("out")).len(), 0);
}

#[test]
fn a_verdict_that_rests_on_faults_is_marked() {
    let scratch = Scratch::new("rests");
    let args = "--max-faults 0 --rounds 100 --sprt elo0=0,elo1=100";
    let output = run_successfully(&mut frail_match(
        &script_exiting_at_go(&scratch),
        args,
        &scratch,
    ));
    let note =
        "without the pairs with them the LLR is 0.00: undecided; the verdict rests on faults";
    assert!(
        all_output(&output).contains("H0 accepted"),
        "{}",
        all_output(&output)
    );
    assert!(
        all_output(&output).contains(note),
        "{}",
        all_output(&output)
    );
    let report = fs::read_to_string(scratch.join("out").join("report.md")).unwrap();
    assert!(report.contains(note), "{report}");
}

#[test]
fn a_missing_program_is_reported_before_the_first_game() {
    let scratch = Scratch::new("missing");
    let out = scratch.join("out");
    let mistyped = "--engine cmd=./no-such-engine name=C nodes=1";
    expect_failure(short_match(mistyped, &out), 1, &["C", "no-such-engine"]);
    assert!(!out.exists());
    // The relative path of an engine is valid only in the folder where the tournament began.
    let engine = scratch.join("engine");
    std::os::unix::fs::symlink(BATYR, &engine).unwrap();
    let relative = "--engine cmd=./engine name=C nodes=1 --rounds 2";
    let mut first_run = short_match(relative, &out);
    run_successfully(first_run.current_dir(scratch.path()));
    let path = out.join("games.jsonl");
    let text = fs::read_to_string(&path).unwrap();
    let first = text.lines().next().unwrap();
    fs::write(&path, format!("{first}\n")).unwrap();
    let resume = batyr_match(&["--resume", "--plain"], &out);
    expect_failure(resume, 1, &["C", "./engine"]);
    assert_eq!(games(&out).len(), 1);
}

#[test]
fn options_that_would_be_ignored_are_refused() {
    let scratch = Scratch::new("ignored");
    let out = scratch.join("out");
    run_successfully(&mut short_match("", &out));
    for ignored in [
        "--rounds 9",
        "--sprt elo1=5",
        "--seed 4",
        "--shard 1/2",
        "--each nodes=2",
    ] {
        let args: Vec<&str> = ignored.split(' ').collect();
        let mut resume = batyr_match(&args, &out);
        resume.args(["--resume", "--plain"]);
        expect_failure(resume, 2, &["--engine"]);
    }
    run_successfully(batyr_match(&["--resume", "--plain", "-j", "2"], &out).arg("--logs"));
}

#[test]
fn numbers_of_games_that_are_too_large_are_refused() {
    let scratch = Scratch::new("large");
    let out = scratch.join("out");
    expect_failure(short_match("--rounds 200000000", &out), 1, &["too large"]);
    assert!(!out.exists());
    run_successfully(&mut short_match("--shard 1/4294967295", &out));
    assert_eq!(games(&out).len(), 2);
}

#[test]
fn missing_processors_are_refused() {
    let scratch = Scratch::new("processors");
    let out = scratch.join("out");
    expect_failure(
        short_match("--affinity 4095", &out),
        2,
        &["--affinity", "4095"],
    );
    assert!(!out.exists());
}

#[test]
fn games_of_a_different_tournament_are_refused() {
    let scratch = Scratch::new("alien");
    let out = scratch.join("out");
    run_successfully(&mut short_match("", &out));
    let path = out.join("games.jsonl");
    let text = fs::read_to_string(&path).unwrap();
    for (from, to, part) in [
        ("\"game\":1,", "\"game\":0,", "line 1"),
        ("\"encounter\":1,", "\"encounter\":0,", "line 1"),
        ("\"game\":1,", "\"game\":3,", "game 3"),
        ("\"encounter\":1,", "\"encounter\":2,", "game 1"),
        ("\"white\":\"A\"", "\"white\":\"Z\"", "game 1"),
    ] {
        fs::write(&path, text.replacen(from, to, 1)).unwrap();
        let resume = batyr_match(&["--resume", "--plain"], &out);
        expect_failure(resume, 1, &["games.jsonl", part]);
        let mut report = Command::new(BATYR);
        report.args(["match", "report"]).arg(&out);
        expect_failure(report, 1, &["games.jsonl", part]);
    }
}

#[test]
fn a_shard_counts_its_own_games_and_merge_reports_missing_ones() {
    let scratch = Scratch::new("sums");
    let part = scratch.join("part");
    let output = run_successfully(&mut short_match("--rounds 5 --shard 2/2", &part));
    // The second encounter of this shard is the fourth of the tournament.
    assert!(
        all_output(&output).contains("game 8:"),
        "{}",
        all_output(&output)
    );
    let report = fs::read_to_string(part.join("report.md")).unwrap();
    assert!(!report.contains("not played"), "{report}");
    let mut merge = Command::new(BATYR);
    let complete = scratch.join("complete");
    merge.args(["match", "merge"]).arg(&part);
    let output = run_successfully(merge.arg("--out").arg(&complete));
    let text = all_output(&output);
    assert!(text.contains("6 of 10 games are missing"), "{text}");
    let report = fs::read_to_string(complete.join("report.md")).unwrap();
    assert!(report.contains("6 of 10 not played"), "{report}");
}

#[test]
fn results_are_printed_even_if_files_cannot_be_written() {
    let scratch = Scratch::new("unwritten");
    let out = scratch.join("out");
    run_successfully(&mut short_match("", &out));
    fs::remove_file(out.join("games.sgn")).unwrap();
    fs::create_dir_all(out.join("games.sgn")).unwrap();
    let resume = batyr_match(&["--resume", "--plain"], &out);
    expect_failure(resume, 1, &["games.sgn", "Results", "points"]);
    assert_eq!(games(&out).len(), 2);
}
