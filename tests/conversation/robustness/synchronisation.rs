//! The command `isready`.

use super::{
    dialect::Setting,
    machine::{AT_ONCE, Interval, check_engine_within},
    refereed_engine::{PAUSE, RefereedEngine, in_each_dialect, in_each_dialect_exclusively},
};
use crate::host::{ConversationFault, RESPONSE_TIMEOUT};
use crate::program::memory_kilobytes;

/// A hash size that is large compared with the rest of the process's memory, in megabytes.
const LARGE_HASH_MB: u64 = 512;
/// The same in kilobytes.
const LARGE_HASH_KB: u64 = LARGE_HASH_MB << 10;

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
                    let to = engine
                        .process
                        .skip_to("readyok", RESPONSE_TIMEOUT)?
                        .arrived_at;
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

/// The virtual memory of the process is measured as soon as `readyok` arrives. Half of the table
/// decides, because the rest of the memory varies: each search thread has a stack of 16 MiB.
#[cfg(target_os = "linux")]
#[test]
fn r14_isready_waits_for_a_slow_option() {
    in_each_dialect(|engine| {
        let small = set_hash_size(engine, 1)?;
        let large = set_hash_size(engine, LARGE_HASH_MB)?;
        engine.check(
            large >= small + LARGE_HASH_KB / 2,
            "readyok arrived before the table was allocated",
        )?;
        let small_again = set_hash_size(engine, 1)?;
        engine.check(
            small_again < small + LARGE_HASH_KB / 2,
            "readyok arrived before the table was freed",
        )?;
        // During a search, the new table is not allocated before the search ends, but `isready`
        // is answered.
        let sent_at = engine.send("go infinite")?;
        engine.set(Setting::Hash, LARGE_HASH_MB)?;
        engine.expect_searching()?;
        let during = memory_kilobytes(engine.process.id(), "VmSize");
        engine.check(
            during < small + LARGE_HASH_KB / 2,
            "a new table was allocated during the search",
        )?;
        engine.send("stop")?;
        engine.expect_answer(sent_at)?;
        engine.expect_silence()?;
        let after = memory_kilobytes(engine.process.id(), "VmSize");
        engine.check(
            after >= small + LARGE_HASH_KB / 2,
            "the new table was not allocated",
        )?;
        engine.ask("go depth 2").map(drop)
    });
}

/// Sets the size of the hash table; returns the virtual memory of the process, in kilobytes, when
/// the engine is ready.
fn set_hash_size(engine: &mut RefereedEngine, megabytes: u64) -> Result<u64, ConversationFault> {
    engine.set(Setting::Hash, megabytes)?;
    engine.expect_silence()?;
    Ok(memory_kilobytes(engine.process.id(), "VmSize"))
}

/// At most one message is sent when an option names a missing file.
#[test]
fn r15_isready_is_answered_after_a_missing_file() {
    const MISSING_FILE: &str = "/no such folder/no such file.bin";
    in_each_dialect(|engine| {
        engine.send(engine.dialect.handshake())?;
        let output = engine.read_handshake()?;
        let declared = output.iter().filter_map(|line| {
            let (head, declaration) = line.split_once(" type ")?;
            let name = head.strip_prefix("option ")?;
            let name = name.strip_prefix("name ").unwrap_or(name);
            declaration.starts_with("string").then(|| name.to_string())
        });
        let common_names = [
            "EvalFile",
            "Debug Log File",
            "OwnBook",
            "BookFile",
            "bookfiles",
        ];
        let mut names: Vec<_> = declared.collect();
        names.extend(common_names.map(String::from));
        for name in names {
            engine.send(&engine.dialect.set_named(&name, MISSING_FILE))?;
            let output = engine.wait_until_ready()?;
            let is_message = |line: &String| line.starts_with(engine.dialect.message_prefix());
            engine.check(
                output.len() <= 1 && output.iter().all(is_message),
                "expected at most one message",
            )?;
            engine.ask("go depth 2")?;
        }
        Ok(())
    });
}
