//! Checks of positions: how they are sent, and which texts are refused.

use super::{EVERY, USHI, WHOLE_TURNS};
use crate::game::{GameRecord, Variant};
use crate::rules::shatra::Numbering;
use crate::tournament::compliance::cases::{ILLEGAL_MOVES, invalid_positions};
use crate::tournament::compliance::check::Check;
use crate::tournament::compliance::engine_under_test::{
    CheckError, EngineUnderTest, PROMPT_LIMIT, SILENCE_TIME, fail, must,
};

/// A position in mid-chain, after a jump; only c10:a10 is legal.
const MID_CHAIN: &str = "9/1/K1S4/7/4Ss1/7/7/k3s2/1/9 b - - 22";
/// A position in which Black has no legal turn.
const NO_TURN: &str = "9/K/7/7/7/7/q6/7/k/9 b - 39";
/// A board that can't occur: White has no biy.
const NO_POSITION: &str = "9/1/7/7/7/7/7/7/1/9 w - - - - 1";

pub const CHECKS: &[Check] = &[
    Check {
        name: "the start position is searched",
        section: "Positions: SPN",
        dialects: EVERY,
        run: |engine| {
            let game = engine.new_game()?;
            engine.must_answer(&game, "go depth 1").map(drop)
        },
    },
    Check {
        name: "moves from the start position are played",
        section: "UCI, UCCI",
        dialects: WHOLE_TURNS,
        run: moves,
    },
    Check {
        name: "a position given as a text is searched",
        section: "Positions: SPN",
        dialects: EVERY,
        run: |engine| {
            let game = engine.new_position("9/K/6R/5S1/1k5/4S2/7/4q2/1/9 b - - - - 1")?;
            engine.must_answer(&game, "go depth 2").map(drop)
        },
    },
    Check {
        name: "fields at the end of a position text may be missing",
        section: "Positions: SPN",
        dialects: EVERY,
        run: missing_fields,
    },
    Check {
        name: "a position in mid-chain is searched",
        section: "Positions: SPN",
        dialects: EVERY,
        run: |engine| {
            let game = engine.new_position(MID_CHAIN)?;
            engine.must_answer(&game, "go depth 1").map(drop)
        },
    },
    Check {
        name: "a side without a legal turn has no move",
        section: "UCI, UCCI",
        dialects: WHOLE_TURNS,
        run: no_turn,
    },
    Check {
        name: "without a legal step nothing is answered until stop",
        section: "USHI",
        dialects: USHI,
        run: no_step,
    },
    Check {
        name: "a text that is not a position is refused",
        section: "Errors",
        dialects: EVERY,
        run: no_position,
    },
    Check {
        name: "one illegal move refuses the whole command",
        section: "Errors",
        dialects: WHOLE_TURNS,
        run: illegal_move,
    },
    Check {
        name: "after a refused position nothing is searched",
        section: "USHI",
        dialects: USHI,
        run: refused_in_ushi,
    },
    Check {
        name: "a chain is played jump by jump",
        section: "A chain in USHI",
        dialects: USHI,
        run: chain,
    },
];

fn moves(engine: &mut EngineUnderTest) -> Result<(), CheckError> {
    let mut game = engine.new_game()?;
    for _ in 0..3 {
        for turn in game.legal_texts(1) {
            play(&mut game, &turn)?;
        }
    }
    engine.place(&game)?;
    engine.must_answer(&game, "go depth 1").map(drop)
}

fn play(game: &mut GameRecord, turn: &str) -> Result<(), CheckError> {
    let played = game.play(turn, Numbering::Official);
    played.map_err(|error| CheckError::Failed(error.to_string()))
}

fn missing_fields(engine: &mut EngineUnderTest) -> Result<(), CheckError> {
    let game = engine.new_position("9/K/6R/5S1/1k5/4S2/7/4q2/1/9 b")?;
    let key = engine.dialect().position_key();
    engine.say(&format!("position {key} 9/K/6R/5S1/1k5/4S2/7/4q2/1/9 b"))?;
    let replies = engine.ready()?;
    if let Some(error) = replies.iter().find(|line| line.contains("error")) {
        return fail(error.clone());
    }
    engine.must_answer(&game, "go depth 1").map(drop)
}

fn no_turn(engine: &mut EngineUnderTest) -> Result<(), CheckError> {
    engine.new_position(NO_TURN)?;
    let found = engine.go("go depth 3")?;
    must(found.best.is_none(), || format!("{:?}", found.line))
}

fn no_step(engine: &mut EngineUnderTest) -> Result<(), CheckError> {
    engine.new_position(NO_TURN)?;
    engine.say("go depth 3")?;
    engine.must_not_say("bestmove")?;
    engine.say("stop")?;
    let is_text = |line: &str| line.starts_with("info string ");
    engine
        .until(PROMPT_LIMIT, "info string after stop", is_text)
        .map(drop)
}

fn no_position(engine: &mut EngineUnderTest) -> Result<(), CheckError> {
    let key = engine.dialect().position_key();
    let start = GameRecord::new(Variant::Extended).start_text();
    for text in invalid_positions(&start) {
        let line = format!("position {key} {text}");
        engine.say(&line)?;
        engine.must_say_error(&line)?;
    }
    Ok(())
}

fn illegal_move(engine: &mut EngineUnderTest) -> Result<(), CheckError> {
    let mut game = engine.new_game()?;
    play(&mut game, "d1-d6")?;
    engine.place(&game)?;
    for (moves, token) in ILLEGAL_MOVES {
        let line = format!("position startpos moves {moves}");
        engine.say(&line)?;
        engine.must_name_error(&line, token)?;
    }
    // The previous position remains: Black is to move.
    engine.must_answer(&game, "go depth 1").map(drop)
}

fn refused_in_ushi(engine: &mut EngineUnderTest) -> Result<(), CheckError> {
    engine.say(&format!("position spn {NO_POSITION}"))?;
    engine.say("go infinite")?;
    engine.must_not_say("bestmove")?;
    engine.say("stop")?;
    engine.must_not_say("bestmove")
}

fn chain(engine: &mut EngineUnderTest) -> Result<(), CheckError> {
    let game = engine.new_position("9/K/6R/5S1/1k5/4S2/7/4q2/1/9 b - - - - 1")?;
    let mut steps = game.turn_in_steps();
    for wanted in ["50:22", "22:24"] {
        engine.say(&format!("position spn {}", steps.position_text()))?;
        let found = engine.go("go depth 2")?;
        // Each jump is the only legal one.
        must(found.best.as_deref() == Some(wanted), || {
            format!("{:?} instead of {wanted}", found.line)
        })?;
        steps
            .play(wanted)
            .map_err(|error| CheckError::Failed(error.to_string()))?;
    }
    engine.say("stop")?;
    must(engine.next_reply(SILENCE_TIME)?.is_none(), || {
        "it answers an idle stop".to_owned()
    })
}
