//! Tests that every vector instruction set that the processor supports gives the same
//! scores.
//!
//! The sets are compared on the positions of random games with the networks of the
//! engine, and on networks with the largest weights, where the sums come closest to the
//! limits of 16 bits. Without optimization the code for each set is compiled to plain
//! loops; the test profile vectorizes them. `engine/bench_instruction_sets.rs` compares
//! the node counts of complete searches.

use super::super::tests::zero_network;
use super::super::{BUCKETS, MAX_OUTPUT_WEIGHT, Network, NetworkShape, max_input_weight};
use super::*;
use crate::base::Score;
use crate::eval::{EvaluatedPosition, EvaluationFamily};
use crate::game::{Variant, for_variant};
use crate::rules::MoveList;
use crate::util::rng::Rng;

/// Returns the scores of the positions of random games.
fn scores_of_random_games<P: EvaluatedPosition>() -> Vec<Score> {
    let network = P::FAMILY.built_in_network();
    let mut scores = Vec::new();
    for game in 0..60 {
        let mut rng = Rng::new(6, game);
        let mut position = P::start();
        for _ in 0..120 {
            let mut moves = MoveList::new();
            position.generate(&mut moves);
            if moves.is_empty() {
                break;
            }
            position = position.after(moves[rng.below(moves.len())]);
            scores.push(network.score(&position));
        }
    }
    assert!(scores.len() > 1000, "{}", scores.len());
    scores
}

const SHAPE: NetworkShape = NetworkShape {
    family: EvaluationFamily::Shatar,
    inputs: 40,
    max_active: 32,
    max_men: 32,
};

/// Returns a network in which every number is the maximum, the minimum or 0.
fn extreme_network(rng: &mut Rng) -> Network {
    let mut extreme = |limit: i16| [limit, limit, -limit, 0][rng.below(4)];
    let mut network = zero_network(SHAPE);
    let bias = &mut network.input_bias;
    for row in network.input_weights.iter_mut().chain([bias]) {
        row.0 = std::array::from_fn(|_| extreme(max_input_weight(SHAPE.max_active)));
    }
    for row in network.output_weights.as_flattened_mut() {
        row.0 = std::array::from_fn(|_| extreme(MAX_OUTPUT_WEIGHT));
    }
    for bias in &mut network.output_bias {
        *bias = i32::from(extreme(i16::MAX)) * BUCKETS as i32;
    }
    network
}

/// Returns scores given by extreme networks, for every number of men.
fn scores_by_extreme_networks() -> Vec<Score> {
    let mut rng = Rng::new(8, 0);
    let mut scores = Vec::new();
    for _ in 0..20 {
        let network = extreme_network(&mut rng);
        for men in 0..=32 {
            let [own, other] = [0, 1].map(|_| -> Vec<u16> {
                (0..men).map(|_| rng.below(SHAPE.inputs) as u16).collect()
            });
            scores.push(network.score_of_inputs([&own, &other], men));
        }
    }
    scores
}

fn all_scores() -> Vec<Score> {
    let mut scores = scores_by_extreme_networks();
    for family in EvaluationFamily::ALL {
        let variant: Variant = family.representative();
        scores.extend(for_variant!(variant, P => scores_of_random_games::<P>()));
    }
    scores
}

#[test]
fn every_vector_instruction_set_gives_the_same_scores() {
    let by_default = all_scores();
    for set in InstructionSet::available() {
        let forced = set.force(all_scores);
        assert!(forced == by_default, "{set:?}");
    }
}
