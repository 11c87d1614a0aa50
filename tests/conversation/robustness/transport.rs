//! The transport: bytes, lines and pipes.

use std::time::Duration;

use super::{
    dialect::{DIALECTS, HostDialect, Setting},
    examples,
    machine::{Interval, check_within, processor_time},
    refereed_engine::{
        PAUSE, RefereedEngine, alongside_others, exclusively, expect_no_fault, in_dialects_where,
        in_each_dialect, in_each_dialect_before_handshake, is_answer,
    },
    unread_engine::UnreadEngine,
};
use crate::{
    host::{ConversationFault, RESPONSE_TIMEOUT},
    program::memory_kilobytes,
    support::Random,
};
use batyr::compliance::cases::{BLANKS, EMPTY_LINES, JUNK};

/// The maximum length of a line that the engine accepts, in bytes.
const MAX_LINE_BYTES: usize = 16 << 20;

/// The number of moves in the long game.
const MOVES: usize = 2000;

/// A repeated handshake is answered again, and the handshake of another dialect is rejected.
#[test]
fn r01_repeated_handshake() {
    in_each_dialect_before_handshake(|engine| {
        let dialect = engine.dialect;
        let mut shake_hands = || -> Result<Vec<String>, ConversationFault> {
            engine.send(dialect.handshake())?;
            engine.read_handshake()
        };
        let first = shake_hands()?;
        let second = shake_hands()?;
        engine.check(first.len() > 3, "the answer to the handshake is too short")?;
        engine.check(
            first == second,
            "the second answer to the handshake is different",
        )?;
        for other in DIALECTS.iter().filter(|&&other| other != dialect) {
            engine.send(other.handshake())?;
            engine.expect_error(other.handshake())?;
        }
        engine.ask("go depth 2").map(drop)
    });
}

#[test]
fn r02_isready_before_the_handshake() {
    in_each_dialect_before_handshake(|engine| {
        let dialect = engine.dialect;
        engine.expect_silence()?;
        engine.send(dialect.handshake())?;
        engine.read_handshake()?;
        engine.ask("go depth 2").map(drop)
    });
}

/// Each line of junk is answered with one error and has no other effect.
#[test]
fn r03_junk_nul_and_bytes_that_are_not_utf8() {
    in_each_dialect(|engine| {
        for (junk, token) in JUNK {
            engine.process.send_bytes(&[junk, b"\n"].concat())?;
            engine.expect_error(token)?;
        }
        // A NUL counts as a space.
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
                "expected at most one error line",
            )?;
        }
        engine.ask("go depth 2").map(drop)
    });
}

#[test]
fn r04_whitespace_line_ends_and_a_byte_order_mark() {
    in_each_dialect_before_handshake(|engine| {
        let dialect = engine.dialect;
        let handshake = format!("\u{feff}{}\t \r\n", dialect.handshake());
        engine.process.send_bytes(handshake.as_bytes())?;
        engine.read_handshake()?;
        for line in BLANKS {
            engine.process.send_bytes(line)?;
            engine.process.expect_line("readyok", RESPONSE_TIMEOUT)?;
        }
        engine.expect_silence()?;
        let answer = engine.ask(" \tgo\t depth\t\t2 \r")?;
        engine.check(answer.depth() == 2, "the depth is not 2")
    });
}

#[test]
fn r05_empty_lines() {
    in_each_dialect_before_handshake(|engine| {
        let dialect = engine.dialect;
        engine.process.send_bytes(EMPTY_LINES)?;
        engine.expect_silence()?;
        engine.send(&format!("\n{}", dialect.handshake()))?;
        engine.read_handshake()?;
        engine.process.send_bytes(b"\n\r\n   \n")?;
        engine.expect_silence()
    });
}

