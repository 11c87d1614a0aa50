//! A small neural network that evaluates positions.
//!
//! For each side, every man activates one input, which depends on the man's side, kind
//! and square as seen from that side's end of the board. The weight rows of the active
//! inputs are added up in an accumulator of [`HIDDEN`] neurons. The accumulators of both
//! sides are clipped to the range from 0 to 1 and squared, and their weighted sum is the
//! score; the weights of that last layer depend on the number of men. The structure is
//! that of an efficiently updatable network (NNUE; Nasu 2018) with squared clipped
//! rectified linear units (SCReLU), but the boards are so small that accumulators are
//! recomputed for each position rather than updated.
//!
//! All numbers are integers, so every machine computes the same score, whatever vector
//! instructions it has: the sums are compiled for several instruction sets, and the first
//! call chooses one (`vectors.rs`).

mod file;
mod vectors;

pub use file::{NetworkError, NetworkReader, file_header};
#[cfg(test)]
pub(crate) use vectors::InstructionSet;

use crate::base::Score;
use vectors::perspective_output;

/// The number of neurons in the accumulator of each side.
pub const HIDDEN: usize = 128;
/// The number of buckets. Each bucket is a version of the last layer, for a range of
/// numbers of men.
pub const BUCKETS: usize = 8;
/// The integer that represents 1 in the accumulators and input weights.
pub const ACTIVATION_ONE: i16 = 255;
/// The integer that represents 1 in the weights of the last layer.
pub const OUTPUT_WEIGHT_ONE: i32 = 64;
/// The score that an output of 1 represents, in centipawns.
pub const OUTPUT_SCALE: i32 = 400;

/// The maximum number of men in a game with a network.
const MAX_MEN: usize = 32;
/// The maximum absolute value of an input weight. With it, the sum over all men and the
/// bias fits in 16 bits.
pub const MAX_INPUT_WEIGHT: i16 = i16::MAX / (MAX_MEN as i16 + 1);
/// The maximum absolute value of a weight of the last layer. With it, the product of a
/// weight and a neuron fits in 16 bits.
pub const MAX_OUTPUT_WEIGHT: i16 = i8::MAX as i16;

/// The active inputs of a position: for each side, one for each man.
#[derive(Copy, Clone, Debug)]
pub struct ActiveInputs {
    /// The active inputs from the perspective of the side to move, then of the other side.
    inputs: [[u16; MAX_MEN]; 2],
    /// The number of men.
    men: usize,
}

impl ActiveInputs {
    /// The active inputs of an empty board.
    pub const EMPTY: Self = Self {
        inputs: [[0; MAX_MEN]; 2],
        men: 0,
    };

    /// Adds the inputs that a man activates from the perspective of the side to move and
    /// of the other side.
    #[inline]
    pub const fn add(&mut self, inputs: [usize; 2]) {
        let man = self.men % MAX_MEN;
        self.inputs[0][man] = inputs[0] as u16;
        self.inputs[1][man] = inputs[1] as u16;
        self.men = man + 1;
    }

    /// Returns the number of men.
    #[inline]
    pub const fn men(&self) -> usize {
        self.men
    }

    /// Returns the active inputs from the perspective of the side to move, then of the
    /// other side.
    #[inline]
    pub fn perspectives(&self) -> [&[u16]; 2] {
        let [own, other] = &self.inputs;
        [&own[..self.men], &other[..self.men]]
    }

    /// Returns the active inputs of the position without the man with this index.
    #[must_use]
    pub fn without_man(&self, man: usize) -> Self {
        let mut remaining = Self::EMPTY;
        for i in (0..self.men).filter(|&i| i != man) {
            remaining.add([0, 1].map(|side| usize::from(self.inputs[side][i])));
        }
        remaining
    }

    /// Returns the index of the bucket of the last layer for this number of men.
    #[inline]
    pub const fn bucket(&self) -> usize {
        let bucket = self.men.saturating_sub(2) * BUCKETS / 31;
        if bucket < BUCKETS {
            bucket
        } else {
            BUCKETS - 1
        }
    }
}

