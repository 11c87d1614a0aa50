//! One search thread on the positions of `bench`: nodes per second, and the time
//! to a depth.

#![allow(missing_docs)] // criterion's macros write public items

use batyr::engine::bench_positions;
use batyr::eval::HandWritten;
use batyr::rules::shatra::{Extended, Original, Position, RuleSet};
use batyr::search::{Control, Limits, Request, Searcher, Silent};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

const NODES: u64 = 200_000;
const DEPTH: usize = 12;
const HASH_MEGABYTES: usize = 16;

/// Searches each position afresh and tells how many nodes that took.
fn search_all<R: RuleSet>(
    searcher: &mut Searcher<Position<R>, HandWritten>,
    positions: &[Position<R>],
    limits: &Limits,
) -> u64 {
    let mut search = |&position| {
        searcher.clear();
        let request = Request::new(position, limits.clone());
        let outcome = searcher.search(&request, &Control::new(), &mut Silent);
        outcome.nodes
    };
    positions.iter().map(&mut search).sum()
}

fn searches<R: RuleSet>(criterion: &mut Criterion) {
    let Ok(mut searcher) = Searcher::new(1, HASH_MEGABYTES, HandWritten) else {
        return;
    };
    let positions: Vec<_> = bench_positions::<R>().collect();
    for (name, limits) in [
        ("nodes", Limits::nodes(NODES)),
        ("depth 12", Limits::depth(DEPTH)),
    ] {
        // How many nodes they are follows from the position alone.
        let nodes = search_all(&mut searcher, &positions, &limits);
        let mut group = criterion.benchmark_group(name);
        group
            .sample_size(10)
            .throughput(Throughput::Elements(nodes));
        group.bench_function(R::ID, |bencher| {
            bencher.iter(|| search_all(&mut searcher, &positions, &limits));
        });
        group.finish();
    }
}

criterion_group!(benches, searches::<Extended>, searches::<Original>);
criterion_main!(benches);
