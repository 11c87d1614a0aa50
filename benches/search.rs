//! Nodes per second of one search thread.

#![allow(missing_docs)] // criterion's macros write public items

use batyr::eval::shatra::HandWritten;
use batyr::rules::shatra::{Extended, Original, Position, RuleSet};
use batyr::search::{Control, Limits, Request, Searcher, Silent};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

const NODES: u64 = 500_000;
const HASH_MEGABYTES: usize = 16;

fn start<R: RuleSet>(criterion: &mut Criterion) {
    let Ok(mut searcher) = Searcher::new(1, HASH_MEGABYTES, HandWritten) else {
        return;
    };
    let mut group = criterion.benchmark_group("search");
    group
        .sample_size(10)
        .throughput(Throughput::Elements(NODES));
    group.bench_function(R::ID, |bencher| {
        bencher.iter(|| {
            searcher.clear();
            let request = Request::new(Position::<R>::start(), Limits::nodes(NODES));
            searcher.search(&request, &Control::new(), &mut Silent).best
        });
    });
    group.finish();
}

criterion_group!(benches, start::<Extended>, start::<Original>);
criterion_main!(benches);
