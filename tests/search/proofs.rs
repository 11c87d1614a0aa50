//! Decisive scores are proofs, however a search ends: no score that the engine reports contradicts
//! the exact values of endings of three men (`tests/data/endings`), which the slow solver
//! (`tests/slow/endgame`) knows.

use std::collections::BTreeMap;
use std::thread;
use std::time::{Duration, Instant};

use crate::slow::endgame::{Class, EndgameTable, Ending, Value, sample_endings};
use crate::slow::{self, fixture};
use crate::support::position;
use crate::support::rule_sets::{ALL, with_rules};
use batyr::base::score::moves_to_end;
use batyr::eval::{EvaluatedPosition, NetworkEvaluator};
use batyr::rules::Game;
use batyr::rules::shatra::{Original, Position, RuleSet, Turn};
use batyr::search::{
    Bound, Control, Handicap, Limits, Request, SearchInfo, SearchOutcome, SearchSettings,
    SearchSink, Searcher,
};

/// The command that writes the endings anew.
const COMMAND: &str = "WRITE_ENDINGS=1 cargo test --release --test search the_endings_are_those_of_the_slow_solver -- --ignored";

/// Returns the endings of a rule set.
fn endings<R: RuleSet>() -> Vec<Ending> {
    let rule_set = slow::RuleSet::from_id(R::RULES.id).unwrap();
    let lines = fixture::lines("endings", rule_set);
    lines.iter().map(|fields| Ending::parse(fields)).collect()
}

/// A decisive score of a line that the engine has reported.
#[derive(Debug)]
struct Claim {
    multipv: usize,
    moves: i32,
    bound: Bound,
    first: String,
}

/// A sink that records the decisive scores.
struct Claims<R: RuleSet> {
    position: Position<R>,
    claims: Vec<Claim>,
}

impl<R: RuleSet> SearchSink<Turn> for Claims<R>
where
    Position<R>: Game<Move = Turn>,
{
    fn info(&mut self, info: &SearchInfo<&[Turn]>) {
        self.claims
            .extend(moves_to_end(info.score).map(|moves| Claim {
                multipv: info.multipv,
                moves,
                bound: info.bound,
                first: self.position.turn_text(info.pv[0]),
            }));
    }
}

/// What was checked.
#[derive(Default, Debug)]
struct Counts {
    searches: usize,
    claims: usize,
    /// The final turns of positions that were reported as lost.
    lost_turns: usize,
    faults: Vec<String>,
}

impl Counts {
    fn add(&mut self, other: Counts) {
        self.searches += other.searches;
        self.claims += other.claims;
        self.lost_turns += other.lost_turns;
        self.faults.extend(other.faults);
    }

    /// Checks the answer to a search and what it reported before.
    fn check<R: RuleSet>(
        &mut self,
        ending: &Ending,
        sink: &Claims<R>,
        outcome: &SearchOutcome<Turn>,
        must_hold_out: bool,
        how: &str,
    ) where
        Position<R>: Game<Move = Turn>,
    {
        self.searches += 1;
        self.claims += sink.claims.len();
        let mut fault = |what: &dyn std::fmt::Debug| {
            let Ending { spn, value, .. } = ending;
            self.faults.push(format!(
                "{}: {spn} ({value:?}), {how}: {what:?}",
                R::RULES.id
            ));
        };
        for claim in &sink.claims {
            if !is_true(ending, claim) {
                fault(claim);
            }
        }
        let Some(moves) = moves_to_end(outcome.score) else {
            return;
        };
        let best = sink.position.turn_text(outcome.best.unwrap());
        let answer = Claim {
            multipv: 1,
            moves,
            bound: Bound::Exact,
            first: best.clone(),
        };
        if !is_true(ending, &answer) {
            fault(&answer);
        }
        if moves < 0
            && let Some(&left) = ending.turns.get(&best)
        {
            self.lost_turns += 1;
            if left > moves && must_hold_out {
                fault(&format_args!("{best} loses sooner than reported: {left}"));
            }
        }
    }
}

/// Returns whether a claim is true. A score claims that the side to move wins in at most that many
/// turns, or loses in at most that many. A win also claims this of the line's first turn; a loss in
/// another line than the best claims it of that turn alone. An upper bound on a win and a lower
/// bound on a loss claim nothing.
fn is_true(ending: &Ending, claim: &Claim) -> bool {
    let turn = ending.turns.get(&claim.first);
    let moves = claim.moves;
    if moves > 0 {
        claim.bound == Bound::Upper || turn.is_some_and(|&exact| (1..=moves).contains(&exact))
    } else if claim.bound == Bound::Lower {
        true
    } else if claim.multipv > 1 {
        // In a position that is not lost, the file lists no turns that lose.
        !matches!(ending.value, Value::Loss(_)) || turn.is_some_and(|&exact| exact >= moves)
    } else {
        matches!(ending.value, Value::Loss(exact) if exact as i32 <= -moves)
    }
}

