//! Checks of the end of a conversation.

use batyr_protocol::Reply;

use crate::compliance::{Check, CheckResult, EngineUnderTest, PROMPT_LIMIT, check};

pub const CHECKS: &[Check] = &[
    check("quit ends the process", "Promises", |engine| {
        engine.send("quit")?;
        engine.must_exit(PROMPT_LIMIT)
    }),
    check(
        "quit ends the process during a search",
        "Promises",
        |engine| {
            engine.new_game()?;
            engine.send("go infinite")?;
            engine.send("quit")?;
            engine.must_exit(PROMPT_LIMIT)
        },
    ),
    check("quit is answered with bye", "UCCI", |engine| {
        engine.send("quit")?;
        engine.until(PROMPT_LIMIT, "bye", |line| line.trim() == "bye")?;
        engine.must_exit(PROMPT_LIMIT)
    })
    .for_dialects(|dialect| Reply::Bye.to_line(dialect).is_some()),
    check(
        "at the end of input, a limited search is finished",
        "A conversation",
        |engine| answers_at_end_of_input(engine, "go depth 1"),
    ),
    check(
        "at the end of input, an infinite search is answered",
        "A conversation",
        |engine| answers_at_end_of_input(engine, "go infinite"),
    ),
    check(
        "a search after a burst of stop, ushinewgame and isready is answered",
        "Lines",
        |engine| {
            let game = engine.new_game()?;
            let new_game = engine.dialect().properties().new_game;
            engine.send(&format!("stop\n{new_game}\nisready"))?;
            engine.until(PROMPT_LIMIT, "readyok", |line| line.trim() == "readyok")?;
            engine.set_position(&game)?;
            engine.must_answer(&game, "go nodes 100 depth 2").map(drop)
        },
    )
    .for_dialects(|dialect| !dialect.properties().new_game_forgets),
];

fn answers_at_end_of_input(engine: &mut EngineUnderTest, line: &str) -> CheckResult {
    let game = engine.new_game()?;
    engine.send(line)?;
    engine.close_input();
    engine.must_answer_within(PROMPT_LIMIT, &game)?;
    engine.must_exit(PROMPT_LIMIT)
}
