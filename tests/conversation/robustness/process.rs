//! The engine's reports of a search, and the life and end of its process.

use std::{
    thread::sleep,
    time::{Duration, Instant},
};

use super::{
    boards,
    dialect::{DIALECTS, Dialect, Setting},
    machine::{AT_ONCE, Interval, processor_time, resident, signal, within},
    talk::{Conversation, PAUSE, each, each_that, is_answer, must, shared},
};
use crate::{
    host::{
        Fault, Process, RESPONSE_TIMEOUT,
        info::{self, Info, Score},
        ushi,
    },
    referee::step,
    slow::{Position, Variant},
};

/// The referee parses every line strictly; this test also checks that none is missing.
#[test]
fn r57_info_lines_are_complete() {
    each(|talk| {
        for position in [
            boards::start(),
            boards::reply(),
            boards::win(),
            boards::one_turn(),
            boards::win_in_two(),
            boards::chains(),
        ] {
            talk.place(&position)?;
            for lines in [1, 3] {
                talk.set(Setting::MultiPv, lines)?;
                for depth in [1, 5] {
                    let answer = talk.ask(&format!("go depth {depth}"))?;
                    let legal = position.turns().len();
                    are_complete(talk, &answer.infos, depth, legal.min(lines))?;
                }
                // These end before the clock shows any time.
                for go in ["go nodes 1", "go depth 1", "go movetime 0"] {
                    talk.ask(go)?;
                }
            }
        }
        Ok(())
    });
}

/// Checks that each depth has a line with score and `pv` for each of the best `lines` turns.
fn are_complete(
    talk: &Conversation,
    infos: &[Info],
    depth: u64,
    lines: usize,
) -> Result<(), Fault> {
    let exact: Vec<_> = infos.iter().filter(|info| !info.is_bound).collect();
    let depths: Vec<_> = exact.chunk_by(|a, b| a.depth == b.depth).collect();
    let reported = depths.iter().map(|infos| infos[0].depth);
    talk.check(reported.eq(1..=depth), "not every depth is reported")?;
    for infos in depths.iter().filter(|_| talk.dialect.numbers_lines()) {
        let ranks = infos.iter().map(|info| info.multipv.unwrap_or(1));
        talk.check(ranks.eq(1..=lines as u64), "not every line is reported")?;
        let value = |info: &&Info| match info.score {
            Score::Centipawns(value) => value,
            Score::End(turns) => turns.signum() * 1_000_000 - turns,
        };
        let is_falling = infos.is_sorted_by(|a, b| value(a) >= value(b));
        talk.check(is_falling, "the lines are not in order")?;
    }
    let nodes = exact.iter().map(|info| info.nodes);
    talk.check(nodes.is_sorted(), "nodes decrease")
}

/// Iterations end when the game is decided: an infinite search waits for `stop`, which adds no
/// line, and other limits need not be used up.
#[test]
fn r57_a_decided_game_is_reported_once() {
    each(|talk| {
        talk.place(&boards::win())?;
        let sent_at = talk.send("go infinite")?;
        let output = talk.no_answer_for(10 * PAUSE)?;
        talk.check((1..4).contains(&output.len()), "a line for each depth")?;
        talk.send("stop")?;
        let answer = talk.only_answer(sent_at)?;
        talk.check(answer.infos.is_empty(), "a line after stop")?;
        let answer = talk.ask("go movetime 60000")?;
        talk.check(
            answer.elapsed() < RESPONSE_TIMEOUT / 2,
            "the search continued",
        )
    });
}

/// Lines already reported are not repeated after `stop`.
#[test]
fn r57_stop_repeats_no_line() {
    each(|talk| {
        for lines in [1, 3] {
            talk.set(Setting::MultiPv, lines)?;
            let sent_at = talk.send("go infinite")?;
            talk.process.expect("info depth 2 ", RESPONSE_TIMEOUT)?;
            let before = talk.process.listen(PAUSE);
            talk.send("stop")?;
            let answer = talk.only_answer(sent_at)?;
            let before: Vec<_> = before
                .iter()
                .filter_map(|line| info::read(line, talk.dialect.reader()).ok().flatten())
                .collect();
            let is_new = |info: &Info| {
                let mut same = before.iter().filter(|sent| sent.multipv == info.multipv);
                same.next_back().is_none_or(|sent| {
                    (sent.depth, sent.score, &sent.pv) != (info.depth, info.score, &info.pv)
                })
            };
            talk.check(answer.infos.iter().all(is_new), "a line repeated")?;
        }
        Ok(())
    });
}

