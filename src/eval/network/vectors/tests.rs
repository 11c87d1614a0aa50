//! Every kind of vector instructions that the processor supports gives the same scores.
//!
//! These tests prove that the versions agree on the positions of random games with the
//! networks of the engine, and on networks with the largest weights, where the sums come
//! nearest to the limits of 16 bits. A build without optimization compiles each version
//! to plain loops; the tests' own profile vectorises them. The node counts of complete
//! searches with each version are compared in `engine/bench_vectors.rs`.

use super::super::{ActiveFeatures, BUCKETS, MAX_INPUT_WEIGHT, MAX_OUTPUT_WEIGHT, Network};
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

/// Returns a network whose numbers are each the maximum, the minimum or 0.
fn network_of_extremes(rng: &mut Rng) -> Network<INPUTS> {
    let mut extreme = |limit: i16| [limit, limit, -limit, 0][rng.below(4)];
    let mut network = Network::<INPUTS>::ZERO;
    for row in network.inputs.iter_mut().chain([&mut network.bias]) {
        row.0 = std::array::from_fn(|_| extreme(MAX_INPUT_WEIGHT));
    }
    for row in network.outputs.as_flattened_mut() {
        row.0 = std::array::from_fn(|_| extreme(MAX_OUTPUT_WEIGHT));
    }
    for bias in &mut network.output_bias {
        *bias = i32::from(extreme(i16::MAX)) * BUCKETS as i32;
    }
    network
}

/// Returns the scores of networks of extremes, with every number of men.
fn scores_of_extremes() -> Vec<Score> {
    let mut rng = Rng::new(8, 0);
    let mut scores = Vec::new();
    for _ in 0..20 {
        let network = network_of_extremes(&mut rng);
        for men in 0..=32 {
            let mut features = ActiveFeatures::EMPTY;
            for _ in 0..men {
                features.add([rng.below(INPUTS), rng.below(INPUTS)]);
            }
            scores.push(network.score(&features));
        }
    }
    scores
}

fn all_scores() -> Vec<Score> {
    let mut scores = scores_of_random_games::<Shatranj>();
    scores.extend(scores_of_random_games::<Shatar>());
    scores.extend(scores_of_extremes());
    scores
}

#[test]
fn every_kind_of_vector_instructions_gives_the_same_scores() {
    let chosen_by_the_processor = all_scores();
    for kind in Vectors::available() {
        let forced = kind.force(all_scores);
        assert!(forced == chosen_by_the_processor, "{kind:?}");
    }
}
