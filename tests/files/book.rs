//! Books: growth that is the same however it runs, files that are sound or refused, look-up.

mod selection;

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use batyr::base::score::before_turn;
use batyr::game::{GamePosition, GameRecord, START, Variant};
use batyr::openings::book::{Book, BookError};
use batyr::rules::shatra::Numbering;
use batyr::training::book::{
    BookFault, BookLog, Constants, GrowError, GrowLimits, GrowingBook, LeafSearch, LogError,
    Searched, Selection, verify_book,
};

fn constants(variant: Variant) -> Constants {
    Constants {
        variant,
        nodes: 100,
        round: 3,
        ply_cost: 20,
        selection: None,
        program: "tests".to_owned(),
    }
}

/// The constants of a book that keeps few turns.
fn selective(variant: Variant) -> Constants {
    Constants {
        selection: Some(Selection {
            keep: 4,
            glance: 10,
        }),
        ..constants(variant)
    }
}

/// Stands for a search: a score that depends only on the position and the number of nodes.
fn made_up(position: &GamePosition, nodes: u32) -> Result<Option<Searched>, GrowError> {
    let mixed = position.key().wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ u64::from(nodes) << 41;
    let mixed = mixed >> 40;
    Ok(Some(Searched {
        score: (mixed % 201) as i32 - 100,
        depth: (mixed % 7) as u8,
        best: None,
    }))
}

/// Opens a log. A process that another test has just started holds the files of this one until its
/// program begins, so a log that was closed may still be in use for a moment.
fn open(path: &Path, constants: &Constants) -> BookLog {
    let started = Instant::now();
    loop {
        match BookLog::open_or_create(path, constants, false) {
            Err(LogError::InUse(_)) if started.elapsed() < Duration::from_secs(5) => {
                thread::sleep(Duration::from_millis(10));
            }
            opened => return opened.unwrap(),
        }
    }
}

fn grow_further(path: &Path, constants: &Constants, leaves: u64, jobs: usize) -> GrowingBook {
    grow_by(path, constants, leaves, jobs, made_up)
}

/// What stands for a search.
type Search = fn(&GamePosition, u32) -> Result<Option<Searched>, GrowError>;

fn grow_by(
    path: &Path,
    constants: &Constants,
    leaves: u64,
    jobs: usize,
    search: Search,
) -> GrowingBook {
    let log = open(path, constants);
    let mut book = GrowingBook::new(log);
    let limits = GrowLimits {
        leaves,
        jobs,
        should_stop: &|| false,
        advance: &|_| {},
    };
    book.grow(&limits, || search).unwrap();
    book
}

/// Grows a book with all turns, and returns its log and its file.
fn grown(variant: Variant, leaves: u64, jobs: usize) -> (String, Vec<u8>) {
    grown_with(&constants(variant), leaves, jobs)
}

fn grown_with(constants: &Constants, leaves: u64, jobs: usize) -> (String, Vec<u8>) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log");
    let book = grow_further(&path, constants, leaves, jobs);
    let bytes = book.to_bytes();
    drop(book);
    (fs::read_to_string(&path).unwrap(), bytes)
}

#[test]
fn any_number_of_jobs_makes_the_same_book() {
    for constants in [
        constants(Variant::Extended),
        constants(Variant::Shatar),
        selective(Variant::Extended),
    ] {
        let alone = grown_with(&constants, 12, 1);
        assert!(grown_with(&constants, 12, 3) == alone);
        let shorter = grown_with(&constants, 6, 2);
        assert!(alone.0.starts_with(&shorter.0));
        verify_book(&Book::read(alone.1).unwrap()).unwrap();
    }
}

#[test]
fn a_log_that_was_cut_anywhere_is_gone_on_with() {
    cut_anywhere(&constants(Variant::Extended));
    cut_anywhere(&selective(Variant::Extended));
}

fn cut_anywhere(constants: &Constants) {
    let (whole, bytes) = grown_with(constants, 12, 1);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log");
    // In the head, behind it, in a line of each kind, and at the end of a line.
    let line_end = whole.find("leaf").unwrap() - 1;
    let in_leaf = whole.find("leaf").unwrap() + 9;
    let cuts = [
        0,
        5,
        whole.find("score").unwrap(),
        line_end,
        in_leaf,
        whole.len() / 2,
        whole.len() - 1,
    ];
    for cut in cuts {
        fs::write(&path, &whole[..cut]).unwrap();
        let mut book = grow_further(&path, constants, 1, 2);
        for _ in 0..4 {
            if fs::read_to_string(&path).unwrap().len() < whole.len() {
                drop(book);
                book = grow_further(&path, constants, 3, 2);
            }
        }
        let text = fs::read_to_string(&path).unwrap();
        assert!(
            text == whole,
            "{cut}: {} of {} bytes",
            text.len(),
            whole.len()
        );
        assert!(book.to_bytes() == bytes, "{cut}");
    }
}

