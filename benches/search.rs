//! Measures the search of the positions of `bench` on one thread: nodes per second, and the time to
//! a depth.

#![allow(missing_docs)] // criterion's macros generate public items

use batyr::engine::bench_positions;
use batyr::eval::{EvaluatedPosition, NetworkEvaluator};
use batyr::rules::shatra::{Extended, Original};
use batyr::rules::{board8, shatra};
use batyr::search::{Control, Limits, NullSink, Request, SearchGame, Searcher};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

const NODES: u64 = 200_000;
const DEPTH: usize = 12;
const HASH_MEGABYTES: usize = 16;

/// Searches each position with an empty transposition table. Returns the total number of nodes.
fn search_all<P: EvaluatedPosition + SearchGame>(
    searcher: &mut Searcher<P, NetworkEvaluator<P>>,
    positions: &[P],
    limits: &Limits,
) -> u64 {
    let mut search = |&position| {
        searcher.clear();
        let request = Request::new(position, limits.clone());
        let outcome = searcher.search(&request, &Control::new(), &mut NullSink);
        outcome.nodes
    };
    positions.iter().map(&mut search).sum()
}

fn bench_searches<P: EvaluatedPosition + SearchGame>(criterion: &mut Criterion) {
    let Ok(mut searcher) = Searcher::new(1, HASH_MEGABYTES, NetworkEvaluator::default()) else {
        return;
    };
    let positions: Vec<_> = bench_positions::<P>().collect();
    for (name, limits) in [
        ("nodes", Limits::nodes(NODES)),
        ("depth 12", Limits::depth(DEPTH)),
    ] {
        // The number of nodes depends only on the positions.
        let nodes = search_all(&mut searcher, &positions, &limits);
        let mut group = criterion.benchmark_group(name);
        group
            .sample_size(10)
            .throughput(Throughput::Elements(nodes));
        group.bench_function(P::RULES.id(), |bencher| {
            bencher.iter(|| search_all(&mut searcher, &positions, &limits));
        });
        group.finish();
    }
}

criterion_group!(
    benches,
    bench_searches::<shatra::Position<Extended>>,
    bench_searches::<shatra::Position<Original>>,
    bench_searches::<board8::Position<board8::Shatranj>>,
    bench_searches::<board8::Position<board8::Shatar>>,
);
criterion_main!(benches);
