//! A small neural network that evaluates positions.
//!
//! Each side sees the board from its own end. For each side, every man activates inputs that
//! depend on the man's side, kind and square in that view (`inputs.rs`); the weight rows of the
//! active inputs are added up in an accumulator of [`HIDDEN`] neurons. The accumulators of both
//! sides are clipped to the range from 0 to 1 and squared, and their weighted sum is the
//! score; the weights of that last layer depend on the number of men. The structure is
//! that of an efficiently updatable network (NNUE; Nasu 2018) with squared clipped
//! rectified linear units (SCReLU): a search computes the accumulators of a position from
//! those of a similar one (`accumulators.rs`).
//!
//! All numbers are integers, so every machine computes the same score. The sums are compiled for
//! several sets of vector instructions, and the first call chooses one (`vectors.rs`).

mod accumulators;
mod file;
pub mod inputs;
mod shape;
mod vectors;

pub use accumulators::AccumulatorStack;
pub use file::{NetworkBytes, NetworkError, family_of_file, file_header};
pub use shape::{
    ACTIVATION_ONE, BUCKETS, HIDDEN, MAX_NETWORK_BYTES, MAX_OUTPUT_WEIGHT, NetworkShape, NeuronRow,
    OUTPUT_SCALE, OUTPUT_WEIGHT_ONE, max_input_weight,
};
#[cfg(test)]
pub(crate) use vectors::InstructionSet;

use crate::base::score::MAX_EVAL;
use crate::base::{Score, Square};
use inputs::{InputSets, NetworkInputs, active_inputs_of_sets};
use vectors::{add_and_subtract, perspective_output};

/// The weights and biases of a network.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network {
    shape: NetworkShape,
    name: String,
    ancestry: String,
    /// The weights from each input to the neurons, scaled by [`ACTIVATION_ONE`]; at most
    /// [`max_input_weight`] in absolute value.
    input_weights: Box<[NeuronRow]>,
    /// The biases of the neurons, with the same scale and range.
    input_bias: NeuronRow,
    /// The weights of the neurons of the side to move and of the other side, by
    /// [`NetworkShape::bucket`], scaled by [`OUTPUT_WEIGHT_ONE`]; at most
    /// [`MAX_OUTPUT_WEIGHT`] in absolute value.
    output_weights: [[NeuronRow; 2]; BUCKETS],
    /// The biases of the output, by bucket, scaled by the product of [`ACTIVATION_ONE`] and
    /// [`OUTPUT_WEIGHT_ONE`].
    output_bias: [i32; BUCKETS],
}

impl Network {
    /// Creates a network from the bytes of its file.
    pub fn new(bytes: &NetworkBytes<'_>) -> Self {
        let shape = bytes.shape();
        let mut rows = bytes.rows();
        let input_weights = rows.by_ref().take(shape.inputs).collect();
        let mut next = || rows.next().unwrap_or(NeuronRow::ZERO);
        Self {
            shape,
            name: bytes.name(),
            ancestry: bytes.ancestry(),
            input_weights,
            input_bias: next(),
            output_weights: std::array::from_fn(|_| [next(), next()]),
            output_bias: bytes.output_biases(),
        }
    }

    /// Returns a network whose weights are all 0, which is the score of every position.
    #[cfg(not(feature = "shipped-networks"))]
    pub(crate) fn blank(shape: NetworkShape) -> Self {
        Self {
            shape,
            name: format!("{}-none", shape.family.name()),
            ancestry: String::new(),
            input_weights: vec![NeuronRow::ZERO; shape.inputs].into(),
            input_bias: NeuronRow::ZERO,
            output_weights: [[NeuronRow::ZERO; 2]; BUCKETS],
            output_bias: [0; BUCKETS],
        }
    }

    /// Returns the shape of the network.
    pub const fn shape(&self) -> NetworkShape {
        self.shape
    }

    /// Returns the name of the network, as [`NetworkBytes::name`] does.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the ancestry: a line for each training run that led to the network, oldest first.
    pub fn ancestry(&self) -> &str {
        &self.ancestry
    }

    /// Returns the score for the side to move, in centipawns, computed from scratch.
    pub fn score<P: NetworkInputs>(&self, position: &P) -> Score {
        self.score_of_sets(position, &position.input_sets(), position.men())
    }

    /// Returns the score of a position without the man on a square.
    pub fn score_without<P: NetworkInputs>(&self, position: &P, square: Square) -> Score {
        let sets = position.input_sets().without(square);
        self.score_of_sets(position, &sets, position.men().saturating_sub(1))
    }

    fn score_of_sets<P: NetworkInputs>(&self, position: &P, sets: &InputSets, men: usize) -> Score {
        let [own, other] = active_inputs_of_sets(position, sets);
        self.score_of_inputs([own.as_slice(), other.as_slice()], men)
    }

    /// Returns the score of a position with this number of men and these active inputs: those
    /// from the perspective of the side to move, then those from that of the other side.
    pub(crate) fn score_of_inputs(&self, active: [&[u16]; 2], men: usize) -> Score {
        let [own, other] = active.map(|inputs| {
            let mut sums = self.input_bias;
            add_and_subtract(&self.input_weights, None, &mut sums, inputs, &[]);
            sums
        });
        self.output([&own, &other], men)
    }

    /// Returns the score for the side to move, in centipawns, computed from accumulators
    /// that a worker keeps.
    #[inline]
    pub fn updated_score<P: NetworkInputs>(
        &self,
        position: &P,
        ply: usize,
        stack: &mut AccumulatorStack,
    ) -> Score {
        let sums = stack.update(&self.input_weights, &self.input_bias, position, ply);
        let score = self.output(sums, position.men());
        debug_assert_eq!(
            score,
            self.score(position),
            "the accumulators were updated incorrectly"
        );
        score
    }

    /// Returns the score that the accumulators of the side to move and of the other side give.
    #[inline]
    fn output(&self, [own, other]: [&NeuronRow; 2], men: usize) -> Score {
        let bucket = self.shape.bucket(men);
        let [own_weights, other_weights] = &self.output_weights[bucket];
        let output =
            perspective_output(own, own_weights) + perspective_output(other, other_weights);
        let one = i64::from(ACTIVATION_ONE);
        let output = i64::from(output) / one + i64::from(self.output_bias[bucket]);
        let score = output * i64::from(OUTPUT_SCALE) / (one * i64::from(OUTPUT_WEIGHT_ONE));
        (score as Score).clamp(-MAX_EVAL, MAX_EVAL)
    }
}

#[cfg(test)]
mod tests;