#[test]
fn a_log_of_another_book_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log");
    let book = grow_further(&path, &constants(Variant::Extended), 3, 1);
    let open = |constants: &Constants, any| BookLog::open_or_create(&path, constants, any).err();
    let own = constants(Variant::Extended);
    assert!(matches!(open(&own, false), Some(LogError::InUse(_))));
    drop(book);
    assert!(open(&own, false).is_none());
    for other in [
        Constants {
            nodes: 101,
            ..own.clone()
        },
        Constants {
            round: 4,
            ..own.clone()
        },
        Constants {
            ply_cost: 21,
            ..own.clone()
        },
        selective(Variant::Extended),
        constants(Variant::Kurin),
    ] {
        assert!(
            matches!(open(&other, true), Some(LogError::Other { .. })),
            "{other:?}"
        );
    }
    let program = Constants {
        program: "another".to_owned(),
        ..own
    };
    assert!(matches!(
        open(&program, false),
        Some(LogError::Other { .. })
    ));
    assert!(open(&program, true).is_none());
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replacen("log 2", "log 1", 1)).unwrap();
    assert!(matches!(open(&program, true), Some(LogError::NoLog(_))));
    fs::write(&path, "1. d1-d6 *\n".repeat(20)).unwrap();
    assert!(matches!(open(&program, true), Some(LogError::NoLog(_))));
}

#[test]
fn a_log_with_a_wrong_line_is_not_gone_on_with() {
    let (whole, _) = grown(Variant::Extended, 6, 1);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log");
    let replay = |text: &str| {
        fs::write(&path, text).unwrap();
        let mut book = GrowingBook::new(BookLog::open(&path).map_err(GrowError::Log)?);
        let limits = GrowLimits {
            leaves: 0,
            jobs: 1,
            should_stop: &|| false,
            advance: &|_| {},
        };
        book.grow(&limits, || made_up)?;
        Ok(book.positions().len())
    };
    let positions: Result<_, GrowError> = replay(&whole);
    assert!(positions.unwrap() > 100);
    // Replaying does not add to a log that ends in the middle of a round.
    let cut = whole.rfind("\nleaf").unwrap() + 1;
    replay(&whole[..cut]).unwrap();
    assert!(fs::read_to_string(&path).unwrap() == whole[..cut]);
    let leaf = whole.find("leaf").unwrap();
    let score = whole.rfind("score").unwrap();
    for (at, old, new) in [
        (leaf, "leaf", "laef"),
        (leaf, "leaf ", "leaf 0"),
        (score, "score ", "score 0"),
    ] {
        let mut text = whole.clone();
        text.replace_range(at..at + old.len(), new);
        let error = replay(&text).unwrap_err();
        assert!(
            matches!(
                error,
                GrowError::Log(LogError::Line { .. } | LogError::Deviates { .. })
            ),
            "{error}"
        );
    }
    // With another score, the second round does not expand this leaf.
    let leaf = whole
        .lines()
        .filter_map(|line| line.strip_prefix("leaf "))
        .nth(1);
    let start = format!("score {} ", leaf.unwrap());
    let line = whole.lines().find(|line| line.starts_with(&start)).unwrap();
    let worse = format!("{start}9000 1");
    assert!(replay(&whole.replacen(line, &worse, 1)).is_err());
}

#[test]
fn searches_are_the_same_in_any_order() {
    let start = GamePosition::from_text(Variant::Original, START).unwrap();
    let mut positions = vec![start.clone()];
    start.for_each_turn(|turn| positions.push(turn.after()));
    positions.truncate(6);
    let mut search = LeafSearch::default();
    let mut find = |position: &GamePosition| {
        let found = search.search(position, 100, &|| false);
        found.unwrap().unwrap()
    };
    let first: Vec<Searched> = positions.iter().map(&mut find).collect();
    let mut again: Vec<Searched> = positions.iter().rev().map(&mut find).collect();
    again.reverse();
    assert_eq!(first, again);
    assert!(first.iter().all(|searched| searched.depth > 0));
    let stopped = search.search(&start, 100, &|| true).unwrap();
    assert_eq!(stopped, None);
}

