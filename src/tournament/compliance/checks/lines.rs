//! Checks of the `info` lines of a search.

use std::collections::BTreeSet;

use batyr_protocol::{Dialect, Notation, ScoreValue};

use super::EVERY;
use crate::game::GameRecord;
use crate::rules::shatra::Numbering;
use crate::tournament::compliance::Check;
use crate::tournament::compliance::guest::{Found, Guest, Miss, fail, must};
use crate::tournament::game::Line;

/// A position in which Black has one turn, after which White wins with the
/// next.
const LOSES: &str = "9/K/6R/5S1/1k5/4S2/7/4q2/1/9 b - - - - 1";
/// Black's only turn.
const ONLY: &str = "c10:c6:a6";

pub const CHECKS: &[Check] = &[
    Check {
        name: "each search tells a score",
        section: "UCI, USHI, UCCI",
        dialects: EVERY,
        run: |guest| {
            let (_, found) = searched(guest, "go depth 3")?;
            let is_told = found.last().is_some_and(|info| info.depth.is_some());
            must(is_told, || "no info with a depth and a score".to_owned())
        },
    },
    Check {
        name: "its lines read as the document says",
        section: "UCI, USHI, UCCI",
        dialects: EVERY,
        run: |guest| {
            let (_, found) = searched(guest, "go depth 4")?;
            found.unreadable.first().map_or(Ok(()), fail)
        },
    },
    Check {
        name: "its time never goes backwards",
        section: "UCI",
        dialects: EVERY,
        run: |guest| {
            let (_, found) = searched(guest, "go movetime 100")?;
            let times: Vec<u64> = found.infos.iter().filter_map(|info| info.time).collect();
            must(times.is_sorted(), || format!("{times:?}"))
        },
    },
    Check {
        name: "its time is the host's",
        section: "UCI",
        dialects: EVERY,
        run: |guest| {
            let (_, found) = searched(guest, "go movetime 200")?;
            let told = found.infos.iter().rev().find_map(|info| info.time);
            let Some(told) = told else {
                return Err(Miss::Skipped("it tells no time".to_owned()));
            };
            let taken = found.taken.as_millis();
            must(u128::from(told) <= taken + 1, || {
                format!("it tells {told} ms of a search of {taken} ms")
            })
        },
    },
    Check {
        name: "every pv can be played",
        section: "UCI",
        dialects: EVERY,
        run: |guest| {
            let (game, found) = searched(guest, "go depth 5")?;
            lines_can_be_played(guest, &game, &found)
        },
    },
    Check {
        name: "the last pv begins with the move",
        section: "UCI",
        dialects: EVERY,
        run: |guest| {
            for line in ["go depth 1", "go depth 4", "go movetime 50"] {
                let (_, found) = searched(guest, line)?;
                begins_with_the_move(&found)?;
            }
            Ok(())
        },
    },
    Check {
        name: "a move to ponder on is legal",
        section: "UCI",
        dialects: &[Dialect::Uci, Dialect::Ucci],
        run: ponder_move,
    },
    Check {
        name: "a win is told as a win",
        section: "UCI, USHI, UCCI",
        dialects: EVERY,
        run: |guest| {
            let mut game = guest.new_position(LOSES)?;
            game.play(ONLY, Numbering::Official)
                .map_err(|error| Miss::Failed(error.to_string()))?;
            mate(guest, &game.position_text(), 1)
        },
    },
    Check {
        name: "a loss is told as a loss",
        section: "UCI, USHI, UCCI",
        dialects: EVERY,
        run: |guest| mate(guest, LOSES, -1),
    },
    Check {
        name: "several lines come together",
        section: "Options",
        dialects: EVERY,
        run: multipv,
    },
];

fn searched(guest: &mut Guest, line: &str) -> Result<(GameRecord, Found), Miss> {
    let game = guest.new_game()?;
    let found = guest.must_answer(&game, line)?;
    Ok((game, found))
}

fn lines_can_be_played(guest: &Guest, game: &GameRecord, found: &Found) -> Result<(), Miss> {
    for info in found.infos.iter().filter(|info| !info.pv.is_empty()) {
        let line = Line {
            variant: game.variant(),
            position: game.position_text(),
            notation: guest.dialect().notation(),
            words: info.pv.clone(),
        };
        if let Some(word) = line.fault() {
            return fail(format!("{word} in pv {}", info.pv.join(" ")));
        }
    }
    Ok(())
}

fn begins_with_the_move(found: &Found) -> Result<(), Miss> {
    let first = found.last().and_then(|info| info.pv.first());
    must(first.is_some() && first == found.best.as_ref(), || {
        let first = first.map_or("nothing", String::as_str);
        format!("{:?} after a pv that begins with {first}", found.line)
    })
}

fn ponder_move(guest: &mut Guest) -> Result<(), Miss> {
    let (game, found) = searched(guest, "go depth 5")?;
    let (Some(best), Some(ponder)) = (found.best, found.ponder) else {
        return Err(Miss::Skipped("it names none".to_owned()));
    };
    let line = Line {
        variant: game.variant(),
        position: game.position_text(),
        notation: Notation::Turns,
        words: vec![best, ponder],
    };
    line.fault()
        .map_or(Ok(()), |word| fail(format!("{word} is illegal")))
}

fn mate(guest: &mut Guest, position: &str, moves: i32) -> Result<(), Miss> {
    let game = guest.new_position(position)?;
    let found = guest.must_answer(&game, "go depth 6")?;
    let wanted = ScoreValue::Mate(moves);
    let value = found
        .last()
        .and_then(|info| info.score)
        .map(|score| score.value);
    must(value == Some(wanted), || match value {
        Some(value) => format!("{value:?} instead of {wanted:?}"),
        None => format!("no score instead of {wanted:?}"),
    })
}

fn multipv(guest: &mut Guest) -> Result<(), Miss> {
    let Some(option) = guest.option("MultiPV").map(|option| option.name.clone()) else {
        return Err(Miss::Skipped("it has no option MultiPV".to_owned()));
    };
    guest.set(&option, "3")?;
    let searched = searched(guest, "go depth 3");
    guest.set(&option, "1")?;
    let (game, found) = searched?;
    lines_can_be_played(guest, &game, &found)?;
    let last: Vec<_> = found
        .infos
        .iter()
        .filter(|info| !info.pv.is_empty())
        .collect();
    let last = last.get(last.len().saturating_sub(3)..).unwrap_or_default();
    let numbers: Vec<_> = last.iter().filter_map(|info| info.multipv).collect();
    must(numbers == [1, 2, 3], || {
        format!("the last lines are numbered {numbers:?}")
    })?;
    // Several turns may begin with the same jump.
    let words: BTreeSet<_> = match guest.dialect().notation() {
        Notation::Turns => last.iter().map(|info| info.pv.get(..1)).collect(),
        Notation::Jumps => last.iter().map(|info| info.pv.get(..)).collect(),
    };
    must(words.len() == 3, || {
        "two lines begin with one turn".to_owned()
    })
}
