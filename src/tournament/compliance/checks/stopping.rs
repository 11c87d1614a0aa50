//! Checks of searches that wait for the host, and of commands sent during a
//! search.

use std::time::Duration;

use batyr_protocol::{ClockForm, Dialect};

use super::{EVERY, UCCI, WHOLE_TURNS};
use crate::tournament::compliance::Check;
use crate::tournament::compliance::guest::{Guest, Miss, SOON, first, must};

/// A position in which one turn is legal, and it loses.
const ONE_TURN: &str = "9/K/6R/5S1/1k5/4S2/7/4q2/1/9 b - - - - 1";

pub const CHECKS: &[Check] = &[
    Check {
        name: "infinite waits for stop, though one turn is legal",
        section: "A conversation",
        dialects: EVERY,
        run: |guest| {
            let game = guest.new_position(ONE_TURN)?;
            guest.say("go infinite")?;
            guest.must_not_say("bestmove")?;
            stop(guest, &game)
        },
    },
    Check {
        name: "a bare go waits for stop",
        section: "UCI",
        dialects: &[Dialect::Uci],
        run: |guest| {
            let game = guest.new_game()?;
            guest.say("go")?;
            guest.must_not_say("bestmove")?;
            stop(guest, &game)
        },
    },
    Check {
        name: "stop is answered soon",
        section: "Promises",
        dialects: EVERY,
        run: |guest| {
            let game = guest.new_game()?;
            for _ in 0..3 {
                guest.say("go infinite")?;
                stop(guest, &game)?;
            }
            Ok(())
        },
    },
    Check {
        name: "a second stop gets no second answer",
        section: "A conversation",
        dialects: &[Dialect::Uci, Dialect::Ushi],
        run: |guest| {
            let game = guest.new_game()?;
            guest.say("go infinite")?;
            guest.say("stop")?;
            stop(guest, &game)?;
            guest.must_not_say("bestmove")
        },
    },
    Check {
        name: "an idle stop is answered by nobestmove",
        section: "UCCI",
        dialects: UCCI,
        run: |guest| {
            guest.say("stop")?;
            guest.until(SOON, "nobestmove", |line| line.trim() == "nobestmove")?;
            Ok(())
        },
    },
    Check {
        name: "isready is answered while it searches",
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
        name: "a position given while it searches is for the next search",
        section: "A conversation",
        dialects: EVERY,
        run: next_position,
    },
    Check {
        name: "pondering waits for ponderhit",
        section: "A conversation",
        dialects: WHOLE_TURNS,
        run: |guest| {
            let game = guest.new_game()?;
            guest.say(ponder(guest.dialect()))?;
            guest.must_not_say("bestmove")?;
            guest.say("ponderhit")?;
            let found = guest.answer(SOON + Duration::from_secs(2))?;
            guest.must_be_legal(&game, &found)
        },
    },
    Check {
        name: "pondering ends with stop",
        section: "A conversation",
        dialects: WHOLE_TURNS,
        run: |guest| {
            let game = guest.new_game()?;
            guest.say(ponder(guest.dialect()))?;
            guest.must_not_say("bestmove")?;
            stop(guest, &game)
        },
    },
    Check {
        name: "an idle ponderhit does nothing",
        section: "A conversation",
        dialects: WHOLE_TURNS,
        run: |guest| {
            guest.new_game()?;
            guest.say("ponderhit")?;
            guest.must_not_say("bestmove")
        },
    },
];

const fn ponder(dialect: Dialect) -> &'static str {
    match dialect.clock_form() {
        ClockForm::Players => "go ponder time 500 opptime 500",
        ClockForm::Colors | ClockForm::BareColors => "go ponder wtime 500 btime 500",
    }
}

fn stop(guest: &mut Guest, game: &crate::game::GameRecord) -> Result<(), Miss> {
    guest.say("stop")?;
    let found = guest.answer(SOON)?;
    guest.must_be_legal(game, &found)
}

fn ready_while_searching(guest: &mut Guest) -> Result<(), Miss> {
    let game = guest.new_game()?;
    guest.say("go infinite")?;
    let before = guest.ready()?;
    let is_answer = |line: &String| matches!(first(line), "bestmove" | "nobestmove");
    must(!before.iter().any(is_answer), || {
        "the search has ended by it".to_owned()
    })?;
    stop(guest, &game)
}

fn second_go(guest: &mut Guest) -> Result<(), Miss> {
    let game = guest.new_game()?;
    guest.say("go infinite")?;
    guest.say("go depth 2")?;
    for _ in 0..2 {
        let found = guest.answer(SOON * 2)?;
        guest.must_be_legal(&game, &found)?;
    }
    guest.must_not_say("bestmove")
}

fn next_position(guest: &mut Guest) -> Result<(), Miss> {
    let first = guest.new_game()?;
    guest.say("go infinite")?;
    let second = crate::game::GameRecord::from_text(first.variant(), ONE_TURN);
    let second = second.map_err(|error| Miss::Failed(error.to_string()))?;
    let line = guest.position(&second);
    guest.say(&line)?;
    stop(guest, &first)?;
    guest.must_answer(&second, "go depth 1").map(drop)
}
