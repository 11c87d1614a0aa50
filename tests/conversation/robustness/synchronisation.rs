//! `isready`.

use super::{
    dialect::Setting,
    machine::{AT_ONCE, Lapse, in_time, reserved},
    talk::{PAUSE, Talk, each, each_alone},
};
use crate::host::{Fault, PATIENCE};

/// A table large enough to show in the memory of the process, in megabytes and in kilobytes.
const MUCH: u64 = 512;
const MUCH_KB: u64 = MUCH << 10;

#[test]
fn r13_isready_while_searching_is_answered_at_once() {
    each_alone(|talk| {
        for threads in [1, 2] {
            talk.set(Setting::Threads, threads)?;
            talk.silent()?;
            let asked = talk.send("go infinite")?;
            for _ in 0..5 {
                in_time(talk, AT_ONCE, |talk| {
                    talk.no_answer_for(PAUSE / 3)?;
                    let from = talk.send("isready")?;
                    let to = talk.process.expect("readyok", PATIENCE)?.at;
                    Ok(Lapse { from, to })
                })?;
            }
            talk.searching()?;
            talk.send("stop")?;
            talk.only_answer(asked)?;
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
        let large = resized(talk, MUCH)?;
        talk.check(large >= small + MUCH_KB / 10 * 9, "ready before the table")?;
        let again = resized(talk, 1)?;
        talk.check(
            again < small + MUCH_KB / 2,
            "ready before the table is gone",
        )?;
        // While a search runs, the new table waits for its end, but `isready` does not.
        let asked = talk.send("go infinite")?;
        talk.set(Setting::Hash, MUCH)?;
        talk.searching()?;
        let during = reserved(talk.process.id());
        talk.check(
            during < small + MUCH_KB / 2,
            "a new table for a running search",
        )?;
        talk.send("stop")?;
        talk.answer(asked)?;
        talk.silent()?;
        let after = reserved(talk.process.id());
        talk.check(
            after >= small + MUCH_KB / 10 * 9,
            "the new table never came",
        )?;
        talk.ask("go depth 2").map(drop)
    });
}

/// Sets the size of the table and returns the requested memory when that is done.
fn resized(talk: &mut Talk, megabytes: u64) -> Result<u64, Fault> {
    talk.set(Setting::Hash, megabytes)?;
    talk.silent()?;
    Ok(reserved(talk.process.id()))
}

/// An option that names a missing file costs one text at most.
#[test]
fn r15_isready_is_answered_after_a_missing_file() {
    const MISSING: &str = "/no such folder/no such file.bin";
    each(|talk| {
        talk.send(talk.dialect.opening())?;
        let said = talk.greeting()?;
        let declared = said.iter().filter_map(|line| {
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
            let said = talk.ready()?;
            let is_text = |line: &String| line.starts_with(talk.dialect.text());
            talk.check(said.len() <= 1 && said.iter().all(is_text), "not a text")?;
            talk.ask("go depth 2")?;
        }
        Ok(())
    });
}
