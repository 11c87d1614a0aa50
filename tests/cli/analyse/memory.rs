//! A long file needs no more memory than a short one.

#![cfg(target_os = "linux")]

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use batyr::files::game_file::FileGame;
use batyr::game::Variant;
use batyr::rules::shatra::Numbering;

use super::planting::SplitMix64;
use crate::program::batyr;

/// The number of turns in each game.
const TURNS: usize = 12;
/// How much more memory a longer file may take, in kilobytes; use varies a little between runs.
const TOLERANCE: u64 = 6 << 10;

/// Writes a file of games with random turns.
fn write_games(path: &Path, count: usize) {
    let mut text = String::new();
    let mut random = SplitMix64::new(7);
    for number in 0..count {
        let mut game = FileGame::new(Variant::Original);
        for _ in 0..TURNS {
            let turns = game.record().legal_texts(usize::MAX);
            if game.record().outcome().is_some() {
                break;
            }
            game.play(random.choose(&turns), Numbering::Official)
                .unwrap();
        }
        game.tags.set("Event", &format!("Game {number}"));
        write!(text, "{game}").unwrap();
    }
    fs::write(path, text).unwrap();
}

/// Returns the peak memory of an analysis at depth 1, in kilobytes, and the
/// number of games written.
fn peak_memory(folder: &Path, count: usize) -> (u64, usize) {
    let (games, result) = (folder.join("games.sgn"), folder.join("result.jsonl"));
    write_games(&games, count);
    let args = ["analyse", "--depth", "1", "--hash", "1", "--json", "-o"];
    let mut child = batyr(&args)
        .args([&result, &games])
        .stdin(Stdio::null())
        .spawn()
        .unwrap();
    let status_file = format!("/proc/{}/status", child.id());
    let mut max_peak = 0;
    let exit_status = loop {
        if let Some(exit_status) = child.try_wait().unwrap() {
            break exit_status;
        }
        let text = fs::read_to_string(&status_file).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let peak = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
        max_peak = max_peak.max(peak.unwrap_or(0));
        std::thread::sleep(Duration::from_millis(5));
    };
    assert!(exit_status.success());
    let written = fs::read_to_string(&result).unwrap().lines().count();
    (max_peak, written)
}

/// Checks that a file of `long` games takes no more memory than one of `short` games.
fn check_memory(short: usize, long: usize) {
    let folder = tempfile::tempdir().unwrap();
    let (short_peak, short_written) = peak_memory(folder.path(), short);
    let (long_peak, long_written) = peak_memory(folder.path(), long);
    assert_eq!((short_written, long_written), (short, long));
    assert!(
        short_peak > 0 && long_peak < short_peak + TOLERANCE,
        "{short_peak} kB for {short} games, {long_peak} kB for {long}"
    );
    println!("{short_peak} kB for {short} games, {long_peak} kB for {long}");
}

#[test]
fn three_hundred_games_take_no_more_memory_than_ten() {
    check_memory(10, 300);
}

#[test]
#[ignore = "slow: 10,000 games"]
fn ten_thousand_games_take_no_more_memory_than_a_hundred() {
    check_memory(100, 10_000);
}
