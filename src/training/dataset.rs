//! The dataset of the tuner: the features, phase and target of each sample.

use crate::base::Color;
use crate::eval::{Evaluation, EvaluationFamily, FeatureEvaluation, StaticEvaluation};
use crate::files::Sample;
use crate::game::{Playable, PositionError, Variant, for_game};

/// A position of the dataset.
#[derive(Clone, Debug)]
pub struct TuningPosition {
    /// The index of the first feature in [`Dataset::features`].
    start: usize,
    /// The fullness of the board, from 0 to 1.
    pub phase: f32,
    /// The score of a search, in centipawns, positive if White is better.
    pub score: f32,
    /// White's points in the game.
    pub result: f32,
}

/// The positions of a family of rule sets. Each is stored as the features whose counts
/// differ between the sides, with the difference, White's count less Black's.
#[derive(Clone, Debug, Default)]
pub struct Dataset {
    positions: Vec<TuningPosition>,
    features: Vec<(u16, i16)>,
}

impl Dataset {
    /// Adds a sample, unless the game has no weights to tune.
    ///
    /// # Errors
    /// Returns an error if the sample does not hold a position of the variant.
    pub fn add(&mut self, variant: Variant, sample: &Sample) -> Result<(), PositionError> {
        // Games of a family share their weights, and no feature depends on the
        // rules in which they differ.
        for_game!(EvaluationFamily::of(variant).representative(), P => {
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
            start: self.features.len(),
            phase: men as f32 / full as f32,
            score: sample.score as f32,
            result: sample.result,
        });
        let [white, black] = Color::ALL.map(|color| (evaluation.features)(position, color));
        let counts = white.into_iter().zip(black).map(|(w, b)| w - b);
        let present = counts.enumerate().filter(|&(_, count)| count != 0);
        self.features
            .extend(present.map(|(i, count)| (i as u16, count as i16)));
    }

    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Returns whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Returns the position with this index, and its features.
    #[inline]
    pub(super) fn position(&self, i: usize) -> (&TuningPosition, &[(u16, i16)]) {
        let position = &self.positions[i];
        let end = self
            .positions
            .get(i + 1)
            .map_or(self.features.len(), |next| next.start);
        (position, &self.features[position.start..end])
    }
}
