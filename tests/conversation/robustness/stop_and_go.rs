//! Sequences of `go` and `stop`, with other commands between them.

use super::{
    dialect::{DIALECTS, HostDialect, Setting},
    examples,
    machine::{AT_ONCE, Interval, check_within},
    refereed_engine::{
        CheckedAnswer, PAUSE, RefereedEngine, dialects_where, exclusively, expect_no_fault,
        in_each_dialect, is_answer,
    },
};
use crate::host::{ConversationFault, RESPONSE_TIMEOUT};

/// `go` is answered exactly once, however soon `stop` follows.
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

/// Sends at least this many pairs of `go` and `stop`, in bursts, and checks that each pair is
/// answered once with a legal move.
fn check_go_and_stop(engine: &mut RefereedEngine, pairs: usize) -> Result<(), ConversationFault> {
    const PAIRS_PER_BURST: usize = 100;
    let legal_moves: Vec<String> = match engine.dialect {
        HostDialect::Ushi => {
            let steps = engine.position.steps();
            steps.iter().map(crate::referee::step_text).collect()
        }
        HostDialect::Uci | HostDialect::Ucci => {
            let turns = engine.position.turns();
            turns.iter().map(crate::slow::Turn::text).collect()
        }
    };
    for _ in 0..pairs.div_ceil(PAIRS_PER_BURST) {
        engine.send(&vec!["go infinite\nstop"; PAIRS_PER_BURST].join("\n"))?;
        for _ in 0..PAIRS_PER_BURST {
            let best = engine.process.skip_to("bestmove ", RESPONSE_TIMEOUT)?.text;
            let best = best.split(' ').nth(1).unwrap_or_default();
            let is_legal = legal_moves.iter().any(|legal_move| legal_move == best);
            engine.check(is_legal, "the move is illegal")?;
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
#[ignore = "slow: 10,000 pairs of go and stop"]
fn r18_go_and_stop_ten_thousand_times() {
    in_each_dialect(|engine| {
        for threads in [1, 2] {
            engine.set(Setting::Threads, threads)?;
            check_go_and_stop(engine, 10_000)?;
        }
        Ok(())
    });
}

/// If all variations are requested, the first iteration takes long enough to be interrupted.
#[test]
fn r19_stop_before_depth_1_is_complete() {
    in_each_dialect(|engine| {
        let mut early_stops = 0;
        for threads in [1, 2] {
            engine.set(Setting::Threads, threads)?;
            for multipv in [1, 256] {
                engine.set(Setting::MultiPv, multipv)?;
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
                    // An iteration searches at least one node for each turn.
                    let nodes = engine.expect_only_answer(sent_at)?.nodes();
                    early_stops += u32::from(nodes < position.turns().len() as u64);
                }
            }
        }
        engine.check(
            early_stops > 0,
            "no search was stopped before depth 1 was complete",
        )
    });
}

/// Each `go` ends the previous search, which is answered first. Each search uses the last position
/// sent before its `go`.
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
            let has_third_variation =
                |answer: &CheckedAnswer| answer.infos.iter().any(|info| info.multipv == Some(3));
            engine.check(
                !has_third_variation(&answer),
                "a third variation was reported in a search for one",
            )?;
            let answer = engine.ask("go depth 2")?;
            engine.check(
                has_third_variation(&answer) || !engine.dialect.numbers_variations(),
                "the option did not take effect",
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
        let sequence: Vec<_> = positions.iter().cycle().take(18).collect();
        for pair in sequence.windows(2) {
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

/// Checks that the process exits at once if `quit` is sent during this search.
#[track_caller]
fn check_prompt_quit(dialect: HostDialect, threads: u32, go: &str) {
    expect_no_fault(check_within(AT_ONCE, || {
        let mut engine = RefereedEngine::start(dialect)?;
        engine.set(Setting::Threads, threads)?;
        engine.expect_silence()?;
        engine.send(go)?;
        let output = engine.process.read_for(PAUSE);
        engine.check(
            !output.iter().any(|line| is_answer(line)),
            "the search has already ended",
        )?;
        let from = std::time::Instant::now();
        let to = from + engine.quit()?;
        Ok(Interval { from, to })
    }));
}
