//! The limits of `go`.

use std::time::Duration;

use super::{
    dialect::HostDialect,
    examples,
    machine::{AT_ONCE, Interval, check_engine_within},
    refereed_engine::{
        PAUSE, RefereedEngine, in_dialects_where, in_dialects_where_exclusively, in_each_dialect,
        in_each_dialect_exclusively,
    },
};
use crate::host::{ConversationFault, RESPONSE_TIMEOUT, info::ReportedScore};
use batyr::compliance::cases::SMALLEST_LIMITS;

/// Sends a `go` command and checks that the answer arrives within this time, without a message.
fn check_answer_within(
    engine: &mut RefereedEngine,
    bound: Duration,
    go: &str,
) -> Result<(), ConversationFault> {
    check_engine_within(engine, bound, |engine| {
        let answer = engine.ask(go)?;
        engine.check(answer.messages.is_empty(), "unexpected message")?;
        Ok(Interval {
            from: answer.sent_at,
            to: answer.arrived_at,
        })
    })
}

#[test]
fn r33_a_bare_go_is_infinite() {
    in_each_dialect_exclusively(|engine| {
        engine.set_position(&examples::few_turns())?;
        let sent_at = engine.send("go")?;
        let output = engine.expect_no_answer_for(2 * PAUSE)?;
        let is_deep = output.iter().any(|line| line.starts_with("info depth 3 "));
        engine.check(is_deep, "depth 3 was not reached")?;
        engine.expect_searching()?;
        engine.send("stop")?;
        engine.expect_only_answer(sent_at).map(drop)
    });
}

#[test]
fn r34_movetime_depth_and_nodes_of_0_and_1() {
    in_each_dialect_exclusively(|engine| {
        for go in SMALLEST_LIMITS {
            if engine.dialect == HostDialect::Ucci && go == "go depth 0" {
                // In UCCI, this requests the static evaluation, without a move.
                engine.send(go)?;
                let output = engine.process.read_until("nobestmove", RESPONSE_TIMEOUT)?;
                engine.check(output.len() > 1, "the evaluation is missing")?;
                engine.expect_silence()?;
                continue;
            }
            check_answer_within(engine, AT_ONCE, go)?;
        }
        let answer = engine.ask("go nodes 1")?;
        engine.check(answer.nodes() <= 1, "more than one node was searched")?;
        let answer = engine.ask("go depth 1")?;
        engine.check(answer.depth() == 1, "the depth is not 1")
    });
}

#[test]
fn r35_negative_and_zero_clocks() {
    in_each_dialect_exclusively(|engine| {
        let position = engine.position.clone();
        for (own, other) in [
            (0, 0),
            (-5, -5),
            (-1, 60_000),
            (0, 60_000),
            (i64::MIN, i64::MAX),
        ] {
            let go = engine.dialect.go_with_clocks(&position, own, other);
            check_answer_within(engine, AT_ONCE, &go)?;
        }
        if engine.dialect == HostDialect::Uci {
            check_answer_within(engine, AT_ONCE, "go wtime 20 btime 20 winc -50 binc -50")?;
        }
        Ok(())
    });
}

/// A clock that can't be parsed is ignored, and the search has depth 1.
#[test]
fn r36_a_clock_with_an_exponent_is_ignored() {
    in_each_dialect(|engine| {
        let go = engine
            .dialect
            .go_with_clocks(&engine.position, 7, 7)
            .replace('7', "1e3");
        let answer = engine.ask(&go)?;
        engine.check(
            (1..=2).contains(&answer.messages.len()) && answer.depth() == 1,
            "expected an error and a search of depth 1",
        )
    });
}

/// If only one side's clock is sent, it applies to the side to move, whichever that is.
#[test]
fn r37_one_sided_clocks() {
    const TIME_LEFT: Duration = Duration::from_millis(150);
    in_each_dialect_exclusively(|engine| {
        let go_lines = match engine.dialect {
            HostDialect::Uci | HostDialect::Ushi => ["go wtime 150", "go btime 150"],
            HostDialect::Ucci => ["go time 150", "go time 150 opptime 10"],
        };
        for position in [examples::start(), examples::after_first_turn()] {
            engine.set_position(&position)?;
            for go in go_lines {
                check_answer_within(engine, TIME_LEFT, go)?;
            }
        }
        Ok(())
    });
}

#[test]
fn r38_an_unknown_word_does_not_hide_isready() {
    in_each_dialect(|engine| {
        engine.send("xyzzy isready")?;
        engine
            .process
            .skip_to(&engine.dialect.error_prefix(), RESPONSE_TIMEOUT)?;
        engine
            .process
            .expect_line("readyok", RESPONSE_TIMEOUT)
            .map(drop)
    });
}

