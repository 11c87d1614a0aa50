//! The suites of hunts (`tests/data/hunts`): positions of games that were lost by a hunt of the biy,
//! right after the turn that lost. The engine announces the win.

use std::collections::BTreeSet;
use std::fmt;
use std::path::PathBuf;

use crate::slow::{self, fixture};
use crate::support::position;
use crate::support::rule_sets::{ALL, with_rules};
use batyr::base::score::moves_to_end;
use batyr::eval::{EvaluatedPosition, NetworkEvaluator};
use batyr::game::{GameRecord, Variant};
use batyr::rules::Game;
use batyr::rules::shatra::{Numbering, Position, RuleSet, Turn};
use batyr::search::{Control, HuntTable, Limits, NullSink, Request, Searcher, find_hunt};
use serde_json::Value;

/// The command that adds hunts to the suites: the names of time controls, each with a file of the
/// games that were played at it.
const COMMAND: &str = "HUNT_GAMES='1+0.01 s=out/games.jsonl' cargo test --release --test search write_the_hunts -- --ignored";
/// The maximum number of nodes of a hunt in the suites.
const MAX_NODES: u64 = 100_000;
/// The score, in centipawns, above which a side does not know that it is lost.
const UNAWARE: i64 = -200;

/// A line of a suite.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Hunt {
    /// The time control of the game.
    limit: String,
    /// The position, with the hunter to move.
    spn: String,
    /// The number of moves within which the hunter wins.
    moves: u32,
    /// The number of nodes that the hunt took alone.
    nodes: u64,
}

impl fmt::Display for Hunt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            limit,
            spn,
            moves,
            nodes,
        } = self;
        write!(f, "{spn} ; {moves} ; {nodes} ; {limit}")
    }
}

/// Returns the suite of a rule set.
fn suite(id: &str) -> Vec<Hunt> {
    let lines = fixture::lines("hunts", slow::RuleSet::from_id(id).unwrap());
    let hunt = |fields: Vec<String>| {
        let [spn, moves, nodes, limit] = &fields[..] else {
            panic!("{fields:?}");
        };
        Hunt {
            limit: limit.clone(),
            spn: spn.clone(),
            moves: moves.parse().unwrap(),
            nodes: nodes.parse().unwrap(),
        }
    };
    lines.into_iter().map(hunt).collect()
}

/// Returns how many wins of a suite the engine announces after this number of nodes, and the size of
/// the suite.
fn announced<R: RuleSet>(nodes: u64) -> (usize, usize)
where
    Position<R>: EvaluatedPosition + Game<Move = Turn>,
{
    let mut searcher = Searcher::new(1, 16, NetworkEvaluator::default()).unwrap();
    let hunts = suite(R::RULES.id);
    let mut is_announced = |hunt: &&Hunt| {
        searcher.clear();
        let request = Request::new(position::<R>(&hunt.spn), Limits::nodes(nodes));
        let outcome = searcher.search(&request, &Control::new(), &mut NullSink);
        moves_to_end(outcome.score).is_some_and(|moves| moves > 0)
    };
    (hunts.iter().filter(&mut is_announced).count(), hunts.len())
}

/// Adds up what is announced in all rule sets.
fn all_announced(nodes: u64) -> (usize, usize) {
    let mut sum = (0, 0);
    for &rules in ALL {
        let (found, all) = with_rules!(rules, announced(nodes));
        println!("{rules}: {found} of {all} with {nodes} nodes");
        sum = (sum.0 + found, sum.1 + all);
    }
    sum
}

#[test]
fn the_engine_announces_hunts() {
    let (found, all) = all_announced(40_000);
    assert!(all >= 200 && found * 5 >= all * 4, "{found} of {all}");
}

#[test]
#[ignore = "a measurement"]
fn hunts_announced_with_few_and_many_nodes() {
    for nodes in [6_000, 20_000, 100_000, 300_000] {
        let (found, all) = all_announced(nodes);
        println!("all: {found} of {all} with {nodes} nodes");
    }
}

/// Returns the hunt by which a game was won, from the first position after the loser's last turn that
/// was played unawares.
fn hunt_of_game(game: &Value, limit: &str) -> Option<(Variant, Hunt)> {
    if game["end"] != "biy-captured" {
        return None;
    }
    let variant = Variant::from_id(game["variant"].as_str()?)?;
    let turns = game["turns"].as_array()?;
    let unaware = |ply: &usize| {
        turns[*ply]["score"]["cp"]
            .as_i64()
            .is_some_and(|cp| cp > UNAWARE)
    };
    let last = (0..turns.len()).rev().skip(1).step_by(2).find(unaware)?;
    let mut record = GameRecord::new(variant);
    for turn in game["opening"]["turns"].as_array()? {
        record.play(turn.as_str()?, Numbering::Spn).ok()?;
    }
    for (ply, turn) in turns.iter().enumerate() {
        record.play(turn["turn"].as_str()?, Numbering::Spn).ok()?;
        if ply >= last
            && (ply - last) % 2 == 0
            && let Some((moves, nodes)) = with_rules!(variant, proved(&record))
        {
            let spn = record.position_text();
            let limit = limit.to_owned();
            return Some((
                variant,
                Hunt {
                    limit,
                    spn,
                    moves,
                    nodes,
                },
            ));
        }
    }
    None
}

/// Returns the number of moves of a hunt, and the nodes that it takes.
fn proved<R: RuleSet>(record: &GameRecord) -> Option<(u32, u64)> {
    let position: Position<R> = position(&record.position_text());
    let mut nodes = 0;
    let line = find_hunt(&mut HuntTable::new().unwrap(), &position, &[], || {
        nodes += 1;
        nodes < MAX_NODES
    });
    line.map(|line| (line.moves(), nodes))
}

#[test]
#[ignore = "writes tests/data/hunts"]
fn write_the_hunts() {
    let sources = std::env::var("HUNT_GAMES").expect(COMMAND);
    let mut found = Vec::new();
    for source in sources.split(',') {
        let (limit, path) = source.split_once('=').expect(COMMAND);
        let text = std::fs::read_to_string(path).unwrap();
        let games = text.lines().map(|line| serde_json::from_str(line).unwrap());
        found.extend(games.filter_map(|game: Value| hunt_of_game(&game, limit)));
    }
    for &rules in ALL {
        let path: PathBuf = [
            env!("CARGO_MANIFEST_DIR"),
            "tests/data/hunts",
            &format!("{}.hunts", rules.id()),
        ]
        .iter()
        .collect();
        let mut hunts: BTreeSet<_> = if path.exists() {
            suite(rules.id()).into_iter().collect()
        } else {
            BTreeSet::new()
        };
        hunts.extend(
            found
                .iter()
                .filter(|(variant, _)| *variant == rules)
                .map(|(_, hunt)| hunt.clone()),
        );
        let mut text = format!(
            "# Hunts of the biy in {}, from games that it decided, right after the turn that lost:\n# position ; moves within which the side to move wins ; nodes of the hunt ; time control of the game.\n# Written by: {COMMAND}\n",
            rules.id()
        );
        for hunt in hunts {
            text += &format!("{hunt}\n");
        }
        std::fs::write(path, text).unwrap();
    }
}
