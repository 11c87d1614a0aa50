//! Skill levels: each is stronger than the level four below it, and the highest is far stronger
//! than the lowest.

use crate::contest::{ContestResult, UciEngine, play_contest};
use crate::host::{ConversationFault, game_count, measurement_lock, uci::start_engine};
use batyr::eval::EvaluatedPosition;
use batyr::rules::Game;
use batyr::rules::shatra::{Extended, Original, Position, RuleSet, Turn};

/// Starts an engine that plays at this level.
fn start_at_level<R: RuleSet>(level: u32) -> Result<UciEngine, ConversationFault>
where
    Position<R>: EvaluatedPosition + Game<Move = Turn>,
{
    let mut process = start_engine(R::RULES.id)?;
    process.send(&format!("setoption name Skill Level value {level}"))?;
    let go = "go movetime 20".to_string();
    Ok(UciEngine { process, go })
}

/// Plays a contest of the higher level against the lower one.
fn play_levels<R: RuleSet>(
    high: u32,
    low: u32,
    games: usize,
    seed: u64,
) -> Result<ContestResult, ConversationFault>
where
    Position<R>: EvaluatedPosition + Game<Move = Turn>,
{
    let (mut higher, mut lower) = (start_at_level::<R>(high)?, start_at_level::<R>(low)?);
    println!("level {high} against level {low}");
    let result = play_contest::<R>(&mut higher, &mut lower, games, seed)?;
    higher.process.quit()?;
    lower.process.quit()?;
    Ok(result)
}

#[test]
fn the_lowest_level_loses_to_the_highest() {
    let _lock = measurement_lock();
    let result = play_levels::<Extended>(20, 0, 4, 5).unwrap_or_else(|fault| panic!("{fault}"));
    assert!(result.half_points() >= 7, "{}", result.summary());
}

fn assert_level_0_loses_nine_games_of_ten<R: RuleSet>(seed: u64)
where
    Position<R>: EvaluatedPosition + Game<Move = Turn>,
{
    let _lock = measurement_lock();
    let games = game_count(100);
    let result = play_levels::<R>(20, 0, games, seed).unwrap_or_else(|fault| panic!("{fault}"));
    assert!(result.wins * 10 >= games * 9, "{}", result.summary());
}

#[test]
#[ignore = "slow: 100 games, several minutes"]
fn extended_level_0_loses_nine_games_of_ten() {
    assert_level_0_loses_nine_games_of_ten::<Extended>(21);
}

#[test]
#[ignore = "slow: 100 games, several minutes"]
fn original_level_0_loses_nine_games_of_ten() {
    assert_level_0_loses_nine_games_of_ten::<Original>(22);
}

#[test]
#[ignore = "slow: five contests of 40 games, several minutes"]
fn each_level_beats_the_level_four_below() {
    let _lock = measurement_lock();
    let games = game_count(40);
    for (low, high) in [(0, 4), (4, 8), (8, 12), (12, 16), (16, 20)] {
        let result = play_levels::<Extended>(high, low, games, 30 + u64::from(low));
        let result = result.unwrap_or_else(|fault| panic!("{fault}"));
        assert!(result.half_points() > games, "{}", result.summary());
    }
}
