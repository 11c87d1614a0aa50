//! Checks of the features that only UCCI has.

use crate::tournament::compliance::check::Check;
use crate::tournament::compliance::engine_under_test::{
    CheckError, EngineUnderTest, PROMPT_LIMIT, ensure, first_word,
};

pub const CHECKS: &[Check] = &[
    Check {
        name: "depth 0 requests the static evaluation",
        section: "UCCI",
        applies_to: |dialect| dialect.properties().depth_zero_is_static,
        run: |engine| {
            engine.new_game()?;
            let result = engine.go("go depth 0")?;
            ensure(result.best.is_none(), || format!("{:?}", result.line))?;
            ensure(result.last_scored().is_some(), || "no score".to_owned())
        },
    },
    Check {
        name: "banned moves are not played",
        section: "UCCI",
        applies_to: |dialect| dialect.has_command("banmoves"),
        run: banmoves,
    },
    Check {
        name: "go draw is accepted",
        section: "UCCI",
        applies_to: |dialect| dialect.properties().draw_offers,
        run: |engine| {
            let game = engine.new_game()?;
            engine.must_answer(&game, "go draw depth 2").map(drop)
        },
    },
    Check {
        name: "probe is answered with pophash",
        section: "UCCI",
        applies_to: |dialect| dialect.has_command("probe"),
        run: |engine| {
            let game = engine.new_game()?;
            engine.must_answer(&game, "go depth 3")?;
            engine.send("probe startpos")?;
            engine.until(PROMPT_LIMIT, "pophash", |line| {
                first_word(line) == "pophash"
            })?;
            Ok(())
        },
    },
    Check {
        name: "in batch mode, commands wait for the answer",
        section: "UCCI",
        applies_to: |dialect| {
            let options = dialect.session_options();
            options.iter().any(|option| option.name == "batch")
        },
        run: batch,
    },
];

fn banmoves(engine: &mut EngineUnderTest) -> Result<(), CheckError> {
    let game = engine.new_game()?;
    let best = engine
        .must_answer(&game, "go depth 2")?
        .best
        .unwrap_or_default();
    engine.send(&format!("banmoves {best}"))?;
    let result = engine.must_answer(&game, "go depth 2")?;
    ensure(result.best.as_ref() != Some(&best), || {
        format!("{best} was played although it was banned")
    })?;
    // Another position lifts the ban.
    engine.set_position(&game)?;
    let result = engine.must_answer(&game, &format!("go depth 2 searchmoves {best}"))?;
    ensure(result.best.as_ref() == Some(&best), || {
        format!("{best} is still banned in a new position")
    })
}

fn batch(engine: &mut EngineUnderTest) -> Result<(), CheckError> {
    if engine.option("batch").is_none() {
        return Err(CheckError::Skipped(
            "the engine has no 'batch' option".to_owned(),
        ));
    }
    let game = engine.new_game()?;
    engine.set("batch", "true")?;
    engine.send("go depth 3\nisready")?;
    let result = engine.answer(PROMPT_LIMIT * 5)?;
    let ready = engine.until(PROMPT_LIMIT, "readyok after the answer", |line| {
        line.trim() == "readyok"
    });
    engine.set("batch", "false")?;
    ready?;
    engine.must_be_legal(&game, &result)
}
