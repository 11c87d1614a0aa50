//! The information about a search that the engine reports, and the lifetime of its process.

use std::{
    thread::sleep,
    time::{Duration, Instant},
};

use super::{
    dialect::{DIALECTS, HostDialect, Setting},
    examples,
    machine::{AT_ONCE, Interval, check_within, processor_time},
    refereed_engine::{
        PAUSE, RefereedEngine, alongside_others, expect_no_fault, in_dialects_where,
        in_each_dialect,
    },
};
use crate::{
    host::{
        ConversationFault, EngineProcess, RESPONSE_TIMEOUT,
        info::{self, PvInfo, ReportedScore},
        ushi,
    },
    program::{memory_kilobytes, send_signal},
    referee::find_step,
    slow::{Position, RuleSet},
};

/// The referee parses every line strictly, and this test checks that no line is missing.
#[test]
fn r57_info_lines_are_complete() {
    in_each_dialect(|engine| {
        for position in [
            examples::start(),
            examples::after_first_turn(),
            examples::win_in_one(),
            examples::one_legal_turn(),
            examples::win_in_two(),
            examples::only_chains(),
        ] {
            engine.set_position(&position)?;
            for multipv in [1, 3] {
                engine.set(Setting::MultiPv, multipv)?;
                for depth in [1, 5] {
                    let answer = engine.ask(&format!("go depth {depth}"))?;
                    let legal = position.turns().len();
                    check_completeness(engine, &answer.infos, depth, legal.min(multipv))?;
                }
                // These searches end before a millisecond has passed.
                for go in ["go nodes 1", "go depth 1", "go movetime 0"] {
                    engine.ask(go)?;
                }
            }
        }
        Ok(())
    });
}

/// Checks that there is an exact line for each of the best `multipv` turns at each depth.
fn check_completeness(
    engine: &RefereedEngine,
    infos: &[PvInfo],
    depth: u64,
    multipv: usize,
) -> Result<(), ConversationFault> {
    let exact: Vec<_> = infos.iter().filter(|info| !info.is_bound).collect();
    let depths: Vec<_> = exact.chunk_by(|a, b| a.depth == b.depth).collect();
    let reported = depths.iter().map(|infos| infos[0].depth);
    engine.check(reported.eq(1..=depth), "not every depth is reported")?;
    for infos in depths
        .iter()
        .filter(|_| engine.dialect.numbers_variations())
    {
        let numbers = infos.iter().map(|info| info.multipv.unwrap_or(1));
        engine.check(
            numbers.eq(1..=multipv as u64),
            "not every variation is reported",
        )?;
        let value = |info: &&PvInfo| match info.score {
            ReportedScore::Centipawns(value) => value,
            ReportedScore::EndIn(turns) => turns.signum() * 1_000_000 - turns,
        };
        let is_sorted = infos.is_sorted_by(|a, b| value(a) >= value(b));
        engine.check(is_sorted, "the variations are not in order")?;
    }
    let nodes = exact.iter().map(|info| info.nodes);
    engine.check(nodes.is_sorted(), "the number of nodes decreases")
}

/// When the game is decided, no further iteration begins. An infinite search waits for `stop`,
/// after which no `info` line is added, and other searches end before their limit.
#[test]
fn r57_a_decided_game_is_reported_once() {
    in_each_dialect(|engine| {
        engine.set_position(&examples::win_in_one())?;
        let sent_at = engine.send("go infinite")?;
        let output = engine.expect_no_answer_for(10 * PAUSE)?;
        engine.check((1..4).contains(&output.len()), "expected 1 to 3 lines")?;
        engine.send("stop")?;
        let answer = engine.expect_only_answer(sent_at)?;
        engine.check(answer.infos.is_empty(), "unexpected info line after stop")?;
        let answer = engine.ask("go movetime 60000")?;
        engine.check(
            answer.elapsed() < RESPONSE_TIMEOUT / 2,
            "the search continued to its limit",
        )
    });
}

/// After `stop`, no `info` line is sent a second time.
#[test]
fn r57_stop_repeats_no_info_line() {
    in_each_dialect(|engine| {
        for multipv in [1, 3] {
            engine.set(Setting::MultiPv, multipv)?;
            let sent_at = engine.send("go infinite")?;
            engine.process.skip_to("info depth 2 ", RESPONSE_TIMEOUT)?;
            let before = engine.process.read_for(PAUSE);
            engine.send("stop")?;
            let answer = engine.expect_only_answer(sent_at)?;
            let before: Vec<_> = before
                .iter()
                .filter_map(|line| info::parse_info(line, engine.dialect).ok().flatten())
                .collect();
            let is_new = |info: &PvInfo| {
                let mut same_number = before.iter().filter(|sent| sent.multipv == info.multipv);
                same_number.next_back().is_none_or(|sent| {
                    (sent.depth, sent.score, &sent.pv) != (info.depth, info.score, &info.pv)
                })
            };
            engine.check(answer.infos.iter().all(is_new), "an info line is repeated")?;
        }
        Ok(())
    });
}

