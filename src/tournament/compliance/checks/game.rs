//! Checks of play over many turns.

use batyr_protocol::Notation;

use super::EVERY;
use crate::game::{GameRecord, StepResult, Variant};
use crate::rules::shatra::Numbering;
use crate::tournament::compliance::Check;
use crate::tournament::compliance::guest::{Guest, Miss, must};

/// The number of turns played in a game.
const TURNS: usize = 24;

pub const CHECKS: &[Check] = &[
    Check {
        name: "a short game against itself",
        section: "A referee",
        dialects: EVERY,
        run: |guest| short_game(guest, Variant::Extended),
    },
    Check {
        name: "a short game of the Original",
        section: "A referee",
        dialects: EVERY,
        run: |guest| {
            let plays = guest.plays(Variant::Original);
            if !plays {
                return Err(Miss::Skipped("it does not declare it".to_owned()));
            }
            short_game(guest, Variant::Original)
        },
    },
    Check {
        name: "the same nodes give the same move again",
        section: "Promises",
        dialects: EVERY,
        run: same_again,
    },
];

fn short_game(guest: &mut Guest, variant: Variant) -> Result<(), Miss> {
    guest.choose(variant)?;
    let mut game = GameRecord::new(variant);
    while game.turns().len() < TURNS && game.outcome().is_none() {
        let turn = match guest.dialect().notation() {
            Notation::Turns => {
                guest.place(&game)?;
                let found = guest.must_answer(&game, "go nodes 300")?;
                found.best.unwrap_or_default()
            }
            Notation::Jumps => jumps(guest, &game)?,
        };
        game.play(&turn, Numbering::Official)
            .map_err(|error| Miss::Failed(error.to_string()))?;
    }
    Ok(())
}

fn jumps(guest: &mut Guest, game: &GameRecord) -> Result<String, Miss> {
    let mut steps = game.turn_in_steps();
    loop {
        guest.say(&format!("position spn {}", steps.position_text()))?;
        let best = guest.go("go nodes 300")?.best.unwrap_or_default();
        match steps.play(&best) {
            Ok(StepResult::Complete(turn)) => return Ok(turn),
            Ok(StepResult::Incomplete) => {}
            Err(error) => return Err(Miss::Failed(error.to_string())),
        }
    }
}

fn same_again(guest: &mut Guest) -> Result<(), Miss> {
    let mut search = || {
        guest.refresh()?;
        if let Some(clear) = guest
            .option("Clear Hash")
            .or_else(|| guest.option("clearhash"))
        {
            // USHI's `ushinewgame` does not clear the transposition table.
            let name = clear.name.clone();
            guest.press(&name)?;
        }
        let game = guest.new_game()?;
        let found = guest.must_answer(&game, "go nodes 3000")?;
        let nodes = found.infos.iter().rev().find_map(|info| info.nodes);
        Ok((found.best, nodes))
    };
    let (first, second) = (search()?, search()?);
    must(first == second, || format!("{first:?}, then {second:?}"))
}
