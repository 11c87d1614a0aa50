//! Bytes, lines and pipes.

use std::time::Duration;

use super::{
    boards,
    dialect::{DIALECTS, Dialect, Setting},
    machine::{Interval, processor_time, resident, within},
    talk::{Conversation, PAUSE, alone, each, each_that, is_answer, must, shared},
    unread_engine::UnreadEngine,
};
use crate::{
    host::{Fault, RESPONSE_TIMEOUT},
    support::Random,
};
use batyr::tournament::compliance::cases::{BLANKS, EMPTY_LINES, JUNK};

/// The maximum length of a line that the engine accepts, in bytes.
const MAX_LINE_BYTES: usize = 16 << 20;

/// The number of plies of the long game.
const PLIES: usize = 2000;

/// A repeated handshake is answered again; the handshake of another dialect is rejected.
#[test]
fn r01_handshake_twice() {
    shared(|| {
        for &dialect in DIALECTS {
            must(Conversation::start(dialect).and_then(|mut talk| {
                let mut open = || -> Result<Vec<String>, Fault> {
                    talk.send(dialect.handshake())?;
                    talk.read_handshake()
                };
                let first = open()?;
                let second = open()?;
                talk.check(first.len() > 3, "a short answer to the handshake")?;
                talk.check(first == second, "another answer to the handshake")?;
                for other in DIALECTS.iter().filter(|&&other| other != dialect) {
                    talk.send(other.handshake())?;
                    talk.error(other.handshake())?;
                }
                talk.ask("go depth 2")?;
                talk.quit()
            }));
        }
    });
}

#[test]
fn r02_isready_before_the_handshake() {
    shared(|| {
        for &dialect in DIALECTS {
            must(Conversation::start(dialect).and_then(|mut talk| {
                talk.silent()?;
                talk.send(dialect.handshake())?;
                talk.read_handshake()?;
                talk.ask("go depth 2")?;
                talk.quit()
            }));
        }
    });
}

/// Each line of junk causes one error line and has no other effect.
#[test]
fn r03_junk_nul_and_bytes_that_are_not_utf8() {
    each(|talk| {
        for (junk, token) in JUNK {
            talk.process.send_bytes(&[junk, b"\n"].concat())?;
            talk.error(token)?;
        }
        // A stray NUL counts as a blank.
        talk.process.send_bytes(b"\0isready\0\n\0\n")?;
        talk.process.expect_line("readyok", RESPONSE_TIMEOUT)?;
        let mut random = Random::new(3);
        for _ in 0..200 {
            let length = random.below(80);
            let mut line: Vec<u8> = (0..length).map(|_| random.below(256) as u8).collect();
            line.retain(|byte| !b"\r\n".contains(byte));
            line.push(b'\n');
            talk.process.send_bytes(&line)?;
            let output = talk.ready()?;
            let is_error = |line: &String| line.starts_with(&talk.dialect.error());
            talk.check(
                output.len() <= 1 && output.iter().all(is_error),
                "more than one error",
            )?;
        }
        talk.ask("go depth 2").map(drop)
    });
}

#[test]
fn r04_blanks_line_ends_and_a_byte_order_mark() {
    shared(|| {
        for &dialect in DIALECTS {
            must(Conversation::start(dialect).and_then(|mut talk| {
                let opening = format!("\u{feff}{}\t \r\n", dialect.handshake());
                talk.process.send_bytes(opening.as_bytes())?;
                talk.read_handshake()?;
                for line in BLANKS {
                    talk.process.send_bytes(line)?;
                    talk.process.expect_line("readyok", RESPONSE_TIMEOUT)?;
                }
                talk.silent()?;
                let answer = talk.ask(" \tgo\t depth\t\t2 \r")?;
                talk.check(answer.depth() == 2, "not depth 2")?;
                talk.quit()
            }));
        }
    });
}

#[test]
fn r05_empty_lines() {
    shared(|| {
        for &dialect in DIALECTS {
            must(Conversation::start(dialect).and_then(|mut talk| {
                talk.process.send_bytes(EMPTY_LINES)?;
                talk.silent()?;
                talk.send(&format!("\n{}", dialect.handshake()))?;
                talk.read_handshake()?;
                talk.process.send_bytes(b"\n\r\n   \n")?;
                talk.silent()?;
                talk.quit()
            }));
        }
    });
}