#[test]
fn r58_the_same_search_twice_on_one_thread() {
    in_each_dialect(|engine| {
        for position in [
            examples::start(),
            examples::after_first_turn(),
            examples::only_chains(),
        ] {
            for go in ["go nodes 20000", "go depth 5"] {
                let mut answers = Vec::new();
                for _ in 0..2 {
                    engine.send(engine.dialect.new_game())?;
                    engine.set(Setting::ClearHash, "")?;
                    engine.set_position(&position)?;
                    answers.push(engine.ask(go)?.without_times());
                }
                engine.check(answers[0] == answers[1], "the two searches differ")?;
            }
        }
        Ok(())
    });
}

/// Only builds with debug assertions can be made to panic during a search.
#[cfg(debug_assertions)]
#[test]
fn r59_a_panic_in_a_worker() {
    alongside_others(|| {
        for &dialect in DIALECTS {
            for threads in [1, 2] {
                for node in ["1", "300"] {
                    let variables = [("BATYR_PANIC_AT_NODE", node), ("RUST_LOG", "error")];
                    expect_no_fault(
                        RefereedEngine::start_with_env(dialect, &variables)
                            .and_then(|engine| check_recovery_from_panic(engine, threads)),
                    );
                }
            }
        }
    });
}

/// Checks that a search in which the engine panics is answered, and that the next search works.
#[cfg(debug_assertions)]
fn check_recovery_from_panic(
    mut engine: RefereedEngine,
    threads: u32,
) -> Result<(), ConversationFault> {
    engine.set(Setting::Threads, threads)?;
    engine.expect_silence()?;
    engine.ask("go depth 5")?;
    let answer = engine.ask("go depth 5")?;
    engine.check(answer.depth() == 5, "the next search did not reach depth 5")?;
    engine.send("quit")?;
    let (_, status) = engine.process.wait_for_exit()?;
    engine.check(status.success(), "the exit status is not 0")?;
    let error_output = engine.process.error_output();
    let is_logged = |line: &str| line.contains("ERROR") && line.contains("panicked");
    engine.check(
        error_output.lines().filter(|line| is_logged(line)).count() == 1,
        &format!("the log must report exactly one panic: {error_output:?}"),
    )
}

/// On SIGINT and SIGTERM, the program answers running searches and exits.
#[cfg(unix)]
#[test]
fn r60_interrupt_and_terminate() {
    alongside_others(|| {
        for &dialect in DIALECTS {
            for name in ["INT", "TERM"] {
                let mut go_lines = vec!["", "go infinite", "go movetime 60000"];
                if dialect.can_ponder() {
                    go_lines.push("go ponder depth 1");
                }
                for go in go_lines {
                    expect_no_fault(
                        RefereedEngine::start(dialect)
                            .and_then(|engine| check_exit_on_signal(engine, name, go)),
                    );
                }
            }
        }
    });
}

/// Checks that the signal with this name ends the process, after the answer to this `go` if it is
/// not empty.
#[cfg(unix)]
fn check_exit_on_signal(
    mut engine: RefereedEngine,
    name: &str,
    go: &str,
) -> Result<(), ConversationFault> {
    let sent_at = engine.send(go)?;
    engine.expect_searching()?;
    send_signal(engine.process.id(), name);
    if !go.is_empty() {
        engine.expect_answer(sent_at)?;
    }
    engine.expect_exit()
}

/// Checks that idle engines use no processor time: before the handshake, after it, and after a
/// search, in each dialect.
#[cfg(target_os = "linux")]
fn check_idle_processor_time(time: Duration) {
    let mut engines = Vec::new();
    for &dialect in DIALECTS {
        engines.push(expect_no_fault(RefereedEngine::start_without_handshake(
            dialect,
        )));
        engines.push(expect_no_fault(RefereedEngine::start(dialect)));
        let mut searched = expect_no_fault(RefereedEngine::start(dialect));
        expect_no_fault(searched.set(Setting::Threads, 2));
        expect_no_fault(searched.ask("go movetime 50"));
        engines.push(searched);
    }
    sleep(Duration::from_millis(200));
    let used = |engine: &RefereedEngine| processor_time(engine.process.id());
    let before: Vec<_> = engines.iter().map(used).collect();
    sleep(time);
    for (mut engine, before) in engines.into_iter().zip(before) {
        let used = used(&engine) - before;
        let limit = Duration::from_millis(20);
        expect_no_fault(engine.check(
            used <= limit,
            &format!("{used:?} of processor time in {time:?}"),
        ));
        expect_no_fault(engine.send(engine.dialect.handshake()));
        expect_no_fault(engine.read_handshake());
        expect_no_fault(engine.quit());
    }
}

#[cfg(target_os = "linux")]
#[test]
fn r61_idling_uses_no_processor_time() {
    alongside_others(|| check_idle_processor_time(Duration::from_secs(1)));
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "slow: ten minutes"]
fn r61_ten_idle_minutes_use_no_processor_time() {
    alongside_others(|| check_idle_processor_time(Duration::from_secs(600)));
}

