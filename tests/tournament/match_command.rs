//! `batyr match` from the command line: tournament formats, sequential tests, interruption,
//! crashes, and the messages for invalid command lines.

#![cfg(unix)]

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::program::{send_signal, wait_for_exit};
use crate::scratch::{
    BATYR, Scratch, all_output, batyr_match, games, reproducible_parts, run_successfully,
    two_engines,
};
use batyr::tournament::Termination;

/// Returns the arguments for this many instances of this engine, each of a different strength.
fn engine_args(count: usize) -> Vec<String> {
    let mut args = Vec::new();
    for engine in 1..=count {
        let engine_text = format!("--engine cmd={BATYR} name=E{engine} nodes={}", 40 * engine);
        args.extend(engine_text.split(' ').map(str::to_owned));
    }
    args
}

fn run(args: &[String], rest: &str, scratch: &Scratch) -> Output {
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let rest: Vec<&str> = rest.split(' ').collect();
    let mut command = batyr_match(&args, &scratch.join("out"));
    command.args(rest).output().unwrap()
}

/// Returns the pairs of engines that met in a round.
fn pairs_of_round(scratch: &Scratch, round: u32) -> BTreeSet<BTreeSet<String>> {
    let games = games(&scratch.join("out"));
    let in_round = games.values().filter(|report| report.round == round);
    let pair = |report: &batyr::tournament::GameReport| {
        BTreeSet::from([report.white.clone(), report.black.clone()])
    };
    in_round.map(pair).collect()
}

#[test]
fn a_swiss_tournament_pairs_all_players_in_each_round_without_rematches() {
    let scratch = Scratch::new("swiss");
    let args = engine_args(6);
    let rest = "--format swiss --rounds 3 --max-plies 40 -j 2 --plain";
    let output = run(&args, rest, &scratch);
    assert!(output.status.success(), "{}", all_output(&output));
    let mut seen = BTreeSet::new();
    for round in 1..=3 {
        let pairs = pairs_of_round(&scratch, round);
        assert_eq!(pairs.len(), 3, "round {round}: {pairs:?}");
        let players: BTreeSet<_> = pairs.iter().flatten().collect();
        assert_eq!(players.len(), 6, "round {round}: {pairs:?}");
        for pair in pairs {
            assert!(seen.insert(pair.clone()), "{pair:?} meet twice");
        }
    }
    assert_eq!(games(&scratch.join("out")).len(), 18);
}

#[test]
fn a_knockout_continues_after_an_interruption() {
    let [complete, interrupted] = ["complete", "interrupted"].map(Scratch::new);
    let args = engine_args(5);
    let rest = "--format knockout --replays 1 --max-plies 60 --plain";
    for scratch in [&complete, &interrupted] {
        let output = run(&args, rest, scratch);
        assert!(output.status.success(), "{}", all_output(&output));
    }
    // Only the games of the first round are left.
    let path = interrupted.join("out").join("games.jsonl");
    let text = fs::read_to_string(&path).unwrap();
    let first = text.lines().filter(|line| line.contains("\"round\":1,"));
    let first: String = first.map(|line| format!("{line}\n")).collect();
    assert!(!first.is_empty() && first.len() < text.len());
    fs::write(&path, first).unwrap();
    let output = run(&args, &format!("{rest} --resume"), &interrupted);
    assert!(output.status.success(), "{}", all_output(&output));
    assert!(
        reproducible_parts(&complete.join("out")) == reproducible_parts(&interrupted.join("out"))
    );
}

#[test]
fn a_gauntlet_pairs_the_first_engine_with_every_other_engine() {
    let scratch = Scratch::new("gauntlet");
    let rest = "--format gauntlet --rounds 2 --max-plies 20 --plain";
    let output = run(&engine_args(3), rest, &scratch);
    assert!(output.status.success(), "{}", all_output(&output));
    let games = games(&scratch.join("out"));
    assert_eq!(games.len(), 8);
    for report in games.values() {
        assert!(report.white == "E1" || report.black == "E1");
    }
}

#[test]
fn a_tournament_ends_when_its_test_is_decided() {
    let scratch = Scratch::new("sprt");
    let mut args = Vec::new();
    for (name, nodes) in [("strong", 3_000), ("weak", 30)] {
        let engine_text = format!("--engine cmd={BATYR} name={name} nodes={nodes}");
        args.extend(engine_text.split(' ').map(str::to_owned));
    }
    let rest = "--rounds 500 --sprt elo0=0,elo1=50 -j 2 --plain";
    let output = run(&args, rest, &scratch);
    assert!(output.status.success(), "{}", all_output(&output));
    assert!(
        all_output(&output).contains("H1 accepted"),
        "{}",
        all_output(&output)
    );
    let played = games(&scratch.join("out")).len();
    assert!(played < 200, "{played} games");
    // A finished test is not continued.
    let again = run(&args, &format!("{rest} --resume"), &scratch);
    assert!(again.status.success(), "{}", all_output(&again));
    assert_eq!(games(&scratch.join("out")).len(), played);
}

