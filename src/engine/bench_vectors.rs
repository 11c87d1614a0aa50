//! A test that the benchmark searches the same number of nodes with every kind of
//! vector instructions.
//!
//! For each game that a network evaluates, the count must be the same with every
//! implementation of the network's sums that the processor can run as with the one
//! selected by default, whose count is asserted in `bench.rs`. The other games are
//! evaluated without vector instructions.

use super::bench::bench_positions;
use crate::eval::network::Vectors;
use crate::eval::{Evaluation, StaticEvaluation, StaticEvaluator};
use crate::game::{Playable, Variant, for_game};
use crate::search::{Control, Limits, NullSink, Request, SearchGame, Searcher};

const DEPTH: usize = 5;
const HASH_MEGABYTES: usize = 1;

/// Returns the node count of each benchmark position; `None` if no network
/// evaluates the game.
fn nodes<P: Playable + StaticEvaluation + SearchGame>() -> Option<Vec<u64>> {
    if !matches!(P::EVALUATION, Evaluation::Network(_)) {
        return None;
    }
    let mut searcher = Searcher::new(1, HASH_MEGABYTES, StaticEvaluator).unwrap();
    let searched = bench_positions::<P>().map(|position| {
        searcher.clear();
        let request = Request::new(position, Limits::depth(DEPTH));
        let outcome = searcher.search(&request, &Control::new(), &mut NullSink);
        outcome.nodes
    });
    Some(searched.collect())
}

fn nodes_of_all_games() -> Vec<(&'static str, Vec<u64>)> {
    let counts = Variant::ALL.into_iter().filter_map(|variant| {
        let nodes = for_game!(variant, P => nodes::<P>());
        Some((variant.id(), nodes?))
    });
    counts.collect()
}

#[test]
fn every_kind_of_vectors_searches_the_same_nodes() {
    let by_default = nodes_of_all_games();
    assert!(!by_default.is_empty());
    for kind in Vectors::available() {
        let forced = kind.force(nodes_of_all_games);
        assert_eq!(forced, by_default, "{kind:?}");
    }
}
