//! `isready`.

use super::{
    dialect::Setting,
    machine::{AT_ONCE, Interval, check_engine_within, virtual_kilobytes},
    refereed_engine::{PAUSE, RefereedEngine, in_each_dialect, in_each_dialect_exclusively},
};
use crate::host::{ConversationFault, RESPONSE_TIMEOUT};

/// A table large enough to show in the memory of the process, in megabytes and in kilobytes.
const LARGE_MB: u64 = 512;
const LARGE_KB: u64 = LARGE_MB << 10;

#[test]
fn r13_isready_while_searching_is_answered_at_once() {
    in_each_dialect_exclusively(|engine| {
        for threads in [1, 2] {
            engine.set(Setting::Threads, threads)?;
            engine.expect_silence()?;
            let sent_at = engine.send("go infinite")?;
            for _ in 0..5 {
                check_engine_within(engine, AT_ONCE, |engine| {
                    engine.expect_no_answer_for(PAUSE / 3)?;
                    let from = engine.send("isready")?;
                    let to = engine.process.skip_to("readyok", RESPONSE_TIMEOUT)?.at;
                    Ok(Interval { from, to })
                })?;
            }
            engine.expect_searching()?;
            engine.send("stop")?;
            engine.expect_only_answer(sent_at)?;
        }
        Ok(())
    });
}

/// The requested memory is measured as soon as the process is ready.
#[cfg(target_os = "linux")]
#[test]
fn r14_isready_waits_for_a_slow_option() {
    in_each_dialect(|engine| {
        let small = resized(engine, 1)?;
        let large = resized(engine, LARGE_MB)?;
        engine.check(large >= small + LARGE_KB / 10 * 9, "ready before the table")?;
        let again = resized(engine, 1)?;
        engine.check(
            again < small + LARGE_KB / 2,
            "ready before the table is gone",
        )?;
        // While a search runs, the new table waits for its end, but `isready` does not.
        let sent_at = engine.send("go infinite")?;
        engine.set(Setting::Hash, LARGE_MB)?;
        engine.expect_searching()?;
        let during = virtual_kilobytes(engine.process.id());
        engine.check(
            during < small + LARGE_KB / 2,
            "a new table for a running search",
        )?;
        engine.send("stop")?;
        engine.expect_answer(sent_at)?;
        engine.expect_silence()?;
        let after = virtual_kilobytes(engine.process.id());
        engine.check(
            after >= small + LARGE_KB / 10 * 9,
            "the new table was not allocated",
        )?;
        engine.ask("go depth 2").map(drop)
    });
}

/// Sets the size of the table and returns the requested memory when the table has that size.
fn resized(engine: &mut RefereedEngine, megabytes: u64) -> Result<u64, ConversationFault> {
    engine.set(Setting::Hash, megabytes)?;
    engine.expect_silence()?;
    Ok(virtual_kilobytes(engine.process.id()))
}

/// An option that names a missing file causes at most one text.
#[test]
fn r15_isready_is_answered_after_a_missing_file() {
    const MISSING: &str = "/no such folder/no such file.bin";
    in_each_dialect(|engine| {
        engine.send(engine.dialect.handshake())?;
        let output = engine.read_handshake()?;
        let declared = output.iter().filter_map(|line| {
            let (head, kind) = line.split_once(" type ")?;
            let name = head.strip_prefix("option ")?;
            let name = name.strip_prefix("name ").unwrap_or(name);
            kind.starts_with("string").then(|| name.to_string())
        });
        let usual = [
            "EvalFile",
            "Debug Log File",
            "OwnBook",
            "BookFile",
            "bookfiles",
        ];
        let mut names: Vec<_> = declared.collect();
        names.extend(usual.map(String::from));
        for name in names {
            engine.send(&engine.dialect.set_named(&name, MISSING))?;
            let output = engine.wait_until_ready()?;
            let is_text = |line: &String| line.starts_with(engine.dialect.message_prefix());
            engine.check(
                output.len() <= 1 && output.iter().all(is_text),
                "not a text",
            )?;
            engine.ask("go depth 2")?;
        }
        Ok(())
    });
}