/// `searchmoves` restricts the search to certain turns. UCCI also has `banmoves`.
#[test]
fn r39_searchmoves() {
    in_dialects_where(
        |dialect| dialect == HostDialect::Uci,
        |engine| {
            for go in [
                "go searchmoves b5-b7 depth 3",
                "go depth 3 searchmoves b5-b7",
                "go nodes 2000 searchmoves b5-b7 depth 3",
                "go depth 3 searchmoves b5-b7 a5-a9",
                "go searchmoves a5-a9 b5-b7 depth 3",
            ] {
                let answer = engine.ask(go)?;
                let best = answer.best.as_deref();
                engine.check(best == Some("b5-b7"), "the move is not b5-b7")?;
                let errors = usize::from(go.contains("a5-a9"));
                engine.check(answer.messages.len() == errors, "wrong number of errors")?;
                engine.check(
                    answer
                        .messages
                        .iter()
                        .all(|message| message.contains("a5-a9")),
                    "the error does not name a5-a9",
                )?;
            }
            for (go, token) in [
                ("go searchmoves depth 2", "searchmoves"),
                ("go searchmoves a5-a9 depth 2", "a5-a9"),
            ] {
                let answer = engine.ask(go)?;
                engine.check(answer.depth() == 2, "the depth is not 2")?;
                let is_reported = answer.messages.len() == 1 && answer.messages[0].contains(token);
                engine.check(
                    is_reported,
                    "expected exactly one error that names the token",
                )?;
            }
            engine.set_position(&examples::only_chains())?;
            for turn in examples::only_chains().turns() {
                let turn = turn.text();
                let answer = engine.ask(&format!("go depth 2 searchmoves {turn}"))?;
                engine.check(
                    answer.best.as_deref() == Some(&turn),
                    "the move is not the chain requested",
                )?;
            }
            Ok(())
        },
    );
    in_dialects_where(
        |dialect| dialect == HostDialect::Ucci,
        |engine| {
            let best = engine.ask("go depth 3")?.best.unwrap();
            engine.send(&format!("banmoves {best}"))?;
            let allowed = engine.ask("go depth 3")?.best.unwrap();
            engine.check(allowed != best, "a banned turn was played")?;
            engine.set_position(&examples::start())?;
            engine.send("setoption newgame")?;
            let again = engine.ask("go depth 3")?.best.unwrap();
            engine.check(
                again == best,
                "the turn is still banned after another 'position' command",
            )
        },
    );
}

/// `ignoremoves` is the complement of `searchmoves` in every dialect; in USHI, of jumps.
#[test]
fn r39_ignoremoves() {
    in_each_dialect(|engine| {
        for position in [examples::start(), examples::few_turns()] {
            engine.set_position(&position)?;
            let mut ignored = engine.ask("go depth 2")?.best.unwrap();
            for _ in 0..3 {
                let answer = engine.ask(&format!("go ignoremoves {ignored} depth 2"))?;
                let best = answer.best.unwrap();
                let is_ignored = ignored.split(' ').any(|turn| turn == best);
                engine.check(!is_ignored, "an ignored turn was played")?;
                ignored = format!("{ignored} {best}");
            }
        }
        engine.set_position(&examples::start())?;
        for (go, token) in [
            ("go ignoremoves depth 2", "ignoremoves"),
            ("go ignoremoves a5-a9 depth 2", "a5-a9"),
        ] {
            let answer = engine.ask(go)?;
            engine.check(answer.depth() == 2, "the depth is not 2")?;
            let is_reported = answer.messages.len() == 1 && answer.messages[0].contains(token);
            engine.check(is_reported, "expected one error that names the token")?;
        }
        let answer = engine.ask("go depth 2 searchmoves a5-a6 b5-b7 ignoremoves b5-b7")?;
        let only = ["a5-a6", "17-24"].contains(&answer.best.as_deref().unwrap());
        engine.check(only, "an ignored turn was searched")
    });
    in_dialects_where(
        |dialect| dialect != HostDialect::Ushi,
        |engine| {
            let position = examples::few_turns();
            engine.set_position(&position)?;
            let turns: Vec<String> = position.turns().iter().map(|turn| turn.text()).collect();
            for only in &turns {
                let others: Vec<&str> = turns
                    .iter()
                    .filter(|turn| *turn != only)
                    .map(String::as_str)
                    .collect();
                let go = format!("go depth 2 ignoremoves {}", others.join(" "));
                let best = engine.ask(&go)?.best;
                engine.check(best.as_ref() == Some(only), "not the only turn left")?;
            }
            Ok(())
        },
    );
}

/// In USHI an ignored jump is neither played alone nor as the first of a chain.
#[test]
fn r39_an_ignored_jump_begins_no_chain() {
    in_dialects_where(
        |dialect| dialect == HostDialect::Ushi,
        |engine| {
            // The biy may capture once and stop, or go on in two ways.
            let position = examples::extended("9/1/3K3/3s3/7/2s1s2/7/7/1/3k5 w - - - - 1");
            engine.set_position(&position)?;
            for jump in ["14:28", "d5:d7"] {
                let only = engine.ask(&format!("go depth 2 searchmoves {jump}"))?;
                engine.check(only.best.as_deref() == Some("14:28"), "another jump")?;
                let other = engine.ask(&format!("go depth 2 ignoremoves {jump}"))?;
                engine.check(other.best.as_deref() != Some("14:28"), "the ignored jump")?;
            }
            // Two chains capture the same men and end on the same square, as a search without
            // ignored jumps knows.
            let position = examples::extended("K8/1/2sSs2/1s1s1s1/2s4/7/7/7/1/k8 w - - - - 1");
            engine.set_position(&position)?;
            for (ignored, left) in [
                ("14:12 14:16", "14:28"),
                ("14:28 14:16", "14:12"),
                ("14:12 14:28", "14:16"),
            ] {
                let answer = engine.ask(&format!("go depth 3 ignoremoves {ignored}"))?;
                engine.check(answer.best.as_deref() == Some(left), "not the jump left")?;
            }
            Ok(())
        },
    );
}