/// A long game of men that move to and fro, and lines of up to the limit and beyond it.
#[test]
fn r06_a_long_position_and_a_line_past_the_limit() {
    each_that(Dialect::lists_moves, |talk| {
        let drops = ["d3-a6", "d12-g9"];
        let cycle = ["a6-b6", "g9-f9", "b6-a6", "f9-g9"];
        let mut turns = drops.to_vec();
        turns.extend(cycle.iter().cycle().take(PLIES - drops.len()));
        talk.send(&format!("position startpos moves {}", turns.join(" ")))?;
        // The position after the two drops and two more turns recurs 499 times, with other
        // counters.
        let mut position = boards::start();
        for turn in &turns[..drops.len() + 2] {
            position = position.play(&position.turn(turn).unwrap());
        }
        talk.silent()?;
        if talk.dialect == Dialect::Uci {
            let spn = position.to_spn();
            let fields: Vec<_> = spn.split(' ').take(5).collect();
            let counters = format!("{PLIES} {}", PLIES / 2 + 1);
            talk.send("d")?;
            let shown = talk.ready()?;
            let expected = format!("SPN: {} {counters}", fields.join(" "));
            talk.check(shown.contains(&expected), &format!("not {expected}"))?;
        }
        talk.position = position;
        talk.ask("go depth 2")?;
        // One more ply, an illegal one: the complete command is rejected.
        talk.send(&format!(
            "position startpos moves {} c1-c8",
            turns.join(" ")
        ))?;
        talk.error("c1-c8")?;
        talk.ask("go depth 1").map(drop)
    });
    each(|talk| {
        let padded = |command: &str, length: usize| {
            let blanks = " ".repeat(length - command.len());
            format!("{command}{blanks}")
        };
        talk.send(&padded("isready", MAX_LINE_BYTES))?;
        talk.process.expect_line("readyok", RESPONSE_TIMEOUT)?;
        talk.send(&padded("isready", MAX_LINE_BYTES + 1))?;
        talk.error(&MAX_LINE_BYTES.to_string())?;
        talk.send(&format!("{}go depth 1", " ".repeat(MAX_LINE_BYTES)))?;
        talk.error("line refused").map(drop)
    });
}

/// The end of the input ends the process; a running search is answered first, and a limited search
/// reaches its limit.
#[test]
fn r07_end_of_input() {
    shared(|| {
        for &dialect in DIALECTS {
            let clock = dialect.clock(&boards::start(), 50, 50);
            let ponder = clock.replacen("go", "go ponder", 1);
            let mut gos = vec!["", "go depth 4", "go movetime 200", "go infinite", "go"];
            if dialect.ponders() {
                gos.extend(["go ponder depth 1", &ponder]);
            }
            for go in gos {
                must(Conversation::open(dialect).and_then(|talk| ends_with_its_input(talk, go)));
            }
        }
    });
    #[cfg(target_os = "linux")]
    no_thread_spins_at_the_end_of_input();
}

fn ends_with_its_input(mut talk: Conversation, go: &str) -> Result<(), Fault> {
    let sent_at = talk.send(go)?;
    let is_endless = go == "go" || go.contains("infinite") || go.contains("ponder");
    if is_endless {
        talk.searching()?;
    }
    talk.process.close_input();
    if !go.is_empty() {
        let answer = talk.answer(sent_at)?;
        let is_complete = match go {
            "go depth 4" => answer.depth() == 4,
            "go movetime 200" => answer.elapsed() >= Duration::from_millis(200),
            _ => true,
        };
        talk.check(is_complete, "not searched to its limit")?;
    }
    let (_, status) = talk.process.wait()?;
    talk.process.check_end(status)?;
    let more = talk.process.listen(RESPONSE_TIMEOUT);
    talk.check(!more.iter().any(|line| is_answer(line)), "a second answer")
}

