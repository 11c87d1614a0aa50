//! The training set of a network: the active inputs and the target of each sample.

use crate::base::Color;
use crate::eval::network::{ActiveFeatures, BUCKETS};
use crate::eval::wdl::{LOGISTIC_SCALE, logistic};
use crate::eval::{Evaluation, EvaluationFamily, NetworkEvaluation, StaticEvaluation};
use crate::files::Sample;
use crate::game::{Playable, PositionError, Variant, for_game};
use crate::rules::Game;

/// A stored position; its inputs are in the common list.
#[derive(Copy, Clone, Debug)]
struct StoredPosition {
    /// The index of the first input in [`TrainingSet::inputs`].
    start: usize,
    men: u8,
    bucket: u8,
    target: f32,
}

/// A training position, as the side to move sees it.
#[derive(Copy, Clone, Debug)]
pub struct TrainingPosition<'a> {
    /// The active inputs of the side to move and of the other side.
    pub inputs: [&'a [u16]; 2],
    /// The bucket of the last layer that applies.
    pub bucket: usize,
    /// The target: the chance of a win that the network should predict.
    pub target: f32,
}

/// A training set: the positions on which the network of a game is trained.
#[derive(Clone, Debug)]
pub struct TrainingSet {
    variant: Variant,
    score_share: f32,
    entries: Vec<StoredPosition>,
    inputs: Vec<u16>,
}

impl TrainingSet {
    /// Returns an empty training set. A target mixes the result of the game with the
    /// score of a search; `score_share` is the share of the score, from 0 to 1.
    pub const fn new(variant: Variant, score_share: f32) -> Self {
        Self {
            variant,
            score_share,
            entries: Vec::new(),
            inputs: Vec::new(),
        }
    }

    /// Returns the number of inputs of a game's network; `None` if the game has no
    /// network.
    pub fn inputs_of(variant: Variant) -> Option<usize> {
        for_game!(EvaluationFamily::of(variant).representative(), P => match &P::EVALUATION {
            Evaluation::Network(evaluation) => Some(evaluation.inputs),
            Evaluation::Features(_) => None,
        })
    }

    /// Adds a sample, unless the game has no network.
    ///
    /// # Errors
    /// Returns an error if the sample does not hold a position of the variant.
    pub fn add(&mut self, sample: &Sample) -> Result<(), PositionError> {
        for_game!(EvaluationFamily::of(self.variant).representative(), P => {
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
        let features: ActiveFeatures = (evaluation.active_features)(position);
        let searched = logistic(f64::from(sample.score) / LOGISTIC_SCALE) as f32;
        let white = self.score_share * searched + (1.0 - self.score_share) * sample.result;
        self.entries.push(StoredPosition {
            start: self.inputs.len(),
            men: features.men() as u8,
            bucket: features.bucket() as u8,
            target: match position.side_to_move() {
                Color::White => white,
                Color::Black => 1.0 - white,
            },
        });
        let [mine, theirs] = features.perspectives();
        self.inputs.extend_from_slice(mine);
        self.inputs.extend_from_slice(theirs);
    }

    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns the position with this index.
    #[inline]
    pub fn get(&self, i: usize) -> TrainingPosition<'_> {
        let entry = &self.entries[i];
        let (men, middle) = (usize::from(entry.men), entry.start + usize::from(entry.men));
        TrainingPosition {
            inputs: [
                &self.inputs[entry.start..middle],
                &self.inputs[middle..middle + men],
            ],
            bucket: usize::from(entry.bucket) % BUCKETS,
            target: entry.target,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_mix_score_and_result_for_the_side_to_move() {
        let target = |score_share: f32, side: char| {
            let mut training_set = TrainingSet::new(Variant::Shatar, score_share);
            let sample = Sample {
                position: format!("4k3/8/8/8/8/8/8/R3K3 {side} - - 0 1"),
                score: LOGISTIC_SCALE as i32,
                result: 0.0,
            };
            training_set.add(&sample).unwrap();
            f64::from(training_set.get(0).target)
        };
        let searched = logistic(1.0);
        for (score_share, side, expected) in [
            (1.0, 'w', searched),
            (1.0, 'b', 1.0 - searched),
            (0.25, 'w', 0.25 * searched),
            (0.25, 'b', 1.0 - 0.25 * searched),
            (0.0, 'w', 0.0),
        ] {
            let found = target(score_share, side);
            assert!(
                (found - expected).abs() < 1e-6,
                "{score_share} {side}: {found}"
            );
        }
    }
}
