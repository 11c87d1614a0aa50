//! Complete tournaments of this engine against itself: no loss on time, no illegal turn, and no
//! noticeable overhead of the runner.

use std::collections::BTreeMap;

use crate::scratch::{Scratch, all_output, batyr_match, games, run_successfully, two_engines};
use batyr::game::Variant;
use batyr::tournament::{GameReport, GameResult, Termination};

/// Plays a tournament of this engine against itself and returns its games.
fn play_match(each: &str, rest: &str) -> BTreeMap<u32, GameReport> {
    let scratch = Scratch::new("games");
    let out = scratch.join("out");
    let mut args = two_engines(each);
    args.extend(rest.split(' ').map(str::to_owned));
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let output = run_successfully(batyr_match(&args, &out).arg("--plain"));
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

/// Sorted values, from which quantiles are read.
struct Distribution(Vec<f64>);

impl Distribution {
    fn new(values: impl Iterator<Item = f64>) -> Self {
        let mut values: Vec<f64> = values.collect();
        values.sort_by(f64::total_cmp);
        assert!(!values.is_empty());
        Self(values)
    }

    fn quantile(&self, fraction: f64) -> f64 {
        self.0[((self.0.len() - 1) as f64 * fraction) as usize]
    }

    fn mean(&self) -> f64 {
        self.0.iter().sum::<f64>() / self.0.len() as f64
    }

    fn summary(&self) -> String {
        let mean = self.mean();
        let [median, high, max] = [0.5, 0.99, 1.0].map(|fraction| self.quantile(fraction));
        let count = self.0.len();
        format!("{count} values, mean {mean:.3}, 50 % {median:.3}, 99 % {high:.3}, max {max:.3} ms")
    }
}

/// Returns the runner's overhead per turn, and the difference between the times measured by the
/// runner and by the engine.
fn overhead_and_difference(games: &BTreeMap<u32, GameReport>) -> (Distribution, Distribution) {
    let turns = || games.values().flat_map(|report| &report.turns);
    let overhead = Distribution::new(turns().map(|turn| turn.overhead_ms));
    let reported =
        turns().filter_map(|turn| Some((turn.charged_ms - turn.reported_ms? as f64).abs()));
    let difference = Distribution::new(reported);
    println!("overhead: {}", overhead.summary());
    println!(
        "difference from the engine's time: {}",
        difference.summary()
    );
    (overhead, difference)
}

#[test]
fn games_against_itself_have_no_faults() {
    for variant in Variant::ALL
        .into_iter()
        .filter(|variant| variant.is_shatra())
    {
        let rest = format!("--variant {variant} --rounds 2 --jobs 2");
        let games = play_match("nodes=500", &rest);
        assert_eq!(games.len(), 4);
        assert_no_faults(&games);
    }
}

#[test]
fn games_in_all_dialects_and_time_controls_have_no_faults() {
    for (each, rest) in [
        ("proto=ucci nodes=500", "--rounds 1"),
        ("proto=ushi nodes=500", "--rounds 1"),
        (
            "proto=ushi nodes=500",
            "--rounds 1 --variant shatra-original",
        ),
        ("tc=1+0.01", "--rounds 1 --jobs 2"),
        ("proto=ucci tc=1+0.01", "--rounds 1 --jobs 2"),
        ("proto=ushi tc=40/2", "--rounds 1 --jobs 2"),
        ("tc=1+0.01 ponder", "--rounds 1"),
    ] {
        // Other tests keep the processors busy meanwhile. Whether the engine keeps within its time is
        // measured by `five_hundred_games_at_20_ms_a_move`, on an idle machine.
        let games = play_match(&format!("{each} timemargin=200"), rest);
        assert_eq!(games.len(), 2, "{each}");
        assert_no_faults(&games);
    }
}

#[test]
#[ignore = "slow: 500 games at 20 ms a move; needs an idle machine"]
fn five_hundred_games_at_20_ms_a_move() {
    let games = play_match("st=0.02", "--rounds 250 --jobs 2");
    assert_eq!(games.len(), 500);
    assert_no_faults(&games);
    let (overhead, difference) = overhead_and_difference(&games);
    let mean = overhead.mean();
    assert!(mean < 1.0, "overhead {mean} ms a move");
    let median = difference.quantile(0.5);
    assert!(median < 2.0, "clocks differ by {median} ms");
}
