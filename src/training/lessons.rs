//! The training set of a network: the inputs and the target of each sample.

use crate::base::Color;
use crate::eval::network::{BUCKETS, Lit};
use crate::eval::wdl::{SCALE, logistic};
use crate::eval::{Evaluation, Learned, Valued, family};
use crate::files::Sample;
use crate::game::{Playable, PositionError, Variant, for_game};
use crate::rules::Game;

/// One position.
#[derive(Copy, Clone, Debug)]
struct Row {
    /// The index of its first input in [`Lessons::inputs`].
    start: usize,
    men: u8,
    bucket: u8,
    target: f32,
}

/// A training position, as the side to move sees it.
#[derive(Copy, Clone, Debug)]
pub struct Lesson<'a> {
    /// The active inputs of the side to move and of the other side.
    pub inputs: [&'a [u16]; 2],
    /// The bucket of the last layer that applies.
    pub bucket: usize,
    /// The target: the chance to win that the network should predict.
    pub target: f32,
}

/// The training set: positions of one game.
#[derive(Clone, Debug)]
pub struct Lessons {
    variant: Variant,
    trust: f32,
    rows: Vec<Row>,
    inputs: Vec<u16>,
}

impl Lessons {
    /// Returns an empty training set. A target mixes the result of the game
    /// with the score of a search: `trust` is the share of the score, from 0 to
    /// 1.
    pub const fn new(variant: Variant, trust: f32) -> Self {
        Self {
            variant,
            trust,
            rows: Vec::new(),
            inputs: Vec::new(),
        }
    }

    /// Returns the number of inputs of a game's network; `None` if the game has
    /// none.
    pub fn inputs_of(variant: Variant) -> Option<usize> {
        for_game!(family(variant), P => match &P::EVALUATION {
            Evaluation::Network(learned) => Some(learned.inputs),
            Evaluation::Features(_) => None,
        })
    }

    /// Adds a sample. It is left out if the game has no network.
    ///
    /// # Errors
    /// Returns an error if the sample holds no position of the variant.
    pub fn add(&mut self, sample: &Sample) -> Result<(), PositionError> {
        for_game!(family(self.variant), P => {
            let position = P::read(&sample.position)?;
            if let Evaluation::Network(learned) = &P::EVALUATION {
                self.add_position(learned, &position, sample);
            }
        });
        Ok(())
    }

    fn add_position<G: Game>(&mut self, learned: &Learned<G>, position: &G, sample: &Sample) {
        let lit: Lit = (learned.lit)(position);
        let said = logistic(f64::from(sample.score) / SCALE) as f32;
        let white = self.trust * said + (1.0 - self.trust) * sample.result;
        self.rows.push(Row {
            start: self.inputs.len(),
            men: lit.men() as u8,
            bucket: lit.bucket() as u8,
            target: match position.side_to_move() {
                Color::White => white,
                Color::Black => 1.0 - white,
            },
        });
        let [mine, theirs] = lit.sides();
        self.inputs.extend_from_slice(mine);
        self.inputs.extend_from_slice(theirs);
    }

    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Returns whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Returns a position.
    #[inline]
    pub fn get(&self, i: usize) -> Lesson<'_> {
        let row = &self.rows[i];
        let (men, middle) = (usize::from(row.men), row.start + usize::from(row.men));
        Lesson {
            inputs: [
                &self.inputs[row.start..middle],
                &self.inputs[middle..middle + men],
            ],
            bucket: usize::from(row.bucket) % BUCKETS,
            target: row.target,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_what_the_search_said_and_the_game_became_as_the_mover_sees_it() {
        let target = |trust: f32, mover: char| {
            let mut lessons = Lessons::new(Variant::Shatar, trust);
            let sample = Sample {
                position: format!("4k3/8/8/8/8/8/8/R3K3 {mover} - - 0 1"),
                score: SCALE as i32,
                result: 0.0,
            };
            lessons.add(&sample).unwrap();
            f64::from(lessons.get(0).target)
        };
        let said = logistic(1.0);
        for (trust, mover, expected) in [
            (1.0, 'w', said),
            (1.0, 'b', 1.0 - said),
            (0.25, 'w', 0.25 * said),
            (0.25, 'b', 1.0 - 0.25 * said),
            (0.0, 'w', 0.0),
        ] {
            let found = target(trust, mover);
            assert!((found - expected).abs() < 1e-6, "{trust} {mover}: {found}");
        }
    }
}
