//! The limits of `go`.

use std::time::Duration;

use super::{
    boards,
    dialect::Dialect,
    machine::{AT_ONCE, Interval, in_time},
    talk::{Conversation, PAUSE, each, each_alone, each_that, each_that_alone},
};
use crate::host::{Fault, RESPONSE_TIMEOUT, info::Score};
use batyr::tournament::compliance::cases::SMALLEST_LIMITS;

/// Sends a `go` and checks that the answer arrives within this time.
fn answers_within(talk: &mut Conversation, bound: Duration, go: &str) -> Result<(), Fault> {
    in_time(talk, bound, |talk| {
        let answer = talk.ask(go)?;
        talk.check(answer.texts.is_empty(), "more than one answer")?;
        Ok(Interval {
            from: answer.sent_at,
            to: answer.arrived_at,
        })
    })
}

#[test]
fn r33_a_bare_go_is_infinite() {
    each(|talk| {
        talk.place(&boards::few_turns())?;
        let sent_at = talk.send("go")?;
        let output = talk.no_answer_for(2 * PAUSE)?;
        let is_deep = output.iter().any(|line| line.starts_with("info depth 3 "));
        talk.check(is_deep, "nothing was searched")?;
        talk.searching()?;
        talk.send("stop")?;
        talk.only_answer(sent_at).map(drop)
    });
}

#[test]
fn r34_movetime_depth_and_nodes_of_0_and_1() {
    each_alone(|talk| {
        for go in SMALLEST_LIMITS {
            if talk.dialect == Dialect::Ucci && go == "go depth 0" {
                // In UCCI, this asks for the static evaluation and no move.
                talk.send(go)?;
                let output = talk.process.until("nobestmove", RESPONSE_TIMEOUT)?;
                talk.check(output.len() > 1, "no evaluation")?;
                talk.silent()?;
                continue;
            }
            answers_within(talk, AT_ONCE, go)?;
        }
        let answer = talk.ask("go nodes 1")?;
        talk.check(answer.nodes() <= 1, "more nodes than allowed")?;
        let answer = talk.ask("go depth 1")?;
        talk.check(answer.depth() == 1, "deeper than allowed")
    });
}

#[test]
fn r35_negative_and_zero_clocks() {
    each_alone(|talk| {
        let position = talk.position.clone();
        for (own, other) in [
            (0, 0),
            (-5, -5),
            (-1, 60_000),
            (0, 60_000),
            (i64::MIN, i64::MAX),
        ] {
            let go = talk.dialect.clock(&position, own, other);
            answers_within(talk, AT_ONCE, &go)?;
        }
        if talk.dialect == Dialect::Uci {
            answers_within(talk, AT_ONCE, "go wtime 20 btime 20 winc -50 binc -50")?;
        }
        Ok(())
    });
}

/// A clock that cannot be parsed is ignored: the search has depth 1.
#[test]
fn r36_a_clock_with_an_exponent() {
    each(|talk| {
        let clock = talk.dialect.clock(&talk.position, 7, 7).replace('7', "1e3");
        let answer = talk.ask(&clock)?;
        talk.check(
            (1..=2).contains(&answer.texts.len()) && answer.depth() == 1,
            "not a search of depth 1 with an error",
        )
    });
}

/// If only one clock is given, it applies to the side to move, whichever that is.
#[test]
fn r37_one_sided_clocks() {
    const LEFT: Duration = Duration::from_millis(150);
    each_alone(|talk| {
        let gos = match talk.dialect {
            Dialect::Uci | Dialect::Ushi => ["go wtime 150", "go btime 150"],
            Dialect::Ucci => ["go time 150", "go time 150 opptime 10"],
        };
        for position in [boards::start(), boards::reply()] {
            talk.place(&position)?;
            for go in gos {
                answers_within(talk, LEFT, go)?;
            }
        }
        Ok(())
    });
}

#[test]
fn r38_an_unknown_word_does_not_hide_isready() {
    each(|talk| {
        talk.send("xyzzy isready")?;
        talk.process
            .expect(&talk.dialect.error(), RESPONSE_TIMEOUT)?;
        talk.process
            .expect_line("readyok", RESPONSE_TIMEOUT)
            .map(drop)
    });
}

