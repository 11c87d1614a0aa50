//! Tests that the benchmark searches the same number of nodes with every vector
//! instruction set.
//!
//! Every implementation of the networks' sums that the processor supports must give the
//! same counts as the one selected by default, whose counts `bench.rs` asserts.

use super::bench::bench_positions;
use crate::eval::network::InstructionSet;
use crate::eval::{EvaluatedPosition, NetworkEvaluator};
use crate::game::{Variant, for_variant};
use crate::search::{Control, Limits, NullSink, Request, SearchGame, Searcher};

const DEPTH: usize = 5;
const HASH_MEGABYTES: usize = 1;

/// Returns the node count of each benchmark position.
fn node_counts<P: EvaluatedPosition + SearchGame>() -> Vec<u64> {
    let mut searcher =
        Searcher::<P, _>::new(1, HASH_MEGABYTES, NetworkEvaluator::default()).unwrap();
    let counts = bench_positions::<P>().map(|position| {
        searcher.clear();
        let request = Request::new(position, Limits::depth(DEPTH));
        let outcome = searcher.search(&request, &Control::new(), &mut NullSink);
        outcome.nodes
    });
    counts.collect()
}

fn all_node_counts() -> Vec<(&'static str, Vec<u64>)> {
    let counts = Variant::ALL.into_iter().map(|variant| {
        let nodes = for_variant!(variant, P => node_counts::<P>());
        (variant.id(), nodes)
    });
    counts.collect()
}

#[test]
fn every_vector_instruction_set_gives_the_same_node_counts() {
    let by_default = all_node_counts();
    for set in InstructionSet::available() {
        let forced = set.force(all_node_counts);
        assert_eq!(forced, by_default, "{set:?}");
    }
}
