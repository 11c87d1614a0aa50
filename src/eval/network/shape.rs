//! The sizes of networks and the scale of their numbers.

use crate::eval::family::EvaluationFamily;

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

/// Returns the maximum absolute value of an input weight in a game whose positions activate
/// at most this many inputs. It keeps the sum of their weights and the bias within 16 bits.
pub const fn max_input_weight(max_active: usize) -> i16 {
    i16::MAX / (max_active as i16 + 1)
}

/// The maximum absolute value of a weight of the last layer. It keeps the product of a
/// weight and a neuron within 16 bits.
pub const MAX_OUTPUT_WEIGHT: i16 = i8::MAX as i16;

/// The maximum length of a network file, in bytes. The files of the engine's own networks have
/// 200 to 235 kB.
pub const MAX_NETWORK_BYTES: u64 = 1 << 26;

/// The shape of the networks of a family: the sizes in which families differ.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct NetworkShape {
    /// The family.
    pub family: EvaluationFamily,
    /// The number of inputs.
    pub inputs: usize,
    /// The maximum number of inputs that a position activates.
    pub max_active: usize,
    /// The maximum number of men on the board.
    pub max_men: usize,
}

impl NetworkShape {
    /// Returns the number of rows of a network: one of weights for each input, one of biases,
    /// and, for each bucket, one of weights of the last layer for each side.
    pub const fn rows(self) -> usize {
        self.inputs + 1 + 2 * BUCKETS
    }

    /// Returns the index of the bucket of the last layer for this number of men.
    #[inline]
    pub const fn bucket(self, men: usize) -> usize {
        let bucket = men.saturating_sub(2) * BUCKETS / (self.max_men - 1);
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

impl NeuronRow {
    /// The row of zeros.
    pub const ZERO: Self = Self([0; HIDDEN]);
}
