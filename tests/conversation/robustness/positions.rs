//! The `position` command.

use super::{
    boards,
    dialect::Dialect,
    talk::{Conversation, PAUSE, each, each_that},
};
use crate::{
    host::{Fault, RESPONSE_TIMEOUT},
    slow::{Kind, Position},
};
use batyr::tournament::compliance::cases::{ILLEGAL_MOVES, invalid_positions};

/// Checks that the command is rejected with one line that contains `token`, and that the next
/// search uses the old position; in USHI, that it searches none.
fn is_refused(talk: &mut Conversation, command: &str, token: &str) -> Result<(), Fault> {
    talk.send(command)?;
    let error = talk.error(token)?;
    let names_position = error.contains("position");
    talk.check(names_position, "an error that does not name the command")?;
    if talk.dialect != Dialect::Ushi {
        return talk.ask("go depth 1").map(drop);
    }
    talk.send("go depth 1")?;
    talk.error("go")?;
    talk.send("stop")?;
    let output = talk.ready()?;
    let is_text = |line: &String| {
        line.starts_with(talk.dialect.text()) && !line.starts_with(&talk.dialect.error())
    };
    talk.check(
        output.len() == 1 && output.iter().all(is_text),
        "not one text",
    )?;
    talk.stop_idle()
}

#[test]
fn r43_no_legal_turn_at_the_root() {
    each(|talk| {
        for go in ["go depth 3", "go nodes 100", "go movetime 5", "go depth 1"] {
            talk.place(&boards::no_turn())?;
            talk.send(go)?;
            match talk.dialect {
                Dialect::Uci => {
                    talk.process
                        .expect_line("info depth 0 score mate 0", RESPONSE_TIMEOUT)?;
                    talk.process
                        .expect_line("bestmove (none)", RESPONSE_TIMEOUT)?;
                }
                Dialect::Ucci => drop(talk.process.until("nobestmove", RESPONSE_TIMEOUT)?),
                Dialect::Ushi => {
                    let output = talk.process.listen(PAUSE);
                    talk.check(output.is_empty(), "not silent")?;
                    talk.send("stop")?;
                    let output = talk.ready()?;
                    let is_text = |line: &String| line.starts_with("info string ");
                    let is_one_text = output.len() == 1 && output.iter().all(is_text);
                    talk.check(is_one_text, "not one text at stop")?;
                }
            }
            talk.silent()?;
            talk.place(&boards::start())?;
            talk.ask("go depth 2")?;
        }
        Ok(())
    });
}

#[test]
fn r44_a_bad_position_keeps_the_old_one_and_is_explained() {
    each(|talk| {
        talk.place(&boards::reply())?;
        let dialect = talk.dialect;
        is_refused(talk, &dialect.position("9/K/7 b"), "9/K/7")?;
        is_refused(talk, &dialect.position("nonsense"), "nonsense")?;
        is_refused(talk, "position", "position")?;
        is_refused(talk, "position nowhere", "nowhere")?;
        if dialect == Dialect::Ushi {
            talk.place(&boards::reply())?;
        }
        talk.ask("go depth 2").map(drop)
    });
}

/// The USHI host sends no moves.
#[test]
fn r45_a_command_with_one_illegal_move_is_refused() {
    each_that(Dialect::lists_moves, |talk| {
        // If the legal turns took effect, White could be to move, whose turns are illegal here.
        talk.place(&boards::reply())?;
        let start = boards::start().to_spn();
        for (moves, token) in ILLEGAL_MOVES {
            is_refused(talk, &format!("position startpos moves {moves}"), token)?;
            let command = talk.dialect.position(&start);
            is_refused(talk, &format!("{command} moves {moves}"), token)?;
        }
        Ok(())
    });
}

#[test]
fn r46_invalid_positions() {
    let start = boards::start().to_spn();
    let bad = invalid_positions(&start);
    each(|talk| {
        talk.place(&boards::reply())?;
        let dialect = talk.dialect;
        for spn in &bad {
            assert!(
                Position::from_spn(boards::start().variant(), spn).is_err(),
                "{spn}"
            );
            is_refused(talk, dialect.position(spn).trim_end(), "")?;
        }
        // Fields may be missing from the end.
        let words: Vec<_> = start.split(' ').collect();
        for count in 2..words.len() {
            let short = words[..count].join(" ");
            let position = Position::from_spn(boards::start().variant(), &short).unwrap();
            talk.send(&dialect.position(&short))?;
            talk.silent()?;
            talk.position = position;
            talk.ask("go depth 1")?;
        }
        Ok(())
    });
}

/// The engine searches in mid-chain, with captured men still on the board.
#[test]
fn r47_positions_in_mid_chain() {
    let kinds = [
        Kind::Biy,
        Kind::Batyr,
        Kind::Tura,
        Kind::Yalkyn,
        Kind::Shatra,
    ];
    let positions: Vec<_> = kinds.into_iter().map(boards::mid_chain).collect();
    for (kind, positions) in kinds.iter().zip(&positions) {
        assert!(!positions.is_empty(), "{kind:?}");
    }
    each(|talk| {
        for position in positions.iter().flatten() {
            talk.place(position)?;
            talk.silent()?;
            for go in ["go depth 3", "go movetime 0"] {
                talk.ask(go)?;
            }
        }
        Ok(())
    });
}

/// The USHI host sends no moves.
#[test]
fn r48_moves_empty_or_twice() {
    each_that(Dialect::lists_moves, |talk| {
        for command in [
            "position startpos moves".to_string(),
            format!("{} moves", talk.dialect.position(&boards::start().to_spn())),
        ] {
            talk.place(&boards::reply())?;
            talk.send(&command)?;
            talk.silent()?;
            talk.position = boards::start();
            talk.ask("go depth 2")?;
        }
        // A misplaced word makes the command invalid, and the old position stays.
        talk.place(&boards::chains())?;
        talk.send("position startpos moves a5-a6 moves a10-a8")?;
        talk.error("moves")?;
        let sent_at = talk.send("go depth 3")?;
        let best = talk.process.expect("bestmove ", RESPONSE_TIMEOUT)?;
        let best = best.text.split(' ').nth(1).unwrap_or_default().to_string();
        let elapsed = sent_at.elapsed();
        let is_unchanged = boards::chains().turn(&best).is_some();
        talk.check(
            is_unchanged,
            &format!("another position, after {elapsed:?}"),
        )
    });
}
