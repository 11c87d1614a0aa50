//! The suites of wins in n (`tests/data/wins`): each line is correct, and the
//! engine finds the wins.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::time::Duration;

use crate::support::position;
use crate::support::rule_sets::{ALL, Rules, with_rules};
use batyr::base::score::moves_to_end;
use batyr::eval::StaticEvaluator;
use batyr::eval::shatra::EvaluatedByFeatures;
use batyr::rules::shatra::{Position, RuleSet, Turn};
use batyr::search::{Bound, Control, Limits, Request, SearchInfo, SearchSink, Searcher};
use batyr::solver::{self, ProofVerdict, Solver};

/// A line of a suite.
struct Win {
    spn: String,
    moves: u32,
    turns: BTreeSet<String>,
}

/// Returns the suite of a rule set.
fn suite<R: RuleSet>() -> Vec<Win> {
    let path = format!(
        "{}/tests/data/wins/{}.wins",
        env!("CARGO_MANIFEST_DIR"),
        R::ID
    );
    let text = std::fs::read_to_string(path).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let win = |line: &str| {
        let fields: Vec<&str> = line.split(" ; ").collect();
        let [spn, moves, turns] = fields[..] else {
            panic!("{line}");
        };
        Win {
            spn: spn.to_owned(),
            moves: moves.parse().unwrap(),
            turns: turns.split(' ').map(str::to_owned).collect(),
        }
    };
    lines.map(win).collect()
}

/// Proves the wins that take at most `max_moves` moves: the number of moves is
/// minimal, and exactly the listed turns win in it.
fn assert_proved<R: RuleSet>(max_moves: u32) {
    let mut wins = suite::<R>();
    wins.retain(|win| win.moves <= max_moves);
    assert!(wins.len() > 20);
    for Win { spn, moves, turns } in wins {
        let at: Position<R> = position(&spn);
        let mut solver = Solver::new(64).unwrap();
        let limits = solver::ProofLimits {
            moves,
            nodes: u64::MAX,
        };
        let solution = solver.solve(&at, limits, &|| false);
        assert_eq!(
            solution.verdict,
            ProofVerdict::Win(moves),
            "{}: {spn}",
            R::ID
        );
        assert_eq!(
            solution.line.len() as u32,
            2 * moves - 1,
            "{}: {spn}",
            R::ID
        );
        let winning = solver.winning_turns(&at, limits, &|| false).unwrap();
        let winning: BTreeSet<String> = winning.iter().map(|&turn| at.turn_text(turn)).collect();
        assert_eq!(winning, turns, "{}: {spn}", R::ID);
    }
}

fn assert_large_and_mixed<R: RuleSet>() {
    let wins = suite::<R>();
    let with = |least: u32| wins.iter().filter(|win| win.moves >= least).count();
    let counts = (with(1), with(4), with(6));
    assert!(
        counts.0 >= 100 && counts.1 >= 40 && counts.2 >= 15,
        "{counts:?}"
    );
    let mut seen = HashSet::new();
    for win in &wins {
        let board: Vec<&str> = win.spn.split(' ').take(5).collect();
        assert!(seen.insert(board), "twice: {}", win.spn);
    }
}

#[test]
fn suites_are_large_and_mixed() {
    for &rules in ALL {
        with_rules!(rules, assert_large_and_mixed());
    }
}

#[test]
fn short_wins_are_proved() {
    for &rules in ALL {
        with_rules!(rules, assert_proved(3));
    }
}

#[test]
#[ignore = "slow"]
fn all_wins_are_proved() {
    for &rules in ALL {
        with_rules!(rules, assert_proved(solver::MAX_MOVES));
    }
}

/// A sink that ends a search when it reports a win in the expected number of moves.
struct StopAtWin {
    moves: u32,
    control: Control,
    found: Option<Duration>,
}

impl SearchSink<Turn> for StopAtWin {
    fn info(&mut self, info: &SearchInfo<&[Turn]>) {
        let is_win = info.bound != Bound::Upper;
        if is_win && self.found.is_none() && moves_to_end(info.score) == Some(self.moves as i32) {
            self.found = Some(info.time);
            self.control.stop();
        }
    }
}

/// Returns the share of a rule set's wins that the search reports within a
/// second.
fn share_found<R: EvaluatedByFeatures>() -> f64 {
    const SECOND: Duration = Duration::from_secs(1);
    let mut searcher = Searcher::new(1, 16, StaticEvaluator).unwrap();
    // For each number of moves: wins found, and all wins.
    let mut counts: BTreeMap<u32, (usize, usize)> = BTreeMap::new();
    let wins = suite::<R>();
    for Win { spn, moves, .. } in &wins {
        let at: Position<R> = position(spn);
        let control = Control::new();
        let mut sink = StopAtWin {
            moves: *moves,
            control: control.clone(),
            found: None,
        };
        searcher.clear();
        let request = Request::new(at, Limits::movetime(SECOND));
        let outcome = searcher.search(&request, &control, &mut sink);
        let count = counts.entry(*moves).or_default();
        count.1 += 1;
        match sink.found {
            Some(time) if time <= SECOND => count.0 += 1,
            late => println!(
                "{}: in {moves} missed ({late:?}, {:?} at depth {}): {spn}",
                R::ID,
                moves_to_end(outcome.score),
                outcome.depth
            ),
        }
    }
    let all: usize = counts.values().map(|(found, _)| found).sum();
    for (moves, (found, of)) in counts {
        println!("{}: in {moves}: {found} of {of}", R::ID);
    }
    println!("{}: {all} of {}", R::ID, wins.len());
    all as f64 / wins.len() as f64
}

/// Needs an idle machine and `--release`.
#[test]
#[ignore = "slow, and depends on the speed of the machine"]
fn the_engine_finds_95_percent_of_the_wins_in_a_second() {
    let shares = ALL
        .iter()
        .map(|&rules| (rules, with_rules!(rules, share_found())));
    let shares: Vec<(Rules, f64)> = shares.collect();
    assert!(shares.iter().all(|(_, share)| *share >= 0.95), "{shares:?}");
}