/// A long game in which men move back and forth, and lines of the maximum length and beyond.
#[test]
fn r06_a_long_game_and_lines_around_the_maximum_length() {
    in_dialects_where(HostDialect::sends_move_lists, |engine| {
        let drops = ["d3-a6", "d12-g9"];
        let cycle = ["a6-b6", "g9-f9", "b6-a6", "f9-g9"];
        let mut moves = drops.to_vec();
        moves.extend(cycle.iter().cycle().take(MOVES - drops.len()));
        engine.send(&format!("position startpos moves {}", moves.join(" ")))?;
        // The final position is the one after the drops and two more turns, with different
        // counters.
        let mut position = examples::start();
        for turn in &moves[..drops.len() + 2] {
            position = position.play(&position.find_turn(turn).unwrap());
        }
        engine.expect_silence()?;
        if engine.dialect == HostDialect::Uci {
            let spn = position.to_spn();
            let fields: Vec<_> = spn.split(' ').take(5).collect();
            let counters = format!("{MOVES} {}", MOVES / 2 + 1);
            engine.send("d")?;
            let output = engine.wait_until_ready()?;
            let expected = format!("SPN: {} {counters}", fields.join(" "));
            engine.check(output.contains(&expected), &format!("expected {expected}"))?;
        }
        engine.position = position;
        engine.ask("go depth 2")?;
        // With one more move, which is illegal, the whole command is rejected.
        engine.send(&format!(
            "position startpos moves {} c1-c8",
            moves.join(" ")
        ))?;
        engine.expect_error("c1-c8")?;
        engine.ask("go depth 1").map(drop)
    });
    in_each_dialect(|engine| {
        let padded = |command: &str, length: usize| {
            let spaces = " ".repeat(length - command.len());
            format!("{command}{spaces}")
        };
        engine.send(&padded("isready", MAX_LINE_BYTES))?;
        engine.process.expect_line("readyok", RESPONSE_TIMEOUT)?;
        engine.send(&padded("isready", MAX_LINE_BYTES + 1))?;
        engine.expect_error(&MAX_LINE_BYTES.to_string())?;
        engine.send(&format!("{}go depth 1", " ".repeat(MAX_LINE_BYTES)))?;
        engine.expect_error("line refused").map(drop)
    });
}

/// At the end of the input, the process answers the running search and exits. A limited search
/// continues to its limit.
#[test]
fn r07_end_of_input() {
    alongside_others(|| {
        for &dialect in DIALECTS {
            let clocks = dialect.go_with_clocks(&examples::start(), 50, 50);
            let go_ponder = clocks.replacen("go", "go ponder", 1);
            let mut go_lines = vec!["", "go depth 4", "go movetime 200", "go infinite", "go"];
            if dialect.can_ponder() {
                go_lines.extend(["go ponder depth 1", &go_ponder]);
            }
            for go in go_lines {
                expect_no_fault(
                    RefereedEngine::start(dialect)
                        .and_then(|engine| check_exit_at_end_of_input(engine, go)),
                );
            }
        }
    });
    #[cfg(target_os = "linux")]
    check_processor_time_after_end_of_input();
}

/// Checks that the process answers this `go`, if it is not empty, and exits when its input ends.
fn check_exit_at_end_of_input(
    mut engine: RefereedEngine,
    go: &str,
) -> Result<(), ConversationFault> {
    let sent_at = engine.send(go)?;
    let runs_until_stopped = go == "go" || go.contains("infinite") || go.contains("ponder");
    if runs_until_stopped {
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
        engine.check(is_complete, "the search did not reach its limit")?;
    }
    engine.expect_exit()
}

/// Checks that no other thread uses the processor while a search continues after the end of the
/// input.
#[cfg(target_os = "linux")]
fn check_processor_time_after_end_of_input() {
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

/// When its output is closed, the process exits quietly as soon as it has a line to write.
#[test]
fn r08_stdout_closed() {
    alongside_others(|| {
        for &dialect in DIALECTS {
            for command in ["go infinite", "isready", "go movetime 50"] {
                let mut engine = UnreadEngine::start();
                engine.send(&format!("{}\nisready", dialect.handshake()));
                engine.read_until("readyok");
                engine.close_output();
                engine.send(command);
                let (status, error_output) = engine.wait_for_exit();
                assert!(status.success(), "{dialect:?} {command}: {status}");
                assert_eq!(error_output, "", "{dialect:?} {command}");
            }
        }
    });
}

/// A count that would print nothing for hours ends when the host closes the pipes.
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
                // The engine reads the command before the pipes are closed.
                std::thread::sleep(PAUSE);
                if is_input_closed {
                    engine.close_input();
                }
                engine.close_output();
                let (status, error_output) = engine.wait_for_exit();
                assert!(status.success(), "{dialect:?}: {status}");
                assert_eq!(error_output, "", "{dialect:?}");
            }
            // A host that has closed only the engine's input still receives the result.
            let mut engine = UnreadEngine::start();
            engine.send(&format!("{}\ngo perft 3", dialect.handshake()));
            let output = engine.close_and_read_all();
            assert!(output.contains("Nodes searched: "), "{dialect:?}: {output}");
        }
    });
}

