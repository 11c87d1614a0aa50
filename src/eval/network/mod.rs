//! A small neural network, used in place of a hand-written evaluation.
//!
//! Each side sees the men from its own end of the board: every man activates one
//! of the inputs, by its side, its kind and its square. The weight rows of the
//! active inputs are added up in an accumulator of [`HIDDEN`] neurons. The
//! accumulators of both sides, clipped to the range from 0 to 1 and squared, are
//! weighted and added up to the score, by a table that depends on the number of
//! men. In form it is an efficiently updatable network (NNUE; Nasu 2018) with
//! squared clipped rectifiers; the boards are so small that accumulators are not
//! updated but computed anew.
//!
//! All numbers are integers, so every machine finds the same score, whatever
//! vector instructions it has: the sums are compiled for several instruction
//! sets, and the first call chooses one.

mod file;

pub use file::{NetworkError, Reader, header};

use multiversion::multiversion;

use crate::base::Score;

/// The number of neurons in the accumulator of each side.
pub const HIDDEN: usize = 128;
/// The number of tables in the last layer, chosen by the number of men.
pub const BUCKETS: usize = 8;
/// The integer that stands for 1 in the accumulators.
pub const ONE: i16 = 255;
/// The integer that stands for 1 in the weights of the last layer.
pub const OUTPUT_ONE: i32 = 64;
/// The score of an output of 1, in centipawns.
pub const SCALE: i32 = 400;

/// The greatest number of men; no game has more.
const MOST: usize = 32;
/// The greatest size of a weight of an input, so that the sum over all men and the
/// bias stays within 16 bits.
pub const MOST_INPUT: i16 = i16::MAX / (MOST as i16 + 1);
/// The greatest size of a weight of the last layer, so that its product with a
/// neuron stays within 16 bits.
pub const MOST_OUTPUT: i16 = i8::MAX as i16;
/// The number of neurons that are added up at a time: as many as registers hold.
const BLOCK: usize = 64;

/// The active inputs of a position: those that its men activate.
#[derive(Copy, Clone, Debug)]
pub struct Lit {
    /// The active inputs for the side to move, and for the other one.
    inputs: [[u16; MOST]; 2],
    men: usize,
}

impl Lit {
    /// The active inputs of an empty board: none.
    pub const NONE: Self = Self {
        inputs: [[0; MOST]; 2],
        men: 0,
    };

    /// Adds a man: the inputs that it activates for the side to move and for the
    /// other one.
    #[inline]
    pub const fn add(&mut self, inputs: [usize; 2]) {
        let at = self.men % MOST;
        self.inputs[0][at] = inputs[0] as u16;
        self.inputs[1][at] = inputs[1] as u16;
        self.men = at + 1;
    }

    /// Returns the number of men.
    #[inline]
    pub const fn men(&self) -> usize {
        self.men
    }

    /// Returns the active inputs for the side to move, and for the other one.
    #[inline]
    pub fn sides(&self) -> [&[u16]; 2] {
        let [mine, theirs] = &self.inputs;
        [&mine[..self.men], &theirs[..self.men]]
    }

    /// Returns the active inputs without one of the men.
    #[must_use]
    pub fn without(&self, man: usize) -> Self {
        let mut fewer = Self::NONE;
        for i in (0..self.men).filter(|&i| i != man) {
            fewer.add([0, 1].map(|side| usize::from(self.inputs[side][i])));
        }
        fewer
    }

    /// Returns the index of the table of the last layer for this number of men.
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

/// A row of numbers, one for each neuron, aligned for the fastest loads.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub struct Row(pub [i16; HIDDEN]);

/// The weights and biases of a network.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network<const INPUTS: usize> {
    /// The weights from each input to the neurons, in units of [`ONE`]; at most
    /// [`MOST_INPUT`] in size.
    pub inputs: [Row; INPUTS],
    /// The biases of the neurons, likewise.
    pub bias: Row,
    /// The weights of the neurons of the side to move and of the other one, by
    /// [`Lit::bucket`], in units of [`OUTPUT_ONE`]; at most [`MOST_OUTPUT`] in
    /// size.
    pub outputs: [[Row; 2]; BUCKETS],
    /// The biases of the output, by [`Lit::bucket`], in units of the product of
    /// [`ONE`] and [`OUTPUT_ONE`].
    pub output_bias: [i32; BUCKETS],
}

