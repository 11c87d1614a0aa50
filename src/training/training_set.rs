//! A set of positions in memory, as a network in training sees them: active inputs and
//! targets.

use rayon::prelude::*;

use crate::base::Color;
use crate::eval::EvaluationFamily;
use crate::eval::network::BUCKETS;
use crate::eval::network::inputs::{
    InputList, NetworkInputs, active_inputs, mirrored_active_inputs,
};
use crate::eval::wdl::{LOGISTIC_SCALE, logistic};
use crate::files::{PackedSample, Packing};
use crate::game::{PositionError, for_variant};
use crate::util::rng::Rng;

/// The number of samples that one task converts.
const TASK_SAMPLES: usize = 4096;

/// A stored position. Its inputs are in [`TrainingSet::inputs`].
#[derive(Copy, Clone, Debug)]
struct StoredPosition {
    /// The index of the position's first input in [`TrainingSet::inputs`].
    first_input: usize,
    active: u8,
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

/// A set of positions of a family, on which its network is trained.
#[derive(Clone, Debug, Default)]
pub struct TrainingSet {
    positions: Vec<StoredPosition>,
    inputs: Vec<u16>,
}

impl TrainingSet {
    /// Creates the set of these samples of a family. The target of a position is a weighted
    /// average of the score of a search and the result of the game; `score_weight` is the
    /// weight of the score, from 0 to 1. With a seed, about half of the positions are replaced
    /// by their mirror images, which have the same value; this reduces overfitting.
    ///
    /// # Errors
    /// Returns an error if a sample is not a position of the family.
    pub fn new(
        family: EvaluationFamily,
        score_weight: f32,
        samples: &[PackedSample],
        mirror_seed: Option<u64>,
    ) -> Result<Self, PositionError> {
        let parts: Result<Vec<Self>, PositionError> = samples
            .par_chunks(TASK_SAMPLES)
            .enumerate()
            .map(|(number, part)| {
                let mut rng = mirror_seed.map(|seed| Rng::new(seed, number as u64));
                let mut set = Self::default();
                for_variant!(family.representative(), P => {
                    for sample in part {
                        let position = P::unpack(&sample.position)?;
                        let is_mirrored = rng.as_mut().is_some_and(|rng| rng.below(2) == 1);
                        let inputs = if is_mirrored { mirrored_active_inputs } else { active_inputs };
                        set.add(family, &position, &inputs(&position), sample, score_weight);
                    }
                });
                Ok(set)
            })
            .collect();
        let mut set = Self::default();
        for part in parts? {
            set.append(part);
        }
        Ok(set)
    }

    fn add<P: Packing + NetworkInputs>(
        &mut self,
        family: EvaluationFamily,
        position: &P,
        active: &[InputList; 2],
        sample: &PackedSample,
        score_weight: f32,
    ) {
        let chance = logistic(f64::from(sample.score) / LOGISTIC_SCALE) as f32;
        let white_target = score_weight * chance + (1.0 - score_weight) * sample.result;
        self.positions.push(StoredPosition {
            first_input: self.inputs.len(),
            active: active[0].as_slice().len() as u8,
            bucket: family.network_shape().bucket(position.men()) as u8,
            target: match position.side_to_move() {
                Color::White => white_target,
                Color::Black => 1.0 - white_target,
            },
        });
        for inputs in active {
            self.inputs.extend_from_slice(inputs.as_slice());
        }
    }

    fn append(&mut self, mut part: Self) {
        let offset = self.inputs.len();
        for position in &mut part.positions {
            position.first_input += offset;
        }
        self.positions.append(&mut part.positions);
        self.inputs.append(&mut part.inputs);
    }

    /// Returns the number of positions.
    pub const fn len(&self) -> usize {
        self.positions.len()
    }

    /// Returns whether there are no positions.
    pub const fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Returns the position with this index.
    #[inline]
    pub fn get(&self, index: usize) -> TrainingPosition<'_> {
        let position = &self.positions[index];
        let (start, active) = (position.first_input, usize::from(position.active));
        let middle = start + active;
        TrainingPosition {
            inputs: [
                &self.inputs[start..middle],
                &self.inputs[middle..middle + active],
            ],
            bucket: usize::from(position.bucket) % BUCKETS,
            target: position.target,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Playable;
    use crate::rules::board8::{Position, Shatar};
    use crate::rules::shatra;

    #[test]
    fn targets_average_score_and_result_for_the_side_to_move() {
        let target = |score_weight: f32, side: char| {
            let fen = format!("4k3/8/8/8/8/8/8/R3K3 {side} - - 0 1");
            let position = Position::<Shatar>::read(&fen).unwrap();
            let sample = PackedSample::new(&position, LOGISTIC_SCALE as i32, 0.0).unwrap();
            let set = TrainingSet::new(EvaluationFamily::Shatar, score_weight, &[sample], None);
            f64::from(set.unwrap().get(0).target)
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

    #[test]
    fn with_a_seed_half_of_the_positions_are_mirrored() {
        let text = "S8/K/7/S6/7/7/7/7/k/9 w - - - - 1";
        let position = shatra::Position::<shatra::Extended>::read(text).unwrap();
        let [own, _] = active_inputs(&position);
        let sample = PackedSample::new(&position, 0, 0.5).unwrap();
        let samples = vec![sample; 3 * TASK_SAMPLES];
        let mirrored = |seed| {
            let set = TrainingSet::new(EvaluationFamily::Extended, 1.0, &samples, seed).unwrap();
            let differs = |&i: &usize| set.get(i).inputs[0] != own.as_slice();
            (0..set.len()).filter(differs).count()
        };
        assert_eq!(mirrored(None), 0);
        let count = mirrored(Some(1));
        assert!(count.abs_diff(samples.len() / 2) < 300, "{count}");
    }
}