/// Every command is read even if the output pipe is full. `info` lines of a search may be lost, but
/// answers may not.
#[cfg(target_os = "linux")]
#[test]
fn r09_a_host_that_does_not_read() {
    const ISREADY_COUNT: usize = 30_000;
    const SEARCH_COUNT: usize = 1_500;
    alongside_others(|| {
        for &dialect in DIALECTS {
            let mut engine = UnreadEngine::start();
            // With a small hash table, the growth shows what waits to be written, not how many of
            // the table's pages the searches have used.
            engine.send(&format!(
                "{}\n{}\n{}\nisready",
                dialect.handshake(),
                dialect.set(Setting::Hash, "1"),
                dialect.set(Setting::MultiPv, "256")
            ));
            engine.read_until("readyok");
            engine.send(&"isready\n".repeat(ISREADY_COUNT));
            engine.wait_until_idle();
            let before = memory_kilobytes(engine.id(), "VmRSS");
            engine.send(&"go depth 1\n".repeat(SEARCH_COUNT));
            engine.send("go infinite");
            std::thread::sleep(PAUSE);
            engine.send("stop\nisready");
            engine.wait_until_idle();
            let growth = memory_kilobytes(engine.id(), "VmRSS").saturating_sub(before);
            engine.send(&dialect.set_named("Nobody", "knows this"));
            let output = engine.close_and_read_all();
            let count = |predicate: &dyn Fn(&str) -> bool| {
                output.lines().filter(|line| predicate(line)).count()
            };
            assert_eq!(
                count(&|line| line == "readyok"),
                ISREADY_COUNT + 1,
                "{dialect:?}"
            );
            assert_eq!(count(&is_answer), SEARCH_COUNT + 1, "{dialect:?}");
            assert!(
                growth < 16 << 10,
                "{dialect:?}: {growth} kB for {SEARCH_COUNT} searches"
            );

            let mut engine = UnreadEngine::start();
            engine.send(dialect.handshake());
            engine.send(&"isready\n".repeat(ISREADY_COUNT));
            engine.send("go infinite\nquit");
            let (status, error_output) = engine.wait_for_exit();
            assert!(status.success(), "{dialect:?}: {status}");
            assert_eq!(error_output, "", "{dialect:?}");
        }
    });
}

/// Every line is written whole, however many threads search: `info` lines, answers and other lines
/// are never mixed within a line. No line is held back until the next one.
#[test]
fn r10_lines_are_complete_and_flushed() {
    in_each_dialect(|engine| {
        engine.set(Setting::Threads, 4)?;
        engine.set(Setting::MultiPv, 5)?;
        engine.expect_silence()?;
        for _ in 0..3 {
            let sent_at = engine.send("go infinite")?;
            // A line about a search arrives while the search runs.
            engine.process.skip_to("info depth 1 ", RESPONSE_TIMEOUT)?;
            engine.send(&"isready\n".repeat(300))?;
            let mut readyoks = 0;
            while readyoks < 301 {
                let line = engine.process.next_line(RESPONSE_TIMEOUT)?.text;
                if line == "readyok" {
                    readyoks += 1;
                } else {
                    crate::host::info::parse_info(&line, engine.dialect)
                        .map_err(|fault| engine.protocol_fault(&format!("{fault}: {line:?}")))?;
                }
                if readyoks == 300 {
                    readyoks += 1;
                    engine.send("stop")?;
                }
            }
            engine.expect_only_answer(sent_at)?;
        }
        Ok(())
    });
}

/// Hosts look for the keywords of the handshake anywhere in a line.
#[test]
fn r11_no_handshake_word_before_the_handshake() {
    in_each_dialect_before_handshake(|engine| {
        // The referee has already checked the banner.
        let dialect = engine.dialect;
        let output = engine.process.read_for(PAUSE);
        engine.check(output.is_empty(), "unexpected line after the banner")?;
        engine.send("xyzzy\nposition nowhere\ngo nowhere")?;
        let output = engine.process.read_until("bestmove", RESPONSE_TIMEOUT)?;
        let looks_like_handshake = |line: &str| {
            ["uciok", "ucciok", "ushiok"]
                .iter()
                .any(|word| line.contains(word))
                || line.starts_with("id ")
                || line.starts_with("option ")
        };
        engine.check(
            !output
                .iter()
                .any(|received| looks_like_handshake(&received.text)),
            "a line looks like part of the handshake",
        )?;
        engine.expect_silence()?;
        engine.send(dialect.handshake())?;
        engine.read_handshake().map(drop)
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
        // UCI console output is for people, so it is not marked.
        if dialect != HostDialect::Uci {
            lines.extend(["d", "eval", "help"].map(String::from));
        }
        for line in lines {
            engine.send(&line)?;
            let output = engine.wait_until_ready()?;
            let is_message =
                |output: &String| output.starts_with(dialect.message_prefix().trim_end());
            engine.check(output.iter().all(is_message), "unexpected line")?;
        }
        Ok(())
    });
}
