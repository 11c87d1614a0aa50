//! Delays of the runner itself: it is stopped by a signal, for a moment, while its engines think.

#![cfg(target_os = "linux")] // stopped processes are found in /proc

use std::fs;
use std::path::Path;
use std::process::Child;
use std::time::{Duration, Instant};

use batyr::tournament::Termination;
use rustix::process::{Pid, Signal, kill_process};

use crate::scratch::{
    BATYR, Scratch, all_output, bad_engine, batyr_match, games, two_engines, wait_for_exit,
};

/// The limits of an engine that thinks almost all the time. The margin is one that a busy machine
/// needs.
const EACH: &str = "st=0.2 timemargin=1000";
/// The time for which the runner is stopped: longer than the margin.
const AWAY: Duration = Duration::from_millis(1500);
/// The time limit of every wait.
const LIMIT: Duration = Duration::from_secs(60);

/// Sends a signal to the runner.
fn signal(runner: &Child, signal: Signal) {
    let id = i32::try_from(runner.id()).unwrap();
    kill_process(Pid::from_raw(id).unwrap(), signal).unwrap();
}

/// Stops the runner for a while.
fn stop_for(runner: &Child, time: Duration) {
    signal(runner, Signal::STOP);
    std::thread::sleep(time);
    signal(runner, Signal::CONT);
}

