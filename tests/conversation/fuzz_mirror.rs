//! Runs the fuzzer's checks on its corpus, and on inputs generated from its dictionaries.

use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::sync::Once;
use std::{fs, panic};

use batyr_protocol::{LineError, LineSplitter};
use proptest::{
    collection::vec,
    prelude::*,
    sample::select,
    test_runner::{TestCaseError, TestError, TestRunner},
};

use crate::fuzzing::inputs::{Input, format_line, parse};
#[cfg(target_os = "linux")]
use crate::program::memory_kilobytes;

/// The number of inputs generated for each target.
const GENERATED_INPUTS: u32 = 50_000;

/// The maximum total size of the corpora of all targets, in bytes.
const MAX_CORPUS_BYTES: usize = 200 << 10;

fn fuzz_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz")
}

/// Parses the inputs in a file of the folder `fuzz`.
fn read_inputs(path: &str) -> Vec<Input> {
    let text = fs::read_to_string(fuzz_folder().join(path)).unwrap();
    parse(&text).unwrap_or_else(|fault| panic!("{path}, {fault}"))
}

/// Returns the corpus of a target, whose inputs each reach different code or once failed the check.
fn corpus(target: &str) -> Vec<Input> {
    read_inputs(&format!("corpus/{target}.txt"))
}

/// Returns the dictionary of a target.
fn dictionary(target: &str) -> Vec<Vec<u8>> {
    let words = read_inputs(&format!("dictionaries/{target}.dict"));
    words.into_iter().map(|word| word.bytes).collect()
}

/// Returns a strategy for slices of the inputs in a corpus.
fn slice_of(corpus: Vec<Vec<u8>>) -> impl Strategy<Value = Vec<u8>> {
    (
        select(corpus),
        any::<(prop::sample::Index, prop::sample::Index)>(),
    )
        .prop_map(|(bytes, (one_end, other_end))| {
            let one_end = one_end.index(bytes.len() + 1);
            let other_end = other_end.index(bytes.len() + 1);
            bytes[one_end.min(other_end)..one_end.max(other_end)].to_vec()
        })
}

/// Returns a strategy for inputs made of words with whitespace, slices of the corpus, and arbitrary
/// bytes and characters.
fn generated_inputs(target: &str) -> impl Strategy<Value = Vec<u8>> {
    let corpus = corpus(target)
        .into_iter()
        .map(|input| input.bytes)
        .collect();
    let word = (select(dictionary(target)), select(vec!["", " ", " ", "\n"]));
    let word = word.prop_map(|(word, space)| [word, space.into()].concat());
    let part = prop_oneof![
        6 => word,
        3 => slice_of(corpus),
        1 => vec(any::<u8>(), 0..6),
        1 => any::<char>().prop_map(|c| c.to_string().into_bytes()),
    ];
    vec(part, 0..16).prop_map(|parts| parts.concat())
}

thread_local! {
    /// Whether the panic hook prints nothing. Checks report faults by panicking.
    static IS_HOOK_SILENT: Cell<bool> = const { Cell::new(false) };
}

/// Runs a check; returns the message if it panics.
fn run_check(check: fn(&[u8]), bytes: &[u8]) -> Result<(), String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let default_hook = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !IS_HOOK_SILENT.get() {
                default_hook(info);
            }
        }));
    });
    IS_HOOK_SILENT.set(true);
    let result = panic::catch_unwind(|| check(bytes));
    IS_HOOK_SILENT.set(false);
    result.map_err(|payload| match payload.downcast::<String>() {
        Ok(message) => *message,
        Err(other) => format!("{:?}", other.downcast_ref::<&str>()),
    })
}

/// Runs the check of a target on its corpus and on generated inputs.
fn check_target(target: &str) {
    let entry = crate::fuzzing::TARGETS
        .into_iter()
        .find(|(name, _)| *name == target);
    let (_, check) = entry.unwrap();
    for input in corpus(target) {
        let result = run_check(check, &input.bytes);
        result.unwrap_or_else(|fault| panic!("{}: {fault}", format_line(&input)));
    }
    check_generated(check, &generated_inputs(target), GENERATED_INPUTS);
}

/// Runs a check on `cases` inputs of a strategy; panics with the smallest input that fails.
pub fn check_generated(check: fn(&[u8]), inputs: &impl Strategy<Value = Vec<u8>>, cases: u32) {
    let config = ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let result = TestRunner::new(config).run(inputs, |bytes| {
        run_check(check, &bytes).map_err(TestCaseError::fail)
    });
    match result {
        Ok(()) => {}
        Err(TestError::Fail(fault, bytes)) => {
            panic!("{fault}\ncaused by b\"{}\"", bytes.escape_ascii())
        }
        Err(aborted) => panic!("{aborted}"),
    }
}

#[test]
fn lines_pass_the_fuzz_check() {
    check_target("line");
}

#[test]
fn position_texts_pass_the_fuzz_check() {
    check_target("spn");
}

#[test]
fn fens_pass_the_fuzz_check() {
    check_target("fen");
}

#[test]
fn books_pass_the_fuzz_check() {
    check_target("book");
}

#[test]
fn move_texts_pass_the_fuzz_check() {
    check_target("move_text");
}

#[test]
fn conversations_pass_the_fuzz_check() {
    check_target("session");
}

#[test]
fn game_files_pass_the_fuzz_check() {
    check_target("game_file");
}

#[test]
fn the_corpus_is_small_and_round_trips() {
    let mut size = 0;
    for (target, _) in crate::fuzzing::TARGETS {
        let corpus = corpus(target);
        let lines: Vec<String> = corpus.iter().map(format_line).collect();
        assert_eq!(parse(&lines.join("\n")), Ok(corpus), "{target}");
        size += lines.iter().map(String::len).sum::<usize>();
    }
    assert!(size <= MAX_CORPUS_BYTES, "the corpora have {size} bytes");
    for invalid in [
        "text",
        "\"",
        "\"\\\"",
        "\"\\x4\"",
        "\"a\"b\"",
        "name\"text\"",
    ] {
        assert_eq!(parse(invalid), Err(format!("line 1: {invalid}")));
    }
}

/// The memory that an endless line takes is limited, however long it becomes.
#[cfg(target_os = "linux")]
#[test]
fn an_endless_line_takes_little_memory() {
    const MEGABYTE: usize = 1 << 20;
    let peak = || memory_kilobytes(std::process::id(), "VmHWM");
    let mut splitter = LineSplitter::with_limit(MEGABYTE);
    let mut lines = Vec::new();
    let before = peak();
    for _ in 0..512 {
        splitter.push(&[b'x'; MEGABYTE], &mut lines);
    }
    let growth = peak() - before;
    assert!(growth < 128 << 10, "a line of 512 MB took {growth} kB");
    splitter.push(b"\nuci\n", &mut lines);
    let limit = MEGABYTE;
    assert_eq!(lines, [Err(LineError::TooLong { limit }), Ok("uci".into())]);
}
