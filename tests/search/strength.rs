//! The engine against a player that only counts men.

use crate::contest::{Engine, Player, Score};
use crate::host::{ConversationFault, game_count, measurement_lock, uci::start_engine};
use crate::support::Random;
use batyr::eval::shatra::EvaluatedByFeatures;
use batyr::game::Record;
use batyr::rules::shatra::{Extended, Original, Position, RuleSet, Turn};

const GO: &str = "go movetime 50";

/// A player that counts men.
struct MaterialPlayer;

impl Player for MaterialPlayer {
    fn begin(&mut self) -> Result<(), ConversationFault> {
        Ok(())
    }

    fn turn<R: RuleSet>(
        &mut self,
        record: &Record<Position<R>>,
        random: &mut Random,
    ) -> Result<Turn, ConversationFault> {
        Ok(crate::material::choose(record.position(), random).expect("a legal turn"))
    }
}

fn compete<R: EvaluatedByFeatures>(games: usize, seed: u64) -> Result<Score, ConversationFault> {
    let mut engine = Engine {
        process: start_engine(R::ID)?,
        go: GO.to_string(),
    };
    let score = crate::contest::compete::<R>(&mut engine, &mut MaterialPlayer, games, seed)?;
    engine.process.quit()?;
    Ok(score)
}

fn assert_short_match_not_lost<R: EvaluatedByFeatures>(seed: u64) {
    let _lock = measurement_lock();
    let score = compete::<R>(2, seed).unwrap_or_else(|fault| panic!("{fault}"));
    assert!(score.losses < 2, "{}", score.text());
}

fn assert_long_match_won<R: EvaluatedByFeatures>(seed: u64) {
    let _lock = measurement_lock();
    let games = game_count(100);
    let score = compete::<R>(games, seed).unwrap_or_else(|fault| panic!("{fault}"));
    // 95 points of 100.
    assert!(
        score.half_points() * 100 >= 2 * 95 * games,
        "{}",
        score.text()
    );
}

#[test]
fn extended_is_not_lost_to_a_material_player() {
    assert_short_match_not_lost::<Extended>(1);
}

#[test]
fn original_is_not_lost_to_a_material_player() {
    assert_short_match_not_lost::<Original>(2);
}

#[test]
#[ignore = "the long form: 100 games, several minutes"]
fn extended_is_nearly_always_won_against_a_material_player() {
    assert_long_match_won::<Extended>(11);
}

#[test]
#[ignore = "the long form: 100 games, several minutes"]
fn original_is_nearly_always_won_against_a_material_player() {
    assert_long_match_won::<Original>(12);
}
