//! Bytes, lines and pipes.

use std::time::Duration;

use super::{
    dialect::{DIALECTS, HostDialect, Setting},
    examples,
    machine::{Interval, check_within, processor_time, resident_kilobytes},
    refereed_engine::{
        PAUSE, RefereedEngine, alongside_others, exclusively, expect_no_fault, in_dialects_where,
        in_each_dialect, is_answer,
    },
    unread_engine::UnreadEngine,
};
use crate::{
    host::{ConversationFault, RESPONSE_TIMEOUT},
    support::Random,
};
use batyr::tournament::compliance::cases::{BLANKS, EMPTY_LINES, JUNK};

/// The maximum length of a line that the engine accepts, in bytes.
const MAX_LINE_BYTES: usize = 16 << 20;

/// The number of plies of the long game.
const PLIES: usize = 2000;

/// A repeated handshake is answered again; the handshake of another dialect is rejected.
#[test]
fn r01_repeated_handshake() {
    alongside_others(|| {
        for &dialect in DIALECTS {
            expect_no_fault(RefereedEngine::start_without_handshake(dialect).and_then(
                |mut engine| {
                    let mut open = || -> Result<Vec<String>, ConversationFault> {
                        engine.send(dialect.handshake())?;
                        engine.read_handshake()
                    };
                    let first = open()?;
                    let second = open()?;
                    engine.check(first.len() > 3, "a short answer to the handshake")?;
                    engine.check(first == second, "another answer to the handshake")?;
                    for other in DIALECTS.iter().filter(|&&other| other != dialect) {
                        engine.send(other.handshake())?;
                        engine.expect_error(other.handshake())?;
                    }
                    engine.ask("go depth 2")?;
                    engine.quit()
                },
            ));
        }
    });
}

#[test]
fn r02_isready_before_the_handshake() {
    alongside_others(|| {
        for &dialect in DIALECTS {
            expect_no_fault(RefereedEngine::start_without_handshake(dialect).and_then(
                |mut engine| {
                    engine.expect_silence()?;
                    engine.send(dialect.handshake())?;
                    engine.read_handshake()?;
                    engine.ask("go depth 2")?;
                    engine.quit()
                },
            ));
        }
    });
}

/// Each line of junk causes one error line and has no other effect.
#[test]
fn r03_junk_nul_and_bytes_that_are_not_utf8() {
    in_each_dialect(|engine| {
        for (junk, token) in JUNK {
            engine.process.send_bytes(&[junk, b"\n"].concat())?;
            engine.expect_error(token)?;
        }
        // A stray NUL counts as a blank.
        engine.process.send_bytes(b"\0isready\0\n\0\n")?;
        engine.process.expect_line("readyok", RESPONSE_TIMEOUT)?;
        let mut random = Random::new(3);
        for _ in 0..200 {
            let length = random.below(80);
            let mut line: Vec<u8> = (0..length).map(|_| random.below(256) as u8).collect();
            line.retain(|byte| !b"\r\n".contains(byte));
            line.push(b'\n');
            engine.process.send_bytes(&line)?;
            let output = engine.wait_until_ready()?;
            let is_error = |line: &String| line.starts_with(&engine.dialect.error_prefix());
            engine.check(
                output.len() <= 1 && output.iter().all(is_error),
                "more than one error",
            )?;
        }
        engine.ask("go depth 2").map(drop)
    });
}

#[test]
fn r04_whitespace_line_ends_and_a_byte_order_mark() {
    alongside_others(|| {
        for &dialect in DIALECTS {
            expect_no_fault(RefereedEngine::start_without_handshake(dialect).and_then(
                |mut engine| {
                    let opening = format!("\u{feff}{}\t \r\n", dialect.handshake());
                    engine.process.send_bytes(opening.as_bytes())?;
                    engine.read_handshake()?;
                    for line in BLANKS {
                        engine.process.send_bytes(line)?;
                        engine.process.expect_line("readyok", RESPONSE_TIMEOUT)?;
                    }
                    engine.expect_silence()?;
                    let answer = engine.ask(" \tgo\t depth\t\t2 \r")?;
                    engine.check(answer.depth() == 2, "not depth 2")?;
                    engine.quit()
                },
            ));
        }
    });
}

