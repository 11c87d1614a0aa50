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
use batyr::tournament::compliance::cases::SMALLEST_LIMITS;

/// Sends a `go` and checks that the answer arrives within this time.
fn check_answer_within(
    engine: &mut RefereedEngine,
    bound: Duration,
    go: &str,
) -> Result<(), ConversationFault> {
    check_engine_within(engine, bound, |engine| {
        let answer = engine.ask(go)?;
        engine.check(answer.messages.is_empty(), "more than one answer")?;
        Ok(Interval {
            from: answer.sent_at,
            to: answer.arrived_at,
        })
    })
}

#[test]
fn r33_a_bare_go_is_infinite() {
    in_each_dialect(|engine| {
        engine.set_position(&examples::few_turns())?;
        let sent_at = engine.send("go")?;
        let output = engine.expect_no_answer_for(2 * PAUSE)?;
        let is_deep = output.iter().any(|line| line.starts_with("info depth 3 "));
        engine.check(is_deep, "nothing was searched")?;
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
                // In UCCI, this asks for the static evaluation and no move.
                engine.send(go)?;
                let output = engine.process.read_until("nobestmove", RESPONSE_TIMEOUT)?;
                engine.check(output.len() > 1, "no evaluation")?;
                engine.expect_silence()?;
                continue;
            }
            check_answer_within(engine, AT_ONCE, go)?;
        }
        let answer = engine.ask("go nodes 1")?;
        engine.check(answer.nodes() <= 1, "more nodes than allowed")?;
        let answer = engine.ask("go depth 1")?;
        engine.check(answer.depth() == 1, "deeper than allowed")
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

/// A clock that cannot be parsed is ignored: the search has depth 1.
#[test]
fn r36_a_clock_with_an_exponent() {
    in_each_dialect(|engine| {
        let clock = engine
            .dialect
            .go_with_clocks(&engine.position, 7, 7)
            .replace('7', "1e3");
        let answer = engine.ask(&clock)?;
        engine.check(
            (1..=2).contains(&answer.messages.len()) && answer.depth() == 1,
            "not a search of depth 1 with an error",
        )
    });
}

/// If only one clock is given, it applies to the side to move, whichever that is.
#[test]
fn r37_one_sided_clocks() {
    const LEFT: Duration = Duration::from_millis(150);
    in_each_dialect_exclusively(|engine| {
        let gos = match engine.dialect {
            HostDialect::Uci | HostDialect::Ushi => ["go wtime 150", "go btime 150"],
            HostDialect::Ucci => ["go time 150", "go time 150 opptime 10"],
        };
        for position in [examples::start(), examples::after_first_turn()] {
            engine.set_position(&position)?;
            for go in gos {
                check_answer_within(engine, LEFT, go)?;
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

/// Only these turns are searched. UCCI has the opposite command, and USHI has neither.
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
                engine.check(best == Some("b5-b7"), "another turn than b5-b7")?;
                let errors = usize::from(go.contains("a5-a9"));
                engine.check(answer.messages.len() == errors, "the wrong errors")?;
                engine.check(
                    answer.messages.iter().all(|text| text.contains("a5-a9")),
                    "a5-a9 is not named",
                )?;
            }
            for (go, token) in [
                ("go searchmoves depth 2", "searchmoves"),
                ("go searchmoves a5-a9 depth 2", "a5-a9"),
            ] {
                let answer = engine.ask(go)?;
                engine.check(answer.depth() == 2, "not depth 2")?;
                let is_reported = answer.messages.len() == 1 && answer.messages[0].contains(token);
                engine.check(is_reported, "not one error")?;
            }
            engine.set_position(&examples::only_chains())?;
            for turn in examples::only_chains().turns() {
                let turn = turn.text();
                let answer = engine.ask(&format!("go depth 2 searchmoves {turn}"))?;
                engine.check(answer.best.as_deref() == Some(&turn), "another chain")?;
            }
            Ok(())
        },
    );
    in_dialects_where(
        |dialect| dialect == HostDialect::Ucci,
        |engine| {
            let best = engine.ask("go depth 3")?.best.unwrap();
            engine.send(&format!("banmoves {best}"))?;
            let other = engine.ask("go depth 3")?.best.unwrap();
            engine.check(other != best, "a banned turn is played")?;
            engine.set_position(&examples::start())?;
            engine.send("setoption newgame")?;
            let again = engine.ask("go depth 3")?.best.unwrap();
            engine.check(again == best, "still banned in another position")
        },
    );
}

/// The first limit reached ends the search. The UCCI standard gives `go` one limit.
#[test]
fn r40_several_limits_at_once() {
    let takes_several = |dialect| dialect != HostDialect::Ucci;
    in_dialects_where(takes_several, |engine| {
        for go in [
            "go depth 3 nodes 100000000 movetime 60000",
            "go movetime 60000 nodes 100000000 depth 3",
            "go nodes 100000000 depth 3 movetime 60000",
        ] {
            let answer = engine.ask(go)?;
            engine.check(answer.depth() == 3, "not depth 3")?;
        }
        for go in [
            "go depth 60 nodes 700 movetime 60000",
            "go movetime 60000 nodes 700 depth 60",
        ] {
            let answer = engine.ask(go)?;
            let nodes = answer.nodes();
            engine.check((1..=700).contains(&nodes), "not 700 nodes")?;
        }
        let clock = engine
            .dialect
            .go_with_clocks(&engine.position, 600_000, 600_000);
        let answer = engine.ask(&format!("{clock} depth 3 movetime 60000"))?;
        engine.check(answer.depth() == 3, "not depth 3")
    });
    in_dialects_where_exclusively(takes_several, |engine| {
        const TIME: Duration = Duration::from_millis(60);
        for go in [
            "go depth 60 movetime 60 nodes 100000000",
            "go nodes 100000000 depth 60 movetime 60",
        ] {
            check_engine_within(engine, TIME + AT_ONCE, |engine| {
                let answer = engine.ask(go)?;
                engine.check(answer.elapsed() >= TIME, "too early")?;
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
fn r41_the_last_move_before_the_control_and_the_last_millisecond() {
    in_each_dialect_exclusively(|engine| {
        let position = engine.position.clone();
        let dialect = engine.dialect;
        let clock = |left| dialect.go_with_clocks(&position, left, left);
        let (last, none, with) = match dialect {
            HostDialect::Uci => (" movestogo 1", " movestogo 0", " winc 0 binc 0"),
            HostDialect::Ushi => (" movestogo 1", " movestogo 0", ""),
            HostDialect::Ucci => (
                " movestogo 1 oppmovestogo 1",
                " movestogo 0",
                " increment 0 oppincrement 0",
            ),
        };
        for (left, more) in [(80, last), (80, none), (80, with), (80, "")] {
            let bound = Duration::from_millis(left as u64);
            check_answer_within(engine, bound, &format!("{}{more}", clock(left)))?;
        }
        for more in [last, none, with, ""] {
            check_answer_within(engine, AT_ONCE, &format!("{}{more}", clock(1)))?;
        }
        Ok(())
    });
}

/// `mate` is a word of UCI only.
#[test]
fn r42_mate() {
    in_dialects_where(
        |dialect| dialect == HostDialect::Uci,
        |engine| {
            for (position, moves) in [(examples::win_in_one(), 1), (examples::win_in_two(), 2)] {
                engine.set_position(&position)?;
                for limit in [moves, moves + 1] {
                    let answer = engine.ask(&format!("go mate {limit}"))?;
                    let last = answer.infos.last().unwrap();
                    let is_within_limit = matches!(last.score, ReportedScore::EndIn(turns) if (1..=limit).contains(&turns));
                    engine.check(is_within_limit, "no win within that number of turns")?;
                    let ReportedScore::EndIn(turns) = last.score else {
                        continue;
                    };
                    let plies = 2 * turns - 1;
                    engine.check(
                        last.pv.len() as i64 == plies,
                        "the pv does not reach the end",
                    )?;
                }
            }
            // The search ends although there is no mate.
            for go in ["go mate 1", "go mate 0", "go mate 1 nodes 1000000"] {
                engine.set_position(&examples::win_in_two())?;
                let answer = engine.ask(go)?;
                let last = answer.infos.last().unwrap();
                engine.check(
                    !matches!(last.score, ReportedScore::EndIn(1)),
                    "a win in one where there is none",
                )?;
            }
            Ok(())
        },
    );
}
