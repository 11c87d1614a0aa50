//! The tuner's dataset: the features, the phase, the score and the result of each sample.

use crate::base::Color;
use crate::eval::{Evaluation, EvaluationFamily, FeatureEvaluation, StaticEvaluation};
use crate::files::Sample;
use crate::game::{Playable, PositionError, Variant, for_variant};

/// A position in the dataset.
#[derive(Clone, Debug)]
pub struct TuningPosition {
    /// The index of the position's first feature in [`Dataset::features`].
    first_feature: usize,
    /// The phase of the game: the fraction of the men of a full board that are left.
    pub phase: f32,
    /// The score of a search, in centipawns; positive if White is better.
    pub score: f32,
    /// White's points in the game: 1, 0.5 or 0.
    pub result: f32,
}

/// The positions of a family of variants. Each is stored as the features whose counts differ
/// between the sides, with the difference: White's count minus Black's.
#[derive(Clone, Debug, Default)]
pub struct Dataset {
    positions: Vec<TuningPosition>,
    features: Vec<(u16, i16)>,
}

impl Dataset {
    /// Adds a sample, unless the variant has no weights to tune.
    ///
    /// # Errors
    /// Returns an error if the text of the sample is not a position of the variant.
    pub fn add(&mut self, variant: Variant, sample: &Sample) -> Result<(), PositionError> {
        // The variants of a family share their weights, and no feature depends on the rules
        // in which they differ.
        for_variant!(EvaluationFamily::of_variant(variant).representative(), P => {
            let position = P::read(&sample.position)?;
            if let Evaluation::Features(evaluation) = &P::EVALUATION {
                self.add_position(evaluation, &position, sample);
            }
        });
        Ok(())
    }

    fn add_position<G>(
        &mut self,
        evaluation: &FeatureEvaluation<G>,
        position: &G,
        sample: &Sample,
    ) {
        let (men, full) = (evaluation.phase)(position);
        self.positions.push(TuningPosition {
            first_feature: self.features.len(),
            phase: men as f32 / full as f32,
            score: sample.score as f32,
            result: sample.result,
        });
        let [white, black] = Color::ALL.map(|color| (evaluation.feature_counts)(position, color));
        let differences = white
            .into_iter()
            .zip(black)
            .map(|(white, black)| white - black);
        let nonzero = differences
            .enumerate()
            .filter(|&(_, difference)| difference != 0);
        self.features
            .extend(nonzero.map(|(feature, difference)| (feature as u16, difference as i16)));
    }

    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Returns whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Returns the position with this index, and the difference of each of its features.
    #[inline]
    pub(super) fn position(&self, index: usize) -> (&TuningPosition, &[(u16, i16)]) {
        let position = &self.positions[index];
        let end = self
            .positions
            .get(index + 1)
            .map_or(self.features.len(), |next| next.first_feature);
        (position, &self.features[position.first_feature..end])
    }
}
