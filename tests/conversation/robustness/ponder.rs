//! Searches that end only when the host ends them.

use std::{thread::sleep, time::Duration};

use super::{
    boards,
    dialect::{DIALECTS, Dialect},
    machine::{AT_ONCE, Interval, in_time, processor_time},
    talk::{Conversation, PAUSE, each, each_that, each_that_alone, must, shared},
};
use crate::{
    host::{Fault, RESPONSE_TIMEOUT},
    slow::{Position, Variant},
    support::Random,
};

/// Returns a `go ponder` with clocks.
fn ponder_on(talk: &Conversation, left: i64) -> String {
    let go = talk.dialect.clock(&talk.position, left, left);
    go.replacen("go", "go ponder", 1)
}

/// Checks that no answer to this `go` arrives before `end` is sent, and then exactly one. USHI
/// cannot report that there is no move, and sends a text instead.
fn answers_only_at(talk: &mut Conversation, go: &str, end: &str) -> Result<(), Fault> {
    let sent_at = talk.send(go)?;
    talk.no_answer_for(PAUSE)?;
    talk.searching()?;
    talk.send(end)?;
    if !talk.position.turns().is_empty() {
        return talk.only_answer(sent_at).map(drop);
    }
    let (last, max_lines) = match talk.dialect {
        Dialect::Uci => ("bestmove (none)", 2),
        Dialect::Ucci => ("nobestmove", 2),
        Dialect::Ushi => (talk.dialect.text(), 1),
    };
    let output = talk.process.until(last, RESPONSE_TIMEOUT)?;
    talk.check(output.len() <= max_lines, "more than the answer")?;
    talk.silent()
}

#[test]
fn r26_ponder_never_ends_by_itself() {
    // The USHI host never ponders.
    each_that(Dialect::ponders, |talk| {
        for position in [
            boards::start(),
            boards::win(),
            boards::one_turn(),
            boards::no_turn(),
        ] {
            talk.place(&position)?;
            let clock = ponder_on(talk, 20);
            for go in ["go ponder depth 1", "go ponder nodes 1", clock.as_str()] {
                for end in ["stop", "ponderhit"] {
                    answers_only_at(talk, go, end)?;
                }
            }
        }
        Ok(())
    });
}

/// A finished search waits without using the processor. Several processes wait at once.
#[cfg(target_os = "linux")]
#[test]
fn r27_waiting_uses_no_processor_time() {
    const WAIT: Duration = Duration::from_millis(500);
    let gos = [
        "go infinite depth 1",
        "go infinite",
        "go ponder depth 1",
        "go ponder nodes 1",
    ];
    shared(|| {
        let mut waiting = Vec::new();
        for &dialect in DIALECTS {
            for go in gos {
                if go.contains("ponder") && !dialect.ponders() {
                    continue;
                }
                let mut talk = must(Conversation::open(dialect));
                if go == "go infinite" {
                    must(talk.place(&boards::no_turn()));
                }
                must(talk.send(go));
                must(talk.searching());
                waiting.push((talk, go));
            }
        }
        sleep(PAUSE);
        let used = |(talk, _): &(Conversation, _)| processor_time(talk.process.id());
        let before: Vec<_> = waiting.iter().map(used).collect();
        sleep(WAIT);
        for ((mut talk, go), before) in waiting.into_iter().zip(before) {
            let used = processor_time(talk.process.id()) - before;
            must(talk.check(
                used <= WAIT / 10,
                &format!("{go}: {used:?} of processor time"),
            ));
            must(talk.send("stop"));
            must(talk.quit());
        }
    });
}

#[test]
fn r28_ponderhit_after_the_time_is_used_up() {
    each_that_alone(Dialect::ponders, |talk| {
        let clock = ponder_on(talk, 100);
        for go in ["go ponder movetime 30", "go ponder depth 2", clock.as_str()] {
            in_time(talk, AT_ONCE, |talk| {
                talk.send(go)?;
                talk.no_answer_for(Duration::from_millis(120))?;
                let from = talk.send("ponderhit")?;
                let to = talk.only_answer(from)?.arrived_at;
                Ok(Interval { from, to })
            })?;
        }
        Ok(())
    });
}

/// Pondering uses the opponent's time: the search profits, but the clock is not charged.
#[test]
fn r31_pondered_time_is_not_charged() {
    const CLOCK: i64 = 1000;
    each_that_alone(Dialect::ponders, |talk| {
        talk.place(&boards::few_turns())?;
        // Longer than the clock: the search is deep enough to answer at once.
        in_time(talk, AT_ONCE, |talk| {
            talk.send(&ponder_on(talk, CLOCK))?;
            let output = talk.no_answer_for(Duration::from_millis(CLOCK as u64 * 3 / 2))?;
            let from = talk.send("ponderhit")?;
            let answer = talk.only_answer(from)?;
            let has_pondered = output.iter().any(|line| line.starts_with("info depth 4 "));
            talk.check(has_pondered, "no search while pondering")?;
            Ok(Interval {
                from,
                to: answer.arrived_at,
            })
        })?;
        // A `ponderhit` at once: all of the time remains, and is used.
        in_time(talk, Duration::from_millis(CLOCK as u64 / 2 + 50), |talk| {
            let from = talk.send(&format!("{}\nponderhit", ponder_on(talk, CLOCK)))?;
            let answer = talk.only_answer(from)?;
            talk.check(answer.depth() > 2, "too shallow")?;
            Ok(Interval {
                from,
                to: answer.arrived_at,
            })
        })?;
        // `movetime` counts from `go`.
        in_time(talk, Duration::from_millis(80), |talk| {
            let sent_at = talk.send("go ponder movetime 300")?;
            talk.no_answer_for(Duration::from_millis(220))?;
            let from = talk.send("ponderhit")?;
            let to = talk.only_answer(from)?.arrived_at;
            talk.check(to - sent_at >= Duration::from_millis(300), "too early")?;
            Ok(Interval {
                from: sent_at + Duration::from_millis(300),
                to,
            })
        })
    });
}

/// Every answer in a game has a legal ponder move or none, as the referee checks.
#[test]
fn r32_the_ponder_move_is_legal_or_absent() {
    each(|talk| {
        let mut random = Random::new(32);
        let mut replies = 0;
        for variant in [Variant::Shatra, Variant::Original] {
            talk.choose(variant)?;
            for _ in 0..3 {
                replies += play(talk, variant, &mut random)?;
            }
        }
        // After the capture of the biy there is no reply to ponder on.
        talk.choose(Variant::Shatra)?;
        talk.place(&boards::win())?;
        let answer = talk.ask("go depth 3")?;
        talk.check(answer.ponder.is_none(), "a reply when the game is over")?;
        talk.check(
            (replies > 0) == talk.dialect.ponders(),
            "ponder moves in the wrong dialect",
        )
    });
}

/// Plays a short game with random turns between the engine's; counts the ponder moves.
fn play(talk: &mut Conversation, variant: Variant, random: &mut Random) -> Result<usize, Fault> {
    let mut position = Position::start(variant);
    let mut replies = 0;
    for _ in 0..12 {
        if position.is_over() {
            break;
        }
        talk.place(&position)?;
        let answer = talk.ask("go nodes 400")?;
        replies += usize::from(answer.ponder.is_some());
        let Some(turn) = random.choose(&position.turns()).cloned() else {
            break;
        };
        position = position.play(&turn);
    }
    Ok(replies)
}
