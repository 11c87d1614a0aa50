//! Checks of searches that wait for the host, and of commands sent during a
//! search.

use std::time::Duration;

use batyr_protocol::{ClockForm, Dialect};

use super::{EVERY, UCCI, WHOLE_TURNS};
use crate::tournament::compliance::Check;
use crate::tournament::compliance::engine_under_test::{
    CheckError, EngineUnderTest, PROMPT_LIMIT, first, must,
};

/// A position in which one turn is legal, and it loses.
const ONE_TURN: &str = "9/K/6R/5S1/1k5/4S2/7/4q2/1/9 b - - - - 1";

pub const CHECKS: &[Check] = &[
    Check {
        name: "infinite waits for stop, even with one legal turn",
        section: "A conversation",
        dialects: EVERY,
        run: |engine| {
            let game = engine.new_position(ONE_TURN)?;
            engine.say("go infinite")?;
            engine.must_not_say("bestmove")?;
            stop(engine, &game)
        },
    },
    Check {
        name: "a bare go waits for stop",
        section: "UCI",
        dialects: &[Dialect::Uci],
        run: |engine| {
            let game = engine.new_game()?;
            engine.say("go")?;
            engine.must_not_say("bestmove")?;
            stop(engine, &game)
        },
    },
    Check {
        name: "stop is answered soon",
        section: "Promises",
        dialects: EVERY,
        run: |engine| {
            let game = engine.new_game()?;
            for _ in 0..3 {
                engine.say("go infinite")?;
                stop(engine, &game)?;
            }
            Ok(())
        },
    },
    Check {
        name: "a second stop is not answered",
        section: "A conversation",
        dialects: &[Dialect::Uci, Dialect::Ushi],
        run: |engine| {
            let game = engine.new_game()?;
            engine.say("go infinite")?;
            engine.say("stop")?;
            stop(engine, &game)?;
            engine.must_not_say("bestmove")
        },
    },
    Check {
        name: "an idle stop is answered by nobestmove",
        section: "UCCI",
        dialects: UCCI,
        run: |engine| {
            engine.say("stop")?;
            engine.until(PROMPT_LIMIT, "nobestmove", |line| {
                line.trim() == "nobestmove"
            })?;
            Ok(())
        },
    },
    Check {
        name: "isready is answered during a search",
        section: "A conversation",
        dialects: EVERY,
        run: ready_while_searching,
    },
    Check {
        name: "a second go stops the first, and both are answered",
        section: "A conversation",
        dialects: EVERY,
        run: second_go,
    },
    Check {
        name: "a position sent during a search applies to the next one",
        section: "A conversation",
        dialects: EVERY,
        run: next_position,
    },
    Check {
        name: "pondering waits for ponderhit",
        section: "A conversation",
        dialects: WHOLE_TURNS,
        run: |engine| {
            let game = engine.new_game()?;
            engine.say(ponder(engine.dialect()))?;
            engine.must_not_say("bestmove")?;
            engine.say("ponderhit")?;
            let found = engine.answer(PROMPT_LIMIT + Duration::from_secs(2))?;
            engine.must_be_legal(&game, &found)
        },
    },
    Check {
        name: "pondering ends with stop",
        section: "A conversation",
        dialects: WHOLE_TURNS,
        run: |engine| {
            let game = engine.new_game()?;
            engine.say(ponder(engine.dialect()))?;
            engine.must_not_say("bestmove")?;
            stop(engine, &game)
        },
    },
    Check {
        name: "an idle ponderhit is ignored",
        section: "A conversation",
        dialects: WHOLE_TURNS,
        run: |engine| {
            engine.new_game()?;
            engine.say("ponderhit")?;
            engine.must_not_say("bestmove")
        },
    },
];

const fn ponder(dialect: Dialect) -> &'static str {
    match dialect.clock_form() {
        ClockForm::Players => "go ponder time 500 opptime 500",
        ClockForm::Colors | ClockForm::BareColors => "go ponder wtime 500 btime 500",
    }
}

fn stop(engine: &mut EngineUnderTest, game: &crate::game::GameRecord) -> Result<(), CheckError> {
    engine.say("stop")?;
    let found = engine.answer(PROMPT_LIMIT)?;
    engine.must_be_legal(game, &found)
}

fn ready_while_searching(engine: &mut EngineUnderTest) -> Result<(), CheckError> {
    let game = engine.new_game()?;
    engine.say("go infinite")?;
    let before = engine.ready()?;
    let is_answer = |line: &String| matches!(first(line), "bestmove" | "nobestmove");
    must(!before.iter().any(is_answer), || {
        "isready ended the search".to_owned()
    })?;
    stop(engine, &game)
}

fn second_go(engine: &mut EngineUnderTest) -> Result<(), CheckError> {
    let game = engine.new_game()?;
    engine.say("go infinite")?;
    engine.say("go depth 2")?;
    for _ in 0..2 {
        let found = engine.answer(PROMPT_LIMIT * 2)?;
        engine.must_be_legal(&game, &found)?;
    }
    engine.must_not_say("bestmove")
}

fn next_position(engine: &mut EngineUnderTest) -> Result<(), CheckError> {
    let first = engine.new_game()?;
    engine.say("go infinite")?;
    let second = crate::game::GameRecord::from_text(first.variant(), ONE_TURN);
    let second = second.map_err(|error| CheckError::Failed(error.to_string()))?;
    let line = engine.position(&second);
    engine.say(&line)?;
    stop(engine, &first)?;
    engine.must_answer(&second, "go depth 1").map(drop)
}
