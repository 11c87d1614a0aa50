//! Random games with what the slow reference implementation lists in each position, so that programs
//! in other languages can be checked against it. A line for each game: the id of the rule set, and
//! for each turn played a word, `TURN=SUM`. SUM is the beginning of the SHA-256 of the position
//! before the turn, a line break, and all turns there, sorted and separated by spaces.

use std::fmt::Write;

use sha2::{Digest, Sha256};

use crate::slow::{Position, RuleSet, Turn};
use crate::support::Random;

/// The number of turns after which a game is broken off.
const MAX_TURNS: usize = 150;
/// The number of games in the file that the tests of the package for Python read.
const HELD_GAMES: usize = 30;
const HELD: &str = "tests/data/random-games.txt";

/// Plays a random game.
fn random_game(rule_set: RuleSet, random: &mut Random) -> String {
    let mut line = rule_set.id().to_owned();
    let mut position = Position::start(rule_set);
    for _ in 0..MAX_TURNS {
        let turns = position.turns();
        let Some(turn) = random.choose(&turns) else {
            break;
        };
        let mut texts: Vec<_> = turns.iter().map(Turn::text).collect();
        texts.sort();
        let listed = format!("{}\n{}", position.to_spn(), texts.join(" "));
        let sum = Sha256::digest(listed);
        write!(line, " {}=", turn.text()).unwrap();
        for byte in &sum[..4] {
            write!(line, "{byte:02x}").unwrap();
        }
        position = position.play(turn);
        if position.has_loser() {
            break;
        }
    }
    line + "\n"
}

/// Returns a number of games, of one rule set after the other.
fn random_games(games: usize) -> impl Iterator<Item = String> {
    let rule_sets = RuleSet::ALL.into_iter().cycle();
    (1..).zip(rule_sets).take(games).map(|(seed, rule_set)| {
        let mut random = Random::new(seed);
        random_game(rule_set, &mut random)
    })
}

#[test]
fn the_held_games_are_those_of_the_slow_reference() {
    let held = std::fs::read_to_string(HELD).unwrap();
    let games: String = random_games(HELD_GAMES).collect();
    assert!(
        held == games,
        "GAMES={HELD_GAMES} BATYR_GAMES={HELD} writes the file"
    );
}

#[test]
#[ignore = "writes random games to the file that BATYR_GAMES names"]
fn random_games_are_written() {
    use std::io::Write;

    let path = std::env::var_os("BATYR_GAMES").unwrap();
    let games = std::env::var("GAMES").map_or(10_000, |games| games.parse().unwrap());
    let mut file = std::fs::File::create(path).unwrap();
    for game in random_games(games) {
        file.write_all(game.as_bytes()).unwrap();
    }
}
