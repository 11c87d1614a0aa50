//! Checks of searches that wait for the host, and of commands sent during a
//! search.

use std::time::Duration;

use batyr_protocol::ClockParameter::{BlackTime, OpponentTime, OwnTime, WhiteTime};
use batyr_protocol::{ClockForm, Dialect, LimitCount, Reply};

use super::limits::with_clock;
use crate::compliance::cases::{INFINITE, NO_TURN, ONE_TURN, WIN};
use crate::compliance::{
    Check, CheckResult, EngineUnderTest, PROMPT_LIMIT, check, ensure, first_word, is_message,
};
use crate::game::{GameRecord, Variant};

/// The number of times that a sequence is repeated because its timing varies.
const REPETITIONS: usize = 20;

pub const CHECKS: &[Check] = &[
    check(
        "infinite waits for stop, even with one legal turn",
        "A conversation",
        |engine| {
            let start = GameRecord::new(Variant::Extended).start_text();
            for position in [start.as_str(), WIN, ONE_TURN, NO_TURN] {
                for line in INFINITE {
                    let has_one_limit =
                        engine.dialect().properties().limit_count == LimitCount::One;
                    if line == "go infinite" || !has_one_limit {
                        must_wait_for_stop(engine, position, line)?;
                    }
                }
            }
            Ok(())
        },
    ),
    check("a bare go waits for stop", "UCI", |engine| {
        let game = engine.new_game()?;
        engine.send("go")?;
        engine.must_not_send("bestmove")?;
        stop(engine, &game)
    })
    .for_dialects(|dialect| dialect.properties().limit_count == LimitCount::Any),
    check("stop is answered promptly", "Promises", |engine| {
        let game = engine.new_game()?;
        for _ in 0..3 {
            engine.send("go infinite")?;
            stop(engine, &game)?;
        }
        Ok(())
    }),
    check(
        "a second stop is not answered",
        "A conversation",
        second_stop,
    ),
    check("an idle stop is not answered", "A conversation", |engine| {
        idle_stops(engine, &[])
    })
    .for_dialects(|dialect| !dialect.properties().answers_idle_stop),
    check(
        "an idle stop is answered with nobestmove",
        "UCCI",
        |engine| idle_stops(engine, &["nobestmove"]),
    )
    .for_dialects(|dialect| dialect.properties().answers_idle_stop),
    check(
        "isready is answered during a search",
        "A conversation",
        ready_while_searching,
    ),
    check(
        "a second go stops the first, and both are answered",
        "A conversation",
        second_go,
    ),
    check(
        "a position sent during a search applies to the next search",
        "A conversation",
        next_position,
    ),
    check(
        "pondering waits for ponderhit",
        "A conversation",
        |engine| {
            let game = engine.new_game()?;
            engine.send(&ponder_line(engine.dialect()))?;
            engine.must_not_send("bestmove")?;
            engine.send("ponderhit")?;
            engine.must_answer_within(PROMPT_LIMIT + Duration::from_secs(2), &game)
        },
    )
    .for_dialects(|dialect| dialect.properties().hosts_ponder),
    check("pondering ends with stop", "A conversation", |engine| {
        let game = engine.new_game()?;
        let with_clocks = ponder_line(engine.dialect());
        for line in ["go ponder", "go ponder depth 2", &with_clocks] {
            for waits in [true, false] {
                engine.send(line)?;
                if waits {
                    engine.must_not_send("bestmove")?;
                }
                stop(engine, &game)?;
                // A host that has not read the answer yet may send `ponderhit`.
                engine.send("ponderhit")?;
                engine.must_be_silent()?;
            }
        }
        Ok(())
    })
    .for_dialects(|dialect| dialect.properties().hosts_ponder),
    check("an idle ponderhit is ignored", "A conversation", |engine| {
        let game = engine.new_game()?;
        engine.send("ponderhit\nponderhit")?;
        engine.must_be_silent()?;
        engine.must_answer(&game, "go depth 2")?;
        engine.send("ponderhit")?;
        engine.must_be_silent()?;
        // The earlier ponderhit must not apply to this search.
        engine.send("go ponder depth 1")?;
        engine.must_not_send("bestmove")?;
        engine.send("ponderhit")?;
        engine.must_answer_within(PROMPT_LIMIT, &game)
    })
    .for_dialects(|dialect| dialect.properties().hosts_ponder),
];

