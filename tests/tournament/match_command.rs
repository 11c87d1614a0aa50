//! `batyr match` from the command line: formats, tests, ends, and the messages
//! for mistyped command lines.

#![cfg(unix)]

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::scratch::{
    BATYR, Scratch, all_output, batyr_match, courses, games, succeed, two_engines, wait,
};
use batyr::tournament::Termination;

/// Returns the arguments for this many engines of this program, each of a different strength.
fn engines(count: usize) -> Vec<String> {
    let mut words = Vec::new();
    for engine in 1..=count {
        let own = format!("--engine cmd={BATYR} name=E{engine} nodes={}", 40 * engine);
        words.extend(own.split(' ').map(str::to_owned));
    }
    words
}

fn run(words: &[String], rest: &str, scratch: &Scratch) -> Output {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let rest: Vec<&str> = rest.split(' ').collect();
    let mut command = batyr_match(&words, &scratch.join("out"));
    command.args(rest).output().unwrap()
}

/// Returns the engines of each encounter of a round.
fn pairs_of_round(scratch: &Scratch, round: u32) -> BTreeSet<BTreeSet<String>> {
    let games = games(&scratch.join("out"));
    let of_round = games.values().filter(|report| report.round == round);
    let pair = |report: &batyr::tournament::GameReport| {
        BTreeSet::from([report.white.clone(), report.black.clone()])
    };
    of_round.map(pair).collect()
}

#[test]
fn a_swiss_tournament_pairs_all_players_in_each_round_without_rematches() {
    let scratch = Scratch::new("swiss");
    let words = engines(6);
    let rest = "--format swiss --rounds 3 --max-plies 40 -j 2 --plain";
    let output = run(&words, rest, &scratch);
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
    let [complete, cut] = ["complete", "cut"].map(Scratch::new);
    let words = engines(5);
    let rest = "--format knockout --replays 1 --max-plies 60 --plain";
    for scratch in [&complete, &cut] {
        let output = run(&words, rest, scratch);
        assert!(output.status.success(), "{}", all_output(&output));
    }
    // Only the games of the first round are left.
    let path = cut.join("out").join("games.jsonl");
    let text = fs::read_to_string(&path).unwrap();
    let first = text.lines().filter(|line| line.contains("\"round\":1,"));
    let first: String = first.map(|line| format!("{line}\n")).collect();
    assert!(!first.is_empty() && first.len() < text.len());
    fs::write(&path, first).unwrap();
    let output = run(&words, &format!("{rest} --resume"), &cut);
    assert!(output.status.success(), "{}", all_output(&output));
    assert!(courses(&complete.join("out")) == courses(&cut.join("out")));
}

#[test]
fn a_gauntlet_pairs_the_first_engine_with_each_other() {
    let scratch = Scratch::new("gauntlet");
    let rest = "--format gauntlet --rounds 2 --max-plies 20 --plain";
    let output = run(&engines(3), rest, &scratch);
    assert!(output.status.success(), "{}", all_output(&output));
    let games = games(&scratch.join("out"));
    assert_eq!(games.len(), 8);
    for report in games.values() {
        assert!(report.white == "E1" || report.black == "E1");
    }
}

#[test]
fn a_test_ends_when_it_has_decided() {
    let scratch = Scratch::new("sprt");
    let mut words = Vec::new();
    for (name, nodes) in [("strong", 3_000), ("weak", 30)] {
        let own = format!("--engine cmd={BATYR} name={name} nodes={nodes}");
        words.extend(own.split(' ').map(str::to_owned));
    }
    let rest = "--rounds 500 --sprt elo0=0,elo1=50 -j 2 --plain";
    let output = run(&words, rest, &scratch);
    assert!(output.status.success(), "{}", all_output(&output));
    assert!(
        all_output(&output).contains("H1 accepted"),
        "{}",
        all_output(&output)
    );
    let played = games(&scratch.join("out")).len();
    assert!(played < 200, "{played} games");
    // A finished test is not continued.
    let again = run(&words, &format!("{rest} --resume"), &scratch);
    assert!(again.status.success(), "{}", all_output(&again));
    assert_eq!(games(&scratch.join("out")).len(), played);
}

#[test]
fn ctrl_c_keeps_the_finished_games() {
    let scratch = Scratch::new("ctrl-c");
    let words = two_engines("nodes=2000");
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let out = scratch.join("out");
    let mut command = batyr_match(&words, &out);
    let mut child = command
        .args(["--rounds", "500", "--plain"])
        .spawn()
        .unwrap();
    while !fs::read_to_string(out.join("games.jsonl")).is_ok_and(|text| text.contains('\n')) {
        sleep(Duration::from_millis(10));
    }
    let mut kill = Command::new("kill");
    kill.args(["-INT", &child.id().to_string()]);
    assert!(kill.status().unwrap().success());
    let status = wait(&mut child, Duration::from_secs(10));
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
    // The engine ends at its first search, and works after a restart.
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
    let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
    let output = run(&words, "--rounds 2 --max-plies 40 --plain", &scratch);
    assert!(output.status.success(), "{}", all_output(&output));
    let ends: Vec<Termination> = games(&scratch.join("out"))
        .values()
        .map(|r| r.end)
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
        &words,
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
            .all(|r| !r.end.is_fault())
    );
}

/// Returns the message for an invalid command line, which must leave no files.
fn refused(line: &str) -> String {
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
    assert!(!scratch.join("out").exists(), "{line} left a folder");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn invalid_arguments_are_named() {
    let two = "--engine cmd=BATYR name=A --engine cmd=BATYR name=B --each nodes=9";
    for (line, part) in [
        ("", "0 engines"),
        ("--engine cmd=BATYR nodes=9", "1 engines"),
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
        (&format!("{two} --sprt elo0=5,elo1=0"), "elo0"),
        (&format!("{two} --sprt elo=5"), "\"elo=5\""),
        (&format!("{two} --resign score=-3"), "\"score=-3\""),
        (&format!("{two} --draw moves=3"), "\"moves=3\""),
        (&format!("{two} --openings random:0"), "random:0"),
        (&format!("{two} --openings no/such/file"), "no/such/file"),
        (&format!("{two} --affinity 0-x"), "0-x"),
        (&format!("{two} --shard 3/2"), "3/2"),
        (&format!("{two} --variant chess"), "chess"),
    ] {
        let message = refused(line);
        assert!(message.contains(part), "{line}: {message}");
    }
}

#[test]
fn a_report_can_be_recreated() {
    let scratch = Scratch::new("report");
    let words = two_engines("nodes=50");
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let out = scratch.join("out");
    succeed(batyr_match(&words, &out).args(["--max-plies", "20", "--plain"]));
    let before = fs::read_to_string(out.join("report.html")).unwrap();
    fs::remove_file(out.join("report.html")).unwrap();
    let mut again = Command::new(BATYR);
    succeed(again.args(["match", "report"]).arg(&out));
    assert_eq!(before, fs::read_to_string(out.join("report.html")).unwrap());
}