/// While a search finishes after the end of the input, no other thread may spin.
#[cfg(target_os = "linux")]
fn no_thread_spins_at_the_end_of_input() {
    const TIME: Duration = Duration::from_millis(600);
    alone(|| {
        for &dialect in DIALECTS {
            must(within(TIME + TIME / 4, || {
                let mut talk = Conversation::open(dialect)?;
                let id = talk.process.id();
                let sent_at = talk.send("go movetime 2000")?;
                talk.process.close_input();
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
    shared(|| {
        for &dialect in DIALECTS {
            for last in ["go infinite", "isready", "go movetime 50"] {
                let mut engine = UnreadEngine::start();
                engine.send(&format!("{}\nisready", dialect.handshake()));
                engine.read_until("readyok");
                engine.close_output();
                engine.send(last);
                let (status, error_output) = engine.end();
                assert!(status.success(), "{dialect:?} {last}: {status}");
                assert_eq!(error_output, "", "{dialect:?} {last}");
            }
        }
    });
}

/// A task that prints nothing for hours ends when the host has closed its pipes.
#[cfg(unix)]
#[test]
fn r08_no_task_outlives_its_host() {
    shared(|| {
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
                let (status, error_output) = engine.end();
                assert!(status.success(), "{dialect:?}: {status}");
                assert_eq!(error_output, "", "{dialect:?}");
            }
            // A host that has only closed the engine's input still reads.
            let mut engine = UnreadEngine::start();
            engine.send(&format!("{}\ngo perft 3", dialect.handshake()));
            let output = engine.read_all_in_time();
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
    shared(|| {
        for &dialect in DIALECTS {
            let mut engine = UnreadEngine::start();
            engine.send(&format!(
                "{}\n{}\nisready",
                dialect.handshake(),
                dialect.set(Setting::MultiPv, "256")
            ));
            engine.read_until("readyok");
            engine.send(&"isready\n".repeat(PINGS));
            engine.settle();
            let before = resident(engine.id());
            engine.send(&"go depth 1\n".repeat(SEARCHES));
            engine.send("go infinite");
            std::thread::sleep(PAUSE);
            engine.send("stop\nisready");
            engine.settle();
            let growth = resident(engine.id()).saturating_sub(before);
            engine.send(&dialect.set_named("Nobody", "knows this"));
            let output = engine.read_all_in_time();
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
            let (status, error_output) = engine.end();
            assert!(status.success(), "{dialect:?}: {status}");
            assert_eq!(error_output, "", "{dialect:?}");
        }
    });
}

/// Lines of the search, of its answer and of the conversation are never mixed, however many threads
/// search; and no line waits for the next one.
#[test]
fn r10_lines_are_complete_and_flushed() {
    each(|talk| {
        talk.set(Setting::Threads, 4)?;
        talk.set(Setting::MultiPv, 5)?;
        talk.silent()?;
        for _ in 0..3 {
            let sent_at = talk.send("go infinite")?;
            // A line of a running search arrives while it runs.
            talk.process.expect("info depth 1 ", RESPONSE_TIMEOUT)?;
            talk.send(&"isready\n".repeat(300))?;
            let mut ready = 0;
            while ready < 301 {
                let line = talk.process.next(RESPONSE_TIMEOUT)?.text;
                if line == "readyok" {
                    ready += 1;
                } else {
                    crate::host::info::read(&line, talk.dialect.reader())
                        .map_err(|fault| talk.fault(&format!("{fault}: {line:?}")))?;
                }
                if ready == 300 {
                    ready += 1;
                    talk.send("stop")?;
                }
            }
            talk.only_answer(sent_at)?;
        }
        Ok(())
    });
}

/// Hosts look for the words of the handshake anywhere in a line.
#[test]
fn r11_nothing_like_an_answer_before_the_handshake() {
    shared(|| {
        for &dialect in DIALECTS {
            // The banner was checked when the process started.
            must(Conversation::start(dialect).and_then(|mut talk| {
                let output = talk.process.listen(PAUSE);
                talk.check(output.is_empty(), "more than a banner")?;
                talk.send("xyzzy\nposition nowhere\ngo nowhere")?;
                let output = talk.process.until("bestmove", RESPONSE_TIMEOUT)?;
                let is_handshake_word = |line: &str| {
                    ["uciok", "ucciok", "ushiok"]
                        .iter()
                        .any(|word| line.contains(word))
                        || line.starts_with("id ")
                        || line.starts_with("option ")
                };
                talk.check(
                    !output
                        .iter()
                        .any(|received| is_handshake_word(&received.text)),
                    "a word of the handshake",
                )?;
                talk.silent()?;
                talk.send(dialect.handshake())?;
                talk.read_handshake()?;
                talk.quit()
            }));
        }
    });
}

#[test]
fn r12_texts_are_marked_as_such() {
    each(|talk| {
        let dialect = talk.dialect;
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
        if dialect != Dialect::Uci {
            lines.extend(["d", "eval", "help"].map(String::from));
        }
        for line in lines {
            talk.send(&line)?;
            let output = talk.ready()?;
            let is_text = |output: &String| output.starts_with(dialect.text().trim_end());
            talk.check(output.iter().all(is_text), "a stray line")?;
        }
        Ok(())
    });
}
