//! Problems of a tournament that no engine causes: closed outputs, command lines and folders that
//! do not match. None of them may lose a game.

#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};

use crate::scratch::{
    BATYR, Scratch, all_output, bad_engine, batyr_match, games, succeed, two_engines,
};

/// Returns the arguments of a short tournament, followed by these.
fn short(rest: &str) -> Vec<String> {
    let mut words = two_engines("nodes=30");
    let fixed = format!("--max-plies 12 --plain {rest}");
    words.extend(fixed.split_whitespace().map(str::to_owned));
    words
}

fn command(rest: &str, out: &Path) -> Command {
    let words = short(rest);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    batyr_match(&words, out)
}

fn fails(mut command: Command, status: i32, parts: &[&str]) -> Output {
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
fn conversations_are_logged() {
    let scratch = Scratch::new("logs");
    let out = scratch.join("out");
    succeed(&mut command("--logs", &out));
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
    let mut child = command("--rounds 3", &out).spawn().unwrap();
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
fn faults_of_an_engine_are_printed_as_warnings() {
    let scratch = Scratch::new("warnings");
    let out = scratch.join("out");
    let output = succeed(&mut command("--each option.Hsh=64", &out));
    let warning_text = "it has no option \"Hsh\", which was not set; did you mean \"Hash\"?";
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
    let warning_text = ["no option \"Hsh\"", "did you mean \"Hash\"", "--strict"];
    fails(
        command("--each option.Hsh=64 --strict", &out),
        4,
        &warning_text,
    );
    assert!(!out.exists());
    // The same command without the mistake starts.
    succeed(&mut command("--each option.Hash=1 --strict", &out));
}

/// Returns a command that plays these shell commands, as an engine named frail, against this
/// program.
fn frail(commands: &str, rest: &str, scratch: &Scratch) -> Command {
    let path = scratch.join("frail");
    fs::write(&path, format!("#!/bin/sh\n{commands}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    let line = format!(
        "--engine cmd={} name=frail --engine cmd={BATYR} name=sound --each nodes=30 \
         --max-plies 12 --plain {rest}",
        path.display()
    );
    let words: Vec<&str> = line.split_whitespace().collect();
    batyr_match(&words, &scratch.join("out"))
}

/// Returns the commands of an engine that ends at each search until the file `mended` exists.
fn ends_at_go(scratch: &Scratch) -> String {
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
    let parts = ["\"frail\"", "was not started", "exit status 5"];
    fails(frail("exit 5", "--rounds 10", &scratch), 3, &parts);
    assert!(!out.exists());
    // With `--max-faults 0` the games are played anyway, with a warning.
    let output = succeed(&mut frail("exit 5", "--max-faults 0", &scratch));
    let early = "batyr match: warning: frail: can't be started";
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
    let script = ends_at_go(&scratch);
    let parts = [
        "frail broke down 3 times in a row",
        "out of cheese",
        "--resume",
    ];
    fails(frail(&script, "--rounds 3", &scratch), 3, &parts);
    assert_eq!(games(&out).len(), 0, "breakdowns must not count");
    let report = fs::read_to_string(out.join("report.md")).unwrap();
    assert!(report.contains("6 of 6 not played"), "{report}");
    // Once the engine works, all games are played.
    fs::write(scratch.join("mended"), "").unwrap();
    succeed(&mut batyr_match(&["--resume", "--plain"], &out));
    let games = games(&out);
    assert_eq!(games.len(), 6);
    assert!(games.values().all(|game| !game.end.is_fault()));
}

#[test]
fn fewer_breakdowns_count_when_the_games_are_over() {
    let scratch = Scratch::new("few");
    let script = ends_at_go(&scratch);
    let output = succeed(&mut frail(&script, "", &scratch));
    let text = all_output(&output);
    assert!(text.contains("frail lost 2 games"), "{text}");
    assert!(text.contains("games lost by a fault: 2"), "{text}");
    assert_eq!(games(&scratch.join("out")).len(), 2);
    // In a knockout the next round needs their results.
    fs::remove_dir_all(scratch.join("out")).unwrap();
    let third = format!("--engine cmd={BATYR} name=third --format knockout --games 1 --replays 0");
    succeed(&mut frail(&script, &third, &scratch));
    let rounds: Vec<u32> = games(&scratch.join("out"))
        .values()
        .map(|game| game.round)
        .collect();
    assert_eq!(rounds, [1, 2]);
    // A strict run ends at the first breakdown, which does not count.
    fs::remove_dir_all(scratch.join("out")).unwrap();
    let parts = ["stopped by --strict: game 1", "out of cheese", "--resume"];
    fails(frail(&script, "--strict", &scratch), 4, &parts);
    assert_eq!(games(&scratch.join("out")).len(), 0);
}

#[test]
fn a_verdict_that_rests_on_faults_is_marked() {
    let scratch = Scratch::new("rests");
    let words = "--max-faults 0 --rounds 100 --sprt elo0=0,elo1=100";
    let output = succeed(&mut frail(&ends_at_go(&scratch), words, &scratch));
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
    fails(command(mistyped, &out), 1, &["C", "no-such-engine"]);
    assert!(!out.exists());
    // The command also works from another folder than the one where it began.
    let engine = scratch.join("engine");
    std::os::unix::fs::symlink(BATYR, &engine).unwrap();
    let relative = "--engine cmd=./engine name=C nodes=1 --rounds 2";
    let mut begin = command(relative, &out);
    succeed(begin.current_dir(scratch.path()));
    let path = out.join("games.jsonl");
    let text = fs::read_to_string(&path).unwrap();
    let first = text.lines().next().unwrap();
    fs::write(&path, format!("{first}\n")).unwrap();
    let resume = batyr_match(&["--resume", "--plain"], &out);
    fails(resume, 1, &["C", "./engine"]);
    assert_eq!(games(&out).len(), 1);
}

#[test]
fn options_that_would_be_ignored_are_refused() {
    let scratch = Scratch::new("ignored");
    let out = scratch.join("out");
    succeed(&mut command("", &out));
    for ignored in [
        "--rounds 9",
        "--sprt elo1=5",
        "--seed 4",
        "--shard 1/2",
        "--each nodes=2",
    ] {
        let words: Vec<&str> = ignored.split(' ').collect();
        let mut resume = batyr_match(&words, &out);
        resume.args(["--resume", "--plain"]);
        fails(resume, 2, &["--engine"]);
    }
    succeed(batyr_match(&["--resume", "--plain", "-j", "2"], &out).arg("--logs"));
}

#[test]
fn numbers_that_are_too_large_are_refused() {
    let scratch = Scratch::new("large");
    let out = scratch.join("out");
    fails(command("--rounds 200000000", &out), 1, &["too large"]);
    assert!(!out.exists());
    succeed(&mut command("--shard 1/4294967295", &out));
    assert_eq!(games(&out).len(), 2);
}

#[test]
fn missing_processors_are_refused() {
    let scratch = Scratch::new("processors");
    let out = scratch.join("out");
    fails(command("--affinity 4095", &out), 2, &["--affinity", "4095"]);
    assert!(!out.exists());
}

#[test]
fn games_of_another_tournament_are_refused() {
    let scratch = Scratch::new("alien");
    let out = scratch.join("out");
    succeed(&mut command("", &out));
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
        fails(resume, 1, &["games.jsonl", part]);
        let mut report = Command::new(BATYR);
        report.args(["match", "report"]).arg(&out);
        fails(report, 1, &["games.jsonl", part]);
    }
}

#[test]
fn a_shard_counts_its_own_games_and_merge_reports_missing_ones() {
    let scratch = Scratch::new("sums");
    let part = scratch.join("part");
    let output = succeed(&mut command("--rounds 5 --shard 2/2", &part));
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
    let output = succeed(merge.arg("--out").arg(&complete));
    let text = all_output(&output);
    assert!(text.contains("6 of 10 games are missing"), "{text}");
    let report = fs::read_to_string(complete.join("report.md")).unwrap();
    assert!(report.contains("6 of 10 not played"), "{report}");
}

#[test]
fn results_are_printed_even_if_files_cannot_be_written() {
    let scratch = Scratch::new("unwritten");
    let out = scratch.join("out");
    fs::create_dir_all(out.join("games.sgn")).unwrap();
    fails(command("", &out), 1, &["games.sgn", "Results", "points"]);
    assert_eq!(games(&out).len(), 2);
}

/// Returns whether a text contains characters that a terminal interprets or does not show
/// literally.
fn has_escapes(text: &str) -> bool {
    let is_bad = |c: char| {
        (c.is_control() && c != '\n')
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
    };
    text.chars().any(is_bad)
}

/// Plays an engine that writes terminal escapes into all its output, and checks
/// everything that a person may read.
fn assert_no_escapes(fault: &str, turns: &str, part: &str) {
    let scratch = Scratch::new("escapes");
    let out = scratch.join("out");
    let mut words = bad_engine(fault, turns);
    let rest = "--engine cmd=BATYR name=B --each nodes=30 option.Fine=x option.None=y \
                --rounds 1 --max-plies 6 --openings start --plain --logs --max-faults 0";
    let rest = rest.replace("BATYR", BATYR);
    words.extend(rest.split_whitespace().map(str::to_owned));
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let output = batyr_match(&words, &out).env("RUST_LOG", "trace").output();
    let output = output.unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", all_output(&output));
    assert!(
        all_output(&output).contains(part),
        "{part}: {}",
        all_output(&output)
    );
    assert!(
        !has_escapes(&all_output(&output)),
        "{fault}: {:?}",
        all_output(&output)
    );
    let logs = fs::read_dir(out.join("logs")).unwrap();
    let files = fs::read_dir(&out).unwrap().chain(logs);
    let paths = files.map(|entry| entry.unwrap().path());
    for path in paths.filter(|path| path.is_file()) {
        let text = fs::read_to_string(&path).unwrap();
        let line = text.lines().find(|line| has_escapes(line));
        assert_eq!(line, None, "{fault}: {}", path.display());
    }
    let log = fs::read_to_string(out.join("logs/Bad-1.log")).unwrap();
    assert!(log.contains("\\u{1b}[31m"), "{fault}: {log}");
}

#[test]
fn escapes_of_an_engine_reach_no_terminal() {
    assert_no_escapes("sprays-moves", "d1-d6", "illegal move");
    assert_no_escapes("sprays-nothing", "", "it had reported: info string error");
    assert_no_escapes("sprays-and-dies", "d1-d6", "last line on stderr");
    assert_no_escapes("sprays-choices", "", "does not play shatra");
}

#[test]
fn names_with_control_characters_are_refused() {
    let scratch = Scratch::new("names");
    let out = scratch.join("out");
    let words = ["--engine", "cmd=x", "name=a\u{1b}[31mb"];
    let output = fails(batyr_match(&words, &out), 2, &["a\\u{1b}[31mb"]);
    assert!(
        !has_escapes(&all_output(&output)),
        "{:?}",
        all_output(&output)
    );
    succeed(&mut command("", &out));
    let path = out.join("match.json");
    let text = fs::read_to_string(&path).unwrap();
    let text = text.replace("\"name\": \"A\"", "\"name\": \"A\\u001b[31m\"");
    fs::write(&path, text).unwrap();
    let mut report = Command::new(BATYR);
    report.args(["match", "report"]).arg(&out);
    let output = fails(report, 1, &["match.json", "A\\u{1b}[31m"]);
    assert!(
        !has_escapes(&all_output(&output)),
        "{:?}",
        all_output(&output)
    );
}

#[test]
fn escapes_in_a_journal_reach_no_report() {
    let scratch = Scratch::new("foreign");
    let out = scratch.join("out");
    succeed(&mut command("", &out));
    let path = out.join("games.jsonl");
    let (first, second) = (games(&out)[&1].clone(), games(&out)[&2].clone());
    let mut hostile = first;
    hostile.end = batyr::tournament::Termination::IllegalMove;
    for text in [&mut hostile.detail, hostile.opening.name.as_mut().unwrap()] {
        text.push_str("\u{1b}[31m\u{202e}\u{2028}");
    }
    hostile
        .warnings
        .push("A: a line\u{1b}[31m\u{202e}: \u{200b}".to_owned());
    let lines = [hostile, second].map(|game| serde_json::to_string(&game).unwrap() + "\n");
    fs::write(&path, lines.concat()).unwrap();
    let mut report = Command::new(BATYR);
    let output = succeed(report.args(["match", "report"]).arg(&out));
    assert!(
        !has_escapes(&all_output(&output)),
        "{:?}",
        all_output(&output)
    );
    for name in ["report.md", "report.html"] {
        let text = fs::read_to_string(out.join(name)).unwrap();
        assert!(text.contains("31m"), "{name}");
        let line = text.lines().find(|line| has_escapes(line));
        assert_eq!(line, None, "{name}");
    }
}

#[test]
fn a_full_log_loses_no_game() {
    let scratch = Scratch::new("chatter");
    let out = scratch.join("out");
    let mut words = bad_engine("chatters", "d1-d6");
    let rest = "--engine cmd=BATYR name=B --each nodes=30 --rounds 1 --games 1 --max-plies 2 \
                --openings start --plain --logs --logs-limit 1";
    let rest = rest.replace("BATYR", BATYR);
    words.extend(rest.split_whitespace().map(str::to_owned));
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    succeed(&mut batyr_match(&words, &out));
    assert!(games(&out).values().all(|report| !report.end.is_fault()));
    let path = out.join("logs/Bad-1.log");
    let length = fs::metadata(&path).unwrap().len();
    assert!(length < 1_100_000, "{length}");
    let log = fs::read_to_string(&path).unwrap();
    let last = log.lines().last().unwrap();
    assert!(last.contains("left out"), "{last}");
    assert_eq!(log.matches("left out").count(), 1);
}

fn make_fifo(path: &Path) {
    let _ = fs::remove_file(path);
    let made = Command::new("mkfifo").arg(path).status();
    assert!(made.unwrap().success());
}

#[test]
fn a_fifo_or_device_is_refused_and_named() {
    let scratch = Scratch::new("fifo");
    let (out, fifo) = (scratch.join("out"), scratch.join("fifo"));
    make_fifo(&fifo);
    for (path, what) in [
        (fifo.as_path(), "a FIFO"),
        (Path::new("/dev/zero"), "a device"),
    ] {
        let openings = format!("--openings {}", path.display());
        fails(command(&openings, &out), 2, &["--openings", what]);
        assert!(!out.exists());
    }
    succeed(&mut command("", &out));
    for name in ["match.json", "games.jsonl"] {
        let kept = fs::read(out.join(name)).unwrap();
        for device in [false, true] {
            if device {
                fs::remove_file(out.join(name)).unwrap();
                std::os::unix::fs::symlink("/dev/zero", out.join(name)).unwrap();
            } else {
                make_fifo(&out.join(name));
            }
            let what = if device { "a device" } else { "a FIFO" };
            let resume = batyr_match(&["--resume", "--plain"], &out);
            fails(resume, 1, &[name, what]);
            let mut report = Command::new(BATYR);
            report.args(["match", "report"]).arg(&out);
            fails(report, 1, &[name, what]);
        }
        fs::remove_file(out.join(name)).unwrap();
        fs::write(out.join(name), kept).unwrap();
    }
    make_fifo(&out.join("games.sgn"));
    let resume = batyr_match(&["--resume", "--plain"], &out);
    fails(resume, 1, &["games.sgn", "a FIFO", "Results"]);
}

#[test]
fn a_log_that_is_a_fifo_stops_no_game() {
    let scratch = Scratch::new("fifo-log");
    let out = scratch.join("out");
    fs::create_dir_all(out.join("logs")).unwrap();
    make_fifo(&out.join("logs/A-1.log"));
    succeed(&mut command("--logs", &out));
    assert_eq!(games(&out).len(), 2);
    let warnings = &games(&out)[&1].warnings;
    assert!(warnings[0].contains("a FIFO"), "{warnings:?}");
}

#[test]
fn a_file_without_end_of_line_takes_no_memory() {
    let scratch = Scratch::new("giant");
    let (out, giant) = (scratch.join("out"), scratch.join("giant"));
    // A sparse file takes no space on the disk.
    let make = |path: &Path| fs::File::create(path).unwrap().set_len(1 << 40).unwrap();
    make(&giant);
    let openings = format!("--openings {}", giant.display());
    fails(command(&openings, &out), 2, &["--openings", "MB"]);
    succeed(&mut command("", &out));
    make(&out.join("games.jsonl"));
    let resume = || batyr_match(&["--resume", "--plain"], &out);
    fails(resume(), 1, &["games.jsonl, line 1", "MB"]);
    make(&out.join("match.json"));
    fails(resume(), 1, &["match.json", "MB"]);
}
