//! Checks of positions: how they are sent, and which are refused.

use batyr_protocol::{Notation, Reply};

use crate::compliance::cases::{ILLEGAL_MOVES, invalid_positions};
use crate::compliance::{
    Check, CheckResult, EngineUnderTest, PROMPT_LIMIT, SILENCE_TIME, check, ensure, fail,
    is_message, sends_turns,
};
use crate::game::{GameRecord, Variant};
use crate::rules::shatra::Numbering;

/// A position in mid-chain in which only c6:a6 is legal.
const MID_CHAIN: &str = "9/K/6R/4qS1/1k5/4p2/7/7/1/9 b - 22 - - 1";
/// A position in which Black's batyr, in mid-chain, can neither continue nor stop.
const STALLED_CHAIN: &str = "9/K/7/7/7/7/q6/7/k/9 b - 39";
/// An impossible position: White has no biy.
const IMPOSSIBLE: &str = "9/1/7/7/7/7/7/7/1/9 w - - - - 1";

pub const CHECKS: &[Check] = &[
    check(
        "the start position is searched",
        "Positions: SPN",
        |engine| engine.search_start("go depth 1").map(drop),
    ),
    check(
        "moves from the start position are played",
        "UCI, UCCI",
        moves,
    )
    .for_dialects(sends_turns),
    check(
        "a position given as text is searched",
        "Positions: SPN",
        |engine| {
            let game = engine.new_position("9/K/6R/5S1/1k5/4S2/7/4q2/1/9 b - - - - 1")?;
            engine.must_answer(&game, "go depth 2").map(drop)
        },
    ),
    check(
        "fields at the end of a position text may be missing",
        "Positions: SPN",
        missing_fields,
    ),
    check(
        "a position in mid-chain is searched",
        "Positions: SPN",
        |engine| {
            let game = engine.new_position(MID_CHAIN)?;
            engine.must_answer(&game, "go depth 1").map(drop)
        },
    ),
    check(
        "a side without a legal turn has no move",
        "UCI, UCCI",
        no_legal_turn,
    )
    .for_dialects(|dialect| Reply::NO_MOVE.to_line(dialect).is_some()),
    check(
        "without a legal step, there is no answer until stop",
        "USHI",
        no_legal_step,
    )
    .for_dialects(|dialect| Reply::NO_MOVE.to_line(dialect).is_none()),
    check(
        "a text that is not a position is refused",
        "Errors",
        invalid_position_texts,
    ),
    check(
        "a command with one illegal move is refused",
        "Errors",
        illegal_move,
    )
    .for_dialects(sends_turns),
    check(
        "after a refused position, nothing is searched",
        "USHI",
        search_after_refusal,
    )
    .for_dialects(|dialect| !dialect.properties().searches_last_position),
    check("a chain is played jump by jump", "USHI", chain)
        .for_dialects(|dialect| dialect.properties().notation == Notation::Jumps),
];

fn moves(engine: &mut EngineUnderTest) -> CheckResult {
    let mut game = engine.new_game()?;
    for _ in 0..3 {
        for turn in game.legal_texts(1) {
            game.play(&turn, Numbering::Official)?;
        }
    }
    engine.set_position(&game)?;
    engine.must_answer(&game, "go depth 1").map(drop)
}

fn missing_fields(engine: &mut EngineUnderTest) -> CheckResult {
    const SHORT: &str = "9/K/6R/5S1/1k5/4S2/7/4q2/1/9 b";
    engine.new_game()?;
    let game = GameRecord::from_text(Variant::Extended, SHORT)?;
    let key = engine.dialect().properties().position_key;
    engine.send(&format!("position {key} {SHORT}"))?;
    engine.reported_error()?.map_or(Ok(()), fail)?;
    engine.must_answer(&game, "go depth 1").map(drop)
}

fn no_legal_turn(engine: &mut EngineUnderTest) -> CheckResult {
    engine.new_position(STALLED_CHAIN)?;
    let result = engine.go("go depth 3")?;
    ensure(result.best.is_none(), || format!("{:?}", result.line))
}

fn no_legal_step(engine: &mut EngineUnderTest) -> CheckResult {
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

fn invalid_position_texts(engine: &mut EngineUnderTest) -> CheckResult {
    let key = engine.dialect().properties().position_key;
    let start = GameRecord::new(Variant::Extended).start_text();
    for text in invalid_positions(&start) {
        let line = format!("position {key} {text}");
        engine.send(&line)?;
        engine.must_report_error(&line)?;
    }
    Ok(())
}

fn illegal_move(engine: &mut EngineUnderTest) -> CheckResult {
    let mut game = engine.new_game()?;
    game.play("d1-d6", Numbering::Official)?;
    engine.set_position(&game)?;
    for (moves, token) in ILLEGAL_MOVES {
        let line = format!("position startpos moves {moves}");
        engine.send(&line)?;
        engine.must_name_error(&line, token)?;
    }
    // The previous position, with Black to move, must have been kept.
    engine.must_answer(&game, "go depth 1").map(drop)
}

fn search_after_refusal(engine: &mut EngineUnderTest) -> CheckResult {
    let key = engine.dialect().properties().position_key;
    engine.send(&format!("position {key} {IMPOSSIBLE}"))?;
    engine.send("go infinite")?;
    engine.must_not_send("bestmove")?;
    engine.send("stop")?;
    engine.must_not_send("bestmove")
}

fn chain(engine: &mut EngineUnderTest) -> CheckResult {
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
        steps.play(expected)?;
    }
    engine.send("stop")?;
    ensure(engine.next_reply(SILENCE_TIME)?.is_none(), || {
        "the engine answers an idle stop".to_owned()
    })
}
