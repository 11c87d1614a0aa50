//! The order of `go`, `stop` and the lines between them.

use super::{
    dialect::{DIALECTS, HostDialect, Setting},
    examples,
    machine::{AT_ONCE, Interval, check_within},
    refereed_engine::{
        PAUSE, RefereedEngine, dialects_where, exclusively, expect_no_fault, in_each_dialect,
        is_answer,
    },
};
use crate::host::{ConversationFault, RESPONSE_TIMEOUT};

/// The `go` is answered exactly once, however early the `stop` is sent.
#[test]
fn r17_stop_right_after_go() {
    in_each_dialect(|engine| {
        for threads in [1, 2] {
            engine.set(Setting::Threads, threads)?;
            for _ in 0..40 {
                let sent_at = engine.send("go infinite\nstop")?;
                engine.expect_only_answer(sent_at)?;
                let sent_at = engine.send("go\nstop")?;
                engine.expect_only_answer(sent_at)?;
            }
        }
        Ok(())
    });
}

/// Sends this many pairs of `go` and `stop`, many at once, and counts the answers.
fn check_go_and_stop(engine: &mut RefereedEngine, pairs: usize) -> Result<(), ConversationFault> {
    const BURST: usize = 100;
    let legal: Vec<String> = match engine.dialect {
        HostDialect::Ushi => {
            let steps = engine.position.steps();
            steps.iter().map(crate::referee::step_text).collect()
        }
        HostDialect::Uci | HostDialect::Ucci => {
            let turns = engine.position.turns();
            turns.iter().map(crate::slow::Turn::text).collect()
        }
    };
    for _ in 0..pairs.div_ceil(BURST) {
        engine.send(&vec!["go infinite\nstop"; BURST].join("\n"))?;
        for _ in 0..BURST {
            let best = engine.process.skip_to("bestmove ", RESPONSE_TIMEOUT)?.text;
            let best = best.split(' ').nth(1).unwrap_or_default();
            let is_legal = legal.iter().any(|legal| legal == best);
            engine.check(is_legal, "not a legal move")?;
        }
        engine.expect_silence()?;
    }
    Ok(())
}

#[test]
fn r18_go_and_stop_many_times() {
    in_each_dialect(|engine| check_go_and_stop(engine, 500));
}

#[test]
#[ignore = "slow: 10,000 times go and stop"]
fn r18_go_and_stop_ten_thousand_times() {
    in_each_dialect(|engine| {
        for threads in [1, 2] {
            engine.set(Setting::Threads, threads)?;
            check_go_and_stop(engine, 10_000)?;
        }
        Ok(())
    });
}

/// With all variations requested, the first iteration takes long enough to be interrupted.
#[test]
fn r19_stop_before_depth_1_is_complete() {
    in_each_dialect(|engine| {
        let mut early = 0;
        for threads in [1, 2] {
            engine.set(Setting::Threads, threads)?;
            for lines in [1, 256] {
                engine.set(Setting::MultiPv, lines)?;
                engine.expect_silence()?;
                for position in [
                    examples::start(),
                    examples::after_first_turn(),
                    examples::only_chains(),
                ] {
                    engine.set_position(&position)?;
                    engine.send(&engine.dialect.set(Setting::ClearHash, ""))?;
                    engine.expect_silence()?;
                    let sent_at = engine.send("go infinite\nstop")?;
                    // An iteration takes at least a node for each turn.
                    let nodes = engine.expect_only_answer(sent_at)?.nodes();
                    early += u32::from(nodes < position.turns().len() as u64);
                }
            }
        }
        engine.check(early > 0, "no search was stopped before depth 1")
    });
}

/// Each `go` ends the previous one, which is answered first; each searches the position set before
/// it.
#[test]
fn r21_go_while_searching() {
    in_each_dialect(|engine| {
        let [first, second] = [examples::start(), examples::after_first_turn()];
        for go in ["go depth 2", "go nodes 300", "go movetime 5"] {
            engine.set_position(&first)?;
            let sent_at = engine.send("go infinite")?;
            engine.expect_searching()?;
            engine.set_position(&second)?;
            engine.send(&format!("go infinite\n{go}"))?;
            engine.expect_answer_in(&first, sent_at)?;
            engine.expect_answer_in(&second, sent_at)?;
            engine.expect_only_answer(sent_at)?;
        }
        Ok(())
    });
}

/// Commands sent during a search apply to the next search.
#[test]
fn r22_position_new_game_and_options_while_searching() {
    in_each_dialect(|engine| {
        let [first, second] = [examples::start(), examples::after_first_turn()];
        for threads in [2, 1] {
            engine.set(Setting::MultiPv, 1)?;
            engine.set_position(&first)?;
            let sent_at = engine.send("go infinite")?;
            engine.set_position(&second)?;
            engine.set(Setting::MultiPv, 3)?;
            engine.send(engine.dialect.new_game())?;
            engine.set(Setting::Hash, 2)?;
            engine.set(Setting::Threads, threads)?;
            engine.set(Setting::ClearHash, "")?;
            engine.expect_searching()?;
            engine.expect_no_answer_for(PAUSE)?;
            engine.send("stop")?;
            let answer = engine.expect_answer_in(&first, sent_at)?;
            engine.expect_silence()?;
            let is_third = |answer: &super::refereed_engine::CheckedAnswer| {
                answer.infos.iter().any(|info| info.multipv == Some(3))
            };
            engine.check(!is_third(&answer), "three lines in a search with one")?;
            let answer = engine.ask("go depth 2")?;
            engine.check(
                is_third(&answer) || !engine.dialect.numbers_variations(),
                "the option was lost",
            )?;
        }
        Ok(())
    });
}

#[test]
fn r23_stop_position_and_go_in_one_burst() {
    in_each_dialect(|engine| {
        let positions = [
            examples::start(),
            examples::after_first_turn(),
            examples::win_in_one(),
        ];
        engine.set_position(&positions[0])?;
        let mut sent_at = engine.send("go infinite")?;
        let in_turn: Vec<_> = positions.iter().cycle().take(18).collect();
        for pair in in_turn.windows(2) {
            let (dialect, next) = (engine.dialect, pair[1].to_spn());
            let (new_game, position) = (dialect.new_game(), dialect.position(&next));
            let now = engine.send(&format!("stop\n{new_game}\n{position}\ngo infinite"))?;
            engine.expect_answer_in(pair[0], sent_at)?;
            sent_at = now;
            engine.position = pair[1].clone();
        }
        engine.send("stop")?;
        engine.expect_only_answer(sent_at).map(drop)
    });
}

#[test]
fn r24_quit_while_searching() {
    exclusively(|| {
        for &dialect in DIALECTS {
            for threads in [1, 2] {
                check_prompt_quit(dialect, threads, "go infinite");
                check_prompt_quit(dialect, threads, "go depth 60");
            }
        }
        for dialect in dialects_where(HostDialect::can_ponder) {
            check_prompt_quit(dialect, 1, "go ponder depth 1");
        }
    });
}

#[track_caller]
fn check_prompt_quit(dialect: HostDialect, threads: u32, go: &str) {
    expect_no_fault(check_within(AT_ONCE, || {
        let mut engine = RefereedEngine::start(dialect)?;
        engine.set(Setting::Threads, threads)?;
        engine.expect_silence()?;
        engine.send(go)?;
        let output = engine.process.read_for(PAUSE);
        engine.check(!output.iter().any(|line| is_answer(line)), "no search")?;
        let from = std::time::Instant::now();
        let to = from + engine.quit()?;
        Ok(Interval { from, to })
    }));
}
