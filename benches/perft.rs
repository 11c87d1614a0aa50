//! Measures the speed of perft: leaves per second with bulk counting at the last ply, and turns per
//! second when every turn is generated and made.

#![allow(missing_docs)] // criterion's macros generate public items

use std::hint::black_box;

use batyr::rules::Game;
use batyr::rules::perft::{perft, perft_one_by_one};
use batyr::rules::shatra::{Extended, Original, Position, RuleSet, Setup};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

const EXTENDED: &str = include_str!("../tests/data/perft/shatra.perft");
const ORIGINAL: &str = include_str!("../tests/data/perft/shatra-original.perft");

/// The number of middle-game positions of each rule set.
const MIDDLE_GAME_COUNT: usize = 25;
/// The minimum number of men on the board in a middle game.
const MIN_MEN: usize = 16;

/// Returns the first fixtures with many men and a chain of at least two jumps.
fn middle_games<R: RuleSet>(fixtures: &str) -> Vec<Position<R>> {
    let has_chain_of_two = |position: &Position<R>| {
        let paths = position.paths();
        paths
            .iter()
            .any(|(_, path)| path.is_capture && path.landings.len() > 1)
    };
    let positions: Vec<_> = fixtures
        .lines()
        .filter_map(|line| line.split(';').next()?.parse::<Setup>().ok())
        .filter(|setup| setup.occupants().count() >= MIN_MEN)
        .filter_map(|setup| setup.position().ok())
        .filter(has_chain_of_two)
        .take(MIDDLE_GAME_COUNT)
        .collect();
    assert_eq!(positions.len(), MIDDLE_GAME_COUNT);
    positions
}

fn bench_bulk<G: Game>(criterion: &mut Criterion, name: &str, start: &G, depth: u32, leaves: u64) {
    let mut group = criterion.benchmark_group("perft in bulk");
    group
        .sample_size(10)
        .throughput(Throughput::Elements(leaves));
    group.bench_function(name, |bencher| {
        bencher.iter(|| assert_eq!(perft(black_box(start), depth), leaves));
    });
    group.finish();
}

fn bench_start_positions(criterion: &mut Criterion) {
    let start = Position::<Extended>::start();
    bench_bulk(criterion, "shatra, depth 4", &start, 4, 344_933_659);
    let start = Position::<Original>::start();
    bench_bulk(criterion, "shatra-original, depth 5", &start, 5, 23_059_980);
}

fn bench_one_by_one(criterion: &mut Criterion) {
    const DEPTH: u32 = 3;
    let extended = middle_games::<Extended>(EXTENDED);
    let original = middle_games::<Original>(ORIGINAL);
    // The elements are the turns made, which lead to leaves and inner nodes.
    let turns = |depth: u32| {
        let extended = extended.iter().map(|position| perft(position, depth));
        let original = original.iter().map(|position| perft(position, depth));
        extended.chain(original).sum::<u64>()
    };
    let mut group = criterion.benchmark_group("turns one by one");
    let turns_made = (1..=DEPTH).map(turns).sum();
    group
        .sample_size(10)
        .throughput(Throughput::Elements(turns_made));
    group.bench_function("50 middle games with chains, depth 3", |bencher| {
        bencher.iter(|| {
            let extended = extended
                .iter()
                .map(|position| perft_one_by_one(black_box(position), DEPTH));
            let original = original
                .iter()
                .map(|position| perft_one_by_one(black_box(position), DEPTH));
            extended.chain(original).sum::<u64>()
        });
    });
    group.finish();
}

criterion_group!(benches, bench_start_positions, bench_one_by_one);
criterion_main!(benches);