#[test]
fn r05_empty_lines() {
    alongside_others(|| {
        for &dialect in DIALECTS {
            expect_no_fault(RefereedEngine::start_without_handshake(dialect).and_then(
                |mut engine| {
                    engine.process.send_bytes(EMPTY_LINES)?;
                    engine.expect_silence()?;
                    engine.send(&format!("\n{}", dialect.handshake()))?;
                    engine.read_handshake()?;
                    engine.process.send_bytes(b"\n\r\n   \n")?;
                    engine.expect_silence()?;
                    engine.quit()
                },
            ));
        }
    });
}

/// A long game of men that move to and fro, and lines of up to the limit and beyond it.
#[test]
fn r06_a_long_game_and_lines_around_the_maximum_length() {
    in_dialects_where(HostDialect::sends_move_lists, |engine| {
        let drops = ["d3-a6", "d12-g9"];
        let cycle = ["a6-b6", "g9-f9", "b6-a6", "f9-g9"];
        let mut turns = drops.to_vec();
        turns.extend(cycle.iter().cycle().take(PLIES - drops.len()));
        engine.send(&format!("position startpos moves {}", turns.join(" ")))?;
        // The position after the two drops and two more turns recurs 499 times, with other
        // counters.
        let mut position = examples::start();
        for turn in &turns[..drops.len() + 2] {
            position = position.play(&position.turn(turn).unwrap());
        }
        engine.expect_silence()?;
        if engine.dialect == HostDialect::Uci {
            let spn = position.to_spn();
            let fields: Vec<_> = spn.split(' ').take(5).collect();
            let counters = format!("{PLIES} {}", PLIES / 2 + 1);
            engine.send("d")?;
            let shown = engine.wait_until_ready()?;
            let expected = format!("SPN: {} {counters}", fields.join(" "));
            engine.check(shown.contains(&expected), &format!("not {expected}"))?;
        }
        engine.position = position;
        engine.ask("go depth 2")?;
        // One more ply, an illegal one: the complete command is rejected.
        engine.send(&format!(
            "position startpos moves {} c1-c8",
            turns.join(" ")
        ))?;
        engine.expect_error("c1-c8")?;
        engine.ask("go depth 1").map(drop)
    });
    in_each_dialect(|engine| {
        let padded = |command: &str, length: usize| {
            let blanks = " ".repeat(length - command.len());
            format!("{command}{blanks}")
        };
        engine.send(&padded("isready", MAX_LINE_BYTES))?;
        engine.process.expect_line("readyok", RESPONSE_TIMEOUT)?;
        engine.send(&padded("isready", MAX_LINE_BYTES + 1))?;
        engine.expect_error(&MAX_LINE_BYTES.to_string())?;
        engine.send(&format!("{}go depth 1", " ".repeat(MAX_LINE_BYTES)))?;
        engine.expect_error("line refused").map(drop)
    });
}

/// The end of the input ends the process; a running search is answered first, and a limited search
/// reaches its limit.
#[test]
fn r07_end_of_input() {
    alongside_others(|| {
        for &dialect in DIALECTS {
            let clock = dialect.go_with_clocks(&examples::start(), 50, 50);
            let ponder = clock.replacen("go", "go ponder", 1);
            let mut gos = vec!["", "go depth 4", "go movetime 200", "go infinite", "go"];
            if dialect.can_ponder() {
                gos.extend(["go ponder depth 1", &ponder]);
            }
            for go in gos {
                expect_no_fault(
                    RefereedEngine::start(dialect)
                        .and_then(|engine| check_exit_at_end_of_input(engine, go)),
                );
            }
        }
    });
    #[cfg(target_os = "linux")]
    no_thread_spins_at_the_end_of_input();
}

