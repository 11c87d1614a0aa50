//! Skill levels: each is stronger than the one below, and the lowest far below
//! the highest.

use crate::contest::{Engine, Score};
use crate::host::{ConversationFault, game_count, measurement_lock, uci::start_engine};
use batyr::eval::shatra::EvaluatedByFeatures;
use batyr::rules::shatra::{Extended, Original};

/// Returns an engine that plays at this level.
fn at_level<R: EvaluatedByFeatures>(level: u32) -> Result<Engine, ConversationFault> {
    let mut process = start_engine(R::ID)?;
    process.send(&format!("setoption name Skill Level value {level}"))?;
    let go = "go movetime 20".to_string();
    Ok(Engine { process, go })
}

/// Plays the higher level against the lower one.
fn compete<R: EvaluatedByFeatures>(
    high: u32,
    low: u32,
    games: usize,
    seed: u64,
) -> Result<Score, ConversationFault> {
    let (mut one, mut other) = (at_level::<R>(high)?, at_level::<R>(low)?);
    println!("level {high} against level {low}");
    let score = crate::contest::compete::<R>(&mut one, &mut other, games, seed)?;
    one.process.quit()?;
    other.process.quit()?;
    Ok(score)
}

#[test]
fn the_lowest_level_loses_to_the_highest() {
    let _lock = measurement_lock();
    let score = compete::<Extended>(20, 0, 4, 5).unwrap_or_else(|fault| panic!("{fault}"));
    assert!(score.half_points() >= 7, "{}", score.text());
}

fn assert_level_0_loses_nine_of_ten<R: EvaluatedByFeatures>(seed: u64) {
    let _lock = measurement_lock();
    let games = game_count(100);
    let score = compete::<R>(20, 0, games, seed).unwrap_or_else(|fault| panic!("{fault}"));
    assert!(score.wins * 10 >= games * 9, "{}", score.text());
}

#[test]
#[ignore = "the long form: 100 games, several minutes"]
fn extended_level_0_loses_nine_of_ten() {
    assert_level_0_loses_nine_of_ten::<Extended>(21);
}

#[test]
#[ignore = "the long form: 100 games, several minutes"]
fn original_level_0_loses_nine_of_ten() {
    assert_level_0_loses_nine_of_ten::<Original>(22);
}

#[test]
#[ignore = "the long form: five steps of 40 games, several minutes"]
fn each_level_beats_the_level_four_below() {
    let _lock = measurement_lock();
    let games = game_count(40);
    for (low, high) in [(0, 4), (4, 8), (8, 12), (12, 16), (16, 20)] {
        let score = compete::<Extended>(high, low, games, 30 + u64::from(low));
        let score = score.unwrap_or_else(|fault| panic!("{fault}"));
        assert!(score.half_points() > games, "{}", score.text());
    }
}