impl<const INPUTS: usize> Network<INPUTS> {
    /// Returns the score for the side to move, in centipawns.
    #[inline]
    pub fn score(&self, lit: &Lit) -> Score {
        let bucket = lit.bucket();
        let [mine, theirs] = lit.sides();
        let [my_weights, their_weights] = &self.outputs[bucket];
        let output = half(&self.inputs, &self.bias, mine, my_weights)
            + half(&self.inputs, &self.bias, theirs, their_weights);
        let one = i64::from(ONE);
        let output = i64::from(output) / one + i64::from(self.output_bias[bucket]);
        let score = output * i64::from(SCALE) / (one * i64::from(OUTPUT_ONE));
        score as Score
    }
}

/// Returns what the neurons of one side add to the output, in units of the product
/// of [`ONE`] squared and [`OUTPUT_ONE`]. The weights are small enough for the
/// first product to fit 16 bits.
// The compiler vectorises loops over indices here, but not iterators.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl", "x86_64+avx2"))]
fn half(rows: &[Row], bias: &Row, lit: &[u16], weights: &Row) -> i32 {
    let mut total = 0;
    for block in 0..HIDDEN / BLOCK {
        let mut sums = *bias.block(block);
        for &input in lit {
            let row = rows[usize::from(input)].block(block);
            for i in 0..BLOCK {
                sums[i] = i16::wrapping_add(sums[i], row[i]);
            }
        }
        let weights = weights.block(block);
        for i in 0..BLOCK {
            let kept = sums[i].clamp(0, ONE);
            total += i32::from(kept.wrapping_mul(weights[i])) * i32::from(kept);
        }
    }
    total
}

impl Row {
    const ZERO: Self = Self([0; HIDDEN]);

    /// Returns a block of the numbers.
    #[inline]
    const fn block(&self, block: usize) -> &[i16; BLOCK] {
        &self.0.as_chunks().0[block]
    }
}

impl<const INPUTS: usize> Network<INPUTS> {
    /// The network that scores every position as 0.
    const ZERO: Self = Self {
        inputs: [Row::ZERO; INPUTS],
        bias: Row::ZERO,
        outputs: [[Row::ZERO; 2]; BUCKETS],
        output_bias: [0; BUCKETS],
    };

    /// Reads a network from the bytes of its file.
    ///
    /// # Errors
    /// Returns an error if the bytes are not a network, or one of another form, or
    /// if a weight is too great.
    pub const fn from_bytes(bytes: &[u8]) -> Result<Self, NetworkError> {
        let mut reader = match Reader::new(bytes, INPUTS) {
            Ok(reader) => reader,
            Err(error) => return Err(error),
        };
        let mut network = Self::ZERO;
        // `while` loops, because a `const fn` can't use `for`.
        let mut i = 0;
        while i < INPUTS {
            network.inputs[i] = Row(reader.row(MOST_INPUT));
            i += 1;
        }
        network.bias = Row(reader.row(MOST_INPUT));
        i = 0;
        while i < BUCKETS {
            network.outputs[i] = [Row(reader.row(MOST_OUTPUT)), Row(reader.row(MOST_OUTPUT))];
            i += 1;
        }
        i = 0;
        while i < BUCKETS {
            network.output_bias[i] = reader.long();
            i += 1;
        }
        match reader.end() {
            Ok(()) => Ok(network),
            Err(error) => Err(error),
        }
    }
}

#[cfg(test)]
mod tests;