/// A row of numbers, one for each neuron, aligned to a cache line.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub struct NeuronRow(pub [i16; HIDDEN]);

/// The weights and biases of a network.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network<const INPUTS: usize> {
    /// The weights from each input to the neurons, scaled by [`ACTIVATION_ONE`]; at most
    /// [`MAX_INPUT_WEIGHT`] in absolute value.
    pub input_weights: [NeuronRow; INPUTS],
    /// The biases of the neurons, with the same scale and range.
    pub input_bias: NeuronRow,
    /// The weights of the neurons of the side to move and of the other side, by
    /// [`ActiveInputs::bucket`], scaled by [`OUTPUT_WEIGHT_ONE`]; at most
    /// [`MAX_OUTPUT_WEIGHT`] in absolute value.
    pub output_weights: [[NeuronRow; 2]; BUCKETS],
    /// The biases of the output, by [`ActiveInputs::bucket`], scaled by the product of
    /// [`ACTIVATION_ONE`] and [`OUTPUT_WEIGHT_ONE`].
    pub output_bias: [i32; BUCKETS],
}

impl<const INPUTS: usize> Network<INPUTS> {
    /// Returns the score for the side to move, in centipawns.
    #[inline]
    pub fn score(&self, active: &ActiveInputs) -> Score {
        let bucket = active.bucket();
        let [own_inputs, other_inputs] = active.perspectives();
        let [own_weights, other_weights] = &self.output_weights[bucket];
        let (rows, bias) = (&self.input_weights, &self.input_bias);
        let output = perspective_output(rows, bias, own_inputs, own_weights)
            + perspective_output(rows, bias, other_inputs, other_weights);
        let one = i64::from(ACTIVATION_ONE);
        let output = i64::from(output) / one + i64::from(self.output_bias[bucket]);
        let score = output * i64::from(OUTPUT_SCALE) / (one * i64::from(OUTPUT_WEIGHT_ONE));
        score as Score
    }
}

impl NeuronRow {
    const ZERO: Self = Self([0; HIDDEN]);
}

impl<const INPUTS: usize> Network<INPUTS> {
    /// The network that scores every position as 0.
    const ZERO: Self = Self {
        input_weights: [NeuronRow::ZERO; INPUTS],
        input_bias: NeuronRow::ZERO,
        output_weights: [[NeuronRow::ZERO; 2]; BUCKETS],
        output_bias: [0; BUCKETS],
    };

    /// Reads a network from the bytes of its file.
    ///
    /// # Errors
    /// Returns an error if the bytes are not a network file, if the layers have
    /// different sizes, or if a weight is too large.
    pub const fn from_bytes(bytes: &[u8]) -> Result<Self, NetworkError> {
        let mut reader = match NetworkReader::new(bytes, INPUTS) {
            Ok(reader) => reader,
            Err(error) => return Err(error),
        };
        let mut network = Self::ZERO;
        // `while` loops, because a `const fn` can't use `for`.
        let mut i = 0;
        while i < INPUTS {
            network.input_weights[i] = NeuronRow(reader.read_row(MAX_INPUT_WEIGHT));
            i += 1;
        }
        network.input_bias = NeuronRow(reader.read_row(MAX_INPUT_WEIGHT));
        i = 0;
        while i < BUCKETS {
            network.output_weights[i] = [
                NeuronRow(reader.read_row(MAX_OUTPUT_WEIGHT)),
                NeuronRow(reader.read_row(MAX_OUTPUT_WEIGHT)),
            ];
            i += 1;
        }
        i = 0;
        while i < BUCKETS {
            network.output_bias[i] = reader.read_i32();
            i += 1;
        }
        match reader.finish() {
            Ok(()) => Ok(network),
            Err(error) => Err(error),
        }
    }
}

#[cfg(test)]
mod tests;
