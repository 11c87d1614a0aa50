//! Checks of features that only UCCI has.

use super::UCCI;
use crate::tournament::compliance::Check;
use crate::tournament::compliance::guest::{Guest, Miss, SOON, first, must};

pub const CHECKS: &[Check] = &[
    Check {
        name: "depth 0 is an evaluation",
        section: "UCCI",
        dialects: UCCI,
        run: |guest| {
            guest.new_game()?;
            let found = guest.go("go depth 0")?;
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
        name: "a draw may be offered",
        section: "UCCI",
        dialects: UCCI,
        run: |guest| {
            let game = guest.new_game()?;
            guest.must_answer(&game, "go draw depth 2").map(drop)
        },
    },
    Check {
        name: "probe is answered by pophash",
        section: "UCCI",
        dialects: UCCI,
        run: |guest| {
            let game = guest.new_game()?;
            guest.must_answer(&game, "go depth 3")?;
            guest.say("probe startpos")?;
            guest.until(SOON, "pophash", |line| first(line) == "pophash")?;
            Ok(())
        },
    },
    Check {
        name: "in a batch the lines wait for the answer",
        section: "UCCI",
        dialects: UCCI,
        run: batch,
    },
];

fn banmoves(guest: &mut Guest) -> Result<(), Miss> {
    let game = guest.new_game()?;
    let best = guest
        .must_answer(&game, "go depth 2")?
        .best
        .unwrap_or_default();
    guest.say(&format!("banmoves {best}"))?;
    let found = guest.must_answer(&game, "go depth 2")?;
    must(found.best.as_ref() != Some(&best), || {
        format!("{best} is banned, and played")
    })?;
    // Another position lifts the ban.
    guest.place(&game)?;
    let found = guest.must_answer(&game, &format!("go depth 2 searchmoves {best}"))?;
    must(found.best.as_ref() == Some(&best), || {
        format!("{best} is banned for ever")
    })
}

fn batch(guest: &mut Guest) -> Result<(), Miss> {
    if guest.option("batch").is_none() {
        return Err(Miss::Skipped("it has no option batch".to_owned()));
    }
    let game = guest.new_game()?;
    guest.set("batch", "true")?;
    guest.say("go depth 3\nisready")?;
    let found = guest.answer(SOON * 5)?;
    let ready = guest.until(SOON, "readyok after the answer", |line| {
        line.trim() == "readyok"
    });
    guest.set("batch", "false")?;
    ready?;
    guest.must_be_legal(&game, &found)
}
