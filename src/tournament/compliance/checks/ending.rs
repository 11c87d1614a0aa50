//! Checks of how the conversation ends.

use batyr_protocol::Dialect;

use super::{EVERY, UCCI};
use crate::tournament::compliance::Check;
use crate::tournament::compliance::guest::{Guest, Miss, SOON};

pub const CHECKS: &[Check] = &[
    Check {
        name: "quit ends it",
        section: "Promises",
        dialects: EVERY,
        run: |guest| {
            guest.say("quit")?;
            guest.must_end(SOON)
        },
    },
    Check {
        name: "quit ends it while it searches",
        section: "Promises",
        dialects: EVERY,
        run: |guest| {
            guest.new_game()?;
            guest.say("go infinite")?;
            guest.say("quit")?;
            guest.must_end(SOON)
        },
    },
    Check {
        name: "quit is answered by bye",
        section: "UCCI",
        dialects: UCCI,
        run: |guest| {
            guest.say("quit")?;
            guest.until(SOON, "bye", |line| line.trim() == "bye")?;
            guest.must_end(SOON)
        },
    },
    Check {
        name: "at the end of its input it finishes a limited search",
        section: "A conversation",
        dialects: EVERY,
        run: |guest| end_of_input(guest, "go depth 1"),
    },
    Check {
        name: "at the end of its input it answers a search without a limit",
        section: "A conversation",
        dialects: EVERY,
        run: |guest| end_of_input(guest, "go infinite"),
    },
    Check {
        name: "a search that was asked for with an opening still to come is made",
        section: "Lines",
        dialects: &[Dialect::Ushi],
        run: |guest| {
            let game = guest.new_game()?;
            guest.say("stop\nushinewgame\nisready")?;
            guest.until(SOON, "readyok", |line| line.trim() == "readyok")?;
            guest.place(&game)?;
            guest.must_answer(&game, "go nodes 100 depth 2").map(drop)
        },
    },
];

fn end_of_input(guest: &mut Guest, line: &str) -> Result<(), Miss> {
    let game = guest.new_game()?;
    guest.say(line)?;
    guest.close_input();
    let found = guest.answer(SOON)?;
    guest.must_be_legal(&game, &found)?;
    guest.must_end(SOON)
}
