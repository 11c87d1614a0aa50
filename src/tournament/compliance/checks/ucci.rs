//! Checks of features that only UCCI has.

use super::UCCI;
use crate::tournament::compliance::check::Check;
use crate::tournament::compliance::engine_under_test::{
    CheckError, EngineUnderTest, PROMPT_LIMIT, first, must,
};

pub const CHECKS: &[Check] = &[
    Check {
        name: "depth 0 asks for the static evaluation",
        section: "UCCI",
        dialects: UCCI,
        run: |engine| {
            engine.new_game()?;
            let found = engine.go("go depth 0")?;
            must(found.best.is_none(), || format!("{:?}", found.line))?;
            must(found.last().is_some(), || "no score".to_owned())
        },
    },
    Check {
        name: "banned moves are not played",
        section: "UCCI",
        dialects: UCCI,
        run: banmoves,
    },
    Check {
        name: "go draw is accepted",
        section: "UCCI",
        dialects: UCCI,
        run: |engine| {
            let game = engine.new_game()?;
            engine.must_answer(&game, "go draw depth 2").map(drop)
        },
    },
    Check {
        name: "probe is answered by pophash",
        section: "UCCI",
        dialects: UCCI,
        run: |engine| {
            let game = engine.new_game()?;
            engine.must_answer(&game, "go depth 3")?;
            engine.say("probe startpos")?;
            engine.until(PROMPT_LIMIT, "pophash", |line| first(line) == "pophash")?;
            Ok(())
        },
    },
    Check {
        name: "in batch mode commands wait for the answer",
        section: "UCCI",
        dialects: UCCI,
        run: batch,
    },
];

fn banmoves(engine: &mut EngineUnderTest) -> Result<(), CheckError> {
    let game = engine.new_game()?;
    let best = engine
        .must_answer(&game, "go depth 2")?
        .best
        .unwrap_or_default();
    engine.say(&format!("banmoves {best}"))?;
    let found = engine.must_answer(&game, "go depth 2")?;
    must(found.best.as_ref() != Some(&best), || {
        format!("{best} is banned, but played")
    })?;
    // Another position lifts the ban.
    engine.place(&game)?;
    let found = engine.must_answer(&game, &format!("go depth 2 searchmoves {best}"))?;
    must(found.best.as_ref() == Some(&best), || {
        format!("{best} is still banned in a new position")
    })
}

fn batch(engine: &mut EngineUnderTest) -> Result<(), CheckError> {
    if engine.option("batch").is_none() {
        return Err(CheckError::Skipped("it has no option batch".to_owned()));
    }
    let game = engine.new_game()?;
    engine.set("batch", "true")?;
    engine.say("go depth 3\nisready")?;
    let found = engine.answer(PROMPT_LIMIT * 5)?;
    let ready = engine.until(PROMPT_LIMIT, "readyok after the answer", |line| {
        line.trim() == "readyok"
    });
    engine.set("batch", "false")?;
    ready?;
    engine.must_be_legal(&game, &found)
}
