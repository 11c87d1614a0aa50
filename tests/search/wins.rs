//! The suites of forced wins (`tests/data/wins`): the solver proves every win, and the engine finds
//! them.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::time::Duration;

use crate::support::position;
use crate::support::rule_sets::{ALL, Variant, with_rules};
use batyr::base::score::moves_to_end;
use batyr::eval::{EvaluatedPosition, NetworkEvaluator};
use batyr::rules::Game;
use batyr::rules::shatra::{Position, RuleSet, Turn};
use batyr::search::{Bound, Control, Limits, Request, SearchInfo, SearchSink, Searcher};
use batyr::solver::{self, ProofVerdict, Solver};

/// A line of a suite.
struct ForcedWin {
    spn: String,
    /// The number of moves that the win takes.
    moves: u32,
    /// The first turns that win in that number of moves.
    turns: BTreeSet<String>,
}

/// Returns the suite of a rule set.
fn suite<R: RuleSet>() -> Vec<ForcedWin> {
    let path = format!(
        "{}/tests/data/wins/{}.wins",
        env!("CARGO_MANIFEST_DIR"),
        R::RULES.id
    );
    let text = std::fs::read_to_string(path).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let parse = |line: &str| {
        let fields: Vec<&str> = line.split(" ; ").collect();
        let [spn, moves, turns] = fields[..] else {
            panic!("{line}");
        };
        ForcedWin {
            spn: spn.to_owned(),
            moves: moves.parse().unwrap(),
            turns: turns.split(' ').map(str::to_owned).collect(),
        }
    };
    lines.map(parse).collect()
}

/// Proves the wins that take at most `max_moves` moves: the number of moves is minimal, and exactly
/// the listed turns win in that number.
fn prove_wins<R: RuleSet>(max_moves: u32) {
    let mut wins = suite::<R>();
    wins.retain(|win| win.moves <= max_moves);
    assert!(wins.len() > 20);
    for ForcedWin { spn, moves, turns } in wins {
        let position: Position<R> = position(&spn);
        let mut solver = Solver::new(64).unwrap();
        let limits = solver::ProofLimits {
            moves,
            nodes: u64::MAX,
        };
        let solution = solver.solve(&position, limits, &|| false);
        assert_eq!(
            solution.verdict,
            ProofVerdict::Win(moves),
            "{}: {spn}",
            R::RULES.id
        );
        assert_eq!(
            solution.line.len() as u32,
            2 * moves - 1,
            "{}: {spn}",
            R::RULES.id
        );
        let winning = solver.winning_turns(&position, limits, &|| false).unwrap();
        let winning: BTreeSet<String> = winning
            .iter()
            .map(|&turn| position.turn_text(turn))
            .collect();
        assert_eq!(winning, turns, "{}: {spn}", R::RULES.id);
    }
}

fn check_size_and_mixture<R: RuleSet>() {
    let wins = suite::<R>();
    let count_from = |min_moves: u32| wins.iter().filter(|win| win.moves >= min_moves).count();
    let counts = (count_from(1), count_from(4), count_from(6));
    assert!(
        counts.0 >= 100 && counts.1 >= 40 && counts.2 >= 15,
        "{counts:?}"
    );
    let mut seen = HashSet::new();
    for win in &wins {
        let fields: Vec<&str> = win.spn.split(' ').take(5).collect();
        assert!(seen.insert(fields), "duplicate position: {}", win.spn);
    }
}

#[test]
fn suites_are_large_and_contain_long_wins() {
    for &rules in ALL {
        with_rules!(rules, check_size_and_mixture());
    }
}

#[test]
fn short_wins_are_proved() {
    for &rules in ALL {
        with_rules!(rules, prove_wins(3));
    }
}

#[test]
#[ignore = "slow: proves the longest wins"]
fn all_wins_are_proved() {
    for &rules in ALL {
        with_rules!(rules, prove_wins(solver::MAX_MOVES));
    }
}

/// A sink that stops the search as soon as it reports a win in the expected number of moves.
struct StopAtWin {
    moves: u32,
    control: Control,
    /// The time of the report.
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

/// Returns the share of a rule set's wins that the search reports within a second.
fn share_found<R: RuleSet>() -> f64
where
    Position<R>: EvaluatedPosition + Game<Move = Turn>,
{
    const SECOND: Duration = Duration::from_secs(1);
    let mut searcher = Searcher::new(1, 16, NetworkEvaluator::default()).unwrap();
    // For each number of moves, the number of wins found and of all wins.
    let mut counts: BTreeMap<u32, (usize, usize)> = BTreeMap::new();
    let wins = suite::<R>();
    for ForcedWin { spn, moves, .. } in &wins {
        let position: Position<R> = position(spn);
        let control = Control::new();
        let mut sink = StopAtWin {
            moves: *moves,
            control: control.clone(),
            found: None,
        };
        searcher.clear();
        let request = Request::new(position, Limits::movetime(SECOND));
        let outcome = searcher.search(&request, &control, &mut sink);
        let count = counts.entry(*moves).or_default();
        count.1 += 1;
        match sink.found {
            Some(time) if time <= SECOND => count.0 += 1,
            found => println!(
                "{}: in {moves} missed (reported {found:?}, {:?} at depth {}): {spn}",
                R::RULES.id,
                moves_to_end(outcome.score),
                outcome.depth
            ),
        }
    }
    let all_found: usize = counts.values().map(|(found, _)| found).sum();
    for (moves, (found, total)) in counts {
        println!("{}: in {moves}: {found} of {total}", R::RULES.id);
    }
    println!("{}: {all_found} of {}", R::RULES.id, wins.len());
    all_found as f64 / wins.len() as f64
}

/// Needs an idle machine and `--release`.
#[test]
#[ignore = "slow: up to a second for each win; needs an idle machine"]
fn the_engine_finds_95_percent_of_the_wins_in_a_second() {
    let shares = ALL
        .iter()
        .map(|&rules| (rules, with_rules!(rules, share_found())));
    let shares: Vec<(Variant, f64)> = shares.collect();
    assert!(shares.iter().all(|(_, share)| *share >= 0.95), "{shares:?}");
}
