//! A short form of the fuzzer's checks: its corpus, and bytes made from its
//! dictionary.

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

use crate::fuzzing::inputs::{Input, line, parse};

/// The number of texts generated for each target.
const CASES: u32 = 50_000;

/// The maximum size of the corpus of all targets, in bytes.
const MAX_CORPUS_BYTES: usize = 200 << 10;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz")
}

/// Returns the inputs of a file.
fn inputs(path: &str) -> Vec<Input> {
    let text = fs::read_to_string(folder().join(path)).unwrap();
    parse(&text).unwrap_or_else(|fault| panic!("{path}, {fault}"))
}

/// Returns the inputs that the fuzzer kept.
fn corpus(target: &str) -> Vec<Input> {
    inputs(&format!("corpus/{target}.txt"))
}

/// Returns the dictionary of a target.
fn dictionary(target: &str) -> Vec<Vec<u8>> {
    let words = inputs(&format!("dictionaries/{target}.dict"));
    words.into_iter().map(|word| word.bytes).collect()
}

/// A strategy for a piece of an input.
fn piece(corpus: Vec<Vec<u8>>) -> impl Strategy<Value = Vec<u8>> {
    (
        select(corpus),
        any::<(prop::sample::Index, prop::sample::Index)>(),
    )
        .prop_map(|(bytes, (a, b))| {
            let (a, b) = (a.index(bytes.len() + 1), b.index(bytes.len() + 1));
            bytes[a.min(b)..a.max(b)].to_vec()
        })
}

/// A strategy for words and blanks, pieces of the corpus, and some arbitrary
/// bytes.
fn generated(target: &str) -> impl Strategy<Value = Vec<u8>> {
    let corpus = corpus(target)
        .into_iter()
        .map(|input| input.bytes)
        .collect();
    let word = (select(dictionary(target)), select(vec!["", " ", " ", "\n"]));
    let word = word.prop_map(|(word, blank)| [word, blank.into()].concat());
    let part = prop_oneof![
        6 => word,
        3 => piece(corpus),
        1 => vec(any::<u8>(), 0..6),
        1 => any::<char>().prop_map(|c| c.to_string().into_bytes()),
    ];
    vec(part, 0..16).prop_map(|parts| parts.concat())
}

thread_local! {
    /// Whether panics are silent; checks report faults by panicking.
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// Calls a check and returns the message of its panic.
fn run(check: fn(&[u8]), bytes: &[u8]) -> Result<(), String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let default_hook = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !QUIET.get() {
                default_hook(info);
            }
        }));
    });
    QUIET.set(true);
    let result = panic::catch_unwind(|| check(bytes));
    QUIET.set(false);
    result.map_err(|payload| match payload.downcast::<String>() {
        Ok(text) => *text,
        Err(other) => format!("{:?}", other.downcast_ref::<&str>()),
    })
}

fn check(target: &str) {
    let entry = crate::fuzzing::TARGETS
        .into_iter()
        .find(|(name, _)| *name == target);
    let (_, check) = entry.unwrap();
    for input in corpus(target) {
        let result = run(check, &input.bytes);
        result.unwrap_or_else(|fault| panic!("{}: {fault}", line(&input)));
    }
    let config = ProptestConfig {
        cases: CASES,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let result = TestRunner::new(config).run(&generated(target), |bytes| {
        run(check, &bytes).map_err(TestCaseError::fail)
    });
    match result {
        Ok(()) => {}
        Err(TestError::Fail(fault, bytes)) => panic!("{fault}\nby b\"{}\"", bytes.escape_ascii()),
        Err(aborted) => panic!("{aborted}"),
    }
}

#[test]
fn lines_pass_the_fuzz_check() {
    check("line");
}

#[test]
fn position_texts_pass_the_fuzz_check() {
    check("spn");
}

#[test]
fn fens_pass_the_fuzz_check() {
    check("fen");
}

#[test]
fn move_texts_pass_the_fuzz_check() {
    check("move_text");
}

#[test]
fn conversations_pass_the_fuzz_check() {
    check("session");
}

#[test]
fn the_corpus_is_small_and_is_read_back() {
    let mut size = 0;
    for (target, _) in crate::fuzzing::TARGETS {
        let corpus = corpus(target);
        let lines: Vec<String> = corpus.iter().map(line).collect();
        assert_eq!(parse(&lines.join("\n")), Ok(corpus), "{target}");
        size += lines.iter().map(String::len).sum::<usize>();
    }
    assert!(size <= MAX_CORPUS_BYTES, "the corpus has {size} bytes");
    for bad in [
        "text",
        "\"",
        "\"\\\"",
        "\"\\x4\"",
        "\"a\"b\"",
        "name\"text\"",
    ] {
        assert_eq!(parse(bad), Err(format!("line 1: {bad}")));
    }
}

/// A line without an end takes no more memory than the limit, however long it is.
#[cfg(target_os = "linux")]
#[test]
fn a_line_without_end_takes_no_memory() {
    const MEGABYTE: usize = 1 << 20;
    let peak = || -> usize {
        let status = fs::read_to_string("/proc/self/status").unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = line.unwrap().trim().trim_end_matches(" kB");
        kilobytes.parse::<usize>().unwrap() << 10
    };
    let mut splitter = LineSplitter::with_limit(MEGABYTE);
    let mut lines = Vec::new();
    let before = peak();
    for _ in 0..512 {
        splitter.push(&[b'x'; MEGABYTE], &mut lines);
    }
    let grown = peak() - before;
    assert!(
        grown < 128 * MEGABYTE,
        "512 MB of a line took {grown} bytes"
    );
    splitter.push(b"\nuci\n", &mut lines);
    let limit = MEGABYTE;
    assert_eq!(lines, [Err(LineError::TooLong { limit }), Ok("uci".into())]);
}
