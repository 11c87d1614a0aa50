//! Checks of the `info` lines of a search.

use std::collections::BTreeSet;

use batyr_protocol::{Notation, ScoreValue};

use crate::compliance::{
    Check, CheckResult, EngineUnderTest, SearchResult, check, ensure, fail, skip,
};
use crate::game::GameRecord;
use crate::rules::shatra::Numbering;
use crate::tournament::PrincipalVariation;

/// A position in which Black has only one legal turn, after which White wins on the
/// next turn.
const LOST_POSITION: &str = "9/K/6R/5S1/1k5/4S2/7/4q2/1/9 b - - - - 1";
/// Black's only legal turn in this position.
const ONLY_TURN: &str = "c10:c6:a6";

pub const CHECKS: &[Check] = &[
    check("each search reports a score", "UCI, USHI, UCCI", |engine| {
        let (_, result) = engine.search_start("go depth 3")?;
        let scored = result.last_scored();
        ensure(scored.is_some_and(|info| info.depth.is_some()), || {
            "no info with a depth and a score".to_owned()
        })
    }),
    check("info lines are well-formed", "UCI, USHI, UCCI", |engine| {
        let (_, result) = engine.search_start("go depth 4")?;
        result.malformed.first().map_or(Ok(()), fail)
    }),
    check("time never decreases", "UCI", |engine| {
        let (_, result) = engine.search_start("go movetime 100")?;
        let times: Vec<u64> = result.infos.iter().filter_map(|info| info.time).collect();
        ensure(times.is_sorted(), || {
            format!("the reported times decrease: {times:?}")
        })
    }),
    check(
        "time does not exceed the time that the host measures",
        "UCI",
        |engine| {
            let (_, result) = engine.search_start("go movetime 200")?;
            let reported = result.infos.iter().rev().find_map(|info| info.time);
            let Some(reported) = reported else {
                return skip("the engine reports no time");
            };
            let elapsed = result.elapsed.as_millis();
            ensure(u128::from(reported) <= elapsed + 1, || {
                format!("the engine reports {reported} ms for a search of {elapsed} ms")
            })
        },
    ),
    check("every pv is legal", "UCI", |engine| {
        let (game, result) = engine.search_start("go depth 5")?;
        check_lines_are_legal(engine, &game, &result)
    }),
    check("the last pv begins with bestmove", "UCI", |engine| {
        for line in ["go depth 1", "go depth 4", "go movetime 50"] {
            let (_, result) = engine.search_start(line)?;
            check_pv_begins_with_bestmove(&result)?;
        }
        Ok(())
    }),
    check("the ponder move is legal", "UCI", ponder_move)
        .for_dialects(|dialect| dialect.properties().hosts_ponder),
    check("a win is reported as mate", "UCI, USHI, UCCI", |engine| {
        let mut game = engine.new_position(LOST_POSITION)?;
        game.play(ONLY_TURN, Numbering::Official)?;
        check_mate_score(engine, &game.position_text(), 1)
    }),
    check(
        "a loss is reported as a negative mate",
        "UCI, USHI, UCCI",
        |engine| check_mate_score(engine, LOST_POSITION, -1),
    ),
    check(
        "MultiPV lines are complete and distinct",
        "Options",
        multipv,
    ),
];

fn check_lines_are_legal(
    engine: &EngineUnderTest,
    game: &GameRecord,
    result: &SearchResult,
) -> CheckResult {
    for info in result.infos.iter().filter(|info| !info.pv.is_empty()) {
        let line = PrincipalVariation {
            before: game.without_history(),
            notation: engine.dialect().properties().notation,
            moves: info.pv.clone(),
        };
        if let Some(word) = line.first_illegal() {
            return fail(format!("illegal move {word} in pv {}", info.pv.join(" ")));
        }
    }
    Ok(())
}

fn check_pv_begins_with_bestmove(result: &SearchResult) -> CheckResult {
    let first = result.last_scored().and_then(|info| info.pv.first());
    ensure(first.is_some() && first == result.best.as_ref(), || {
        let pv = first.map_or_else(|| "no pv".to_owned(), |turn| format!("a pv from {turn} on"));
        format!("{:?} after {pv}", result.line)
    })
}

fn ponder_move(engine: &mut EngineUnderTest) -> CheckResult {
    let (game, result) = engine.search_start("go depth 5")?;
    let (Some(best), Some(ponder)) = (result.best, result.ponder) else {
        return skip("the engine sends no ponder move");
    };
    let line = PrincipalVariation {
        before: game.without_history(),
        notation: Notation::Turns,
        moves: vec![best, ponder],
    };
    line.first_illegal()
        .map_or(Ok(()), |word| fail(format!("illegal move {word}")))
}

fn check_mate_score(engine: &mut EngineUnderTest, position: &str, moves: i32) -> CheckResult {
    let game = engine.new_position(position)?;
    let result = engine.must_answer(&game, "go depth 6")?;
    let expected = ScoreValue::Mate(moves);
    let score = result.last_scored().and_then(|info| info.score);
    let value = score.map(|score| score.value);
    ensure(value == Some(expected), || match value {
        Some(ScoreValue::Mate(found)) => format!("mate {found}, expected mate {moves}"),
        Some(ScoreValue::Cp(found)) => format!("cp {found}, expected mate {moves}"),
        None => format!("no score, expected mate {moves}"),
    })
}

fn multipv(engine: &mut EngineUnderTest) -> CheckResult {
    let Some(option) = engine.option("MultiPV").map(|option| option.name.clone()) else {
        return skip("the engine has no MultiPV option");
    };
    engine.set(&option, "3")?;
    let searched = engine.search_start("go depth 3");
    let reset = engine.set(&option, "1");
    let (game, result) = searched?;
    reset?;
    check_lines_are_legal(engine, &game, &result)?;
    let infos = result.infos.iter();
    let with_pv: Vec<_> = infos.filter(|info| !info.pv.is_empty()).collect();
    let last = with_pv.rchunks(3).next().unwrap_or_default();
    let numbers: Vec<_> = last.iter().filter_map(|info| info.multipv).collect();
    ensure(numbers == [1, 2, 3], || {
        format!("the last lines are numbered {numbers:?}")
    })?;
    // Several turns may begin with the same jump.
    let distinct: BTreeSet<_> = match engine.dialect().properties().notation {
        Notation::Turns => last.iter().map(|info| info.pv.get(..1)).collect(),
        Notation::Jumps => last.iter().map(|info| info.pv.get(..)).collect(),
    };
    ensure(distinct.len() == 3, || {
        "two lines are the same, or begin with the same turn".to_owned()
    })
}
