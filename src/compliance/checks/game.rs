//! Checks of games of several turns, and of reproducibility.

use batyr_protocol::Notation;

use crate::compliance::{Check, CheckResult, EngineUnderTest, check, ensure, skip};
use crate::game::{GameRecord, StepResult, Variant};
use crate::rules::shatra::Numbering;

/// The maximum number of turns in a game.
const TURNS: usize = 24;

pub const CHECKS: &[Check] = &[
    check(
        "a short game against itself",
        "Boards and referees",
        |engine| short_game(engine, Variant::Extended),
    ),
    check(
        "a short game of Shatra Original",
        "Boards and referees",
        |engine| {
            if !engine.plays(Variant::Original) {
                return skip("the engine does not declare shatra-original");
            }
            short_game(engine, Variant::Original)
        },
    ),
    check(
        "searches with the same node limit give the same move",
        "Promises",
        repeated_search,
    ),
];

fn short_game(engine: &mut EngineUnderTest, variant: Variant) -> CheckResult {
    engine.select_variant(variant)?;
    let mut game = GameRecord::new(variant);
    while game.turns().len() < TURNS && game.outcome().is_none() {
        let turn = match engine.dialect().properties().notation {
            Notation::Turns => {
                engine.set_position(&game)?;
                let result = engine.must_answer(&game, "go nodes 300")?;
                result.best.unwrap_or_default()
            }
            Notation::Jumps => play_jumps(engine, &game)?,
        };
        game.play(&turn, Numbering::Official)?;
    }
    Ok(())
}

/// Asks the engine for the jumps of a turn one by one, and returns the turn.
fn play_jumps(engine: &mut EngineUnderTest, game: &GameRecord) -> CheckResult<String> {
    let mut steps = game.turn_in_steps();
    loop {
        let key = engine.dialect().properties().position_key;
        engine.send(&format!("position {key} {}", steps.position_text()))?;
        let best = engine.go("go nodes 300")?.best.unwrap_or_default();
        if let StepResult::Complete(turn) = steps.play(&best)? {
            return Ok(turn);
        }
    }
}

fn repeated_search(engine: &mut EngineUnderTest) -> CheckResult {
    let mut search = || -> CheckResult<_> {
        engine.prepare()?;
        if let Some(clear) = engine
            .option("Clear Hash")
            .or_else(|| engine.option("clearhash"))
        {
            // USHI's `ushinewgame` does not clear the transposition table.
            let name = clear.name.clone();
            engine.press(&name)?;
        }
        let (_, result) = engine.search_start("go nodes 3000")?;
        let nodes = result.infos.iter().rev().find_map(|info| info.nodes);
        Ok((result.best, nodes))
    };
    let (first, second) = (search()?, search()?);
    ensure(first == second, || format!("{first:?}, then {second:?}"))
}