/// A search of each of the endings; by default, of the limits given with the ending, on one thread.
#[derive(Clone, Copy)]
struct Trial<'t> {
    threads: usize,
    nodes: Option<u64>,
    /// The time after which the search is stopped, in microseconds, for each ending.
    stop: Option<&'t dyn Fn(usize) -> u64>,
    settings: SearchSettings,
}

impl Default for Trial<'_> {
    fn default() -> Self {
        Self {
            threads: 1,
            nodes: None,
            stop: None,
            settings: SearchSettings::default(),
        }
    }
}

/// Searches every `step`-th ending of each rule set, from number `first` on.
fn check_all(trial: Trial<'_>, first: usize, step: usize) -> Counts {
    let mut counts = Counts::default();
    for &rules in ALL {
        counts.add(with_rules!(rules, check_endings(trial, first, step)));
    }
    counts
}

/// Searches every `step`-th ending of a rule set, from number `first` on.
fn check_endings<R: RuleSet>(trial: Trial<'_>, first: usize, step: usize) -> Counts
where
    Position<R>: EvaluatedPosition + Game<Move = Turn>,
{
    let mut counts = Counts::default();
    let mut searcher = Searcher::new(trial.threads, 4, NetworkEvaluator::default()).unwrap();
    for (number, ending) in endings::<R>().iter().enumerate().skip(first).step_by(step) {
        searcher.clear();
        let limits = Limits {
            nodes: trial.nodes,
            ..Limits::default()
        };
        search_ending::<R>(&mut searcher, ending, limits, trial, number, &mut counts);
    }
    counts
}

fn search_ending<R: RuleSet>(
    searcher: &mut Searcher<Position<R>, NetworkEvaluator<Position<R>>>,
    ending: &Ending,
    limits: Limits,
    trial: Trial<'_>,
    number: usize,
    counts: &mut Counts,
) where
    Position<R>: EvaluatedPosition + Game<Move = Turn>,
{
    let position: Position<R> = position(&ending.spn);
    let control = Control::new();
    let mut sink = Claims {
        position,
        claims: Vec::new(),
    };
    let how = format!("{} threads, {limits:?}", trial.threads);
    let request = Request {
        settings: trial.settings,
        ..Request::new(position, limits)
    };
    let outcome = thread::scope(|scope| {
        if let Some(stop) = trial.stop {
            let control = control.clone();
            let time = Duration::from_micros(stop(number));
            scope.spawn(move || {
                thread::sleep(time);
                control.stop();
            });
        }
        searcher.search(&request, &control, &mut sink)
    });
    // Below full strength, a worse turn is chosen on purpose; which thread is ahead when a search
    // ends is chance.
    let must_hold_out = trial.settings.handicap.is_none() && trial.threads == 1;
    counts.check(ending, &sink, &outcome, must_hold_out, &how);
}

fn assert_no_fault(counts: &Counts) {
    let faults = counts.faults.len();
    println!(
        "{} searches, {} decisive scores, {} turns of lost positions, {faults} false",
        counts.searches, counts.claims, counts.lost_turns
    );
    assert!(
        counts.faults.is_empty(),
        "{:#?}",
        &counts.faults[..faults.min(20)]
    );
    assert!(counts.claims > counts.searches / 4, "{counts:?}");
}

#[test]
fn no_score_of_a_search_that_was_cut_short_is_false() {
    let mut all = Counts::default();
    for (nodes, step) in [(300, 20), (1_000, 20), (3_000, 40)] {
        for threads in [1, 2] {
            let trial = Trial {
                threads,
                nodes: Some(nodes),
                ..Trial::default()
            };
            all.add(check_all(trial, 0, step));
        }
    }
    assert_no_fault(&all);
}

/// The first root turn alone had been searched again when the nodes were used up.
#[test]
fn a_loss_stays_as_long_as_it_was_proved() {
    let mut counts = Counts::default();
    let mut searcher = Searcher::new(1, 16, NetworkEvaluator::default()).unwrap();
    for (spn, loss) in [
        ("5K3/1/2k4/7/6Q/7/7/7/1/9 b - - - - 1", 5),
        ("9/1/7/7/k6/3K3/7/7/1/1Q7 b - - - - 1", 6),
    ] {
        let ending = Ending {
            spn: spn.to_owned(),
            value: Value::Loss(loss),
            turns: BTreeMap::new(),
        };
        for nodes in [60_000, 100_000] {
            searcher.clear();
            search_ending::<Original>(
                &mut searcher,
                &ending,
                Limits::nodes(nodes),
                Trial::default(),
                0,
                &mut counts,
            );
        }
    }
    assert_no_fault(&counts);
}

/// With the environment variable `STEP`, only every `STEP`-th ending is searched.
#[test]
#[ignore = "slow: searches 2,000 endings in ten ways; needs `--release`"]
fn no_score_of_the_endings_is_false() {
    let step = std::env::var("STEP").map_or(1, |step| step.parse().unwrap());
    let mut all = Counts::default();
    for threads in [1, 2] {
        for nodes in [1_000, 10_000, 60_000, 100_000] {
            let trial = Trial {
                threads,
                nodes: Some(nodes),
                ..Trial::default()
            };
            let counts = check_all(trial, 0, step);
            println!(
                "{threads} threads, {nodes} nodes: {} false",
                counts.faults.len()
            );
            all.add(counts);
        }
        // The moments need no seed: the speed of the machine varies anyway.
        let moment = |number: usize| (number as u64).wrapping_mul(0x9E37_79B9) % 30_000;
        let trial = Trial {
            threads,
            stop: Some(&moment),
            ..Trial::default()
        };
        let counts = check_all(trial, 0, step);
        println!("{threads} threads, stopped: {} false", counts.faults.len());
        all.add(counts);
    }
    assert_no_fault(&all);
}

/// Searches of several lines, and at levels below full strength.
#[test]
fn no_score_of_several_lines_or_of_a_level_is_false() {
    let mut all = Counts::default();
    for seed in 0..3 {
        for settings in [
            SearchSettings {
                multipv: 3,
                ..SearchSettings::default()
            },
            SearchSettings {
                handicap: Handicap::of_level(8.0, seed),
                ..SearchSettings::default()
            },
        ] {
            let trial = Trial {
                nodes: Some(2_000 + 777 * seed),
                settings,
                ..Trial::default()
            };
            all.add(check_all(trial, 3 * seed as usize, 25));
        }
    }
    assert_no_fault(&all);
}

/// The two bare biys of Original and Online, whose draw by the clock the rules of three men need.
#[test]
fn the_table_of_bare_biys_agrees_with_itself() {
    for rule_set in slow::RuleSet::ALL {
        let class = Class {
            rule_set,
            others: Vec::new(),
        };
        let table = EndgameTable::solve(&class);
        table.check_successors();
        let wins = table
            .values()
            .filter(|(_, value)| matches!(value, Value::Win(_)));
        assert!(wins.count() > 100);
    }
}

/// With the environment variable `RULE_SET`, only the tables of that rule set are solved.
#[test]
#[ignore = "slow: solves sixteen classes of three men"]
fn the_tables_of_three_men_agree_with_themselves() {
    let chosen = std::env::var("RULE_SET").ok();
    let is_chosen = |rules: &slow::RuleSet| chosen.as_ref().is_none_or(|id| rules.id() == id);
    for rule_set in slow::RuleSet::ALL.into_iter().filter(is_chosen) {
        for class in Class::all_of_three(rule_set) {
            let start = Instant::now();
            let table = EndgameTable::solve(&class);
            let solved = start.elapsed();
            table.check_successors();
            println!(
                "{} {:?}: solved in {solved:.1?}, checked in {:.1?}",
                rule_set.id(),
                class.others[0].1,
                start.elapsed() - solved
            );
        }
    }
}

/// With the environment variable `WRITE_ENDINGS`, writes the files instead.
#[test]
#[ignore = "slow: solves sixteen classes of three men"]
fn the_endings_are_those_of_the_slow_solver() {
    for rule_set in slow::RuleSet::ALL {
        let head = "# Endings of three men: SPN ; value ; each winning turn, or each turn of a lost position, with its value.";
        let lines = sample_endings(rule_set);
        let text = format!("{head}\n# Made by\n# {COMMAND}\n{}\n", lines.join("\n"));
        let id = rule_set.id();
        let path = format!(
            "{}/tests/data/endings/{id}.endings",
            env!("CARGO_MANIFEST_DIR")
        );
        if std::env::var_os("WRITE_ENDINGS").is_some() {
            std::fs::write(&path, &text).unwrap();
        }
        assert!(std::fs::read_to_string(&path).unwrap() == text, "{path}");
    }
}
