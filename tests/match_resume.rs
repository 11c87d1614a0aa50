//! A tournament that is killed and goes on ends like one that was left alone.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::panic)] // test code

mod support;
mod tournament;

use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use support::Random;
use tournament::{
    Scratch, batyr_match, courses, games, processes_marked, succeed, told, two_engines, wait,
};

const MARK: &str = "BATYR_TEST_MARK";

/// The words of a tournament on fixed nodes.
fn words(rounds: usize) -> Vec<String> {
    let mut words = two_engines("nodes=400");
    let rest = format!(
        "--rounds {rounds} --seed 5 --max-plies 120 --concurrency 2 --plain"
    );
    words.extend(rest.split(' ').map(str::to_owned));
    words
}

/// Kills a tournament `kills` times at random moments.
fn interrupt_at_random(words: &[&str], out: &Path, kills: usize, seed: u64, longest_ms: usize) {
    let mut random = Random::new(seed);
    let mark = format!("resume-{}-{seed}", std::process::id());
    for kill in 0..kills {
        let mut command = batyr_match(words, out);
        command.arg("--resume").env(MARK, &mark);
        let mut child = command.spawn().unwrap();
        if kill == 0 {
            // Some of what is resumed is to be there.
            wait_for_games(out, 1);
        }
        sleep(Duration::from_millis(random.below(longest_ms) as u64));
        assert!(
            child.try_wait().unwrap().is_none(),
            "over before kill {kill}"
        );
        child.kill().unwrap();
        child.wait().unwrap();
        let patience = Instant::now() + Duration::from_secs(5);
        while !processes_marked(&mark).is_empty() {
            let left = processes_marked(&mark);
            assert!(Instant::now() < patience, "left behind: {left:#?}");
            sleep(Duration::from_millis(20));
        }
    }
}

/// Waits until so many games are done.
fn wait_for_games(out: &Path, count: usize) {
    let patience = Instant::now() + Duration::from_secs(60);
    let path = out.join("games.jsonl");
    while fs::read_to_string(&path)
        .unwrap_or_default()
        .lines()
        .count()
        < count
    {
        assert!(Instant::now() < patience, "no game is done");
        sleep(Duration::from_millis(2));
    }
}

fn resumed_equals_uninterrupted(rounds: usize, kills: usize, longest_ms: usize) {
    let scratch = Scratch::new("resume");
    let (whole, pieces) = (scratch.join("whole"), scratch.join("pieces"));
    let words = words(rounds);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    interrupt_at_random(&words, &pieces, kills, 77, longest_ms);
    let done = games(&pieces).len();
    println!("{done} of {} games done after {kills} kills", 2 * rounds);
    assert!(done > 0 && done < 2 * rounds, "nothing was resumed");
    let resumed = succeed(batyr_match(&words, &pieces).arg("--resume"));
    let straight = succeed(&mut batyr_match(&words, &whole));
    assert_eq!(courses(&whole).len(), 2 * rounds);
    assert!(courses(&whole) == courses(&pieces), "games differ");
    let table = |output: &std::process::Output| {
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let table = text
            .split_once("Results")
            .map(|(_, table)| table.to_owned());
        table.unwrap_or_else(|| panic!("no table: {text}"))
    };
    assert_eq!(table(&resumed), table(&straight));
    let file = |folder: &Path| fs::read_to_string(folder.join("games.sgn")).unwrap();
    assert_eq!(file(&whole).matches("[Event ").count(), 2 * rounds);
    assert_eq!(file(&pieces).matches("[Event ").count(), 2 * rounds);
}

#[test]
fn a_killed_tournament_goes_on_where_it_was() {
    resumed_equals_uninterrupted(20, 4, 300);
}

#[test]
#[ignore = "the long form: ten kills"]
fn a_tournament_killed_ten_times_goes_on_where_it_was() {
    resumed_equals_uninterrupted(250, 10, 2_000);
}

#[test]
fn a_line_cut_off_is_played_again() {
    let scratch = Scratch::new("torn");
    let out = scratch.join("out");
    let words = words(3);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    succeed(&mut batyr_match(&words, &out));
    let before = courses(&out);
    let path = out.join("games.jsonl");
    let text = fs::read(&path).unwrap();
    fs::write(&path, &text[..text.len() - 10]).unwrap();
    succeed(batyr_match(&words, &out).arg("--resume"));
    assert!(before == courses(&out), "games differ");
}

#[test]
fn another_tournament_is_not_resumed() {
    let scratch = Scratch::new("other");
    let out = scratch.join("out");
    let (three, four) = (words(1), words(2));
    let three: Vec<&str> = three.iter().map(String::as_str).collect();
    let four: Vec<&str> = four.iter().map(String::as_str).collect();
    succeed(&mut batyr_match(&three, &out));
    let taken = batyr_match(&three, &out).output().unwrap();
    assert_eq!(taken.status.code(), Some(1));
    assert!(told(&taken).contains("--resume"), "{}", told(&taken));
    let other = batyr_match(&four, &out).arg("--resume").output().unwrap();
    assert_eq!(other.status.code(), Some(1));
    assert!(told(&other).contains("format differs"), "{}", told(&other));
}

#[test]
fn two_runs_do_not_share_a_folder() {
    let scratch = Scratch::new("lock");
    let out = scratch.join("out");
    let words = words(200);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let mut first = batyr_match(&words, &out).spawn().unwrap();
    let patience = Instant::now() + Duration::from_secs(20);
    while !out.join("games.jsonl").exists() {
        assert!(Instant::now() < patience, "the first run does not start");
        sleep(Duration::from_millis(10));
    }
    let second = batyr_match(&words, &out).arg("--resume").output().unwrap();
    first.kill().unwrap();
    wait(&mut first, Duration::from_secs(5));
    assert_eq!(second.status.code(), Some(1));
    assert!(told(&second).contains("in use"), "{}", told(&second));
}
