//! The dataset of the tuner: the features, phase and target of each sample.

use crate::base::Color;
use crate::eval::{Evaluation, Valued, Weighing, family};
use crate::files::Sample;
use crate::game::{Playable, PositionError, Variant, for_game};

/// One position.
#[derive(Clone, Debug)]
pub struct Row {
    /// The index of its first feature in [`Dataset::features`].
    start: usize,
    /// The fullness of the board, from 0 to 1.
    pub phase: f32,
    /// The score of a search, in centipawns, positive if White is better.
    pub score: f32,
    /// The points of White.
    pub result: f32,
}

/// The positions of a family of rule sets, each as the features that are not 0
/// with their counts, White's less Black's.
#[derive(Clone, Debug, Default)]
pub struct Dataset {
    rows: Vec<Row>,
    features: Vec<(u16, i16)>,
}

impl Dataset {
    /// Adds a sample. It is left out if the game has no weights to learn.
    ///
    /// # Errors
    /// Returns an error if the sample holds no position of the variant.
    pub fn add(&mut self, variant: Variant, sample: &Sample) -> Result<(), PositionError> {
        // Games of a family share their weights, and no feature depends on the
        // rules in which they differ.
        for_game!(family(variant), P => {
            let position = P::read(&sample.position)?;
            if let Evaluation::Features(weighing) = &P::EVALUATION {
                self.add_position(weighing, &position, sample);
            }
        });
        Ok(())
    }

    fn add_position<G>(&mut self, weighing: &Weighing<G>, position: &G, sample: &Sample) {
        let (men, full) = (weighing.phase)(position);
        self.rows.push(Row {
            start: self.features.len(),
            phase: men as f32 / full as f32,
            score: sample.score as f32,
            result: sample.result,
        });
        let [white, black] = Color::ALL.map(|color| (weighing.features)(position, color));
        let counts = white.into_iter().zip(black).map(|(w, b)| w - b);
        let present = counts.enumerate().filter(|&(_, count)| count != 0);
        self.features
            .extend(present.map(|(i, count)| (i as u16, count as i16)));
    }

    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Returns whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Returns a position and its features.
    #[inline]
    pub(super) fn row(&self, i: usize) -> (&Row, &[(u16, i16)]) {
        let row = &self.rows[i];
        let end = self
            .rows
            .get(i + 1)
            .map_or(self.features.len(), |next| next.start);
        (row, &self.features[row.start..end])
    }
}
