//! Hunts of the biy: each proof is checked move by move against every reply.

use std::collections::{BTreeMap, HashSet};

use crate::slow;
use crate::support::Random;
use crate::support::rule_sets::{ALL, with_rules};
use batyr::rules::shatra::{Position, RuleSet, Turn};
use batyr::rules::{Game, MoveList};
use batyr::search::{HuntLine, HuntTable, find_hunt};
use batyr::solver::{ProofLimits, ProofVerdict, Solver};

/// The number of nodes of a hunt in these tests.
const NODES: u64 = 2_000;

/// What was checked.
#[derive(Default, Debug)]
struct Counts {
    proofs: usize,
    positions: usize,
    by_slow_rules: usize,
    /// The proofs that the solver has confirmed, and those whose hunts are the shortest wins.
    by_solver: usize,
    shortest: usize,
    undecided: usize,
    /// The length of the longest hunt, in plies.
    longest: usize,
}

/// Checks a proof by playing on after each reply.
struct Checker<R: RuleSet> {
    table: HuntTable,
    /// The keys of the positions on the path, from the first on.
    path: Vec<u64>,
    /// The positions in which the hunter has been checked to win, each with its number of plies.
    checked: HashSet<(String, usize)>,
    start: Position<R>,
}

impl<R: RuleSet> Checker<R> {
    fn new(start: &Position<R>) -> Self {
        Self {
            table: HuntTable::new().unwrap(),
            path: Vec::new(),
            checked: HashSet::new(),
            start: *start,
        }
    }

    /// Looks for a hunt in the position at the end of the path.
    fn hunt(&mut self, position: &Position<R>, nodes: u64) -> Option<HuntLine<Turn>> {
        let mut left = nodes;
        find_hunt(&mut self.table, position, &self.path, || {
            left = left.saturating_sub(1);
            left > 0
        })
    }

    /// Checks that the side to move wins within `plies` against every reply. With
    /// `slow`, the same position, all turns are compared with those of the slow rules.
    fn check(&mut self, position: &Position<R>, plies: usize, slow: Option<&slow::Position>) {
        let fault = format!(
            "{}: {position} in the hunt from {}",
            R::RULES.id,
            self.start
        );
        self.check_is_new(position, &fault);
        if !self.checked.insert((position.to_string(), plies)) {
            return;
        }
        let line = self.hunt(position, u64::MAX).expect(&fault);
        assert!(line.is_won() && line.turns().len() <= plies, "{fault}");
        let children = children(position, slow);
        let is_played = |child: &&Child<R>| child.turn == line.turns()[0];
        let child = children.iter().find(is_played).expect(&fault);
        self.path.push(position.key());
        if child.position.is_lost() {
            assert!(
                child.slow.as_ref().is_none_or(|slow| slow.has_loser()),
                "{fault}"
            );
        } else {
            self.check_replies(&child.position, plies - 1, child.slow.as_ref());
        }
        self.path.pop();
    }

    fn check_replies(
        &mut self,
        position: &Position<R>,
        plies: usize,
        slow: Option<&slow::Position>,
    ) {
        let fault = format!(
            "{}: {position} in the hunt from {}",
            R::RULES.id,
            self.start
        );
        self.check_is_new(position, &fault);
        let replies = children(position, slow);
        assert!(!replies.is_empty() && plies >= 2, "{fault}");
        self.path.push(position.key());
        for reply in replies {
            assert!(!reply.position.is_lost(), "{fault}");
            self.check(&reply.position, plies - 1, reply.slow.as_ref());
        }
        self.path.pop();
    }

    fn check_is_new(&self, position: &Position<R>, fault: &str) {
        assert!(!position.is_drawn(), "drawn: {fault}");
        assert!(!self.path.contains(&position.key()), "repetition: {fault}");
    }
}

/// A legal turn, and the position after it.
struct Child<R: RuleSet> {
    turn: Turn,
    position: Position<R>,
    slow: Option<slow::Position>,
}

/// Returns the position after each legal turn, and checks that they are those of the slow rules.
fn children<R: RuleSet>(position: &Position<R>, slow: Option<&slow::Position>) -> Vec<Child<R>> {
    let mut turns = MoveList::new();
    position.generate(&mut turns);
    let mut slow_children: BTreeMap<String, slow::Position> = BTreeMap::new();
    if let Some(slow) = slow {
        let next = slow.turns().into_iter().map(|turn| slow.play(&turn));
        slow_children.extend(next.map(|next| (next.to_spn(), next)));
    }
    let child = |turn| {
        let next = position.after(turn);
        Child {
            turn,
            slow: slow_children.get(&next.to_string()).cloned(),
            position: next,
        }
    };
    let children: Vec<_> = turns.into_iter().map(child).collect();
    if slow.is_some() {
        let reached: HashSet<_> = children
            .iter()
            .map(|child| child.position.to_string())
            .collect();
        let expected: HashSet<_> = slow_children.into_keys().collect();
        assert_eq!(reached, expected, "{position}");
    }
    children
}

/// Plays random games until `proofs` hunts have been proved and checked; every 50th proof also by
/// the slow rules, every 100th by the solver.
fn check_proofs<R: RuleSet>(proofs: usize, seed: u64) -> Counts {
    let mut random = Random::new(seed);
    let mut counts = Counts::default();
    while counts.proofs < proofs {
        let mut position = Position::<R>::start();
        for _ in 0..150 {
            let replies = children(&position, None);
            let Some(next) = random.choose(&replies) else {
                break;
            };
            position = next.position;
            if position.is_lost() || position.is_drawn() {
                break;
            }
            counts.positions += 1;
            check_position(&position, &mut counts);
        }
    }
    counts
}

fn check_position<R: RuleSet>(position: &Position<R>, counts: &mut Counts) {
    let mut checker = Checker::new(position);
    let Some(line) = checker.hunt(position, NODES) else {
        return;
    };
    counts.proofs += 1;
    let plies = line.turns().len();
    counts.longest = counts.longest.max(plies);
    let is_checked_slowly = counts.proofs % 50 == 1;
    let slow = is_checked_slowly.then(|| {
        counts.by_slow_rules += 1;
        let rule_set = slow::RuleSet::from_id(R::RULES.id).unwrap();
        slow::Position::from_spn(rule_set, &position.to_string()).unwrap()
    });
    checker.check(position, plies, slow.as_ref());
    if counts.proofs % 100 == 1 {
        let moves = plies.div_ceil(2) as u32;
        let limits = ProofLimits {
            moves,
            nodes: 3_000_000,
        };
        match Solver::new(16)
            .unwrap()
            .solve(position, limits, &|| false)
            .verdict
        {
            ProofVerdict::Win(shortest) => {
                assert!(shortest <= moves, "{position}");
                counts.by_solver += 1;
                counts.shortest += usize::from(shortest == moves);
            }
            ProofVerdict::NoWin(_) => panic!("no win in {moves}: {position}"),
            ProofVerdict::Undecided(_) => counts.undecided += 1,
        }
    }
}

#[test]
fn every_proof_holds_against_all_replies() {
    for &rules in ALL {
        let counts = with_rules!(rules, check_proofs(100, 1));
        assert!(counts.longest >= 9, "{rules}: {counts:?}");
    }
}

#[test]
#[ignore = "slow: checks 100,000 proofs"]
fn a_hundred_thousand_proofs_hold() {
    for &rules in ALL {
        println!("{rules}: {:?}", with_rules!(rules, check_proofs(20_000, 2)));
    }
}
