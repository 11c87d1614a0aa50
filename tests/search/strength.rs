//! The engine against a player that searches three plies and only counts men.

use crate::contest::{ContestResult, Contestant, UciEngine, play_contest};
use crate::host::{ConversationFault, game_count, uci::start_engine};
use crate::support::Random;
use batyr::eval::EvaluatedPosition;
use batyr::game::Record;
use batyr::rules::Game;
use batyr::rules::shatra::{Extended, Original, Position, RuleSet, Turn};

/// The limit of each search. With nodes instead of a time, a seed gives the same games on every
/// machine.
const GO: &str = "go nodes 5000";

/// The player of [`crate::material`].
struct MaterialPlayer;

impl Contestant for MaterialPlayer {
    fn begin_game(&mut self) -> Result<(), ConversationFault> {
        Ok(())
    }

    fn choose_turn<R: RuleSet>(
        &mut self,
        record: &Record<Position<R>>,
        random: &mut Random,
    ) -> Result<Turn, ConversationFault> {
        Ok(crate::material::choose_turn(record.position(), random).expect("a legal turn"))
    }
}

/// Plays a contest of the engine against the material player.
fn play_material_player<R: RuleSet>(
    games: usize,
    seed: u64,
) -> Result<ContestResult, ConversationFault>
where
    Position<R>: EvaluatedPosition + Game<Move = Turn>,
{
    let mut engine = UciEngine {
        process: start_engine(R::RULES.id)?,
        go: GO.to_string(),
    };
    let result = play_contest::<R>(&mut engine, &mut MaterialPlayer, games, seed)?;
    engine.process.quit()?;
    Ok(result)
}

fn check_short_contest<R: RuleSet>(seed: u64)
where
    Position<R>: EvaluatedPosition + Game<Move = Turn>,
{
    let result = play_material_player::<R>(4, seed).unwrap_or_else(|fault| panic!("{fault}"));
    assert_eq!(result.wins, result.games(), "{}", result.summary());
}

fn check_long_contest<R: RuleSet>(seed: u64)
where
    Position<R>: EvaluatedPosition + Game<Move = Turn>,
{
    let games = game_count(100);
    let result = play_material_player::<R>(games, seed).unwrap_or_else(|fault| panic!("{fault}"));
    // The engine must get 95 % of the points.
    assert!(
        result.half_points() * 100 >= 2 * 95 * games,
        "{}",
        result.summary()
    );
}

#[test]
fn the_engine_beats_a_material_player_in_extended() {
    check_short_contest::<Extended>(1);
}

#[test]
fn the_engine_beats_a_material_player_in_original() {
    check_short_contest::<Original>(2);
}

#[test]
#[ignore = "slow: 100 games, several minutes"]
fn the_engine_nearly_always_beats_a_material_player_in_extended() {
    check_long_contest::<Extended>(11);
}

#[test]
#[ignore = "slow: 100 games, several minutes"]
fn the_engine_nearly_always_beats_a_material_player_in_original() {
    check_long_contest::<Original>(12);
}
