//! Searches that end only when the host ends them.

use std::{thread::sleep, time::Duration};

use super::{
    dialect::{DIALECTS, HostDialect},
    examples,
    machine::{AT_ONCE, Interval, check_engine_within, processor_time},
    refereed_engine::{
        PAUSE, RefereedEngine, alongside_others, expect_no_fault, in_dialects_where,
        in_dialects_where_exclusively, in_each_dialect,
    },
};
use crate::{
    host::{ConversationFault, RESPONSE_TIMEOUT},
    slow::{Position, Variant},
    support::Random,
};

/// Returns a `go ponder` with clocks.
fn go_ponder_with_clocks(engine: &RefereedEngine, left: i64) -> String {
    let go = engine.dialect.go_with_clocks(&engine.position, left, left);
    go.replacen("go", "go ponder", 1)
}

/// Checks that no answer to this `go` arrives before `end` is sent, and then exactly one. USHI
/// cannot report that there is no move, and sends a text instead.
fn expect_answer_only_after(
    engine: &mut RefereedEngine,
    go: &str,
    end: &str,
) -> Result<(), ConversationFault> {
    let sent_at = engine.send(go)?;
    engine.expect_no_answer_for(PAUSE)?;
    engine.expect_searching()?;
    engine.send(end)?;
    if !engine.position.turns().is_empty() {
        return engine.expect_only_answer(sent_at).map(drop);
    }
    let (last, max_lines) = match engine.dialect {
        HostDialect::Uci => ("bestmove (none)", 2),
        HostDialect::Ucci => ("nobestmove", 2),
        HostDialect::Ushi => (engine.dialect.message_prefix(), 1),
    };
    let output = engine.process.read_until(last, RESPONSE_TIMEOUT)?;
    engine.check(output.len() <= max_lines, "more than the answer")?;
    engine.expect_silence()
}

#[test]
fn r26_ponder_never_ends_by_itself() {
    // The USHI host never ponders.
    in_dialects_where(HostDialect::can_ponder, |engine| {
        for position in [
            examples::start(),
            examples::win_in_one(),
            examples::one_legal_turn(),
            examples::no_legal_turn(),
        ] {
            engine.set_position(&position)?;
            let clock = go_ponder_with_clocks(engine, 20);
            for go in ["go ponder depth 1", "go ponder nodes 1", clock.as_str()] {
                for end in ["stop", "ponderhit"] {
                    expect_answer_only_after(engine, go, end)?;
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
    alongside_others(|| {
        let mut waiting = Vec::new();
        for &dialect in DIALECTS {
            for go in gos {
                if go.contains("ponder") && !dialect.can_ponder() {
                    continue;
                }
                let mut engine = expect_no_fault(RefereedEngine::start(dialect));
                if go == "go infinite" {
                    expect_no_fault(engine.set_position(&examples::no_legal_turn()));
                }
                expect_no_fault(engine.send(go));
                expect_no_fault(engine.expect_searching());
                waiting.push((engine, go));
            }
        }
        sleep(PAUSE);
        let used = |(engine, _): &(RefereedEngine, _)| processor_time(engine.process.id());
        let before: Vec<_> = waiting.iter().map(used).collect();
        sleep(WAIT);
        for ((mut engine, go), before) in waiting.into_iter().zip(before) {
            let used = processor_time(engine.process.id()) - before;
            expect_no_fault(engine.check(
                used <= WAIT / 10,
                &format!("{go}: {used:?} of processor time"),
            ));
            expect_no_fault(engine.send("stop"));
            expect_no_fault(engine.quit());
        }
    });
}

#[test]
fn r28_ponderhit_after_the_time_is_used_up() {
    in_dialects_where_exclusively(HostDialect::can_ponder, |engine| {
        let clock = go_ponder_with_clocks(engine, 100);
        for go in ["go ponder movetime 30", "go ponder depth 2", clock.as_str()] {
            check_engine_within(engine, AT_ONCE, |engine| {
                engine.send(go)?;
                engine.expect_no_answer_for(Duration::from_millis(120))?;
                let from = engine.send("ponderhit")?;
                let to = engine.expect_only_answer(from)?.arrived_at;
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
    in_dialects_where_exclusively(HostDialect::can_ponder, |engine| {
        engine.set_position(&examples::few_turns())?;
        // Longer than the clock: the search is deep enough to answer at once.
        check_engine_within(engine, AT_ONCE, |engine| {
            engine.send(&go_ponder_with_clocks(engine, CLOCK))?;
            let output =
                engine.expect_no_answer_for(Duration::from_millis(CLOCK as u64 * 3 / 2))?;
            let from = engine.send("ponderhit")?;
            let answer = engine.expect_only_answer(from)?;
            let has_pondered = output.iter().any(|line| line.starts_with("info depth 4 "));
            engine.check(has_pondered, "no search while pondering")?;
            Ok(Interval {
                from,
                to: answer.arrived_at,
            })
        })?;
        // A `ponderhit` at once: all of the time remains, and is used.
        check_engine_within(
            engine,
            Duration::from_millis(CLOCK as u64 / 2 + 50),
            |engine| {
                let from = engine.send(&format!(
                    "{}\nponderhit",
                    go_ponder_with_clocks(engine, CLOCK)
                ))?;
                let answer = engine.expect_only_answer(from)?;
                engine.check(answer.depth() > 2, "too shallow")?;
                Ok(Interval {
                    from,
                    to: answer.arrived_at,
                })
            },
        )?;
        // `movetime` counts from `go`.
        check_engine_within(engine, Duration::from_millis(80), |engine| {
            let sent_at = engine.send("go ponder movetime 300")?;
            engine.expect_no_answer_for(Duration::from_millis(220))?;
            let from = engine.send("ponderhit")?;
            let to = engine.expect_only_answer(from)?.arrived_at;
            engine.check(to - sent_at >= Duration::from_millis(300), "too early")?;
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
    in_each_dialect(|engine| {
        let mut random = Random::new(32);
        let mut replies = 0;
        for variant in [Variant::Shatra, Variant::Original] {
            engine.select_rules(variant)?;
            for _ in 0..3 {
                replies += play(engine, variant, &mut random)?;
            }
        }
        // After the capture of the biy there is no reply to ponder on.
        engine.select_rules(Variant::Shatra)?;
        engine.set_position(&examples::win_in_one())?;
        let answer = engine.ask("go depth 3")?;
        engine.check(answer.ponder.is_none(), "a reply when the game is over")?;
        engine.check(
            (replies > 0) == engine.dialect.can_ponder(),
            "ponder moves in the wrong dialect",
        )
    });
}

/// Plays a short game with random turns between the engine's; counts the ponder moves.
fn play(
    engine: &mut RefereedEngine,
    variant: Variant,
    random: &mut Random,
) -> Result<usize, ConversationFault> {
    let mut position = Position::start(variant);
    let mut replies = 0;
    for _ in 0..12 {
        if position.is_over() {
            break;
        }
        engine.set_position(&position)?;
        let answer = engine.ask("go nodes 400")?;
        replies += usize::from(answer.ponder.is_some());
        let Some(turn) = random.choose(&position.turns()).cloned() else {
            break;
        };
        position = position.play(&turn);
    }
    Ok(replies)
}
