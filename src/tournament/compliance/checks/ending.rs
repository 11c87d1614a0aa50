//! Checks of the end of a conversation.

use batyr_protocol::Reply;

use crate::tournament::compliance::check::{Check, every_dialect};
use crate::tournament::compliance::engine_under_test::{CheckError, EngineUnderTest, PROMPT_LIMIT};

pub const CHECKS: &[Check] = &[
    Check {
        name: "quit ends the process",
        section: "Promises",
        applies_to: every_dialect,
        run: |engine| {
            engine.send("quit")?;
            engine.must_exit(PROMPT_LIMIT)
        },
    },
    Check {
        name: "quit ends the process during a search",
        section: "Promises",
        applies_to: every_dialect,
        run: |engine| {
            engine.new_game()?;
            engine.send("go infinite")?;
            engine.send("quit")?;
            engine.must_exit(PROMPT_LIMIT)
        },
    },
    Check {
        name: "quit is answered with bye",
        section: "UCCI",
        applies_to: |dialect| Reply::Bye.to_line(dialect).is_some(),
        run: |engine| {
            engine.send("quit")?;
            engine.until(PROMPT_LIMIT, "bye", |line| line.trim() == "bye")?;
            engine.must_exit(PROMPT_LIMIT)
        },
    },
    Check {
        name: "at the end of input, a limited search is finished",
        section: "A conversation",
        applies_to: every_dialect,
        run: |engine| end_of_input(engine, "go depth 1"),
    },
    Check {
        name: "at the end of input, an infinite search is answered",
        section: "A conversation",
        applies_to: every_dialect,
        run: |engine| end_of_input(engine, "go infinite"),
    },
    Check {
        name: "a search after a burst of stop, ushinewgame and isready is answered",
        section: "Lines",
        applies_to: |dialect| !dialect.properties().new_game_forgets,
        run: |engine| {
            let game = engine.new_game()?;
            let new_game = engine.dialect().properties().new_game;
            engine.send(&format!("stop\n{new_game}\nisready"))?;
            engine.until(PROMPT_LIMIT, "readyok", |line| line.trim() == "readyok")?;
            engine.set_position(&game)?;
            engine.must_answer(&game, "go nodes 100 depth 2").map(drop)
        },
    },
];

fn end_of_input(engine: &mut EngineUnderTest, line: &str) -> Result<(), CheckError> {
    let game = engine.new_game()?;
    engine.send(line)?;
    engine.close_input();
    let result = engine.answer(PROMPT_LIMIT)?;
    engine.must_be_legal(&game, &result)?;
    engine.must_exit(PROMPT_LIMIT)
}