/// The search ends when the first of several limits is reached. In UCCI, `go` has only one limit.
#[test]
fn r40_several_limits_at_once() {
    let allows_several = |dialect| dialect != HostDialect::Ucci;
    in_dialects_where(allows_several, |engine| {
        for go in [
            "go depth 3 nodes 100000000 movetime 60000",
            "go movetime 60000 nodes 100000000 depth 3",
            "go nodes 100000000 depth 3 movetime 60000",
        ] {
            let answer = engine.ask(go)?;
            engine.check(answer.depth() == 3, "the depth is not 3")?;
        }
        for go in [
            "go depth 60 nodes 700 movetime 60000",
            "go movetime 60000 nodes 700 depth 60",
        ] {
            let answer = engine.ask(go)?;
            let nodes = answer.nodes();
            engine.check(
                (1..=700).contains(&nodes),
                "the number of nodes is not between 1 and 700",
            )?;
        }
        let go = engine
            .dialect
            .go_with_clocks(&engine.position, 600_000, 600_000);
        let answer = engine.ask(&format!("{go} depth 3 movetime 60000"))?;
        engine.check(answer.depth() == 3, "the depth is not 3")
    });
    in_dialects_where_exclusively(allows_several, |engine| {
        const MOVETIME: Duration = Duration::from_millis(60);
        for go in [
            "go depth 60 movetime 60 nodes 100000000",
            "go nodes 100000000 depth 60 movetime 60",
        ] {
            check_engine_within(engine, MOVETIME + AT_ONCE, |engine| {
                let answer = engine.ask(go)?;
                engine.check(answer.elapsed() >= MOVETIME, "the answer arrived too early")?;
                Ok(Interval {
                    from: answer.sent_at,
                    to: answer.arrived_at,
                })
            })?;
        }
        Ok(())
    });
}

#[test]
fn r41_the_last_move_before_the_time_control_and_the_last_millisecond() {
    in_each_dialect_exclusively(|engine| {
        let position = engine.position.clone();
        let dialect = engine.dialect;
        let go = |milliseconds| dialect.go_with_clocks(&position, milliseconds, milliseconds);
        let (last_move, end_without_turns, no_increment) = match dialect {
            HostDialect::Uci => (" movestogo 1", " movestogo 0", " winc 0 binc 0"),
            HostDialect::Ushi => (" movestogo 1", " movestogo 0", ""),
            HostDialect::Ucci => (
                " movestogo 1 oppmovestogo 1",
                " movestogo 0",
                " increment 0 oppincrement 0",
            ),
        };
        for (milliseconds, rest) in [
            (80, last_move),
            (80, end_without_turns),
            (80, no_increment),
            (80, ""),
        ] {
            let bound = Duration::from_millis(milliseconds as u64);
            check_answer_within(engine, bound, &format!("{}{rest}", go(milliseconds)))?;
        }
        for rest in [last_move, end_without_turns, no_increment, ""] {
            check_answer_within(engine, AT_ONCE, &format!("{}{rest}", go(1)))?;
        }
        Ok(())
    });
}

/// Only UCI has `go mate`.
#[test]
fn r42_mate() {
    in_dialects_where(
        |dialect| dialect == HostDialect::Uci,
        |engine| {
            for (position, turns_to_win) in
                [(examples::win_in_one(), 1), (examples::win_in_two(), 2)]
            {
                engine.set_position(&position)?;
                for limit in [turns_to_win, turns_to_win + 1] {
                    let answer = engine.ask(&format!("go mate {limit}"))?;
                    let last = answer.infos.last().unwrap();
                    let turns = match last.score {
                        ReportedScore::EndIn(turns) if (1..=limit).contains(&turns) => turns,
                        _ => {
                            let fault = "no win was found within that number of turns";
                            return Err(engine.protocol_fault(fault));
                        }
                    };
                    let plies = 2 * turns - 1;
                    engine.check(
                        last.pv.len() as i64 == plies,
                        "the pv does not reach the end of the game",
                    )?;
                }
            }
            // The search ends although there is no win in one turn.
            for go in ["go mate 1", "go mate 0", "go mate 1 nodes 1000000"] {
                engine.set_position(&examples::win_in_two())?;
                let answer = engine.ask(go)?;
                let last = answer.infos.last().unwrap();
                engine.check(
                    !matches!(last.score, ReportedScore::EndIn(1)),
                    "a win in one turn was reported, but there is none",
                )?;
            }
            Ok(())
        },
    );
}