#[test]
fn the_turns_of_an_expanded_position_are_those_of_the_rules() {
    let (_, bytes) = grown(Variant::Kurin, 9, 1);
    let book = Book::read(bytes).unwrap();
    let mut game = GameRecord::new(Variant::Kurin);
    let mut plies = 0;
    while let Some(turns) = book.turns(&game.position()) {
        let value = book.record(&game.position()).unwrap().value;
        assert_eq!(turns[0].value(), value);
        assert!(turns.is_sorted_by_key(|turn| -turn.value()));
        let after: HashSet<u64> = turns.iter().map(|turn| turn.record.key).collect();
        let mut expected = HashSet::new();
        game.position().for_each_turn(|turn| {
            expected.insert(turn.after().key());
        });
        assert_eq!(after, expected);
        assert_eq!(turns.len(), after.len());
        assert_eq!(value, before_turn(turns[0].record.value));
        let expanded = turns.iter().find(|turn| turn.record.is_expanded);
        let next = expanded.unwrap_or(&turns[0]).turn.text();
        game.play(&next, Numbering::Official).unwrap();
        plies += 1;
    }
    assert!(plies > 1);
    let other = GamePosition::from_text(Variant::Extended, START).unwrap();
    assert!(book.record(&other).is_none() && book.turns(&other).is_none());
}

#[test]
fn damaged_bytes_are_refused() {
    let (_, bytes) = grown(Variant::Pritchard, 3, 1);
    assert!(Book::read(bytes.clone()).is_ok());
    for at in (0..bytes.len()).step_by(7).chain(0..64) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x20;
        assert!(Book::read(damaged).is_err(), "{at}");
    }
    for length in [0, 7, 8, 63, 64, 65, bytes.len() - 18, bytes.len() - 1] {
        assert!(Book::read(bytes[..length].to_vec()).is_err(), "{length}");
    }
    let longer = [&bytes[..], &[0; 18]].concat();
    assert_eq!(Book::read(longer).err(), Some(BookError::Damaged));
    assert_eq!(
        Book::read(&b"SQLite format 3"[..]).err(),
        Some(BookError::NoBook)
    );
}

#[test]
fn a_book_whose_values_do_not_follow_is_found_out() {
    let (_, bytes) = grown(Variant::Extended, 6, 1);
    let book = Book::read(bytes).unwrap();
    let header = *book.header();
    let records: Vec<_> = book.records().collect();
    let verify = |records: Vec<_>, header| {
        let bytes = batyr::openings::book::write_book(&header, records);
        verify_book(&Book::read(bytes).unwrap())
    };
    verify(records.clone(), header).unwrap();
    let expanded = records
        .iter()
        .position(|record| record.is_expanded)
        .unwrap();
    let leaf = records
        .iter()
        .position(|record| !record.is_expanded)
        .unwrap();
    let changed = |change: &dyn Fn(&mut Vec<batyr::openings::book::BookRecord>)| {
        let mut records = records.clone();
        change(&mut records);
        verify(records, header).unwrap_err()
    };
    assert!(matches!(
        changed(&|all| all[expanded].value += 1),
        BookFault::Value(_)
    ));
    assert!(matches!(
        changed(&|all| all[expanded].below += 1),
        BookFault::Value(_)
    ));
    assert!(matches!(
        changed(&|all| all[leaf].transposes ^= true),
        BookFault::Value(_)
    ));
    assert!(matches!(
        changed(&|all| all[leaf].is_ended = true),
        BookFault::End(_)
    ));
    assert!(matches!(
        changed(&|all| {
            let _ = all.remove(leaf);
        }),
        BookFault::Missing(..)
    ));
    assert!(matches!(
        changed(&|all| all[leaf].is_expanded = true),
        BookFault::Missing(..)
    ));
    let start = GameRecord::new(Variant::Extended).key();
    assert_eq!(
        changed(&|all| all.retain(|record| record.key != start)),
        BookFault::NoStart
    );
    let closed = changed(&|all| {
        let start = all.iter_mut().find(|record| record.key == start).unwrap();
        start.is_expanded = false;
    });
    assert_eq!(closed, BookFault::Unreachable(records.len() - 1));
    let typical_error = header.typical_error + 1;
    let error = verify(
        records.clone(),
        batyr::openings::book::BookHeader {
            typical_error,
            ..header
        },
    );
    assert!(matches!(error, Err(BookFault::TypicalError { .. })));
}
