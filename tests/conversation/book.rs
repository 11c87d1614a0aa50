//! Books in conversations: `book` shows them, `OwnBook` plays from them where it should, and bad
//! files are refused.

use std::fs;
use std::path::Path;
use std::process::Output;
use std::sync::LazyLock;

use tempfile::TempDir;

use crate::program::{batyr, run, stderr, stdout};

/// A folder with the small books `shatra.book` and `shatar.book`.
static BOOKS: LazyLock<TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    for variant in ["shatra", "shatar"] {
        let (log, book) = (format!("{variant}.log"), format!("{variant}.book"));
        let mut grow = batyr(&["book", "grow", &log, "--variant", variant]);
        grow.args(["--nodes", "50", "--leaves", "8", "--book", &book]);
        let grown = grow.current_dir(folder.path()).output().unwrap();
        assert!(grown.status.success(), "{}", stderr(&grown));
    }
    folder
});

fn path(name: &str) -> String {
    BOOKS.path().join(name).display().to_string()
}

fn use_book(name: &str) -> String {
    format!("setoption name BookFile value {}", path(name))
}

/// Returns the lines of the engine until it has answered all of these.
fn converse(lines: &[&str]) -> Vec<String> {
    let output: Output = run(&[], &(lines.join("\n") + "\n"));
    assert!(output.status.success());
    stdout(&output).lines().map(str::to_owned).collect()
}

/// Returns the move of `bestmove`, and whether it came from the book.
fn answer(lines: &[String]) -> (String, bool) {
    let best = lines.iter().find_map(|line| line.strip_prefix("bestmove "));
    let from_book = lines.iter().any(|line| line.contains(" book: "));
    let best = best.unwrap_or_else(|| panic!("{lines:?}"));
    (best.split(' ').next().unwrap().to_owned(), from_book)
}

#[test]
fn a_book_is_shown_turn_by_turn() {
    let lines = converse(&["uci", "isready", &use_book("shatra.book"), "book"]);
    let first = lines
        .iter()
        .position(|line| line.starts_with("book "))
        .unwrap();
    let head: Vec<&str> = lines[first].split(' ').collect();
    assert_eq!(head[..3], ["book", "position", "turns"]);
    assert!(lines[first].ends_with(" nodes 50"), "{}", lines[first]);
    let turns: Vec<&String> = lines[first + 1..].iter().collect();
    assert_eq!(turns.len(), head[3].parse::<usize>().unwrap());
    assert!(turns.iter().all(|line| line.starts_with("book turn ")));
    // The value of the position is that of its best turn.
    let after = |line: &str, word: &str| -> i32 {
        let mut words = line.split(' ').skip_while(|found| *found != word);
        words.nth(1).unwrap().parse().unwrap()
    };
    let values: Vec<i32> = turns.iter().map(|line| after(line, "cp")).collect();
    assert_eq!(after(&lines[first], "cp"), values[0]);
    assert!(values.is_sorted_by(|one, next| one >= next), "{values:?}");
    for line in turns {
        assert!((0..=1000).contains(&after(line, "expected")), "{line}");
        assert!(
            after(line, "doubt") > 0 && after(line, "depth") > 0,
            "{line}"
        );
    }
    // The same is told in the other dialects.
    let ucci = format!("setoption bookfiles {}", path("shatra.book"));
    let told = converse(&["ucci", &ucci, "book"]);
    assert!(told.contains(&lines[first + 1]));
}

#[test]
fn what_is_not_in_the_book_is_answered_by_none() {
    let book = use_book("shatra.book");
    let none = "book none".to_owned();
    for lines in [
        &[&book, "position spn 9/1/K6/7/7/7/7/6k/1/9 w", "book"][..],
        &[&book, "setoption name UCI_Variant value shatranj", "book"],
    ] {
        assert!(converse(lines).contains(&none), "{lines:?}");
    }
}