#[test]
fn r58_the_same_search_twice_on_one_thread() {
    each(|talk| {
        for position in [boards::start(), boards::reply(), boards::chains()] {
            for go in ["go nodes 20000", "go depth 5"] {
                let mut output = Vec::new();
                for _ in 0..2 {
                    talk.send(talk.dialect.new_game())?;
                    talk.set(Setting::ClearHash, "")?;
                    talk.place(&position)?;
                    output.push(talk.ask(go)?.timeless());
                }
                talk.check(output[0] == output[1], "another search")?;
            }
        }
        Ok(())
    });
}

/// Builds with debug assertions can be made to panic in the middle of a search. Other builds
/// cannot.
#[cfg(debug_assertions)]
#[test]
fn r59_a_panic_in_a_worker() {
    shared(|| {
        for &dialect in DIALECTS {
            for threads in [1, 2] {
                for node in ["1", "300"] {
                    let variables = [("BATYR_PANIC_AT_NODE", node), ("RUST_LOG", "error")];
                    must(
                        Conversation::open_in(dialect, &variables)
                            .and_then(|talk| survives_a_panic(talk, threads)),
                    );
                }
            }
        }
    });
}

#[cfg(debug_assertions)]
fn survives_a_panic(mut talk: Conversation, threads: u32) -> Result<(), Fault> {
    talk.set(Setting::Threads, threads)?;
    talk.silent()?;
    talk.ask("go depth 5")?;
    let answer = talk.ask("go depth 5")?;
    talk.check(answer.depth() == 5, "the next search does not work")?;
    talk.send("quit")?;
    let (_, status) = talk.process.wait()?;
    talk.check(status.success(), "a failure status")?;
    let error_output = talk.process.error_output();
    let is_logged = |line: &str| line.contains("ERROR") && line.contains("panicked");
    talk.check(
        error_output.lines().filter(|line| is_logged(line)).count() == 1,
        &format!("the log does not report one panic: {error_output:?}"),
    )
}

/// A signal from a person or the system ends the program: running searches are answered.
#[cfg(unix)]
#[test]
fn r60_interrupt_and_terminate() {
    shared(|| {
        for &dialect in DIALECTS {
            for name in ["INT", "TERM"] {
                let mut gos = vec!["", "go infinite", "go movetime 60000"];
                if dialect.ponders() {
                    gos.push("go ponder depth 1");
                }
                for go in gos {
                    must(Conversation::open(dialect).and_then(|talk| is_ended_by(talk, name, go)));
                }
            }
        }
    });
}

#[cfg(unix)]
fn is_ended_by(mut talk: Conversation, name: &str, go: &str) -> Result<(), Fault> {
    let sent_at = talk.send(go)?;
    talk.searching()?;
    signal(talk.process.id(), name);
    if !go.is_empty() {
        talk.answer(sent_at)?;
    }
    let (_, status) = talk.process.wait()?;
    talk.process.check_end(status)?;
    let more = talk.process.listen(RESPONSE_TIMEOUT);
    talk.check(!more.iter().any(|line| is_answer(line)), "a second answer")
}

/// Checks that engines without a task use no processor time, in each dialect: before the handshake,
/// after it, and after a search.
#[cfg(target_os = "linux")]
fn idle(time: Duration) {
    let mut talks = Vec::new();
    for &dialect in DIALECTS {
        talks.push(must(Conversation::start(dialect)));
        talks.push(must(Conversation::open(dialect)));
        let mut searched = must(Conversation::open(dialect));
        must(searched.set(Setting::Threads, 2));
        must(searched.ask("go movetime 50"));
        talks.push(searched);
    }
    sleep(Duration::from_millis(200));
    let used = |talk: &Conversation| processor_time(talk.process.id());
    let before: Vec<_> = talks.iter().map(used).collect();
    sleep(time);
    for (mut talk, before) in talks.into_iter().zip(before) {
        let used = used(&talk) - before;
        let bound = Duration::from_millis(20);
        must(talk.check(
            used <= bound,
            &format!("{used:?} of processor time in {time:?}"),
        ));
        must(talk.send(talk.dialect.handshake()));
        must(talk.read_handshake());
        must(talk.quit());
    }
}

#[cfg(target_os = "linux")]
#[test]
fn r61_idling_uses_no_processor_time() {
    shared(|| idle(Duration::from_secs(1)));
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "the long form: ten minutes"]
fn r61_ten_idle_minutes_use_no_processor_time() {
    shared(|| idle(Duration::from_secs(600)));
}

