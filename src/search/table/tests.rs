use super::entry::score_from_tt;
use super::*;
use crate::base::Score;
use crate::base::score::{LONGEST_WIN, MAX_EVAL, PROVED_WIN, TABLE_WIN, WIN};
use crate::base::score::{loss_in, table_win, win_in};
use crate::base::zobrist::splitmix;
use crate::search::Bound;
use crate::search::window::Window;

fn entry(move_tag: u16, depth: i32) -> TableEntry {
    TableEntry {
        move_tag,
        score: -123,
        eval: Some(45),
        depth,
        bound: Bound::Lower,
    }
}

#[test]
fn stored_entries_are_read_back_unchanged() {
    let mut storage = TableStorage::new(1).unwrap();
    let table = storage.open(0);
    let bounds = [Bound::Upper, Bound::Lower, Bound::Exact];
    let scores = [
        0, 1, -1, MAX_EVAL, -MAX_EVAL, TABLE_WIN, -TABLE_WIN, WIN, -WIN,
    ];
    let mut n = 0;
    for bound in bounds {
        for score in scores {
            for eval in [None, Some(-MAX_EVAL), Some(0), Some(MAX_EVAL)] {
                n += 1;
                let entry = TableEntry {
                    move_tag: n as u16,
                    score,
                    eval,
                    depth: n as i32 % 241,
                    bound,
                };
                table.store(splitmix(n), entry);
                assert_eq!(table.probe(splitmix(n)), Some(entry));
            }
        }
    }
}

#[test]
fn a_new_or_cleared_table_is_empty() {
    let mut storage = TableStorage::new(1).unwrap();
    let table = storage.open(0);
    assert_eq!(table.probe(0), None);
    table.store(7, entry(1, 1));
    assert_eq!(storage.peek(7), Some(entry(1, 1)));
    storage.clear(None);
    assert_eq!(storage.peek(7), None);
    let table = storage.open(0);
    assert_eq!(table.probe(7), None);
    assert_eq!(table.hashfull(), 0);
}

#[test]
fn a_torn_entry_is_a_miss() {
    let mut storage = TableStorage::new(1).unwrap();
    let table = storage.open(0);
    table.store(99, entry(1, 5));
    let [check, data] = &table.bucket(99)[0];
    let old = data.load(Relaxed);
    data.store(entry(2, 6).pack(0), Relaxed);
    assert_eq!(table.probe(99), None);
    data.store(old, Relaxed);
    assert_eq!(table.probe(99), Some(entry(1, 5)));
    check.store(0, Relaxed);
    assert_eq!(table.probe(99), None);
}

#[test]
fn searches_with_different_salts_share_no_entries() {
    let mut storage = TableStorage::new(1).unwrap();
    storage.open(0).store(7, entry(1, 1));
    let table = storage.open(99);
    assert_eq!(table.probe(7), None);
    table.store(7, entry(2, 2));
    assert_eq!(table.probe(7), Some(entry(2, 2)));
    assert_eq!(storage.peek(7), Some(entry(2, 2)));
    storage.open(0);
    assert_eq!(storage.peek(7), Some(entry(1, 1)));
}

/// Returns an entry with this score that makes any search unnecessary.
fn exact(score: Score) -> TableEntry {
    TableEntry {
        score,
        bound: Bound::Exact,
        ..entry(5, 200)
    }
}

#[test]
fn old_proofs_are_forgotten_where_they_must_be() {
    let window = Window {
        alpha: -WIN,
        beta: WIN,
    };
    let mut storage = TableStorage::new(1).unwrap();
    let cutoff = |found: Option<TableEntry>| found.unwrap().cutoff(0, window, 0);
    for proof in [win_in(3), loss_in(4), table_win(1), -table_win(1)] {
        storage.clear(None);
        let table = storage.open_without_proofs(9);
        table.store(1, exact(proof));
        table.store(2, exact(MAX_EVAL));
        assert_eq!(cutoff(table.probe(1)), Some(proof));
        let table = storage.open_without_proofs(9);
        assert_eq!(cutoff(table.probe(1)), None);
        assert_eq!(table.probe(1).unwrap().move_tag, 5);
        assert_eq!(cutoff(table.probe(2)), Some(MAX_EVAL));
        assert_eq!(cutoff(storage.peek(1)), None);
        // A generation occurs again.
        for _ in 0..GENERATIONS {
            let found = storage.open_without_proofs(9).probe(1);
            assert_eq!(found.and_then(|entry| entry.cutoff(0, window, 0)), None);
        }
        // Other searches keep their own.
        storage.open(9).store(1, exact(proof));
        assert_eq!(cutoff(storage.open(9).probe(1)), Some(proof));
    }
}

#[test]
fn deep_and_new_entries_are_kept() {
    let mut storage = TableStorage::new(1).unwrap();
    let table = storage.open(0);
    // Small keys share the first bucket.
    for key in 1..=4 {
        table.store(key, entry(1, 10 * key as i32));
    }
    table.store(5, entry(1, 1));
    assert_eq!(table.probe(1), None);
    assert!((2..=5).all(|key| table.probe(key).is_some()));
    for _ in 0..10 {
        storage.open(0);
    }
    let table = storage.open(0);
    table.store(6, entry(1, 1));
    table.store(7, entry(1, 1));
    assert!(table.probe(6).is_some() && table.probe(7).is_some());
}

#[test]
fn a_result_without_a_turn_keeps_the_stored_one() {
    let mut storage = TableStorage::new(1).unwrap();
    let table = storage.open(0);
    table.store(3, entry(77, 4));
    table.store(3, entry(0, 5));
    assert_eq!(table.probe(3), Some(entry(77, 5)));
}

#[test]
fn a_size_beyond_memory_is_rejected() {
    for megabytes in [1 << 30, usize::MAX >> 20, usize::MAX] {
        let error = std::hint::black_box(TableStorage::new(megabytes)).err();
        assert_eq!(error, Some(TableError { megabytes }));
    }
    assert_eq!(TableStorage::new(0).unwrap().megabytes(), 1);
}

#[test]
fn buckets_are_cache_lines() {
    let mut storage = TableStorage::new(3).unwrap();
    let buckets = storage.open(0).buckets;
    assert_eq!(size_of_val(&buckets[0]), 64);
    assert_eq!(buckets.as_ptr() as usize % 64, 0);
    assert_eq!(buckets.len(), (3 << 20) / 64);
}

#[test]
fn stored_distances_count_from_the_position() {
    assert_eq!(score_to_tt(win_in(9), 4), win_in(5));
    assert_eq!(score_to_tt(loss_in(9), 4), loss_in(5));
    assert_eq!(score_from_tt(win_in(5), 4), win_in(9));
    assert_eq!(score_from_tt(loss_in(5), 4), loss_in(9));
    assert_eq!(score_to_tt(table_win(9), 4), table_win(5));
    assert_eq!(score_from_tt(-table_win(5), 4), -table_win(9));
    assert_eq!(score_to_tt(MAX_EVAL, 100), MAX_EVAL);
}

#[test]
fn a_stored_score_stays_in_its_range() {
    for sign in [1, -1] {
        assert_eq!(score_from_tt(sign * LONGEST_WIN, 3), sign * LONGEST_WIN);
        assert_eq!(score_to_tt(sign * TABLE_WIN, 3), sign * TABLE_WIN);
        assert_eq!(score_from_tt(sign * PROVED_WIN, 3), sign * PROVED_WIN);
    }
}
