//! Bytes, lines and pipes.

use std::time::Duration;

use super::{
    boards,
    deaf::Deaf,
    dialect::{DIALECTS, Dialect, Setting},
    machine::{Lapse, processor_time, resident, within},
    talk::{PAUSE, Talk, alone, each, each_that, is_answer, must, shared},
};
use crate::{
    host::{Fault, PATIENCE},
    support::Random,
};
use batyr::tournament::compliance::cases::{BLANKS, EMPTY_LINES, JUNK};

/// The longest line that the engine accepts, in bytes.
const LONGEST_LINE: usize = 16 << 20;

/// The number of plies of the long game.
const PLIES: usize = 2000;

/// The opening word is answered again the second time; that of another dialect is rejected.
#[test]
fn r01_handshake_twice() {
    shared(|| {
        for &dialect in DIALECTS {
            must(Talk::start(dialect).and_then(|mut talk| {
                let mut greet = || -> Result<Vec<String>, Fault> {
                    talk.send(dialect.opening())?;
                    talk.greeting()
                };
                let first = greet()?;
                let second = greet()?;
                talk.check(first.len() > 3, "a short greeting")?;
                talk.check(first == second, "another greeting")?;
                for other in DIALECTS.iter().filter(|&&other| other != dialect) {
                    talk.send(other.opening())?;
                    talk.error(other.opening())?;
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
            must(Talk::start(dialect).and_then(|mut talk| {
                talk.silent()?;
                talk.send(dialect.opening())?;
                talk.greeting()?;
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
        talk.process.must_say("readyok", PATIENCE)?;
        let mut random = Random::new(3);
        for _ in 0..200 {
            let length = random.below(80);
            let mut line: Vec<u8> = (0..length).map(|_| random.below(256) as u8).collect();
            line.retain(|byte| !b"\r\n".contains(byte));
            line.push(b'\n');
            talk.process.send_bytes(&line)?;
            let said = talk.ready()?;
            let is_error = |line: &String| line.starts_with(&talk.dialect.error());
            talk.check(
                said.len() <= 1 && said.iter().all(is_error),
                "more than an error",
            )?;
        }
        talk.ask("go depth 2").map(drop)
    });
}

#[test]
fn r04_blanks_line_ends_and_a_byte_order_mark() {
    shared(|| {
        for &dialect in DIALECTS {
            must(Talk::start(dialect).and_then(|mut talk| {
                let opening = format!("\u{feff}{}\t \r\n", dialect.opening());
                talk.process.send_bytes(opening.as_bytes())?;
                talk.greeting()?;
                for line in BLANKS {
                    talk.process.send_bytes(line)?;
                    talk.process.must_say("readyok", PATIENCE)?;
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
            must(Talk::start(dialect).and_then(|mut talk| {
                talk.process.send_bytes(EMPTY_LINES)?;
                talk.silent()?;
                talk.send(&format!("\n{}", dialect.opening()))?;
                talk.greeting()?;
                talk.process.send_bytes(b"\n\r\n   \n")?;
                talk.silent()?;
                talk.quit()
            }));
        }
    });
}

/// A game of men that move to and fro, and lines up to the limit and beyond it.
#[test]
fn r06_a_long_position_and_a_line_past_the_limit() {
    each_that(Dialect::lists_moves, |talk| {
        let there = ["d3-a6", "d12-g9"];
        let cycle = ["a6-b6", "g9-f9", "b6-a6", "f9-g9"];
        let mut turns = there.to_vec();
        turns.extend(cycle.iter().cycle().take(PLIES - there.len()));
        talk.send(&format!("position startpos moves {}", turns.join(" ")))?;
        // The position after the two drops and two more turns recurs 499 times, with other
        // counters.
        let mut position = boards::start();
        for turn in &turns[..there.len() + 2] {
            position = position.play(&position.turn(turn).unwrap());
        }
        talk.silent()?;
        if talk.dialect == Dialect::Uci {
            let spn = position.to_spn();
            let fields: Vec<_> = spn.split(' ').take(5).collect();
            let counters = format!("{PLIES} {}", PLIES / 2 + 1);
            talk.send("d")?;
            let shown = talk.ready()?;
            let wanted = format!("SPN: {} {counters}", fields.join(" "));
            talk.check(shown.contains(&wanted), &format!("not {wanted}"))?;
        }
        talk.position = position;
        talk.ask("go depth 2")?;
        // One more ply, an illegal one: the whole command is rejected.
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
        talk.send(&padded("isready", LONGEST_LINE))?;
        talk.process.must_say("readyok", PATIENCE)?;
        talk.send(&padded("isready", LONGEST_LINE + 1))?;
        talk.error(&LONGEST_LINE.to_string())?;
        talk.send(&format!("{}go depth 1", " ".repeat(LONGEST_LINE)))?;
        talk.error("line refused").map(drop)
    });
}

/// The end of the input ends the process; a running search is answered first, and one with a limit
/// keeps to that limit.
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
                must(Talk::open(dialect).and_then(|talk| ends_with_its_input(talk, go)));
            }
        }
    });
    #[cfg(target_os = "linux")]
    no_thread_spins_at_the_end_of_input();
}

fn ends_with_its_input(mut talk: Talk, go: &str) -> Result<(), Fault> {
    let asked = talk.send(go)?;
    let is_endless = go == "go" || go.contains("infinite") || go.contains("ponder");
    if is_endless {
        talk.searching()?;
    }
    talk.process.close_input();
    if !go.is_empty() {
        let answer = talk.answer(asked)?;
        let is_whole = match go {
            "go depth 4" => answer.depth() == 4,
            "go movetime 200" => answer.taken() >= Duration::from_millis(200),
            _ => true,
        };
        talk.check(is_whole, "not searched to its limit")?;
    }
    let (_, status) = talk.process.wait()?;
    talk.process.check_end(status)?;
    let more = talk.process.listen(PATIENCE);
    talk.check(!more.iter().any(|line| is_answer(line)), "a second answer")
}

/// While a search finishes after the end of the input, no other thread may spin.
#[cfg(target_os = "linux")]
fn no_thread_spins_at_the_end_of_input() {
    const TIME: Duration = Duration::from_millis(600);
    alone(|| {
        for &dialect in DIALECTS {
            must(within(TIME + TIME / 4, || {
                let mut talk = Talk::open(dialect)?;
                let id = talk.process.id();
                let asked = talk.send("go movetime 2000")?;
                talk.process.close_input();
                let before = processor_time(id);
                std::thread::sleep(TIME);
                let used = processor_time(id) - before;
                Ok(Lapse {
                    from: asked,
                    to: asked + used,
                })
            }));
        }
    });
}

/// Nobody reads any more: the process ends at its next line, without an error message.
#[test]
fn r08_stdout_closed() {
    shared(|| {
        for &dialect in DIALECTS {
            for last in ["go infinite", "isready", "go movetime 50"] {
                let mut deaf = Deaf::start();
                deaf.send(&format!("{}\nisready", dialect.opening()));
                deaf.read_until("readyok");
                deaf.close_output();
                deaf.send(last);
                let (status, complaint) = deaf.end();
                assert!(status.success(), "{dialect:?} {last}: {status}");
                assert_eq!(complaint, "", "{dialect:?} {last}");
            }
        }
    });
}

/// A task that prints nothing for hours ends when its host has gone.
#[cfg(unix)]
#[test]
fn r08_no_task_outlives_its_host() {
    shared(|| {
        for &dialect in DIALECTS {
            for is_input_closed in [true, false] {
                let mut deaf = Deaf::start();
                deaf.send(&format!("{}\nisready", dialect.opening()));
                deaf.read_until("readyok");
                deaf.send("go perft 12");
                // The engine reads it while the pipes are open.
                std::thread::sleep(PAUSE);
                if is_input_closed {
                    deaf.close_input();
                }
                deaf.close_output();
                let (status, complaint) = deaf.end();
                assert!(status.success(), "{dialect:?}: {status}");
                assert_eq!(complaint, "", "{dialect:?}");
            }
            // A host that has only closed the engine's input still reads.
            let mut deaf = Deaf::start();
            deaf.send(&format!("{}\ngo perft 3", dialect.opening()));
            let said = deaf.read_all_in_time();
            assert!(said.contains("Nodes searched: "), "{dialect:?}: {said}");
        }
    });
}

/// Even with a full pipe every command is read. `info` lines of the search may be lost, answers
/// may not.
#[cfg(target_os = "linux")]
#[test]
fn r09_a_host_that_does_not_read() {
    const QUESTIONS: usize = 30_000;
    const SEARCHES: usize = 1_500;
    shared(|| {
        for &dialect in DIALECTS {
            let mut deaf = Deaf::start();
            deaf.send(&format!(
                "{}\n{}\nisready",
                dialect.opening(),
                dialect.set(Setting::MultiPv, "256")
            ));
            deaf.read_until("readyok");
            deaf.send(&"isready\n".repeat(QUESTIONS));
            deaf.settle();
            let before = resident(deaf.id());
            deaf.send(&"go depth 1\n".repeat(SEARCHES));
            deaf.send("go infinite");
            std::thread::sleep(PAUSE);
            deaf.send("stop\nisready");
            deaf.settle();
            let grown = resident(deaf.id()).saturating_sub(before);
            deaf.send(&dialect.set_named("Nobody", "knows this"));
            let said = deaf.read_all_in_time();
            let count = |which: &dyn Fn(&str) -> bool| said.lines().filter(|l| which(l)).count();
            assert_eq!(
                count(&|line| line == "readyok"),
                QUESTIONS + 1,
                "{dialect:?}"
            );
            assert_eq!(count(&is_answer), SEARCHES + 1, "{dialect:?}");
            assert!(
                grown < 16 << 10,
                "{dialect:?}: {grown} kB for {SEARCHES} searches"
            );

            let mut deaf = Deaf::start();
            deaf.send(dialect.opening());
            deaf.send(&"isready\n".repeat(QUESTIONS));
            deaf.send("go infinite\nquit");
            let (status, complaint) = deaf.end();
            assert!(status.success(), "{dialect:?}: {status}");
            assert_eq!(complaint, "", "{dialect:?}");
        }
    });
}

/// Lines of the search, of its answer and of the conversation never mix, however many threads
/// search; and no line waits for the next one.
#[test]
fn r10_lines_are_whole_and_flushed() {
    each(|talk| {
        talk.set(Setting::Threads, 4)?;
        talk.set(Setting::MultiPv, 5)?;
        talk.silent()?;
        for _ in 0..3 {
            let asked = talk.send("go infinite")?;
            // A line of a running search arrives while it runs.
            talk.process.expect("info depth 1 ", PATIENCE)?;
            talk.send(&"isready\n".repeat(300))?;
            let mut ready = 0;
            while ready < 301 {
                let line = talk.process.next(PATIENCE)?.text;
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
            talk.only_answer(asked)?;
        }
        Ok(())
    });
}

/// Hosts look for the opening words anywhere in a line.
#[test]
fn r11_nothing_like_an_answer_before_the_handshake() {
    shared(|| {
        for &dialect in DIALECTS {
            // The banner was checked when the process started.
            must(Talk::start(dialect).and_then(|mut talk| {
                let said = talk.process.listen(PAUSE);
                talk.check(said.is_empty(), "more than a banner")?;
                talk.send("xyzzy\nposition nowhere\ngo nowhere")?;
                let said = talk.process.until("bestmove", PATIENCE)?;
                let is_bad = |line: &str| {
                    ["uciok", "ucciok", "ushiok"]
                        .iter()
                        .any(|word| line.contains(word))
                        || line.starts_with("id ")
                        || line.starts_with("option ")
                };
                talk.check(
                    !said.iter().any(|heard| is_bad(&heard.text)),
                    "a word of the opening",
                )?;
                talk.silent()?;
                talk.send(dialect.opening())?;
                talk.greeting()?;
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
            let said = talk.ready()?;
            let is_text = |said: &String| said.starts_with(dialect.text().trim_end());
            talk.check(said.iter().all(is_text), "a stray line")?;
        }
        Ok(())
    });
}
