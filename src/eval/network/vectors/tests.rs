//! Tests that every vector instruction set that the processor supports gives the same
//! scores.
//!
//! The versions are compared on the positions of random games with the networks of the
//! engine, and on networks with the largest weights, where the sums come closest to the
//! limits of 16 bits. Without optimization each version is compiled to plain loops; the
//! test profile vectorises them. `engine/bench_instruction_sets.rs` compares the node
//! counts of complete searches.

use super::super::{ActiveInputs, BUCKETS, MAX_INPUT_WEIGHT, MAX_OUTPUT_WEIGHT, Network};
use super::*;
use crate::base::Score;
use crate::eval::StaticEvaluation;
use crate::eval::board8::EvaluatedByNetwork;
use crate::rules::MoveList;
use crate::rules::board8::{Position, Shatar, Shatranj};
use crate::util::rng::Rng;

/// Returns the scores of the positions of random games.
fn scores_of_random_games<R: EvaluatedByNetwork>() -> Vec<Score> {
    let mut scores = Vec::new();
    for game in 0..60 {
        let mut rng = Rng::new(6, game);
        let mut position = Position::<R>::start();
        for _ in 0..120 {
            let mut moves = MoveList::new();
            position.legal_moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            position = position.after(moves[rng.below(moves.len())]);
            scores.push(position.static_score());
        }
    }
    assert!(scores.len() > 3000, "{}", scores.len());
    scores
}

const INPUTS: usize = 40;

/// Returns a network in which every number is the maximum, the minimum or 0.
fn extreme_network(rng: &mut Rng) -> Network<INPUTS> {
    let mut extreme = |limit: i16| [limit, limit, -limit, 0][rng.below(4)];
    let mut network = Network::<INPUTS>::ZERO;
    for row in network
        .input_weights
        .iter_mut()
        .chain([&mut network.input_bias])
    {
        row.0 = std::array::from_fn(|_| extreme(MAX_INPUT_WEIGHT));
    }
    for row in network.output_weights.as_flattened_mut() {
        row.0 = std::array::from_fn(|_| extreme(MAX_OUTPUT_WEIGHT));
    }
    for bias in &mut network.output_bias {
        *bias = i32::from(extreme(i16::MAX)) * BUCKETS as i32;
    }
    network
}

/// Returns scores by extreme networks, for every number of men.
fn scores_by_extreme_networks() -> Vec<Score> {
    let mut rng = Rng::new(8, 0);
    let mut scores = Vec::new();
    for _ in 0..20 {
        let network = extreme_network(&mut rng);
        for men in 0..=32 {
            let mut active = ActiveInputs::EMPTY;
            for _ in 0..men {
                active.add([rng.below(INPUTS), rng.below(INPUTS)]);
            }
            scores.push(network.score(&active));
        }
    }
    scores
}

fn all_scores() -> Vec<Score> {
    let mut scores = scores_of_random_games::<Shatranj>();
    scores.extend(scores_of_random_games::<Shatar>());
    scores.extend(scores_by_extreme_networks());
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
