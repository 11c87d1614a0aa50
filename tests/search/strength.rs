//! The engine against a player that only counts men.

use crate::contest::{Engine, Player, Score};
use crate::host::{Fault, alone, games, uci::open};
use crate::support::Random;
use batyr::eval::shatra::EvaluatedByFeatures;
use batyr::game::Record;
use batyr::rules::shatra::{Extended, Original, Position, RuleSet, Turn};

const GO: &str = "go movetime 50";

/// A player that counts men.
struct Counter;

impl Player for Counter {
    fn begin(&mut self) -> Result<(), Fault> {
        Ok(())
    }

    fn turn<R: RuleSet>(
        &mut self,
        record: &Record<Position<R>>,
        random: &mut Random,
    ) -> Result<Turn, Fault> {
        Ok(crate::material::choose(record.position(), random).expect("a legal turn"))
    }
}

fn compete<R: EvaluatedByFeatures>(games: usize, seed: u64) -> Result<Score, Fault> {
    let mut engine = Engine {
        process: open(R::ID)?,
        go: GO.to_string(),
    };
    let score = crate::contest::compete::<R>(&mut engine, &mut Counter, games, seed)?;
    engine.process.quit()?;
    Ok(score)
}

fn short<R: EvaluatedByFeatures>(seed: u64) {
    let _alone = alone();
    let score = compete::<R>(2, seed).unwrap_or_else(|fault| panic!("{fault}"));
    assert!(score.losses < 2, "{}", score.text());
}

fn long<R: EvaluatedByFeatures>(seed: u64) {
    let _alone = alone();
    let games = games(100);
    let score = compete::<R>(games, seed).unwrap_or_else(|fault| panic!("{fault}"));
    // 95 points of 100.
    assert!(
        score.half_points() * 100 >= 2 * 95 * games,
        "{}",
        score.text()
    );
}

#[test]
fn extended_is_won() {
    short::<Extended>(1);
}

#[test]
fn original_is_won() {
    short::<Original>(2);
}

#[test]
#[ignore = "the long form: 100 games, some minutes"]
fn extended_is_nearly_always_won() {
    long::<Extended>(11);
}

#[test]
#[ignore = "the long form: 100 games, some minutes"]
fn original_is_nearly_always_won() {
    long::<Original>(12);
}