/// Only these turns are searched. UCCI has the opposite command, and USHI has neither.
#[test]
fn r39_searchmoves() {
    each_that(
        |dialect| dialect == Dialect::Uci,
        |talk| {
            for go in [
                "go searchmoves b5-b7 depth 3",
                "go depth 3 searchmoves b5-b7",
                "go nodes 2000 searchmoves b5-b7 depth 3",
                "go depth 3 searchmoves b5-b7 a5-a9",
                "go searchmoves a5-a9 b5-b7 depth 3",
            ] {
                let answer = talk.ask(go)?;
                let best = answer.best.as_deref();
                talk.check(best == Some("b5-b7"), "another turn than b5-b7")?;
                let errors = usize::from(go.contains("a5-a9"));
                talk.check(answer.texts.len() == errors, "the wrong errors")?;
                talk.check(
                    answer.texts.iter().all(|text| text.contains("a5-a9")),
                    "a5-a9 is not named",
                )?;
            }
            for (go, token) in [
                ("go searchmoves depth 2", "searchmoves"),
                ("go searchmoves a5-a9 depth 2", "a5-a9"),
            ] {
                let answer = talk.ask(go)?;
                talk.check(answer.depth() == 2, "not depth 2")?;
                let is_reported = answer.texts.len() == 1 && answer.texts[0].contains(token);
                talk.check(is_reported, "not one error")?;
            }
            talk.place(&boards::chains())?;
            for turn in boards::chains().turns() {
                let turn = turn.text();
                let answer = talk.ask(&format!("go depth 2 searchmoves {turn}"))?;
                talk.check(answer.best.as_deref() == Some(&turn), "another chain")?;
            }
            Ok(())
        },
    );
    each_that(
        |dialect| dialect == Dialect::Ucci,
        |talk| {
            let best = talk.ask("go depth 3")?.best.unwrap();
            talk.send(&format!("banmoves {best}"))?;
            let other = talk.ask("go depth 3")?.best.unwrap();
            talk.check(other != best, "a banned turn is played")?;
            talk.place(&boards::start())?;
            talk.send("setoption newgame")?;
            let again = talk.ask("go depth 3")?.best.unwrap();
            talk.check(again == best, "still banned in another position")
        },
    );
}

/// The first limit reached ends the search. The UCCI standard gives `go` one limit.
#[test]
fn r40_several_limits_at_once() {
    let takes_several = |dialect| dialect != Dialect::Ucci;
    each_that(takes_several, |talk| {
        for go in [
            "go depth 3 nodes 100000000 movetime 60000",
            "go movetime 60000 nodes 100000000 depth 3",
            "go nodes 100000000 depth 3 movetime 60000",
        ] {
            let answer = talk.ask(go)?;
            talk.check(answer.depth() == 3, "not depth 3")?;
        }
        for go in [
            "go depth 60 nodes 700 movetime 60000",
            "go movetime 60000 nodes 700 depth 60",
        ] {
            let answer = talk.ask(go)?;
            let nodes = answer.nodes();
            talk.check((1..=700).contains(&nodes), "not 700 nodes")?;
        }
        let clock = talk.dialect.clock(&talk.position, 600_000, 600_000);
        let answer = talk.ask(&format!("{clock} depth 3 movetime 60000"))?;
        talk.check(answer.depth() == 3, "not depth 3")
    });
    each_that_alone(takes_several, |talk| {
        const TIME: Duration = Duration::from_millis(60);
        for go in [
            "go depth 60 movetime 60 nodes 100000000",
            "go nodes 100000000 depth 60 movetime 60",
        ] {
            in_time(talk, TIME + AT_ONCE, |talk| {
                let answer = talk.ask(go)?;
                talk.check(answer.elapsed() >= TIME, "too early")?;
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
    each_alone(|talk| {
        let position = talk.position.clone();
        let dialect = talk.dialect;
        let clock = |left| dialect.clock(&position, left, left);
        let (last, none, with) = match dialect {
            Dialect::Uci => (" movestogo 1", " movestogo 0", " winc 0 binc 0"),
            Dialect::Ushi => (" movestogo 1", " movestogo 0", ""),
            Dialect::Ucci => (
                " movestogo 1 oppmovestogo 1",
                " movestogo 0",
                " increment 0 oppincrement 0",
            ),
        };
        for (left, more) in [(80, last), (80, none), (80, with), (80, "")] {
            let bound = Duration::from_millis(left as u64);
            answers_within(talk, bound, &format!("{}{more}", clock(left)))?;
        }
        for more in [last, none, with, ""] {
            answers_within(talk, AT_ONCE, &format!("{}{more}", clock(1)))?;
        }
        Ok(())
    });
}

/// `mate` is a word of UCI only.
#[test]
fn r42_mate() {
    each_that(
        |dialect| dialect == Dialect::Uci,
        |talk| {
            for (position, moves) in [(boards::win(), 1), (boards::win_in_two(), 2)] {
                talk.place(&position)?;
                for limit in [moves, moves + 1] {
                    let answer = talk.ask(&format!("go mate {limit}"))?;
                    let last = answer.infos.last().unwrap();
                    let in_time =
                        matches!(last.score, Score::End(turns) if (1..=limit).contains(&turns));
                    talk.check(in_time, "no win within that number of turns")?;
                    let Score::End(turns) = last.score else {
                        continue;
                    };
                    let plies = 2 * turns - 1;
                    talk.check(
                        last.pv.len() as i64 == plies,
                        "the pv does not reach the end",
                    )?;
                }
            }
            // The search ends although there is no mate.
            for go in ["go mate 1", "go mate 0", "go mate 1 nodes 1000000"] {
                talk.place(&boards::win_in_two())?;
                let answer = talk.ask(go)?;
                let last = answer.infos.last().unwrap();
                talk.check(
                    !matches!(last.score, Score::End(1)),
                    "a win in one where there is none",
                )?;
            }
            Ok(())
        },
    );
}