/// Waits until a condition holds.
fn wait_until(what: &str, condition: impl Fn() -> bool) {
    let deadline = Instant::now() + LIMIT;
    while !condition() {
        assert!(Instant::now() < deadline, "{what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Waits until an engine has been told to search, by its log.
fn wait_for_search(out: &Path) {
    let logs = out.join("logs");
    wait_until("no search", || {
        // Logs are written between games, so the second game is awaited.
        let files = fs::read_dir(&logs).into_iter().flatten().flatten();
        let mut texts = files.map(|file| fs::read_to_string(file.path()).unwrap_or_default());
        texts.any(|text| text.contains("> go"))
    });
}

#[test]
fn a_game_during_which_the_runner_was_stopped_is_replayed() {
    let scratch = Scratch::new("stopped");
    let out = scratch.join("out");
    let mut args = two_engines(EACH);
    let rest = "--max-plies 20 --plain --logs --affinity none";
    args.extend(rest.split(' ').map(str::to_owned));
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let mut runner = batyr_match(&args, &out).spawn().unwrap();
    wait_for_search(&out);
    std::thread::sleep(Duration::from_millis(100));
    // Twice, as the first moment may be one between two searches.
    for _ in 0..2 {
        stop_for(&runner, AWAY);
        std::thread::sleep(Duration::from_millis(200));
    }
    let status = wait_for_exit(&mut runner, LIMIT);
    let output = runner.wait_with_output().unwrap();
    let text = all_output(&output);
    assert!(status.success(), "{text}");
    let said = "the runner itself did not run for";
    assert!(
        text.contains(said) && text.contains("abandoned, to be replayed"),
        "{text}"
    );
    let games = games(&out);
    assert_eq!(games.len(), 2, "{text}");
    assert!(
        games.values().all(|game| game.end != Termination::Time),
        "{text}"
    );
    let abandoned: Vec<&String> = games.values().flat_map(|game| &game.abandoned).collect();
    assert!(!abandoned.is_empty(), "{text}");
    assert!(abandoned[0].contains(said), "{abandoned:?}");
    let report = fs::read_to_string(out.join("report.md")).unwrap();
    let counter = "abandoned because the runner itself did not run for a while";
    assert!(report.contains(counter), "{report}");
}

#[test]
fn an_engine_without_a_clock_does_not_stall_while_the_runner_is_stopped() {
    let scratch = Scratch::new("stopped-untimed");
    let out = scratch.join("out");
    let searching = scratch.join("searching");
    let mut args = bad_engine("tells-and-is-late", &searching.display().to_string());
    let sound = format!("--engine cmd={BATYR} name=Batyr --each nodes=20 movetimeout=1.2");
    args.extend(sound.split(' ').map(str::to_owned));
    args.extend(
        "--games 1 --openings start --plain --affinity none --max-faults 0"
            .split(' ')
            .map(str::to_owned),
    );
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let mut runner = batyr_match(&args, &out).spawn().unwrap();
    // The engine answers 0.4 s after `go`; the runner is away for longer than it waits.
    wait_until("no search", || searching.exists());
    stop_for(&runner, Duration::from_millis(2500));
    wait_for_exit(&mut runner, LIMIT);
    let text = all_output(&runner.wait_with_output().unwrap());
    let games = games(&out);
    // The answer counts; the next one is illegal.
    assert_eq!(games[&1].end, Termination::IllegalMove, "{text}");
    assert_eq!(games[&1].turns.len(), 2, "{text}");
    assert!(games[&1].abandoned.is_empty(), "{text}");
}

/// Returns the number of games in a journal.
fn game_lines(path: &Path) -> usize {
    fs::read_to_string(path).map_or(0, |text| text.lines().count())
}

#[test]
fn a_run_pauses_while_the_pause_file_exists() {
    let scratch = Scratch::new("pause-file");
    let (out, pause) = (scratch.join("out"), scratch.join("pause"));
    fs::write(&pause, "").unwrap();
    let mut args = two_engines("tc=30+0.1 nodes=30");
    let rest = format!(
        "--max-plies 30 --plain --affinity none --pause-file {}",
        pause.display()
    );
    args.extend(rest.split(' ').map(str::to_owned));
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let mut runner = batyr_match(&args, &out).spawn().unwrap();
    wait_until("no journal", || out.join("games.jsonl").exists());
    // Longer than a game takes.
    std::thread::sleep(Duration::from_millis(1500));
    assert_eq!(game_lines(&out.join("games.jsonl")), 0);
    fs::remove_file(&pause).unwrap();
    let status = wait_for_exit(&mut runner, LIMIT);
    let text = all_output(&runner.wait_with_output().unwrap());
    assert!(status.success(), "{text}");
    assert!(
        text.contains("paused while the pause file exists"),
        "{text}"
    );
    assert!(text.contains("the games continue"), "{text}");
    assert!(
        games(&out)
            .values()
            .all(|game| game.end != Termination::Time),
        "{text}"
    );
}

/// Returns whether a process is stopped.
fn is_stopped(process: &Child) -> bool {
    let stat = fs::read_to_string(format!("/proc/{}/stat", process.id())).unwrap_or_default();
    let state = stat.rsplit_once(") ").map(|(_, rest)| rest);
    state.is_some_and(|rest| rest.starts_with('T'))
}

#[test]
fn the_terminal_stops_the_program_between_turns() {
    let scratch = Scratch::new("sigtstp");
    let out = scratch.join("out");
    let mut args = two_engines(EACH);
    let rest = "--max-plies 20 --plain --logs --affinity none";
    args.extend(rest.split(' ').map(str::to_owned));
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let mut runner = batyr_match(&args, &out).spawn().unwrap();
    wait_for_search(&out);
    // The next game is being played then.
    std::thread::sleep(Duration::from_millis(300));
    signal(&runner, Signal::TSTP);
    wait_until("not stopped", || is_stopped(&runner));
    std::thread::sleep(AWAY);
    signal(&runner, Signal::CONT);
    let status = wait_for_exit(&mut runner, LIMIT);
    let text = all_output(&runner.wait_with_output().unwrap());
    assert!(status.success(), "{text}");
    assert!(text.contains("paused by SIGTSTP"), "{text}");
    let games = games(&out);
    assert_eq!(games.len(), 2, "{text}");
    assert!(games.values().all(|game| !game.end.is_fault()), "{text}");
    // No search was interrupted: gaps are those of a busy machine, if there are any.
    let abandoned = games.values().flat_map(|game| &game.abandoned);
    for sentence in abandoned {
        let words: Vec<&str> = sentence.split(' ').collect();
        let ms = words.iter().position(|&word| word == "ms").unwrap();
        let gap = Duration::from_millis(words[ms - 1].parse().unwrap());
        assert!(gap < AWAY, "{text}");
    }
}

/// The long form: the runner is stopped at random moments during 200 games.
#[test]
#[ignore = "takes a quarter of an hour"]
fn no_game_is_lost_on_time_when_the_runner_is_stopped_again_and_again() {
    let scratch = Scratch::new("stopped-often");
    let out = scratch.join("out");
    let mut args = two_engines("tc=0.6+0.05");
    let rounds = std::env::var("ROUNDS").unwrap_or_else(|_| "100".to_owned());
    let rest = format!("--max-plies 60 --plain --affinity none --rounds {rounds}");
    args.extend(rest.split(' ').map(str::to_owned));
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let mut command = batyr_match(&args, &out);
    // Nobody reads while the runner is stopped.
    command.stdout(fs::File::create(scratch.join("stdout")).unwrap());
    let mut runner = command.spawn().unwrap();
    let mut stops = 0;
    while runner.try_wait().unwrap().is_none() {
        stop_for(&runner, Duration::from_millis(600 + stops % 7 * 150));
        std::thread::sleep(Duration::from_millis(2000 + stops * 997 % 3000));
        stops += 1;
    }
    let text = fs::read_to_string(scratch.join("stdout")).unwrap();
    let games = games(&out);
    let lost = games.values().filter(|game| game.end == Termination::Time);
    let abandoned: usize = games.values().map(|game| game.abandoned.len()).sum();
    println!(
        "{} games, {stops} stops, {abandoned} abandoned",
        games.len()
    );
    assert!(abandoned > 0, "{text}");
    // An engine that itself reports that it thought for too long has lost rightly.
    for game in lost {
        let words: Vec<&str> = game.detail.split_ascii_whitespace().collect();
        let after = |word| {
            words
                .iter()
                .position(|&other| other == word)
                .map(|at| words[at + 1])
        };
        let [took, reported] = ["after", "reported"].map(|word| after(word).map(str::parse::<f64>));
        let (Some(Ok(took)), Some(Ok(reported))) = (took, reported) else {
            panic!("{}", game.detail);
        };
        assert!(took - reported < 100.0, "{}", game.detail);
    }
}
