//! Tests that the benchmark searches the same number of nodes with every vector
//! instruction set.
//!
//! For each variant that a network evaluates, every implementation of the network's
//! summation that the processor supports must give the same counts as the one selected by
//! default, whose counts `bench.rs` asserts. The other variants are evaluated without
//! vector instructions.

use super::bench::bench_positions;
use crate::eval::network::InstructionSet;
use crate::eval::{Evaluation, StaticEvaluation, StaticEvaluator};
use crate::game::{Playable, Variant, for_variant};
use crate::search::{Control, Limits, NullSink, Request, SearchGame, Searcher};

const DEPTH: usize = 5;
const HASH_MEGABYTES: usize = 1;

/// Returns the node count of each benchmark position; `None` if no network evaluates
/// the variant.
fn node_counts<P: Playable + StaticEvaluation + SearchGame>() -> Option<Vec<u64>> {
    if !matches!(P::EVALUATION, Evaluation::Network(_)) {
        return None;
    }
    let mut searcher = Searcher::new(1, HASH_MEGABYTES, StaticEvaluator).unwrap();
    let counts = bench_positions::<P>().map(|position| {
        searcher.clear();
        let request = Request::new(position, Limits::depth(DEPTH));
        let outcome = searcher.search(&request, &Control::new(), &mut NullSink);
        outcome.nodes
    });
    Some(counts.collect())
}

fn node_counts_of_network_variants() -> Vec<(&'static str, Vec<u64>)> {
    let counts = Variant::ALL.into_iter().filter_map(|variant| {
        let nodes = for_variant!(variant, P => node_counts::<P>());
        Some((variant.id(), nodes?))
    });
    counts.collect()
}

#[test]
fn every_vector_instruction_set_gives_the_same_node_counts() {
    let by_default = node_counts_of_network_variants();
    assert!(!by_default.is_empty());
    for set in InstructionSet::available() {
        let forced = set.force(node_counts_of_network_variants);
        assert_eq!(forced, by_default, "{set:?}");
    }
}
