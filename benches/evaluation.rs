//! Measures an evaluation by the network of a game: with the accumulators updated as in a search,
//! and computed from nothing.
//!
//! The instructions of one evaluation do not depend on the speed of the machine: those that
//! callgrind collects with `--toggle-collect='*evaluation::updated*' PROGRAM --test '^shatar/'`
//! (or `from_nothing`), divided by the number of positions that the bench prints.

#![allow(missing_docs)] // criterion's macros generate public items

use std::hint::black_box;

use batyr::engine::bench_positions;
use batyr::eval::{EvaluatedPosition, Evaluator, NetworkEvaluator};
use batyr::rules::MoveList;
use batyr::rules::board8::{self, Shatar, Shatranj};
use batyr::rules::shatra::{self, Extended, Original};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// The number of plies visited below each position.
const DEPTH: usize = 4;
/// The maximum number of turns followed from each position.
const BREADTH: usize = 4;

/// A position, and the number of plies from the root of its tree.
type Visit<P> = (P, usize);

/// Adds the positions below `position` that an evaluation may be asked for, in the order in which
/// a search visits them.
fn visit<P: EvaluatedPosition>(position: P, ply: usize, visits: &mut Vec<Visit<P>>) {
    if position.board_outcome().is_some() {
        return;
    }
    visits.push((position, ply));
    if ply == DEPTH {
        return;
    }
    let mut turns = MoveList::new();
    position.generate(&mut turns);
    // Turns next to each other are often of the same man.
    let step = turns.len().div_ceil(BREADTH).max(1);
    for &turn in turns.iter().step_by(step) {
        visit(position.after(turn), ply + 1, visits);
    }
}

#[inline(never)]
fn updated<P: EvaluatedPosition>(evaluator: &NetworkEvaluator<P>, visits: &[Visit<P>]) -> i32 {
    let mut memory = <NetworkEvaluator<P> as Evaluator<P>>::Memory::default();
    let scores = visits
        .iter()
        .map(|(position, ply)| evaluator.evaluate(position, *ply, &mut memory));
    scores.fold(0, i32::wrapping_add)
}

#[inline(never)]
fn from_nothing<P: EvaluatedPosition>(evaluator: &NetworkEvaluator<P>, visits: &[Visit<P>]) -> i32 {
    let scores = visits
        .iter()
        .map(|(position, _)| evaluator.network().score(position));
    scores.fold(0, i32::wrapping_add)
}

fn bench_evaluations<P: EvaluatedPosition>(criterion: &mut Criterion) {
    let mut visits = Vec::new();
    for position in bench_positions::<P>() {
        visit(position, 0, &mut visits);
    }
    println!("{}: {} positions", P::RULES.id(), visits.len());
    let evaluator = NetworkEvaluator::<P>::default();
    let mut group = criterion.benchmark_group(P::RULES.id());
    group.throughput(Throughput::Elements(visits.len() as u64));
    group.bench_function("updated", |bencher| {
        bencher.iter(|| updated(&evaluator, black_box(&visits)));
    });
    group.bench_function("from nothing", |bencher| {
        bencher.iter(|| from_nothing(&evaluator, black_box(&visits)));
    });
    group.finish();
}

criterion_group!(
    benches,
    bench_evaluations::<shatra::Position<Extended>>,
    bench_evaluations::<shatra::Position<Original>>,
    bench_evaluations::<board8::Position<Shatranj>>,
    bench_evaluations::<board8::Position<Shatar>>,
);
criterion_main!(benches);