fn check_exit_at_end_of_input(
    mut engine: RefereedEngine,
    go: &str,
) -> Result<(), ConversationFault> {
    let sent_at = engine.send(go)?;
    let is_endless = go == "go" || go.contains("infinite") || go.contains("ponder");
    if is_endless {
        engine.expect_searching()?;
    }
    engine.process.close_input();
    if !go.is_empty() {
        let answer = engine.expect_answer(sent_at)?;
        let is_complete = match go {
            "go depth 4" => answer.depth() == 4,
            "go movetime 200" => answer.elapsed() >= Duration::from_millis(200),
            _ => true,
        };
        engine.check(is_complete, "not searched to its limit")?;
    }
    let (_, status) = engine.process.wait_for_exit()?;
    engine.process.check_clean_exit(status)?;
    let more = engine.process.read_for(RESPONSE_TIMEOUT);
    engine.check(!more.iter().any(|line| is_answer(line)), "a second answer")
}

/// While a search finishes after the end of the input, no other thread may spin.
#[cfg(target_os = "linux")]
fn no_thread_spins_at_the_end_of_input() {
    const TIME: Duration = Duration::from_millis(600);
    exclusively(|| {
        for &dialect in DIALECTS {
            expect_no_fault(check_within(TIME + TIME / 4, || {
                let mut engine = RefereedEngine::start(dialect)?;
                let id = engine.process.id();
                let sent_at = engine.send("go movetime 2000")?;
                engine.process.close_input();
                let before = processor_time(id);
                std::thread::sleep(TIME);
                let used = processor_time(id) - before;
                Ok(Interval {
                    from: sent_at,
                    to: sent_at + used,
                })
            }));
        }
    });
}

/// When the output is closed, the process ends at its next line, without an error message.
#[test]
fn r08_stdout_closed() {
    alongside_others(|| {
        for &dialect in DIALECTS {
            for last in ["go infinite", "isready", "go movetime 50"] {
                let mut engine = UnreadEngine::start();
                engine.send(&format!("{}\nisready", dialect.handshake()));
                engine.read_until("readyok");
                engine.close_output();
                engine.send(last);
                let (status, error_output) = engine.wait_for_exit();
                assert!(status.success(), "{dialect:?} {last}: {status}");
                assert_eq!(error_output, "", "{dialect:?} {last}");
            }
        }
    });
}

/// A task that prints nothing for hours ends when the host has closed its pipes.
#[cfg(unix)]
#[test]
fn r08_no_process_outlives_its_host() {
    alongside_others(|| {
        for &dialect in DIALECTS {
            for is_input_closed in [true, false] {
                let mut engine = UnreadEngine::start();
                engine.send(&format!("{}\nisready", dialect.handshake()));
                engine.read_until("readyok");
                engine.send("go perft 12");
                // The engine reads the command while the pipes are open.
                std::thread::sleep(PAUSE);
                if is_input_closed {
                    engine.close_input();
                }
                engine.close_output();
                let (status, error_output) = engine.wait_for_exit();
                assert!(status.success(), "{dialect:?}: {status}");
                assert_eq!(error_output, "", "{dialect:?}");
            }
            // A host that has only closed the engine's input still reads.
            let mut engine = UnreadEngine::start();
            engine.send(&format!("{}\ngo perft 3", dialect.handshake()));
            let output = engine.close_and_read_all();
            assert!(output.contains("Nodes searched: "), "{dialect:?}: {output}");
        }
    });
}

/// Even with a full pipe every command is read. `info` lines of the search may be lost, but answers
/// must not.
#[cfg(target_os = "linux")]
#[test]
fn r09_a_host_that_does_not_read() {
    const PINGS: usize = 30_000;
    const SEARCHES: usize = 1_500;
    alongside_others(|| {
        for &dialect in DIALECTS {
            let mut engine = UnreadEngine::start();
            engine.send(&format!(
                "{}\n{}\nisready",
                dialect.handshake(),
                dialect.set(Setting::MultiPv, "256")
            ));
            engine.read_until("readyok");
            engine.send(&"isready\n".repeat(PINGS));
            engine.wait_until_idle();
            let before = resident_kilobytes(engine.id());
            engine.send(&"go depth 1\n".repeat(SEARCHES));
            engine.send("go infinite");
            std::thread::sleep(PAUSE);
            engine.send("stop\nisready");
            engine.wait_until_idle();
            let growth = resident_kilobytes(engine.id()).saturating_sub(before);
            engine.send(&dialect.set_named("Nobody", "knows this"));
            let output = engine.close_and_read_all();
            let count = |which: &dyn Fn(&str) -> bool| output.lines().filter(|l| which(l)).count();
            assert_eq!(count(&|line| line == "readyok"), PINGS + 1, "{dialect:?}");
            assert_eq!(count(&is_answer), SEARCHES + 1, "{dialect:?}");
            assert!(
                growth < 16 << 10,
                "{dialect:?}: {growth} kB for {SEARCHES} searches"
            );

            let mut engine = UnreadEngine::start();
            engine.send(dialect.handshake());
            engine.send(&"isready\n".repeat(PINGS));
            engine.send("go infinite\nquit");
            let (status, error_output) = engine.wait_for_exit();
            assert!(status.success(), "{dialect:?}: {status}");
            assert_eq!(error_output, "", "{dialect:?}");
        }
    });
}

