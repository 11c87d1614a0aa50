//! Checks of the features that only UCCI has.

use crate::compliance::{
    Check, CheckResult, EngineUnderTest, PROMPT_LIMIT, check, ensure, first_word, skip,
};

pub const CHECKS: &[Check] = &[
    check("depth 0 requests the static evaluation", "UCCI", |engine| {
        engine.new_game()?;
        let result = engine.go("go depth 0")?;
        ensure(result.best.is_none(), || format!("{:?}", result.line))?;
        ensure(result.last_scored().is_some(), || "no score".to_owned())
    })
    .for_dialects(|dialect| dialect.properties().depth_zero_is_static),
    check("banned moves are not played", "UCCI", banmoves)
        .for_dialects(|dialect| dialect.has_command("banmoves")),
    check("go draw is accepted", "UCCI", |engine| {
        engine.search_start("go draw depth 2").map(drop)
    })
    .for_dialects(|dialect| dialect.properties().draw_offers),
    check("probe is answered with pophash", "UCCI", |engine| {
        engine.search_start("go depth 3")?;
        engine.send("probe startpos")?;
        engine.until(PROMPT_LIMIT, "pophash", |line| {
            first_word(line) == "pophash"
        })?;
        Ok(())
    })
    .for_dialects(|dialect| dialect.has_command("probe")),
    check("in batch mode, commands wait for the answer", "UCCI", batch).for_dialects(|dialect| {
        let options = dialect.session_options();
        options.iter().any(|option| option.name == "batch")
    }),
];

fn banmoves(engine: &mut EngineUnderTest) -> CheckResult {
    let (game, result) = engine.search_start("go depth 2")?;
    let best = result.best.unwrap_or_default();
    engine.send(&format!("banmoves {best}"))?;
    let result = engine.must_answer(&game, "go depth 2")?;
    ensure(result.best.as_ref() != Some(&best), || {
        format!("{best} was played although it was banned")
    })?;
    // The next `position` command lifts the ban.
    engine.set_position(&game)?;
    let result = engine.must_answer(&game, &format!("go depth 2 searchmoves {best}"))?;
    ensure(result.best.as_ref() == Some(&best), || {
        format!("{best} is still banned after another 'position' command")
    })
}

fn batch(engine: &mut EngineUnderTest) -> CheckResult {
    if engine.option("batch").is_none() {
        return skip("the engine has no 'batch' option");
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
