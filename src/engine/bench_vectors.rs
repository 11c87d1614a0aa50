//! The benchmark takes the same nodes with every kind of vectors.
//!
//! What is proved: for each game that a network evaluates, the search visits as
//! many nodes with each version of the network's sums that the processor can run
//! as with the version that the processor chooses, whose count is asserted in
//! `bench.rs`. The other games are evaluated without vectors.

use super::bench::bench_positions;
use crate::eval::network::Vectors;
use crate::eval::{Evaluation, StaticEvaluation, StaticEvaluator};
use crate::game::{Playable, Variant, for_game};
use crate::search::{Control, Limits, NullSink, Request, SearchGame, Searcher};

const DEPTH: usize = 5;
const HASH_MEGABYTES: usize = 1;

/// Returns the nodes of each position of the benchmark; `None` if no network
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
fn every_kind_of_vectors_takes_the_same_nodes() {
    let chosen_by_the_processor = nodes_of_all_games();
    assert!(!chosen_by_the_processor.is_empty());
    for kind in Vectors::available() {
        let forced = kind.force(nodes_of_all_games);
        assert_eq!(forced, chosen_by_the_processor, "{kind:?}");
    }
}
