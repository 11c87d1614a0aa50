//! The training set of a network: the active inputs and the target of each sample.

use crate::base::Color;
use crate::eval::network::{ActiveInputs, BUCKETS};
use crate::eval::wdl::{LOGISTIC_SCALE, logistic};
use crate::eval::{Evaluation, EvaluationFamily, NetworkEvaluation, StaticEvaluation};
use crate::files::Sample;
use crate::game::{Playable, PositionError, Variant, for_variant};
use crate::rules::Game;

/// A stored position. Its inputs are in [`TrainingSet::inputs`].
#[derive(Copy, Clone, Debug)]
struct StoredPosition {
    /// The index of the position's first input in [`TrainingSet::inputs`].
    first_input: usize,
    men: u8,
    bucket: u8,
    target: f32,
}

/// A training position, from the point of view of the side to move.
#[derive(Copy, Clone, Debug)]
pub struct TrainingPosition<'a> {
    /// The active inputs from the perspective of the side to move, then of the other side.
    pub inputs: [&'a [u16]; 2],
    /// The index of the bucket of the last layer.
    pub bucket: usize,
    /// The target: the chance of a win that the network should predict.
    pub target: f32,
}

/// A training set: the positions on which the network of a variant is trained.
#[derive(Clone, Debug)]
pub struct TrainingSet {
    variant: Variant,
    score_weight: f32,
    positions: Vec<StoredPosition>,
    inputs: Vec<u16>,
}

impl TrainingSet {
    /// Creates an empty training set. The target of a position is a weighted average of the
    /// score of a search and the result of the game; `score_weight` is the weight of the
    /// score, from 0 to 1.
    pub const fn new(variant: Variant, score_weight: f32) -> Self {
        Self {
            variant,
            score_weight,
            positions: Vec::new(),
            inputs: Vec::new(),
        }
    }

    /// Returns the number of inputs of a variant's network; `None` if the variant has no
    /// network.
    pub fn input_count(variant: Variant) -> Option<usize> {
        let representative = EvaluationFamily::of_variant(variant).representative();
        for_variant!(representative, P => match &P::EVALUATION {
            Evaluation::Network(evaluation) => Some(evaluation.inputs),
            Evaluation::Features(_) => None,
        })
    }

    /// Adds a sample, unless the variant has no network.
    ///
    /// # Errors
    /// Returns an error if the text of the sample is not a position of the variant.
    pub fn add(&mut self, sample: &Sample) -> Result<(), PositionError> {
        for_variant!(EvaluationFamily::of_variant(self.variant).representative(), P => {
            let position = P::read(&sample.position)?;
            if let Evaluation::Network(evaluation) = &P::EVALUATION {
                self.add_position(evaluation, &position, sample);
            }
        });
        Ok(())
    }

    fn add_position<G: Game>(
        &mut self,
        evaluation: &NetworkEvaluation<G>,
        position: &G,
        sample: &Sample,
    ) {
        let active: ActiveInputs = (evaluation.active_inputs)(position);
        let chance = logistic(f64::from(sample.score) / LOGISTIC_SCALE) as f32;
        let white_target = self.score_weight * chance + (1.0 - self.score_weight) * sample.result;
        self.positions.push(StoredPosition {
            first_input: self.inputs.len(),
            men: active.men() as u8,
            bucket: active.bucket() as u8,
            target: match position.side_to_move() {
                Color::White => white_target,
                Color::Black => 1.0 - white_target,
            },
        });
        for inputs in active.perspectives() {
            self.inputs.extend_from_slice(inputs);
        }
    }

    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Returns whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Returns the position with this index.
    #[inline]
    pub fn get(&self, index: usize) -> TrainingPosition<'_> {
        let position = &self.positions[index];
        let (start, men) = (position.first_input, usize::from(position.men));
        let middle = start + men;
        TrainingPosition {
            inputs: [
                &self.inputs[start..middle],
                &self.inputs[middle..middle + men],
            ],
            bucket: usize::from(position.bucket) % BUCKETS,
            target: position.target,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_average_score_and_result_for_the_side_to_move() {
        let target = |score_weight: f32, side: char| {
            let mut training_set = TrainingSet::new(Variant::Shatar, score_weight);
            let sample = Sample {
                position: format!("4k3/8/8/8/8/8/8/R3K3 {side} - - 0 1"),
                score: LOGISTIC_SCALE as i32,
                result: 0.0,
            };
            training_set.add(&sample).unwrap();
            f64::from(training_set.get(0).target)
        };
        let chance = logistic(1.0);
        for (score_weight, side, expected) in [
            (1.0, 'w', chance),
            (1.0, 'b', 1.0 - chance),
            (0.25, 'w', 0.25 * chance),
            (0.25, 'b', 1.0 - 0.25 * chance),
            (0.0, 'w', 0.0),
        ] {
            let found = target(score_weight, side);
            assert!(
                (found - expected).abs() < 1e-6,
                "{score_weight} {side}: {found}"
            );
        }
    }
}
