//! Measures how long it takes to look up a position in a book that ships with the program: its record
//! alone, and with those of all its turns, which the rules have to find.

#![allow(missing_docs)] // criterion's macros generate public items

use std::hint::black_box;

use batyr::game::{GamePosition, GameRecord, Variant};
use batyr::openings::book::{Book, shipped_book};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// The greatest number of positions.
const MAX_POSITIONS: usize = 50;

/// Returns expanded positions, breadth first from the start.
fn expanded_positions(book: &Book, variant: Variant) -> Vec<GamePosition> {
    let mut positions = vec![GameRecord::new(variant).position()];
    let mut next = 0;
    while next < positions.len() && positions.len() < MAX_POSITIONS {
        let turns = book.turns(&positions[next]).unwrap_or_default();
        let expanded = turns.iter().filter(|turn| turn.record.is_expanded);
        positions.extend(expanded.map(|turn| turn.turn.after()));
        next += 1;
    }
    positions.truncate(MAX_POSITIONS);
    positions
}

fn bench_books(criterion: &mut Criterion) {
    for variant in Variant::ALL {
        let Ok(Some(book)) = shipped_book(variant) else {
            continue;
        };
        let positions = expanded_positions(&book, variant);
        let mut group = criterion.benchmark_group(variant.id());
        group.throughput(Throughput::Elements(positions.len() as u64));
        group.bench_function("record", |bencher| {
            bencher.iter(|| {
                let known = positions
                    .iter()
                    .filter_map(|position| book.record(position));
                black_box(known.count())
            });
        });
        group.bench_function("turns", |bencher| {
            bencher.iter(|| {
                let known = positions.iter().filter_map(|position| book.turns(position));
                black_box(known.map(|turns| turns.len()).sum::<usize>())
            });
        });
        group.finish();
    }
}

criterion_group!(benches, bench_books);
criterion_main!(benches);