#[test]
fn ctrl_c_keeps_the_finished_games() {
    let scratch = Scratch::new("ctrl-c");
    let args = two_engines("nodes=2000");
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let out = scratch.join("out");
    let mut command = batyr_match(&args, &out);
    let mut child = command
        .args(["--rounds", "500", "--plain"])
        .spawn()
        .unwrap();
    while !fs::read_to_string(out.join("games.jsonl")).is_ok_and(|text| text.contains('\n')) {
        sleep(Duration::from_millis(10));
    }
    send_signal(child.id(), "INT");
    let status = wait_for_exit(&mut child, Duration::from_secs(10));
    assert_eq!(status.code(), Some(130));
    let text = fs::read_to_string(out.join("report.md")).unwrap();
    assert!(text.contains('A') && text.contains('B'));
    let done = games(&out);
    assert!(!done.is_empty() && done.len() < 1_000);
}

#[test]
fn a_crashed_engine_is_replaced_and_the_run_continues() {
    let scratch = Scratch::new("crash");
    let script = scratch.join("dies");
    // The engine exits at its first search, and works after a restart.
    let text = format!(
        "#!/bin/sh\nif [ ! -d {0}/once ]; then\n  while read c; do case $c in uci) echo uciok;; \
         isready) echo readyok;; go*) mkdir {0}/once; exit 3;; quit) exit 0;; esac; done\n  \
         exit 0\nfi\nexec {BATYR}\n",
        scratch.path().display()
    );
    fs::write(&script, text).unwrap();
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    let line = format!(
        "--engine cmd={} name=frail --engine cmd={BATYR} name=sound --each nodes=100",
        script.display()
    );
    let args: Vec<String> = line.split(' ').map(str::to_owned).collect();
    let output = run(&args, "--rounds 2 --max-plies 40 --plain", &scratch);
    assert!(output.status.success(), "{}", all_output(&output));
    let ends: Vec<Termination> = games(&scratch.join("out"))
        .values()
        .map(|report| report.end)
        .collect();
    assert_eq!(ends.len(), 4);
    assert_eq!(
        ends.iter().filter(|end| end.is_fault()).count(),
        1,
        "{ends:?}"
    );
    assert_eq!(ends[0], Termination::Disconnect);
    let report = fs::read_to_string(scratch.join("out").join("report.md")).unwrap();
    assert!(report.contains("frail"), "{report}");
    // With --recover the same crash loses no game.
    fs::remove_dir(scratch.join("once")).unwrap();
    fs::remove_dir_all(scratch.join("out")).unwrap();
    let output = run(
        &args,
        "--rounds 2 --max-plies 40 --plain --recover",
        &scratch,
    );
    assert!(
        all_output(&output).contains("will be replayed"),
        "{}",
        all_output(&output)
    );
    assert!(
        games(&scratch.join("out"))
            .values()
            .all(|report| !report.end.is_fault())
    );
}

/// Returns the message for an invalid command line, which must not create any files.
fn message_for(line: &str) -> String {
    let scratch = Scratch::new("refused");
    let mut command = Command::new(BATYR);
    let line = line.replace("BATYR", BATYR);
    command.arg("match").args(line.split_whitespace());
    command
        .arg("--out")
        .arg(scratch.join("out"))
        .stdin(Stdio::null());
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", all_output(&output));
    assert!(!scratch.join("out").exists(), "{line} creates a folder");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn invalid_arguments_are_named() {
    let two_engines = "--engine cmd=BATYR name=A --engine cmd=BATYR name=B --each nodes=9";
    for (line, part) in [
        ("", "found 0"),
        ("--engine cmd=BATYR nodes=9", "found 1"),
        (
            "--engine cmd=BATYR nodes=9 --engine cmd=BATYR nodes=9",
            "\"batyr\"",
        ),
        (
            "--engine cmd=BATYR nodes=x --engine cmd=BATYR",
            "\"x\" for nodes",
        ),
        ("--engine cmd=BATYR foo=1 --engine cmd=BATYR", "foo"),
        (
            "--engine cmd=BATYR name=A --engine cmd=BATYR name=B",
            "limit",
        ),
        (&format!("{two_engines} --sprt elo0=5,elo1=0"), "elo0"),
        (&format!("{two_engines} --sprt elo=5"), "\"elo=5\""),
        (&format!("{two_engines} --resign score=-3"), "\"score=-3\""),
        (&format!("{two_engines} --draw moves=3"), "\"moves=3\""),
        (&format!("{two_engines} --openings random:0"), "random:0"),
        (
            &format!("{two_engines} --openings no/such/file"),
            "no/such/file",
        ),
        (&format!("{two_engines} --affinity 0-x"), "0-x"),
        (&format!("{two_engines} --shard 3/2"), "3/2"),
        (&format!("{two_engines} --variant chess"), "chess"),
    ] {
        let message = message_for(line);
        assert!(message.contains(part), "{line}: {message}");
    }
}

#[test]
fn a_deleted_report_can_be_recreated() {
    let scratch = Scratch::new("report");
    let args = two_engines("nodes=50");
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let out = scratch.join("out");
    run_successfully(batyr_match(&args, &out).args(["--max-plies", "20", "--plain"]));
    let before = fs::read_to_string(out.join("report.html")).unwrap();
    fs::remove_file(out.join("report.html")).unwrap();
    let mut again = Command::new(BATYR);
    run_successfully(again.args(["match", "report"]).arg(&out));
    assert_eq!(before, fs::read_to_string(out.join("report.html")).unwrap());
}
