//! Tournaments that several processes share through a folder.

#![cfg(target_os = "linux")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use batyr::tournament::GameReport;
use rustix::process::{Pid, Signal, kill_process};

use crate::match_trouble::expect_failure;
use crate::scratch::{
    BATYR, Scratch, all_output, batyr_match, games, reproducible_parts, run_successfully,
};
use crate::support::Random;

/// The longest time that any of these tournaments may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(600);

/// Returns the arguments of a tournament of a strong engine against a weak one, which repeat their
/// games.
fn match_args(rest: &str) -> Vec<String> {
    let engines = format!(
        "--engine|cmd={BATYR}|name=Strong|nodes=400|--engine|cmd={BATYR}|name=Weak|nodes=20"
    );
    let fixed = format!(
        "|--seed|3|--max-plies|60|--plain|{}",
        rest.replace(' ', "|")
    );
    let args = engines + fixed.trim_end_matches('|');
    args.split('|').map(str::to_owned).collect()
}

/// Returns the command of a match with these options.
fn command(options: &str, out: &Path) -> Command {
    let args = match_args(options);
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    batyr_match(&args, out)
}

fn watch(out: &Path, rest: &[&str]) -> Command {
    let mut command = Command::new(BATYR);
    command.args(["match", "watch", "--interval", "1"]);
    command.args(rest).arg(out).stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// A process that is killed if the test fails before it has ended.
struct Share(Option<Child>);

impl Share {
    fn start(options: &str, out: &Path) -> Self {
        let mut command = command(options, out);
        // Nobody reads the pipes while it runs.
        command.stdout(Stdio::null()).stderr(Stdio::null());
        Self(Some(command.spawn().unwrap()))
    }

    fn signal(&self, signal: Signal) {
        let id = self.0.as_ref().unwrap().id();
        let id = Pid::from_raw(id.try_into().unwrap()).unwrap();
        kill_process(id, signal).unwrap();
    }

    /// Waits for the end, and returns the exit status.
    fn status(mut self) -> Option<i32> {
        let mut child = self.0.take().unwrap();
        let deadline = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = child.try_wait().unwrap() {
                return status.code();
            }
            if Instant::now() > deadline {
                let _ = child.kill();
                panic!("a share does not end");
            }
            sleep(Duration::from_millis(20));
        }
    }

    fn is_running(&mut self) -> bool {
        self.0.as_mut().unwrap().try_wait().unwrap().is_none()
    }

    fn kill(&mut self) {
        let child = self.0.as_mut().unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        if let Some(child) = &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Returns the names of the files in a folder of the queue, sorted.
fn queue_files(out: &Path, folder: &str) -> Vec<String> {
    let entries = fs::read_dir(out.join("queue").join(folder));
    let names = entries
        .into_iter()
        .flatten()
        .map(|entry| entry.unwrap().file_name());
    let mut names: Vec<String> = names.map(|name| name.into_string().unwrap()).collect();
    names.sort();
    names
}

fn wait_until(what: &str, mut is_done: impl FnMut() -> bool) {
    let deadline = Instant::now() + PATIENCE;
    while !is_done() {
        assert!(Instant::now() < deadline, "{what}");
        sleep(Duration::from_millis(20));
    }
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Returns the text outside braces and dates, with single spaces.
fn moves_of_game_file(folder: &Path) -> String {
    let text = fs::read_to_string(folder.join("games.sgn")).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with("[Date "));
    let text = lines.collect::<Vec<_>>().join(" ");
    let outside = text
        .split('{')
        .map(|part| part.split_once('}').map_or(part, |(_, rest)| rest));
    let text: String = outside.collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Plays the tournament on one machine, one game at a time.
fn alone(options: &str, scratch: &Scratch) -> PathBuf {
    let out = scratch.join("alone");
    run_successfully(&mut command(options, &out));
    out
}

fn assert_same_games(alone: &Path, shared: &Path) {
    assert!(reproducible_parts(alone) == reproducible_parts(shared));
    assert_eq!(moves_of_game_file(alone), moves_of_game_file(shared));
}

#[test]
fn a_test_that_shares_play_ends_early_with_the_verdict_of_one_machine() {
    let scratch = Scratch::new("queue");
    let test = "--rounds 100 --sprt elo0=0,elo1=150";
    let alone = alone(test, &scratch);
    let count = games(&alone).len();
    assert!((6..200).contains(&count), "{count}");
    let (out, note) = (scratch.join("shared"), scratch.join("note"));
    let options = format!("{test} --queue --chunk 2");
    let shares: Vec<Share> = (0..3).map(|_| Share::start(&options, &out)).collect();
    wait_until("no share begins", || out.join("match.json").exists());
    let then = format!("echo $BATYR_VERDICT $BATYR_MATCH > {}", note.display());
    let output = run_successfully(&mut watch(&out, &["--then", &then]));
    for share in shares {
        assert_eq!(share.status(), Some(0));
    }
    assert_same_games(&alone, &out);
    let text = stdout(&output);
    assert!(text.contains("H1 accepted"), "{text}");
    assert!(text.contains("core-hours"), "{text}");
    let note = fs::read_to_string(note).unwrap();
    assert_eq!(note, format!("H1 {}\n", out.display()));
    let verdict = fs::read_to_string(out.join("ended.json")).unwrap();
    assert!(verdict.contains("\"reason\": \"decided\""), "{verdict}");
    assert_eq!(games_of_verdict(&out), count);
    // A share that comes too late plays nothing, and a second watcher finds the same.
    let chunks = queue_files(&out, "claims");
    assert_eq!(Share::start(&options, &out).status(), Some(0));
    assert_eq!(queue_files(&out, "claims"), chunks);
    run_successfully(&mut watch(&out, &[]));
    assert_same_games(&alone, &out);
}

#[test]
fn kills_lose_no_game_and_count_none_twice() {
    let scratch = Scratch::new("kills");
    let (rounds, shares) = (16, 3);
    let alone = alone(&format!("--rounds {rounds}"), &scratch);
    let out = scratch.join("shared");
    let options = format!("--rounds {rounds} --queue --chunk 2 --beat 1");
    let mut running: Vec<Share> = (0..shares).map(|_| Share::start(&options, &out)).collect();
    let (mut random, mut kills) = (Random::new(11), 0);
    wait_until("the tournament does not end", || {
        if kills < 5 && queue_files(&out, "claims").len() > kills {
            sleep(Duration::from_millis(random.below(300) as u64));
            let victim = random.below(running.len());
            if running[victim].is_running() {
                running[victim].kill();
                kills += 1;
                running[victim] = Share::start(&options, &out);
            }
        }
        queue_files(&out, "chunks").len() == rounds / 2
    });
    println!("{kills} kills");
    assert!(kills > 0);
    for share in running {
        assert_eq!(share.status(), Some(0));
    }
    let output = run_successfully(&mut watch(&out, &[]));
    assert_same_games(&alone, &out);
    assert!(
        queue_files(&out, "claims")
            .iter()
            .any(|name| !name.ends_with(".1"))
    );
    println!("{}", stdout(&output));
}

#[test]
fn the_chunk_of_a_frozen_share_is_played_by_another() {
    let scratch = Scratch::new("frozen");
    let alone = alone("--rounds 6", &scratch);
    let out = scratch.join("shared");
    let options = "--rounds 6 --queue --chunk 3 --beat 1";
    let frozen = Share::start(options, &out);
    wait_until("no game ends", || {
        let journal = out.join("queue/work/0000001.1.jsonl");
        fs::read_to_string(journal).is_ok_and(|text| text.lines().count() > 0)
    });
    frozen.signal(Signal::STOP);
    assert_eq!(Share::start(options, &out).status(), Some(0));
    assert_eq!(queue_files(&out, "chunks").len(), 2);
    assert!(queue_files(&out, "claims").contains(&"0000001.2".to_owned()));
    // The first claim's games were kept, and the rest was played once more.
    let chunk = out.join("queue/chunks/0000001.jsonl");
    let before = fs::read_to_string(&chunk).unwrap();
    let workers: BTreeMap<String, usize> =
        before.lines().fold(BTreeMap::new(), |mut counts, line| {
            let report: GameReport = serde_json::from_str(line).unwrap();
            *counts.entry(report.worker.unwrap()).or_default() += 1;
            counts
        });
    assert_eq!(workers.len(), 2, "{workers:?}");
    frozen.signal(Signal::CONT);
    assert_eq!(frozen.status(), Some(0));
    assert_eq!(fs::read_to_string(&chunk).unwrap(), before);
    run_successfully(&mut watch(&out, &[]));
    assert_same_games(&alone, &out);
}

#[test]
fn a_terminated_share_gives_its_chunk_up() {
    let scratch = Scratch::new("terminated");
    let out = scratch.join("shared");
    // Only a release lets another share begin: the lease lasts longer than this test may.
    let options = "--rounds 4 --queue --chunk 4 --beat 3600";
    let first = Share::start(options, &out);
    wait_until("no game ends", || {
        let journal = out.join("queue/work/0000001.1.jsonl");
        fs::read_to_string(journal).is_ok_and(|text| text.lines().count() > 0)
    });
    first.signal(Signal::TERM);
    assert_eq!(first.status(), Some(130));
    assert_eq!(Share::start(options, &out).status(), Some(0));
    assert_eq!(queue_files(&out, "chunks"), ["0000001.jsonl"]);
}

#[test]
fn mixtures_are_refused() {
    let scratch = Scratch::new("mixture");
    let out = scratch.join("shared");
    let options = "--rounds 1 --queue";
    assert_eq!(Share::start(options, &out).status(), Some(0));
    let path = out.join("queue.json");
    let text = fs::read_to_string(&path).unwrap();
    let mut settings: serde_json::Value = serde_json::from_str(&text).unwrap();
    settings["first"]["benchmark"]["signature"] = 1.into();
    fs::write(&path, settings.to_string()).unwrap();
    let expected = ["benchmark searches", "expected 1"];
    expect_failure(command(options, &out), 1, &expected);
    expect_failure(watch(&out, &[]), 1, &expected);
    assert!(!out.join("ended.json").exists());
    fs::write(&path, text).unwrap();
    expect_failure(
        command("--rounds 2 --queue", &out),
        1,
        &["different tournament", "format differs"],
    );
    expect_failure(command("--rounds 1 --resume", &out), 1, &["use --queue"]);
    run_successfully(&mut watch(&out, &[]));
    // A tournament of one process can't be shared afterwards.
    let own = scratch.join("own");
    run_successfully(&mut command("--rounds 1", &own));
    expect_failure(command(options, &own), 1, &["that one process plays"]);
    expect_failure(watch(&own, &[]), 1, &["that one process plays"]);
    expect_failure(
        command("--format knockout --queue", &own),
        2,
        &["--queue needs"],
    );
}

#[test]
fn a_watcher_can_end_a_tournament_by_hand() {
    let scratch = Scratch::new("stop");
    let out = scratch.join("shared");
    let share = Share::start("--rounds 1000 --queue --chunk 1 --jobs 2", &out);
    wait_until("no chunk is complete", || {
        !queue_files(&out, "chunks").is_empty()
    });
    let once = run_successfully(&mut watch(&out, &["--once"]));
    assert!(
        stdout(&once).contains("games counted in order"),
        "{}",
        all_output(&once)
    );
    assert!(!out.join("ended.json").exists());
    run_successfully(&mut watch(&out, &["--stop"]));
    assert_eq!(share.status(), Some(0));
    assert!(
        fs::read_to_string(out.join("ended.json"))
            .unwrap()
            .contains("stopped")
    );
    let stopped = fs::read(out.join("games.jsonl")).unwrap();
    assert_eq!(games(&out).len(), games_of_verdict(&out));
    // The share has completed the games that it was playing.
    run_successfully(&mut watch(&out, &[]));
    assert!(fs::read(out.join("games.jsonl")).unwrap() == stopped);
}

/// Returns the number of games that count for the verdict.
fn games_of_verdict(out: &Path) -> usize {
    let verdict = fs::read_to_string(out.join("ended.json")).unwrap();
    let verdict: serde_json::Value = serde_json::from_str(&verdict).unwrap();
    verdict["games"].as_u64().unwrap() as usize
}

#[test]
fn watchers_keep_to_the_verdict_whatever_they_see() {
    let scratch = Scratch::new("verdict");
    let out = scratch.join("shared");
    let options = "--rounds 4 --queue --chunk 1";
    assert_eq!(Share::start(options, &out).status(), Some(0));
    let journal = || fs::read(out.join("games.jsonl")).unwrap();
    let (chunk, hidden) = (
        out.join("queue/chunks/0000004.jsonl"),
        scratch.join("hidden"),
    );
    // A watcher that does not see the last chunk yet ends the tournament.
    fs::rename(&chunk, &hidden).unwrap();
    run_successfully(&mut watch(&out, &["--stop"]));
    let stopped = journal();
    assert_eq!((games(&out).len(), games_of_verdict(&out)), (6, 6));
    fs::rename(&hidden, &chunk).unwrap();
    for rest in [&[][..], &["--stop"], &["--once"]] {
        let output = run_successfully(&mut watch(&out, rest));
        assert!(journal() == stopped, "{rest:?}: {}", all_output(&output));
    }
    // One that sees fewer games than the watcher that ended it waits for the rest.
    fs::remove_file(out.join("ended.json")).unwrap();
    run_successfully(&mut watch(&out, &[]));
    let complete = journal();
    assert_eq!((games(&out).len(), games_of_verdict(&out)), (8, 8));
    fs::rename(&chunk, &hidden).unwrap();
    let mut late = watch(&out, &[]);
    late.stdout(Stdio::null()).stderr(Stdio::null());
    let mut late = Share(Some(late.spawn().unwrap()));
    sleep(Duration::from_secs(1));
    assert!(late.is_running());
    fs::rename(&hidden, &chunk).unwrap();
    assert_eq!(late.status(), Some(0));
    assert!(journal() == complete);
}

#[test]
fn a_calculator_gives_the_figures_of_the_tables() {
    let sprt = |args: &[&str]| {
        let mut command = Command::new(BATYR);
        command.args(["match", "sprt"]).args(args);
        command
    };
    // The ratios are those of the unit tests, computed with mpmath.
    let output = run_successfully(&mut sprt(&[
        "36433",
        "68692",
        "36027",
        "--sprt",
        "elo0=0,elo1=2",
    ]));
    assert!(
        stdout(&output).contains("LLR 0.92 in (-2.94, 2.94)   undecided"),
        "{}",
        stdout(&output)
    );
    let output = run_successfully(&mut sprt(&[
        "127",
        "4883",
        "10712",
        "5150",
        "104",
        "--sprt",
        "elo0=-1.75,elo1=0.25",
    ]));
    assert!(
        stdout(&output).contains("LLR 3.01 in (-2.94, 2.94)   H1"),
        "{}",
        stdout(&output)
    );
    expect_failure(
        sprt(&["1", "2", "3", "4"]),
        2,
        &["4 counts, expected three"],
    );
    expect_failure(sprt(&["1", "2"]), 2, &["3"]);
    expect_failure(
        sprt(&["1", "2", "3", "--sprt", "elo0=9,elo1=1"]),
        2,
        &["elo0 must be less"],
    );
}
