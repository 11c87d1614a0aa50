//! Checks of positions: how they are sent, and which are refused.

use batyr_protocol::Notation;

use crate::game::{GameRecord, Variant};
use crate::rules::shatra::Numbering;
use crate::tournament::compliance::cases::{ILLEGAL_MOVES, invalid_positions};
use crate::tournament::compliance::check::{Check, every_dialect, sends_turns};
use crate::tournament::compliance::engine_under_test::{
    CheckError, EngineUnderTest, PROMPT_LIMIT, SILENCE_TIME, ensure, fail, is_message,
};

/// A position in mid-chain in which only c6:a6 is legal.
const MID_CHAIN: &str = "9/K/6R/4qS1/1k5/4p2/7/7/1/9 b - 22 - - 1";
/// A position in which Black's batyr, in mid-chain, can neither continue nor stop.
const STALLED_CHAIN: &str = "9/K/7/7/7/7/q6/7/k/9 b - 39";
/// An impossible position: White has no biy.
const IMPOSSIBLE: &str = "9/1/7/7/7/7/7/7/1/9 w - - - - 1";

pub const CHECKS: &[Check] = &[
    Check {
        name: "the start position is searched",
        section: "Positions: SPN",
        applies_to: every_dialect,
        run: |engine| {
            let game = engine.new_game()?;
            engine.must_answer(&game, "go depth 1").map(drop)
        },
    },
    Check {
        name: "moves from the start position are played",
        section: "UCI, UCCI",
        applies_to: sends_turns,
        run: moves,
    },
    Check {
        name: "a position given as text is searched",
        section: "Positions: SPN",
        applies_to: every_dialect,
        run: |engine| {
            let game = engine.new_position("9/K/6R/5S1/1k5/4S2/7/4q2/1/9 b - - - - 1")?;
            engine.must_answer(&game, "go depth 2").map(drop)
        },
    },
    Check {
        name: "fields at the end of a position text may be missing",
        section: "Positions: SPN",
        applies_to: every_dialect,
        run: missing_fields,
    },
    Check {
        name: "a position in mid-chain is searched",
        section: "Positions: SPN",
        applies_to: every_dialect,
        run: |engine| {
            let game = engine.new_position(MID_CHAIN)?;
            engine.must_answer(&game, "go depth 1").map(drop)
        },
    },
    Check {
        name: "a side without a legal turn has no move",
        section: "UCI, UCCI",
        applies_to: |dialect| dialect.properties().has_reply_without_move,
        run: no_legal_turn,
    },
    Check {
        name: "without a legal step, there is no answer until stop",
        section: "USHI",
        applies_to: |dialect| !dialect.properties().has_reply_without_move,
        run: no_legal_step,
    },
    Check {
        name: "a text that is not a position is refused",
        section: "Errors",
        applies_to: every_dialect,
        run: invalid_position_texts,
    },
    Check {
        name: "a command with one illegal move is refused",
        section: "Errors",
        applies_to: sends_turns,
        run: illegal_move,
    },
    Check {
        name: "after a refused position, nothing is searched",
        section: "USHI",
        applies_to: |dialect| !dialect.properties().searches_last_position,
        run: search_after_refusal,
    },
    Check {
        name: "a chain is played jump by jump",
        section: "USHI",
        applies_to: |dialect| dialect.properties().notation == Notation::Jumps,
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
    engine.set_position(&game)?;
    engine.must_answer(&game, "go depth 1").map(drop)
}

fn play(game: &mut GameRecord, turn: &str) -> Result<(), CheckError> {
    let played = game.play(turn, Numbering::Official);
    played.map_err(|error| CheckError::Failed(error.to_string()))
}

fn missing_fields(engine: &mut EngineUnderTest) -> Result<(), CheckError> {
    let game = engine.new_position("9/K/6R/5S1/1k5/4S2/7/4q2/1/9 b")?;
    let key = engine.dialect().properties().position_key;
    engine.send(&format!("position {key} 9/K/6R/5S1/1k5/4S2/7/4q2/1/9 b"))?;
    let replies = engine.ready()?;
    if let Some(error) = replies.iter().find(|line| line.contains("error")) {
        return fail(error.clone());
    }
    engine.must_answer(&game, "go depth 1").map(drop)
}

fn no_legal_turn(engine: &mut EngineUnderTest) -> Result<(), CheckError> {
    engine.new_position(STALLED_CHAIN)?;
    let result = engine.go("go depth 3")?;
    ensure(result.best.is_none(), || format!("{:?}", result.line))
}

fn no_legal_step(engine: &mut EngineUnderTest) -> Result<(), CheckError> {
    engine.new_position(STALLED_CHAIN)?;
    engine.send("go depth 3")?;
    engine.must_not_send("bestmove")?;
    engine.send("stop")?;
    let dialect = engine.dialect();
    engine
        .until(PROMPT_LIMIT, "info string after stop", |line| {
            is_message(dialect, line)
        })
        .map(drop)
}

fn invalid_position_texts(engine: &mut EngineUnderTest) -> Result<(), CheckError> {
    let key = engine.dialect().properties().position_key;
    let start = GameRecord::new(Variant::Extended).start_text();
    for text in invalid_positions(&start) {
        let line = format!("position {key} {text}");
        engine.send(&line)?;
        engine.must_report_error(&line)?;
    }
    Ok(())
}

fn illegal_move(engine: &mut EngineUnderTest) -> Result<(), CheckError> {
    let mut game = engine.new_game()?;
    play(&mut game, "d1-d6")?;
    engine.set_position(&game)?;
    for (moves, token) in ILLEGAL_MOVES {
        let line = format!("position startpos moves {moves}");
        engine.send(&line)?;
        engine.must_name_error(&line, token)?;
    }
    // The previous position, with Black to move, must have been kept.
    engine.must_answer(&game, "go depth 1").map(drop)
}

fn search_after_refusal(engine: &mut EngineUnderTest) -> Result<(), CheckError> {
    let key = engine.dialect().properties().position_key;
    engine.send(&format!("position {key} {IMPOSSIBLE}"))?;
    engine.send("go infinite")?;
    engine.must_not_send("bestmove")?;
    engine.send("stop")?;
    engine.must_not_send("bestmove")
}

fn chain(engine: &mut EngineUnderTest) -> Result<(), CheckError> {
    let game = engine.new_position("9/K/6R/5S1/1k5/4S2/7/4q2/1/9 b - - - - 1")?;
    let mut steps = game.turn_in_steps();
    for expected in ["50:22", "22:24"] {
        let key = engine.dialect().properties().position_key;
        engine.send(&format!("position {key} {}", steps.position_text()))?;
        let result = engine.go("go depth 2")?;
        // Each jump is the only legal one.
        ensure(result.best.as_deref() == Some(expected), || {
            format!("{:?}, expected {expected}", result.line)
        })?;
        steps
            .play(expected)
            .map_err(|error| CheckError::Failed(error.to_string()))?;
    }
    engine.send("stop")?;
    ensure(engine.next_reply(SILENCE_TIME)?.is_none(), || {
        "the engine answers an idle stop".to_owned()
    })
}
