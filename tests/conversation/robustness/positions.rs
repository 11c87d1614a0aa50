//! The command `position`.

use super::{
    dialect::HostDialect,
    examples,
    refereed_engine::{PAUSE, RefereedEngine, in_dialects_where, in_each_dialect},
};
use crate::{
    host::{ConversationFault, RESPONSE_TIMEOUT},
    slow::{Kind, Position},
};
use batyr::compliance::cases::{ILLEGAL_MOVES, invalid_positions};

/// Checks that the command is rejected with one error that contains `token`, and that the next `go`
/// searches the previous position or, in USHI, nothing.
fn expect_refused(
    engine: &mut RefereedEngine,
    command: &str,
    token: &str,
) -> Result<(), ConversationFault> {
    engine.send(command)?;
    let error = engine.expect_error(token)?;
    let names_command = error.contains("position");
    engine.check(names_command, "the error does not name the command")?;
    if engine.dialect != HostDialect::Ushi {
        return engine.ask("go depth 1").map(drop);
    }
    engine.send("go depth 1")?;
    engine.expect_error("go")?;
    engine.send("stop")?;
    let output = engine.wait_until_ready()?;
    let is_message = |line: &String| {
        line.starts_with(engine.dialect.message_prefix())
            && !line.starts_with(&engine.dialect.error_prefix())
    };
    engine.check(
        output.len() == 1 && output.iter().all(is_message),
        "expected exactly one message",
    )?;
    engine.stop_idle()
}

#[test]
fn r43_no_legal_turn_at_the_root() {
    in_each_dialect(|engine| {
        for go in ["go depth 3", "go nodes 100", "go movetime 5", "go depth 1"] {
            engine.set_position(&examples::no_legal_turn())?;
            engine.send(go)?;
            match engine.dialect {
                HostDialect::Uci => {
                    engine
                        .process
                        .expect_line("info depth 0 score mate 0", RESPONSE_TIMEOUT)?;
                    engine
                        .process
                        .expect_line("bestmove (none)", RESPONSE_TIMEOUT)?;
                }
                HostDialect::Ucci => {
                    drop(engine.process.read_until("nobestmove", RESPONSE_TIMEOUT)?)
                }
                HostDialect::Ushi => {
                    let output = engine.process.read_for(PAUSE);
                    engine.check(output.is_empty(), "unexpected line")?;
                    engine.send("stop")?;
                    let output = engine.wait_until_ready()?;
                    let is_message = |line: &String| line.starts_with("info string ");
                    let is_one_message = output.len() == 1 && output.iter().all(is_message);
                    engine.check(is_one_message, "expected exactly one message after stop")?;
                }
            }
            engine.expect_silence()?;
            engine.set_position(&examples::start())?;
            engine.ask("go depth 2")?;
        }
        Ok(())
    });
}

#[test]
fn r44_after_an_invalid_position_the_old_one_is_kept() {
    in_each_dialect(|engine| {
        engine.set_position(&examples::after_first_turn())?;
        let dialect = engine.dialect;
        expect_refused(engine, &dialect.position("9/K/7 b"), "9/K/7")?;
        expect_refused(engine, &dialect.position("nonsense"), "nonsense")?;
        expect_refused(engine, "position", "position")?;
        expect_refused(engine, "position nowhere", "nowhere")?;
        if dialect == HostDialect::Ushi {
            engine.set_position(&examples::after_first_turn())?;
        }
        engine.ask("go depth 2").map(drop)
    });
}

/// USHI hosts send no move lists.
#[test]
fn r45_a_command_with_one_illegal_move_is_refused() {
    in_dialects_where(HostDialect::sends_move_lists, |engine| {
        // If the legal moves of a refused command took effect, White might be to move, and the
        // engine's answer would be illegal in the previous position.
        engine.set_position(&examples::after_first_turn())?;
        let start = examples::start().to_spn();
        for (moves, token) in ILLEGAL_MOVES {
            expect_refused(engine, &format!("position startpos moves {moves}"), token)?;
            let command = engine.dialect.position(&start);
            expect_refused(engine, &format!("{command} moves {moves}"), token)?;
        }
        Ok(())
    });
}

#[test]
fn r46_invalid_positions() {
    let start = examples::start().to_spn();
    let invalid_spns = invalid_positions(&start);
    in_each_dialect(|engine| {
        engine.set_position(&examples::after_first_turn())?;
        let dialect = engine.dialect;
        for spn in &invalid_spns {
            assert!(
                Position::from_spn(examples::start().rule_set(), spn).is_err(),
                "{spn}"
            );
            expect_refused(engine, dialect.position(spn).trim_end(), "")?;
        }
        // Fields at the end may be missing.
        let fields: Vec<_> = start.split(' ').collect();
        for count in 2..fields.len() {
            let truncated = fields[..count].join(" ");
            let position = Position::from_spn(examples::start().rule_set(), &truncated).unwrap();
            engine.send(&dialect.position(&truncated))?;
            engine.expect_silence()?;
            engine.position = position;
            engine.ask("go depth 1")?;
        }
        Ok(())
    });
}

/// Positions in mid-chain can be searched, with captured men still on the board.
#[test]
fn r47_positions_in_mid_chain() {
    let kinds = [
        Kind::Biy,
        Kind::Batyr,
        Kind::Tura,
        Kind::Yalkyn,
        Kind::Shatra,
    ];
    let positions: Vec<_> = kinds.into_iter().map(examples::mid_chain).collect();
    for (kind, positions) in kinds.iter().zip(&positions) {
        assert!(!positions.is_empty(), "{kind:?}");
    }
    in_each_dialect(|engine| {
        for position in positions.iter().flatten() {
            engine.set_position(position)?;
            engine.expect_silence()?;
            for go in ["go depth 3", "go movetime 0"] {
                engine.ask(go)?;
            }
        }
        Ok(())
    });
}

/// USHI hosts send no move lists.
#[test]
fn r48_moves_keyword_empty_or_repeated() {
    in_dialects_where(HostDialect::sends_move_lists, |engine| {
        for command in [
            "position startpos moves".to_string(),
            format!(
                "{} moves",
                engine.dialect.position(&examples::start().to_spn())
            ),
        ] {
            engine.set_position(&examples::after_first_turn())?;
            engine.send(&command)?;
            engine.expect_silence()?;
            engine.position = examples::start();
            engine.ask("go depth 2")?;
        }
        // A misplaced keyword makes the command invalid, and the previous position is kept.
        engine.set_position(&examples::only_chains())?;
        engine.send("position startpos moves a5-a6 moves a10-a8")?;
        engine.expect_error("moves")?;
        let sent_at = engine.send("go depth 3")?;
        let best = engine.process.skip_to("bestmove ", RESPONSE_TIMEOUT)?;
        let best = best.text.split(' ').nth(1).unwrap_or_default().to_string();
        let elapsed = sent_at.elapsed();
        let is_unchanged = examples::only_chains().find_turn(&best).is_some();
        engine.check(
            is_unchanged,
            &format!("the engine searched a different position, for {elapsed:?}"),
        )
    });
}