/// Checks that the memory of the process does not grow after the first searches.
#[cfg(target_os = "linux")]
fn check_memory_growth(searches: usize) {
    const WARM_UP_SEARCHES: usize = 300;
    const MAX_GROWTH_KB: u64 = 1 << 10;
    let positions = [
        examples::start(),
        examples::after_first_turn(),
        examples::only_chains(),
    ];
    alongside_others(|| {
        for &dialect in DIALECTS {
            let mut process = EngineProcess::start(&[]);
            let mut memory_after = |searches: usize, nodes| -> Result<u64, ConversationFault> {
                for (_, position) in (0..searches).zip(positions.iter().cycle()) {
                    let set_position = dialect.position(&position.to_spn());
                    let new_game = dialect.new_game();
                    process.send(&format!(
                        "stop\n{new_game}\n{set_position}\ngo nodes {nodes}"
                    ))?;
                    process.skip_to("bestmove ", RESPONSE_TIMEOUT)?;
                    process.clear_log();
                }
                Ok(memory_kilobytes(process.id(), "VmRSS"))
            };
            // Nearly all pages of the hash table are in use after this.
            expect_no_fault(memory_after(1, 20_000));
            let before = expect_no_fault(memory_after(WARM_UP_SEARCHES, 30));
            let after = expect_no_fault(memory_after(searches, 30));
            assert!(
                after <= before + MAX_GROWTH_KB,
                "{dialect:?}: {before} kB at first, {after} kB after {searches} searches"
            );
            expect_no_fault(process.quit());
        }
    });
}

#[cfg(target_os = "linux")]
#[test]
fn r62_memory_stays_constant() {
    check_memory_growth(2_000);
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "slow: 100,000 searches"]
fn r62_memory_stays_constant_for_100_000_searches() {
    check_memory_growth(100_000);
}

/// ShatraBase may send the empty board, which in the other dialects is merely an invalid position.
#[test]
fn r63_the_empty_board_of_ushi() {
    in_dialects_where(
        |dialect| dialect == HostDialect::Ushi,
        |engine| {
            for go in ["go infinite", "go movetime 0", "go depth 3"] {
                engine.send(&ushi::burst(ushi::EMPTY_BOARD, go))?;
                engine.process.expect_line("readyok", RESPONSE_TIMEOUT)?;
                engine
                    .process
                    .skip_to("info string error: position", RESPONSE_TIMEOUT)?;
                engine
                    .process
                    .skip_to("info string error: go", RESPONSE_TIMEOUT)?;
                let output = engine.process.read_for(PAUSE);
                engine.check(output.is_empty(), "unexpected line after the two errors")?;
                engine.send("stop")?;
                let output = engine.wait_until_ready()?;
                let is_message = |line: &String| {
                    line.starts_with("info string ") && !line.starts_with("info string error")
                };
                engine.check(
                    output.len() == 1 && output.iter().all(is_message),
                    "expected exactly one message",
                )?;
                engine.stop_idle()?;
                // The next position is searched as usual.
                for position in [
                    examples::start(),
                    examples::only_chains(),
                    examples::one_legal_turn(),
                ] {
                    let spn = position.to_spn();
                    let sent_at = engine.send(&ushi::burst(&spn, "go movetime 0"))?;
                    engine.process.expect_line("readyok", RESPONSE_TIMEOUT)?;
                    engine.position = position;
                    engine.expect_only_answer(sent_at)?;
                    engine.stop_idle()?;
                }
            }
            Ok(())
        },
    );
}

/// By default, ShatraBase starts a new process for each step, on the engine's clock. In the other
/// dialects, hosts receive complete turns.
#[test]
fn r64_a_new_process_for_each_step() {
    alongside_others(|| {
        for mut position in [
            examples::only_chains(),
            examples::win_in_one(),
            examples::start(),
        ] {
            let side = position.side_to_move();
            let mut steps = 0;
            while position.side_to_move() == side && !position.has_loser() {
                position = expect_no_fault(play_one_step(&position));
                steps += 1;
                assert!(steps < 20, "the chain does not end: {}", position.to_spn());
            }
            let is_chain = position.halfmoves() == 0 && steps >= 1;
            assert!(is_chain || steps == 1, "{steps} steps without a capture");
        }
    });
}

/// Starts an engine, requests one step and ends the engine, as fast as ShatraBase does. Returns the
/// position after the step.
fn play_one_step(position: &Position) -> Result<Position, ConversationFault> {
    let mut next = None;
    check_within(4 * AT_ONCE, || {
        let from = Instant::now();
        let (mut process, _) = ushi::start_engine(2)?;
        let answer = ushi::ask(&mut process, &position.to_spn(), "go movetime 20")?;
        let Some(step) = find_step(position, &answer.best) else {
            return Err(ConversationFault::Illegal(process.with_log(&answer.best)));
        };
        next = Some(position.play_step(&step));
        process.quit()?;
        Ok(Interval {
            from,
            to: Instant::now(),
        })
    })?;
    let next = next.ok_or_else(|| ConversationFault::Stall("no step was received".to_string()))?;
    assert_eq!(next.rule_set(), RuleSet::Extended);
    Ok(next)
}