/// Checks that memory does not grow after the first searches.
#[cfg(target_os = "linux")]
fn many_searches(searches: usize) {
    const WARM_UP: usize = 300;
    const MAX_GROWTH_KB: u64 = 1 << 10;
    let positions = [boards::start(), boards::reply(), boards::chains()];
    shared(|| {
        for &dialect in DIALECTS {
            let mut process = Process::start(&[]);
            let mut run = |searches: usize| -> Result<u64, Fault> {
                for (_, position) in (0..searches).zip(positions.iter().cycle()) {
                    let place = dialect.position(&position.to_spn());
                    let new_game = dialect.new_game();
                    process.send(&format!("stop\n{new_game}\n{place}\ngo nodes 30"))?;
                    process.expect("bestmove ", RESPONSE_TIMEOUT)?;
                    process.clear_log();
                }
                Ok(resident(process.id()))
            };
            let open = |run: &mut dyn FnMut(usize) -> Result<u64, Fault>| {
                let before = run(WARM_UP)?;
                Ok((before, run(searches)?))
            };
            let (before, after) = must(open(&mut run));
            assert!(
                after <= before + MAX_GROWTH_KB,
                "{dialect:?}: {before} kB, after {searches} searches {after} kB"
            );
            must(process.quit());
        }
    });
}

#[cfg(target_os = "linux")]
#[test]
fn r62_memory_stays_constant() {
    many_searches(2_000);
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "the long form: 100,000 searches"]
fn r62_memory_stays_constant_for_100_000_searches() {
    many_searches(100_000);
}

/// In the other dialects, an empty board is an invalid position.
#[test]
fn r63_the_empty_board_of_ushi() {
    each_that(
        |dialect| dialect == Dialect::Ushi,
        |talk| {
            for go in ["go infinite", "go movetime 0", "go depth 3"] {
                talk.send(&ushi::burst(ushi::EMPTY, go))?;
                talk.process.expect_line("readyok", RESPONSE_TIMEOUT)?;
                talk.process
                    .expect("info string error: position", RESPONSE_TIMEOUT)?;
                talk.process
                    .expect("info string error: go", RESPONSE_TIMEOUT)?;
                let output = talk.process.listen(PAUSE);
                talk.check(output.is_empty(), "more than two errors")?;
                talk.send("stop")?;
                let output = talk.ready()?;
                let is_text = |line: &String| {
                    line.starts_with("info string ") && !line.starts_with("info string error")
                };
                talk.check(
                    output.len() == 1 && output.iter().all(is_text),
                    "not one text",
                )?;
                talk.stop_idle()?;
                // The next position is searched as usual.
                for position in [boards::start(), boards::chains(), boards::one_turn()] {
                    let spn = position.to_spn();
                    let sent_at = talk.send(&ushi::burst(&spn, "go movetime 0"))?;
                    talk.process.expect_line("readyok", RESPONSE_TIMEOUT)?;
                    talk.position = position;
                    talk.only_answer(sent_at)?;
                    talk.stop_idle()?;
                }
            }
            Ok(())
        },
    );
}

/// In default play mode the GUI starts the engine anew for each step, on the engine's clock. The
/// other dialects send complete turns.
#[test]
fn r64_a_new_process_for_every_jump() {
    if !DIALECTS.contains(&Dialect::Ushi) {
        return;
    }
    shared(|| {
        for mut position in [boards::chains(), boards::win(), boards::start()] {
            let side = position.side_to_move();
            let mut steps = 0;
            while position.side_to_move() == side && !position.is_over() {
                position = must(one_step(&position));
                steps += 1;
                assert!(steps < 20, "a chain without end: {}", position.to_spn());
            }
            let is_chain = position.halfmoves() == 0 && steps >= 1;
            assert!(is_chain || steps == 1, "{steps} steps");
        }
    });
}

/// Starts an engine, requests one step and ends the engine, as fast as the GUI does.
fn one_step(position: &Position) -> Result<Position, Fault> {
    let mut next = None;
    within(4 * AT_ONCE, || {
        let from = Instant::now();
        let (mut process, _) = ushi::open(2)?;
        let answer = ushi::ask(&mut process, &position.to_spn(), "go movetime 20")?;
        let Some(step) = step(position, &answer.best) else {
            return Err(Fault::Illegal(process.with_log(&answer.best)));
        };
        next = Some(position.play_step(&step));
        process.quit()?;
        Ok(Interval {
            from,
            to: Instant::now(),
        })
    })?;
    let next = next.ok_or_else(|| Fault::Stall("no step".to_string()))?;
    assert_eq!(next.variant(), Variant::Shatra);
    Ok(next)
}
