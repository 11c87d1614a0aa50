//! Complete tournaments of this engine against itself: no loss on time, no illegal turn, and no
//! noticeable overhead of the runner.

use std::collections::BTreeMap;

use crate::scratch::{Scratch, all_output, batyr_match, games, succeed, two_engines};
use batyr::tournament::{GameReport, GameResult, Termination};

/// Plays a tournament and returns its games.
fn play(each: &str, rest: &str) -> BTreeMap<u32, GameReport> {
    let scratch = Scratch::new("games");
    let out = scratch.join("out");
    let mut words = two_engines(each);
    words.extend(rest.split(' ').map(str::to_owned));
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let output = succeed(batyr_match(&words, &out).arg("--plain"));
    print!("{}", all_output(&output));
    games(&out)
}

fn assert_no_faults(games: &BTreeMap<u32, GameReport>) {
    for report in games.values() {
        assert!(
            !report.end.is_fault(),
            "game {}: {}",
            report.game,
            report.detail
        );
        assert_ne!(report.end, Termination::Interrupted);
        assert_ne!(report.result, GameResult::Unfinished);
    }
}

/// Sorted numbers, with their median and their high quantiles.
struct Spread(Vec<f64>);

impl Spread {
    fn of(numbers: impl Iterator<Item = f64>) -> Self {
        let mut numbers: Vec<f64> = numbers.collect();
        numbers.sort_by(f64::total_cmp);
        assert!(!numbers.is_empty());
        Self(numbers)
    }

    fn at(&self, part: f64) -> f64 {
        self.0[((self.0.len() - 1) as f64 * part) as usize]
    }

    fn text(&self) -> String {
        let mean = self.0.iter().sum::<f64>() / self.0.len() as f64;
        let [median, high, max] = [0.5, 0.99, 1.0].map(|part| self.at(part));
        let count = self.0.len();
        format!("{count} values, mean {mean:.3}, 50 % {median:.3}, 99 % {high:.3}, max {max:.3} ms")
    }
}

/// Returns the runner's overhead, and the difference between its clock and the
/// engine's.
fn times(games: &BTreeMap<u32, GameReport>) -> (Spread, Spread) {
    let turns = || games.values().flat_map(|report| &report.turns);
    let overhead = Spread::of(turns().map(|turn| turn.overhead_ms));
    let reported = turns().filter_map(|turn| Some((turn.ms - turn.reported_ms? as f64).abs()));
    let difference = Spread::of(reported);
    println!("overhead: {}", overhead.text());
    println!(
        "clock charged minus the engine's count: {}",
        difference.text()
    );
    (overhead, difference)
}

#[test]
fn games_against_itself_have_no_faults() {
    for variant in [
        "shatra",
        "shatra-original",
        "shatra-kurin",
        "shatra-pritchard",
    ] {
        let rest = format!("--variant {variant} --rounds 2 --concurrency 2");
        let games = play("nodes=500", &rest);
        assert_eq!(games.len(), 4);
        assert_no_faults(&games);
    }
}

#[test]
fn all_dialects_play_each_other() {
    for (each, rest) in [
        ("proto=ucci nodes=500", "--rounds 1"),
        ("proto=ushi nodes=500", "--rounds 1"),
        (
            "proto=ushi nodes=500",
            "--rounds 1 --variant shatra-original",
        ),
        ("tc=1+0.01", "--rounds 1 --concurrency 2"),
        ("proto=ucci tc=1+0.01", "--rounds 1 --concurrency 2"),
        ("proto=ushi tc=40/2", "--rounds 1 --concurrency 2"),
        ("tc=1+0.01 ponder", "--rounds 1"),
    ] {
        let games = play(each, rest);
        assert_eq!(games.len(), 2, "{each}");
        assert_no_faults(&games);
    }
}

#[test]
#[ignore = "the long form: 500 games at 20 ms a move, and the overhead of the runner"]
fn five_hundred_games_at_20_ms_a_move() {
    let games = play("st=0.02", "--rounds 250 --concurrency 2");
    assert_eq!(games.len(), 500);
    assert_no_faults(&games);
    let (overhead, difference) = times(&games);
    let mean = overhead.0.iter().sum::<f64>() / overhead.0.len() as f64;
    assert!(mean < 1.0, "overhead {mean} ms a move");
    let median = difference.at(0.5);
    assert!(median < 2.0, "clock off by {median} ms");
}
