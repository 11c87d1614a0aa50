use super::*;
use crate::base::score::{MAX_EVAL, WIN, lost_in, win_in};
use crate::base::zobrist::splitmix;
use crate::search::Bound;

fn entry(tag: u16, depth: i32) -> Entry {
    Entry {
        tag,
        score: -123,
        eval: Some(45),
        depth,
        bound: Bound::Lower,
    }
}

#[test]
fn entries_come_back_as_they_went_in() {
    let mut memory = Memory::new(1).unwrap();
    let table = memory.open();
    let bounds = [Bound::Upper, Bound::Lower, Bound::Exact];
    let scores = [0, 1, -1, MAX_EVAL, -MAX_EVAL, WIN, -WIN];
    let mut n = 0;
    for bound in bounds {
        for score in scores {
            for eval in [None, Some(-MAX_EVAL), Some(0), Some(MAX_EVAL)] {
                n += 1;
                let entry = Entry {
                    tag: n as u16,
                    score,
                    eval,
                    depth: n as i32 % 241,
                    bound,
                };
                table.put(splitmix(n), entry);
                assert_eq!(table.get(splitmix(n)), Some(entry));
            }
        }
    }
}

#[test]
fn nothing_is_known_at_first_and_after_clearing() {
    let mut memory = Memory::new(1).unwrap();
    let table = memory.open();
    assert_eq!(table.get(0), None);
    table.put(7, entry(1, 1));
    assert_eq!(memory.peek(7), Some(entry(1, 1)));
    memory.clear();
    assert_eq!(memory.peek(7), None);
    let table = memory.open();
    assert_eq!(table.get(7), None);
    assert_eq!(table.hashfull(), 0);
}

#[test]
fn a_torn_entry_is_no_entry() {
    let mut memory = Memory::new(1).unwrap();
    let table = memory.open();
    table.put(99, entry(1, 5));
    let [check, data] = &table.bucket(99)[0];
    let old = data.load(Relaxed);
    data.store(entry(2, 6).pack(0), Relaxed);
    assert_eq!(table.get(99), None);
    data.store(old, Relaxed);
    assert_eq!(table.get(99), Some(entry(1, 5)));
    check.store(0, Relaxed);
    assert_eq!(table.get(99), None);
}

#[test]
fn deep_and_new_entries_stay() {
    let mut memory = Memory::new(1).unwrap();
    let table = memory.open();
    // Small keys share the first bucket.
    for key in 1..=4 {
        table.put(key, entry(1, 10 * key as i32));
    }
    table.put(5, entry(1, 1));
    assert_eq!(table.get(1), None);
    assert!((2..=5).all(|key| table.get(key).is_some()));
    for _ in 0..10 {
        memory.open();
    }
    let table = memory.open();
    table.put(6, entry(1, 1));
    table.put(7, entry(1, 1));
    assert!(table.get(6).is_some() && table.get(7).is_some());
}

#[test]
fn a_tag_outlives_a_result_without_one() {
    let mut memory = Memory::new(1).unwrap();
    let table = memory.open();
    table.put(3, entry(77, 4));
    table.put(3, entry(0, 5));
    assert_eq!(table.get(3), Some(entry(77, 5)));
}

#[test]
fn a_size_beyond_memory_is_refused() {
    for megabytes in [1 << 30, usize::MAX >> 20, usize::MAX] {
        let error = std::hint::black_box(Memory::new(megabytes)).err();
        assert_eq!(error, Some(TableError { megabytes }));
    }
    assert_eq!(Memory::new(0).unwrap().megabytes(), 1);
}

#[test]
fn buckets_are_cache_lines() {
    let mut memory = Memory::new(3).unwrap();
    let buckets = memory.open().buckets;
    assert_eq!(size_of_val(&buckets[0]), 64);
    assert_eq!(buckets.as_ptr() as usize % 64, 0);
    assert_eq!(buckets.len(), (3 << 20) / 64);
}

#[test]
fn distances_follow_the_position() {
    assert_eq!(from_root(win_in(9), 4), win_in(5));
    assert_eq!(from_root(lost_in(9), 4), lost_in(5));
    assert_eq!(to_root(win_in(5), 4), win_in(9));
    assert_eq!(to_root(lost_in(5), 4), lost_in(9));
    assert_eq!(from_root(MAX_EVAL, 100), MAX_EVAL);
}
