//! `batyr book` as its users see it: grown, killed and grown further, shown and verified.

use std::fs;
use std::path::Path;
use std::process::Output;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::program::{batyr, stderr, stdout};

fn run(folder: &Path, args: &[&str]) -> Output {
    let mut command = batyr(&[&["book"], args].concat());
    command.current_dir(folder).output().unwrap()
}

/// The options of a small book.
const GROW: [&str; 8] = [
    "grow",
    "log",
    "--variant",
    "shatra-original",
    "--nodes",
    "200",
    "--round",
    "4",
];

fn grow(folder: &Path, more: &[&str]) -> Output {
    run(folder, &[&GROW[..], more].concat())
}

#[test]
fn a_book_that_was_killed_five_times_is_the_same() {
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let [whole, killed] = folders.each_ref().map(|folder| folder.path());
    let grown = grow(whole, &["--leaves", "12", "--jobs", "1", "--book", "book"]);
    assert!(grown.status.success(), "{}", stderr(&grown));
    let expected = fs::read_to_string(whole.join("log")).unwrap();
    let log = killed.join("log");
    let length = || fs::metadata(&log).map_or(0, |log| log.len());
    for part in 1..=5 {
        let mut command = batyr(&[&["book"], &GROW[..], &["--jobs", "2"]].concat());
        let mut child = command.current_dir(killed).spawn().unwrap();
        let enough = expected.len() as u64 * part / 6;
        let deadline = Instant::now() + Duration::from_secs(60);
        while length() < enough {
            assert!(Instant::now() < deadline && child.try_wait().unwrap().is_none());
            std::thread::sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let text = fs::read_to_string(&log).unwrap();
    let common = text.len().min(expected.len());
    assert!(text[..common] == expected[..common]);
    // A process that was slow to be killed may have done more than it should.
    if text.len() > expected.len() {
        fs::write(&log, &expected[..expected.len() - 7]).unwrap();
    }
    for _ in 0..12 {
        if length() < expected.len() as u64 {
            assert!(
                grow(killed, &["--leaves", "1", "--jobs", "2"])
                    .status
                    .success()
            );
        }
    }
    assert!(fs::read_to_string(&log).unwrap() == expected);
    let packed = grow(killed, &["--leaves", "0", "--book", "book"]);
    assert!(packed.status.success(), "{}", stderr(&packed));
    let books = [whole, killed].map(|folder| fs::read(folder.join("book")).unwrap());
    assert!(books[0] == books[1]);
}

#[test]
fn processes_that_share_a_queue_grow_the_same_book() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let selection = ["--keep", "9", "--glance", "50"];
    let alone = ["--leaves", "8", "--jobs", "1", "--book", "alone"];
    let alone = grow(folder, &[&selection[..], &alone].concat());
    assert!(alone.status.success(), "{}", stderr(&alone));
    let expected = fs::read_to_string(folder.join("log")).unwrap();
    let start = |log: &str, jobs: &str| {
        let mut args = [&["book"], &GROW[..], &["--leaves", "8", "--jobs", jobs]].concat();
        args.extend(selection);
        args.extend(["--queue", "queue", "--chunk", "3", "--beat", "1", "--book"]);
        let book = format!("{log}.book");
        args.push(&book);
        for word in &mut args {
            if *word == "log" {
                *word = log;
            }
        }
        batyr(&args).current_dir(folder).spawn().unwrap()
    };
    let claims = folder.join("queue/round-0000001-glances/queue/claims");
    let mut killed = start("killed", "1");
    let deadline = Instant::now() + Duration::from_secs(120);
    while fs::read_dir(&claims).map_or(0, Iterator::count) == 0 {
        assert!(Instant::now() < deadline);
        std::thread::sleep(Duration::from_millis(1));
    }
    killed.kill().unwrap();
    killed.wait().unwrap();
    // One of them goes on with a part of the log, whose results it does not enter again.
    fs::write(folder.join("part"), &expected[..expected.len() / 3]).unwrap();
    let logs = ["first", "second", "part"];
    let processes = [
        start("first", "1"),
        start("second", "2"),
        start("part", "1"),
    ];
    for mut process in processes {
        assert!(process.wait().unwrap().success());
    }
    let book = fs::read(folder.join("alone")).unwrap();
    for log in &logs[..2] {
        assert!(
            fs::read_to_string(folder.join(log)).unwrap() == expected,
            "{log}"
        );
        assert!(fs::read(folder.join(format!("{log}.book"))).unwrap() == book);
    }
    // The rounds that its log had whole are not counted, so it may have gone further.
    assert!(
        fs::read_to_string(folder.join("part"))
            .unwrap()
            .starts_with(&expected)
    );
}

#[test]
fn a_book_is_shown_and_verified() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let grown = grow(folder, &["--leaves", "8", "--book", "my.book"]);
    assert!(stdout(&grown).contains(" 9 of them expanded"), "{grown:?}");
    let verified = run(folder, &["verify", "my.book", "log", "--search", "5"]);
    assert!(verified.status.success(), "{}", stderr(&verified));
    assert!(stdout(&verified).contains("5 searched again with the same results"));

    let show = |more: &[&str]| run(folder, &[&["show", "--book", "my.book"], more].concat());
    let json = |more: &[&str]| -> Value {
        let output = show(&[more, &["--json"]].concat());
        assert!(output.status.success(), "{}", stderr(&output));
        serde_json::from_str(&stdout(&output)).unwrap()
    };
    let start = json(&[]);
    assert_eq!(start["variant"], "shatra-original");
    assert_eq!(start["nodes"], 200);
    let turns = start["turns"].as_array().unwrap();
    assert_eq!(turns.len(), 33);
    assert_eq!(turns[0]["score"], start["score"]);
    let text = stdout(&show(&[]));
    assert_eq!(text.lines().count(), 33 + 3, "{text}");
    let best = turns[0]["turn"].as_str().unwrap();
    assert!(text.lines().nth(3).unwrap().starts_with(best));
    let after = json(&[best]);
    assert_eq!(after["below"], turns[0]["below"]);
    assert_eq!(after, json(&[&format!("startpos moves {best}")]));

    let unknown = show(&["9/1/K6/7/7/7/7/6k/1/9 w"]);
    assert_eq!(unknown.status.code(), Some(1));
    assert!(stderr(&unknown).contains("does not have the turns of"));
    let other = show(&["--variant", "shatar"]);
    assert_eq!(other.status.code(), Some(2));

    let mut bytes = fs::read(folder.join("my.book")).unwrap();
    bytes[100] ^= 1;
    fs::write(folder.join("bad.book"), bytes).unwrap();
    let verified = run(folder, &["verify", "my.book", "bad.book"]);
    assert_eq!(verified.status.code(), Some(1));
    assert!(
        stderr(&verified).contains("bad.book: it is damaged"),
        "{}",
        stderr(&verified)
    );
    let other = grow(folder, &["--ply", "26", "--leaves", "1"]);
    assert!(
        stderr(&other).contains("was begun with ply 25, not 26"),
        "{}",
        stderr(&other)
    );
    let other = grow(folder, &["--keep", "9", "--leaves", "1"]);
    let message = "was begun with keep all, not 9 by 8000 nodes";
    assert!(stderr(&other).contains(message), "{}", stderr(&other));
}