/// Returns a command to ponder with half a second on the clock of each side.
fn ponder_line(dialect: Dialect) -> String {
    let clocks = match dialect.clock_form() {
        ClockForm::Colors => [(WhiteTime, 500), (BlackTime, 500)],
        ClockForm::Players => [(OwnTime, 500), (OpponentTime, 500)],
    };
    with_clock("go ponder", dialect, &clocks)
}

/// Stops a search, and fails unless it is answered promptly with a legal move.
fn stop(engine: &mut EngineUnderTest, game: &GameRecord) -> CheckResult {
    engine.send("stop")?;
    engine.must_answer_within(PROMPT_LIMIT, game)
}

/// Fails unless a search waits for `stop`, and is then answered once. If there is no move, and the
/// dialect has no reply for that, the answer is a message.
fn must_wait_for_stop(engine: &mut EngineUnderTest, position: &str, line: &str) -> CheckResult {
    let game = engine.new_position(position)?;
    engine.send(line)?;
    engine.must_not_send("bestmove")?;
    engine.send("stop")?;
    if game.outcome().is_none() {
        engine.must_answer_within(PROMPT_LIMIT, &game)?;
    } else if Reply::NO_MOVE.to_line(engine.dialect()).is_some() {
        let result = engine.answer(PROMPT_LIMIT)?;
        ensure(result.best.is_none(), || format!("{:?}", result.line))?;
    } else {
        let dialect = engine.dialect();
        let replies = engine.until(PROMPT_LIMIT, "info string", |line| {
            is_message(dialect, line)
        })?;
        ensure(replies.len() == 1, || format!("{replies:?}"))?;
    }
    engine.must_be_silent()
}

/// Fails unless each `stop` gets exactly the expected replies while no search is running: at the
/// start, after a search, and in a new game.
fn idle_stops(engine: &mut EngineUnderTest, expected: &[&str]) -> CheckResult {
    let stop_twice = |engine: &mut EngineUnderTest| {
        (0..2).try_for_each(|_| {
            engine.send("stop")?;
            let replies = engine.ready()?;
            ensure(replies == expected, || {
                format!("{replies:?}, expected {expected:?}")
            })
        })
    };
    stop_twice(engine)?;
    let game = engine.new_game()?;
    engine.must_answer(&game, "go depth 2")?;
    stop_twice(engine)?;
    engine.send(engine.dialect().properties().new_game)?;
    stop_twice(engine)
}

/// Fails if the second of two stops is answered. Only in UCCI may the answer be `nobestmove`,
/// because the second `stop` may arrive after the search has ended.
fn second_stop(engine: &mut EngineUnderTest) -> CheckResult {
    let game = engine.new_game()?;
    for _ in 0..REPETITIONS {
        engine.send("go infinite")?;
        engine.send("stop\nstop")?;
        engine.must_answer_within(PROMPT_LIMIT, &game)?;
        let replies = engine.ready()?;
        let is_allowed =
            engine.dialect().properties().answers_idle_stop && replies == ["nobestmove"];
        ensure(replies.is_empty() || is_allowed, || {
            format!("a second answer: {replies:?}")
        })?;
    }
    Ok(())
}

fn ready_while_searching(engine: &mut EngineUnderTest) -> CheckResult {
    let game = engine.new_game()?;
    engine.send("go infinite")?;
    let before = engine.ready()?;
    let is_answer = |line: &String| matches!(first_word(line), "bestmove" | "nobestmove");
    ensure(!before.iter().any(is_answer), || {
        "the engine answered the search on isready, before stop".to_owned()
    })?;
    stop(engine, &game)
}

fn second_go(engine: &mut EngineUnderTest) -> CheckResult {
    let game = engine.new_game()?;
    engine.send("go infinite")?;
    engine.send("go depth 2")?;
    for _ in 0..2 {
        engine.must_answer_within(PROMPT_LIMIT * 2, &game)?;
    }
    engine.must_not_send("bestmove")
}

fn next_position(engine: &mut EngineUnderTest) -> CheckResult {
    let first = engine.new_game()?;
    engine.send("go infinite")?;
    let second = GameRecord::from_text(first.variant(), ONE_TURN)?;
    let line = engine.position_command(&second);
    engine.send(&line)?;
    stop(engine, &first)?;
    engine.must_answer(&second, "go depth 1").map(drop)
}
