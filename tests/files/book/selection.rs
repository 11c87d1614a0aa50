//! Books that keep only some turns of each position.

use std::collections::HashSet;

use batyr::base::Color;
use batyr::base::score::{MAX_EVAL, is_proved, win_in};
use batyr::game::{GamePosition, START, Variant};
use batyr::openings::book::{Book, BookRecord};
use batyr::training::book::{BookFault, GrowError, Searched, verify_book};

use super::{Search, constants, grow_by, grown_with, made_up, selective};

/// Stands for a search that proves a win for White wherever it is to move, except at the start.
fn white_wins(position: &GamePosition, nodes: u32) -> Result<Option<Searched>, GrowError> {
    let start = GamePosition::from_text(position.variant(), START).unwrap();
    match position.side_to_move() {
        Color::White if *position != start => Ok(Some(Searched {
            score: win_in(5),
            depth: 6,
            best: None,
        })),
        _ => made_up(position, nodes),
    }
}

/// Returns the key of a position after a turn of the start.
fn last_key_after_start(variant: Variant) -> u64 {
    let mut keys = Vec::new();
    let start = GamePosition::from_text(variant, START).unwrap();
    start.for_each_turn(|turn| keys.push(turn.after().key()));
    keys.into_iter().max().unwrap()
}

/// Stands for a search to which, at a glance, one turn of the start looks worst.
fn misjudges_a_turn(position: &GamePosition, nodes: u32) -> Result<Option<Searched>, GrowError> {
    let is_misjudged = nodes == 10 && position.key() == last_key_after_start(position.variant());
    let score = |found: Searched| if is_misjudged { 9_000 } else { found.score };
    let found = made_up(position, nodes)?;
    Ok(found.map(|found| Searched {
        score: score(found),
        ..found
    }))
}

/// The same, but the search of the start finds that this turn is the best.
fn finds_the_turn(position: &GamePosition, nodes: u32) -> Result<Option<Searched>, GrowError> {
    let is_start = *position == GamePosition::from_text(position.variant(), START).unwrap();
    let best = is_start.then(|| last_key_after_start(position.variant()));
    let found = misjudges_a_turn(position, nodes)?;
    Ok(found.map(|found| Searched { best, ..found }))
}

#[test]
fn the_best_turn_of_the_positions_own_search_is_kept_whatever_a_glance_says() {
    let constants = selective(Variant::Extended);
    let keeps_it = |search: Search| {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        let book = grow_by(&path, &constants, 1, 1, search);
        let bytes = book.to_bytes();
        drop(book);
        // The log gives the same book.
        assert!(grow_by(&path, &constants, 0, 1, search).to_bytes() == bytes);
        let book = Book::read(bytes).unwrap();
        book.find(last_key_after_start(Variant::Extended)).is_some()
    };
    assert!(!keeps_it(misjudges_a_turn));
    assert!(keeps_it(finds_the_turn));
}

#[test]
fn a_selection_keeps_the_turns_that_look_best() {
    let (log, bytes) = grown_with(&selective(Variant::Extended), 30, 1);
    let book = Book::read(bytes).unwrap();
    verify_book(&book).unwrap();
    let start = GamePosition::from_text(Variant::Extended, START).unwrap();
    let mut glances = Vec::new();
    start.for_each_turn(|turn| {
        let after = turn.after();
        let glance = made_up(&after, 10).unwrap().unwrap();
        glances.push((glance.score, after.key()));
    });
    glances.sort_unstable();
    glances.dedup();
    let mut best: Vec<u64> = glances.iter().map(|&(_, key)| key).take(4).collect();
    let turns = book.turns(&start).unwrap();
    let mut kept: Vec<u64> = turns.iter().map(|turn| turn.record.key).collect();
    best.sort_unstable();
    kept.sort_unstable();
    assert_eq!(kept, best);
    // No position gets two glances, or is in the book with the score of a glance.
    let mut seen = HashSet::new();
    for line in log.lines().filter(|line| line.starts_with("glance ")) {
        assert!(seen.insert(line), "{line}");
    }
    for record in book.records().filter(|record| !record.is_ended) {
        let line = format!("score {:016x} {} {}", record.key, record.own, record.depth);
        assert!(log.lines().any(|found| found == line), "{line}");
    }

    let header = *book.header();
    let records: Vec<_> = book.records().collect();
    let without = |lost: u64| {
        let rest = records.iter().filter(|record| record.key != lost);
        let bytes = batyr::openings::book::write_book(&header, rest.copied().collect());
        verify_book(&Book::read(bytes).unwrap())
    };
    let leaves = records.iter().filter(|record| record.below == 0);
    let faults: Vec<_> = leaves.map(|leaf| without(leaf.key)).collect();
    assert!(faults.iter().all(Result::is_err));
    let is_too_few = |fault: &&Result<(), BookFault>| match fault {
        Err(BookFault::TooFewTurns {
            found, expected, ..
        }) => (*found, *expected) == (3, 4),
        _ => false,
    };
    assert!(faults.iter().filter(is_too_few).count() > 10);
}

/// Where all kept turns lose, one that was left out may not.
#[test]
fn a_selection_proves_no_loss() {
    let folder = tempfile::tempdir().unwrap();
    for constants in [constants(Variant::Extended), selective(Variant::Extended)] {
        let is_selective = constants.selection.is_some();
        let path = folder.path().join(format!("selective {is_selective}"));
        let grown = grow_by(&path, &constants, 6, 1, white_wins);
        let bytes = grown.to_bytes();
        drop(grown);
        let book = Book::read(bytes.clone()).unwrap();
        verify_book(&book).unwrap();
        let is_lost = |record: &BookRecord| record.is_expanded && record.value <= -MAX_EVAL;
        let lost: Vec<BookRecord> = book.records().filter(is_lost).collect();
        assert!(lost.len() > 3);
        for record in lost {
            assert_eq!(is_proved(record.value), !is_selective, "{record:?}");
            assert_eq!(book.doubt(&record) == 0, !is_selective, "{record:?}");
        }
        let replayed = grow_by(&path, &constants, 0, 1, white_wins);
        assert!(replayed.to_bytes() == bytes);
    }
}
