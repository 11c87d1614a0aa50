//! Infinite searches and pondering, which end only when the host ends them.

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
    slow::{Position, RuleSet},
    support::Random,
};

/// Returns a `go ponder` command with this time, in milliseconds, on both clocks.
fn go_ponder_with_clocks(engine: &RefereedEngine, milliseconds: i64) -> String {
    let go = engine
        .dialect
        .go_with_clocks(&engine.position, milliseconds, milliseconds);
    go.replacen("go", "go ponder", 1)
}

/// Checks that this `go` is answered exactly once, and only after `end` is sent. USHI can't report
/// that there is no move, so the engine sends a message instead.
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
    engine.check(
        output.len() <= max_lines,
        "unexpected line before the answer",
    )?;
    engine.expect_silence()
}

#[test]
fn r26_pondering_never_ends_by_itself() {
    // USHI hosts never ponder.
    in_dialects_where(HostDialect::can_ponder, |engine| {
        for position in [
            examples::start(),
            examples::win_in_one(),
            examples::one_legal_turn(),
            examples::no_legal_turn(),
        ] {
            engine.set_position(&position)?;
            let go_with_clocks = go_ponder_with_clocks(engine, 20);
            for go in [
                "go ponder depth 1",
                "go ponder nodes 1",
                go_with_clocks.as_str(),
            ] {
                for end in ["stop", "ponderhit"] {
                    expect_answer_only_after(engine, go, end)?;
                }
            }
        }
        Ok(())
    });
}

/// A finished search that waits uses no processor time. The processes are measured simultaneously.
#[cfg(target_os = "linux")]
#[test]
fn r27_waiting_uses_no_processor_time() {
    const WAIT: Duration = Duration::from_millis(500);
    let go_lines = [
        "go infinite depth 1",
        "go infinite",
        "go ponder depth 1",
        "go ponder nodes 1",
    ];
    alongside_others(|| {
        let mut waiting = Vec::new();
        for &dialect in DIALECTS {
            for go in go_lines {
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
        let go_with_clocks = go_ponder_with_clocks(engine, 100);
        for go in [
            "go ponder movetime 30",
            "go ponder depth 2",
            go_with_clocks.as_str(),
        ] {
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

/// Pondering uses the opponent's time: the search benefits, but the clock is not charged.
#[test]
fn r31_the_time_spent_pondering_is_not_charged() {
    const CLOCK_MS: i64 = 1000;
    in_dialects_where_exclusively(HostDialect::can_ponder, |engine| {
        engine.set_position(&examples::few_turns())?;
        // After pondering for longer than the clock allows, the answer is immediate.
        check_engine_within(engine, AT_ONCE, |engine| {
            engine.send(&go_ponder_with_clocks(engine, CLOCK_MS))?;
            let output =
                engine.expect_no_answer_for(Duration::from_millis(CLOCK_MS as u64 * 3 / 2))?;
            let from = engine.send("ponderhit")?;
            let answer = engine.expect_only_answer(from)?;
            let reached_depth_4 = output.iter().any(|line| line.starts_with("info depth 4 "));
            engine.check(reached_depth_4, "depth 4 was not reached while pondering")?;
            Ok(Interval {
                from,
                to: answer.arrived_at,
            })
        })?;
        // After an immediate `ponderhit`, all of the time remains and is used.
        check_engine_within(
            engine,
            Duration::from_millis(CLOCK_MS as u64 / 2 + 50),
            |engine| {
                let from = engine.send(&format!(
                    "{}\nponderhit",
                    go_ponder_with_clocks(engine, CLOCK_MS)
                ))?;
                let answer = engine.expect_only_answer(from)?;
                engine.check(answer.depth() > 2, "the search is too shallow")?;
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
            engine.check(
                to - sent_at >= Duration::from_millis(300),
                "the answer arrived too early",
            )?;
            Ok(Interval {
                from: sent_at + Duration::from_millis(300),
                to,
            })
        })
    });
}

/// The referee checks that the ponder move of every answer, if there is one, is legal.
#[test]
fn r32_the_ponder_move_is_legal_or_absent() {
    in_each_dialect(|engine| {
        let mut random = Random::new(32);
        let mut ponder_moves = 0;
        for rule_set in [RuleSet::Extended, RuleSet::Original] {
            engine.select_rules(rule_set)?;
            for _ in 0..3 {
                ponder_moves += play_short_game(engine, rule_set, &mut random)?;
            }
        }
        // After the capture of a biy there is no turn to ponder on.
        engine.select_rules(RuleSet::Extended)?;
        engine.set_position(&examples::win_in_one())?;
        let answer = engine.ask("go depth 3")?;
        engine.check(
            answer.ponder.is_none(),
            "there is a ponder move after the end of the game",
        )?;
        engine.check(
            (ponder_moves > 0) == engine.dialect.can_ponder(),
            "there must be ponder moves if and only if the dialect supports pondering",
        )
    });
}

/// Requests answers in a short game of random turns; returns the number of ponder moves.
fn play_short_game(
    engine: &mut RefereedEngine,
    rule_set: RuleSet,
    random: &mut Random,
) -> Result<usize, ConversationFault> {
    let mut position = Position::start(rule_set);
    let mut ponder_moves = 0;
    for _ in 0..12 {
        if position.has_loser() {
            break;
        }
        engine.set_position(&position)?;
        let answer = engine.ask("go nodes 400")?;
        ponder_moves += usize::from(answer.ponder.is_some());
        let Some(turn) = random.choose(&position.turns()).cloned() else {
            break;
        };
        position = position.play(&turn);
    }
    Ok(ponder_moves)
}
