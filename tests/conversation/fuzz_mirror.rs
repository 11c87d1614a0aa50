//! What the fuzzer checks at length, checked in short: its corpus again, and
//! bytes made from its words.

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

/// Texts made up for each target.
const CASES: u32 = 50_000;

/// The most that the corpus of all targets may weigh, in bytes.
const WEIGHT: usize = 200 << 10;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz")
}

/// The inputs that the fuzzer found worth keeping.
fn corpus(target: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let entries = fs::read_dir(folder().join("corpus").join(target)).unwrap();
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let read = |path: PathBuf| (path.clone(), fs::read(path).unwrap());
    paths.into_iter().map(read).collect()
}

/// The words of a target's dictionary: `"text"` on a line, `\xNN` for a byte.
fn dictionary(target: &str) -> Vec<Vec<u8>> {
    let path = folder().join(format!("dictionaries/{target}.dict"));
    let text = fs::read_to_string(path).unwrap();
    let quoted = text.lines().filter_map(|line| {
        let line = line.trim();
        line.strip_prefix('"')?.strip_suffix('"')
    });
    quoted.map(unescaped).collect()
}

fn unescaped(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        let (byte, after) = match (byte, after) {
            (b'\\', [b'x', a, b, after @ ..]) => {
                let digits = [*a, *b];
                let digits = str::from_utf8(&digits).unwrap();
                (u8::from_str_radix(digits, 16).unwrap(), after)
            }
            (b'\\', [escaped, after @ ..]) => (*escaped, after),
            _ => (byte, after),
        };
        bytes.push(byte);
        rest = after;
    }
    bytes
}

/// A piece of a corpus file.
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

/// Words and blanks, pieces of the corpus, and a little of anything.
fn made_up(target: &str) -> impl Strategy<Value = Vec<u8>> {
    let corpus = corpus(target).into_iter().map(|(_, bytes)| bytes).collect();
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
    /// The panics of a check are its way to say no, not yet news.
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// Calls a check and gives what it panics with.
fn run(check: fn(&[u8]), bytes: &[u8]) -> Result<(), String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let loud = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !QUIET.get() {
                loud(info);
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
    let known = crate::fuzzing::TARGETS
        .into_iter()
        .find(|(name, _)| *name == target);
    let (_, check) = known.unwrap();
    for (path, bytes) in corpus(target) {
        let result = run(check, &bytes);
        result.unwrap_or_else(|fault| panic!("{}: {fault}", path.display()));
    }
    let config = ProptestConfig {
        cases: CASES,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let result = TestRunner::new(config).run(&made_up(target), |bytes| {
        run(check, &bytes).map_err(TestCaseError::fail)
    });
    match result {
        Ok(()) => {}
        Err(TestError::Fail(fault, bytes)) => panic!("{fault}\nby b\"{}\"", bytes.escape_ascii()),
        Err(aborted) => panic!("{aborted}"),
    }
}

#[test]
fn lines() {
    check("line");
}

#[test]
fn position_texts() {
    check("spn");
}

#[test]
fn fens() {
    check("fen");
}

#[test]
fn move_texts() {
    check("move_text");
}

#[test]
fn conversations() {
    check("session");
}

#[test]
fn the_corpus_is_small() {
    let of_target = |(target, _)| corpus(target).into_iter().map(|(_, bytes)| bytes.len());
    let weight: usize = crate::fuzzing::TARGETS
        .into_iter()
        .flat_map(of_target)
        .sum();
    assert!(weight <= WEIGHT, "the corpus weighs {weight} bytes");
}

/// A line that never ends costs no more than the limit, however long it is.
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
