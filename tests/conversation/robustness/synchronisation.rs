//! `isready`.

use super::{
    dialect::Setting,
    machine::{AT_ONCE, Interval, in_time, reserved},
    talk::{Conversation, PAUSE, each, each_alone},
};
use crate::host::{Fault, RESPONSE_TIMEOUT};

/// A table large enough to show in the memory of the process, in megabytes and in kilobytes.
const LARGE_MB: u64 = 512;
const LARGE_KB: u64 = LARGE_MB << 10;

#[test]
fn r13_isready_while_searching_is_answered_at_once() {
    each_alone(|talk| {
        for threads in [1, 2] {
            talk.set(Setting::Threads, threads)?;
            talk.silent()?;
            let sent_at = talk.send("go infinite")?;
            for _ in 0..5 {
                in_time(talk, AT_ONCE, |talk| {
                    talk.no_answer_for(PAUSE / 3)?;
                    let from = talk.send("isready")?;
                    let to = talk.process.expect("readyok", RESPONSE_TIMEOUT)?.at;
                    Ok(Interval { from, to })
                })?;
            }
            talk.searching()?;
            talk.send("stop")?;
            talk.only_answer(sent_at)?;
        }
        Ok(())
    });
}

/// The requested memory is measured as soon as the process is ready.
#[cfg(target_os = "linux")]
#[test]
fn r14_isready_waits_for_a_slow_option() {
    each(|talk| {
        let small = resized(talk, 1)?;
        let large = resized(talk, LARGE_MB)?;
        talk.check(large >= small + LARGE_KB / 10 * 9, "ready before the table")?;
        let again = resized(talk, 1)?;
        talk.check(
            again < small + LARGE_KB / 2,
            "ready before the table is gone",
        )?;
        // While a search runs, the new table waits for its end, but `isready` does not.
        let sent_at = talk.send("go infinite")?;
        talk.set(Setting::Hash, LARGE_MB)?;
        talk.searching()?;
        let during = reserved(talk.process.id());
        talk.check(
            during < small + LARGE_KB / 2,
            "a new table for a running search",
        )?;
        talk.send("stop")?;
        talk.answer(sent_at)?;
        talk.silent()?;
        let after = reserved(talk.process.id());
        talk.check(
            after >= small + LARGE_KB / 10 * 9,
            "the new table was not allocated",
        )?;
        talk.ask("go depth 2").map(drop)
    });
}

/// Sets the size of the table and returns the requested memory when the table has that size.
fn resized(talk: &mut Conversation, megabytes: u64) -> Result<u64, Fault> {
    talk.set(Setting::Hash, megabytes)?;
    talk.silent()?;
    Ok(reserved(talk.process.id()))
}

/// An option that names a missing file causes at most one text.
#[test]
fn r15_isready_is_answered_after_a_missing_file() {
    const MISSING: &str = "/no such folder/no such file.bin";
    each(|talk| {
        talk.send(talk.dialect.handshake())?;
        let output = talk.read_handshake()?;
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
            talk.send(&talk.dialect.set_named(&name, MISSING))?;
            let output = talk.ready()?;
            let is_text = |line: &String| line.starts_with(talk.dialect.text());
            talk.check(
                output.len() <= 1 && output.iter().all(is_text),
                "not a text",
            )?;
            talk.ask("go depth 2")?;
        }
        Ok(())
    });
}