#[test]
fn the_engine_plays_from_its_book_where_it_plays_with_a_clock() {
    let book = use_book("shatra.book");
    let own = "setoption name OwnBook value true";
    let told = converse(&[&book, "book"]);
    let is_in_book = |turn: &str| told.iter().any(|line| line.contains(&format!(" {turn} ")));
    for go in ["go movetime 10000", "go wtime 60000 btime 60000 winc 100"] {
        let lines = converse(&[&book, own, "position startpos", go, "wait"]);
        let (turn, from_book) = answer(&lines);
        assert!(from_book && is_in_book(&turn), "{go}: {lines:?}");
        let line = lines.iter().rfind(|line| line.contains(" pv ")).unwrap();
        assert!(
            line.contains(&format!(" pv {turn}")) && line.contains(" score cp "),
            "{line}"
        );
    }
    let start = "position startpos";
    for lines in [
        &[&book, start, "go movetime 20", "wait"][..],
        &[&book, own, start, "go depth 1", "wait"],
        &[&book, own, start, "go nodes 50 movetime 1000", "wait"],
        &[
            &book,
            own,
            start,
            "go movetime 20 searchmoves d1-d6",
            "wait",
        ],
        &[
            &book,
            own,
            start,
            "go movetime 20 ignoremoves d1-d6",
            "wait",
        ],
        &[&book, own, start, "go infinite", "stop"],
        &[&book, own, start, "go ponder movetime 20", "stop"],
        &[
            &book,
            own,
            start,
            "setoption name MultiPV value 2",
            "go movetime 20",
            "wait",
        ],
        &[
            &book,
            own,
            start,
            "setoption name UCI_AnalyseMode value true",
            "go movetime 20",
            "wait",
        ],
        &[
            &book,
            own,
            "position spn 9/1/K6/7/3S3/7/7/6k/1/9 w",
            "go movetime 20",
            "wait",
        ],
    ] {
        let (_, from_book) = answer(&converse(lines));
        assert!(!from_book, "{lines:?}");
    }
}

#[test]
fn a_weaker_level_plays_more_openings() {
    let book = use_book("shatra.book");
    let firsts = |level: u32| {
        let level = format!("setoption name Skill Level value {level}");
        let own = "setoption name OwnBook value true";
        let mut lines = vec![book.as_str(), own, &level];
        lines.extend(std::iter::repeat_n(["go movetime 1000", "wait"], 60).flatten());
        let lines = converse(&lines);
        let firsts = lines
            .iter()
            .filter_map(|line| line.strip_prefix("bestmove "));
        let firsts: Vec<String> = firsts
            .map(|line| line.split(' ').next().unwrap().to_owned())
            .collect();
        assert_eq!(firsts.len(), 60);
        firsts
            .into_iter()
            .collect::<std::collections::BTreeSet<_>>()
            .len()
    };
    let (full, low) = (firsts(20), firsts(0));
    assert!(low > full && low > 8, "{full} {low}");
}

#[test]
fn in_other_dialects_the_book_speaks_their_notation() {
    let lines = converse(&[
        "ucci",
        &format!("setoption bookfiles {}", path("shatra.book")),
        "setoption usebook true",
        "position startpos",
        "go time 60",
        "wait",
    ]);
    let (turn, from_book) = answer(&lines);
    assert!(
        from_book && turn.as_bytes()[0].is_ascii_lowercase(),
        "{lines:?}"
    );
    let spn = "position spn SQSSRSBRB/K/SSSSSSS/7/7/7/7/sssssss/k/brbsrssqs w Tt - - - 1";
    let own = "setoption name OwnBook value true";
    let book = use_book("shatra.book");
    let lines = converse(&["ushi", &book, own, spn, "go movetime 10000", "wait"]);
    let (step, from_book) = answer(&lines);
    assert!(
        from_book && step.as_bytes()[0].is_ascii_digit(),
        "{lines:?}"
    );
    assert!(
        lines
            .iter()
            .any(|line| line.contains(&format!(" pv {step}")))
    );
}

#[test]
fn bad_files_are_refused() {
    let bad = BOOKS.path().join("bad.book");
    let mut bytes = fs::read(Path::new(&path("shatra.book"))).unwrap();
    bytes[70] ^= 1;
    fs::write(&bad, bytes).unwrap();
    for (lines, expected) in [
        (
            &["setoption name BookFile value /no/such"][..],
            "can't read the book '/no/such'",
        ),
        (&[&use_book("bad.book")[..]], "damaged"),
        (&[&use_book("shatra.log")[..]], "it is no book"),
        (
            &[
                "setoption name UCI_Variant value shatra",
                &use_book("shatar.book"),
            ],
            "is a book of shatar, expected one of shatra",
        ),
    ] {
        // The book that was loaded stays.
        let before = use_book("shatra.book");
        let lines = converse(&[&[&before[..]], lines, &["book"]].concat());
        assert!(
            lines.iter().any(|line| line.contains(expected)),
            "{lines:?}"
        );
        assert!(
            lines.iter().any(|line| line.starts_with("book turn ")),
            "{lines:?}"
        );
    }
}