/// Lines of the search, of its answer and of the conversation are never mixed, however many threads
/// search; and no line waits for the next one.
#[test]
fn r10_lines_are_complete_and_flushed() {
    in_each_dialect(|engine| {
        engine.set(Setting::Threads, 4)?;
        engine.set(Setting::MultiPv, 5)?;
        engine.expect_silence()?;
        for _ in 0..3 {
            let sent_at = engine.send("go infinite")?;
            // A line of a running search arrives while it runs.
            engine.process.skip_to("info depth 1 ", RESPONSE_TIMEOUT)?;
            engine.send(&"isready\n".repeat(300))?;
            let mut ready = 0;
            while ready < 301 {
                let line = engine.process.next_line(RESPONSE_TIMEOUT)?.text;
                if line == "readyok" {
                    ready += 1;
                } else {
                    crate::host::info::parse_info(&line, engine.dialect)
                        .map_err(|fault| engine.protocol_fault(&format!("{fault}: {line:?}")))?;
                }
                if ready == 300 {
                    ready += 1;
                    engine.send("stop")?;
                }
            }
            engine.expect_only_answer(sent_at)?;
        }
        Ok(())
    });
}

/// Hosts look for the words of the handshake anywhere in a line.
#[test]
fn r11_no_handshake_word_before_the_handshake() {
    alongside_others(|| {
        for &dialect in DIALECTS {
            // The banner was checked when the process started.
            expect_no_fault(RefereedEngine::start_without_handshake(dialect).and_then(
                |mut engine| {
                    let output = engine.process.read_for(PAUSE);
                    engine.check(output.is_empty(), "more than a banner")?;
                    engine.send("xyzzy\nposition nowhere\ngo nowhere")?;
                    let output = engine.process.read_until("bestmove", RESPONSE_TIMEOUT)?;
                    let is_handshake_word = |line: &str| {
                        ["uciok", "ucciok", "ushiok"]
                            .iter()
                            .any(|word| line.contains(word))
                            || line.starts_with("id ")
                            || line.starts_with("option ")
                    };
                    engine.check(
                        !output
                            .iter()
                            .any(|received| is_handshake_word(&received.text)),
                        "a word of the handshake",
                    )?;
                    engine.expect_silence()?;
                    engine.send(dialect.handshake())?;
                    engine.read_handshake()?;
                    engine.quit()
                },
            ));
        }
    });
}

#[test]
fn r12_messages_are_marked() {
    in_each_dialect(|engine| {
        let dialect = engine.dialect;
        let mut lines = vec![
            "xyzzy".to_string(),
            dialect.set(Setting::Hash, "0"),
            dialect.set(Setting::Hash, "much"),
            dialect.set_named("Nobody", "knows this"),
            dialect.position("9/K/7 w"),
            "position".to_string(),
            "ponderhit".to_string(),
            "debug maybe".to_string(),
        ];
        // The console of UCI is for a person.
        if dialect != HostDialect::Uci {
            lines.extend(["d", "eval", "help"].map(String::from));
        }
        for line in lines {
            engine.send(&line)?;
            let output = engine.wait_until_ready()?;
            let is_text = |output: &String| output.starts_with(dialect.message_prefix().trim_end());
            engine.check(output.iter().all(is_text), "a stray line")?;
        }
        Ok(())
    });
}
