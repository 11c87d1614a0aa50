//! A small network in place of a hand-written evaluation.
//!
//! Each side looks at the men as if the board were its own: every man lights
//! one of the inputs, by its side, its kind and its square. The rows of the lit
//! inputs are added up, a sum for each of [`HIDDEN`] neurons, and the sums of
//! both sides, cut off at 0 and 1 and squared, are weighed together to the
//! score, by a table that depends on how many men there are. In form it is an
//! efficiently updatable network (NNUE; Nasu 2018) with squared clipped
//! rectifiers; boards are so small that nothing is updated, all is added anew.
//!
//! Numbers are integers, so every machine finds the same score, whatever
//! vectors it has: the sums are compiled for several kinds of them, of which the
//! first call chooses.

mod file;

pub use file::{NetworkError, Reader, header};

use multiversion::multiversion;

use crate::base::Score;

/// Neurons that look at the board with the eyes of one side.
pub const HIDDEN: usize = 128;
/// Tables of the last layer, by how many men there are.
pub const BUCKETS: usize = 8;
/// What counts as 1 in the sums.
pub const ONE: i16 = 255;
/// What counts as 1 in the weights of the last layer.
pub const OUTPUT_ONE: i32 = 64;
/// The score that an output of 1 stands for, in centipawns.
pub const SCALE: i32 = 400;

/// The most men that are looked at; a game has no more.
const MOST: usize = 32;
/// The most that a weight of an input may be, so that the sums of all men and the
/// bias stay within 16 bits.
pub const MOST_INPUT: i16 = i16::MAX / (MOST as i16 + 1);
/// The most that a weight of the last layer may be, so that its product with a
/// neuron does.
pub const MOST_OUTPUT: i16 = i8::MAX as i16;
/// Neurons that are added up at a time: as many as registers hold.
const BLOCK: usize = 64;

/// The men of a position as inputs that they light.
#[derive(Copy, Clone, Debug)]
pub struct Lit {
    /// For the side to move, and for the other one.
    inputs: [[u16; MOST]; 2],
    men: usize,
}

impl Lit {
    /// None yet.
    pub const NONE: Self = Self {
        inputs: [[0; MOST]; 2],
        men: 0,
    };

    /// Adds a man: the inputs that it lights for the side to move and for the
    /// other one.
    #[inline]
    pub const fn add(&mut self, inputs: [usize; 2]) {
        let at = self.men % MOST;
        self.inputs[0][at] = inputs[0] as u16;
        self.inputs[1][at] = inputs[1] as u16;
        self.men = at + 1;
    }

    /// How many men there are.
    #[inline]
    pub const fn men(&self) -> usize {
        self.men
    }

    /// The inputs for the side to move, and for the other one.
    #[inline]
    pub fn sides(&self) -> [&[u16]; 2] {
        let [mine, theirs] = &self.inputs;
        [&mine[..self.men], &theirs[..self.men]]
    }

    /// The same without one of the men.
    #[must_use]
    pub fn without(&self, man: usize) -> Self {
        let mut fewer = Self::NONE;
        for i in (0..self.men).filter(|&i| i != man) {
            fewer.add([0, 1].map(|side| usize::from(self.inputs[side][i])));
        }
        fewer
    }

    /// Which table of the last layer weighs.
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

/// A number for each neuron, where a processor loads them fastest.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub struct Row(pub [i16; HIDDEN]);

/// All numbers of a network.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network<const INPUTS: usize> {
    /// What each input adds to the neurons, in units of [`ONE`];
    /// at most [`MOST_INPUT`].
    pub inputs: [Row; INPUTS],
    /// What the neurons begin with, likewise.
    pub bias: Row,
    /// How the neurons of the side to move and those of the other one weigh, by
    /// [`Lit::bucket`], in units of [`OUTPUT_ONE`]; at most [`MOST_OUTPUT`].
    pub outputs: [[Row; 2]; BUCKETS],
    /// What the output begins with, in units of [`ONE`] and [`OUTPUT_ONE`]
    /// together.
    pub output_bias: [i32; BUCKETS],
}

impl<const INPUTS: usize> Network<INPUTS> {
    /// The score for the side to move, in centipawns.
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

/// What one side's neurons add to the output, in units of [`ONE`] squared and
/// [`OUTPUT_ONE`]. The weights are small enough for 16 bits to hold the first
/// product.
// Of loops over indices the compiler makes vectors, of iterators it does not.
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

    /// A block of the numbers.
    #[inline]
    const fn block(&self, block: usize) -> &[i16; BLOCK] {
        &self.0.as_chunks().0[block]
    }
}

impl<const INPUTS: usize> Network<INPUTS> {
    /// One that finds 0 everywhere.
    const ZERO: Self = Self {
        inputs: [Row::ZERO; INPUTS],
        bias: Row::ZERO,
        outputs: [[Row::ZERO; 2]; BUCKETS],
        output_bias: [0; BUCKETS],
    };

    /// From the bytes of its file.
    ///
    /// # Errors
    /// If they are none, or of another form, or a weight is too great.
    pub const fn from_bytes(bytes: &[u8]) -> Result<Self, NetworkError> {
        let mut reader = match Reader::new(bytes, INPUTS) {
            Ok(reader) => reader,
            Err(error) => return Err(error),
        };
        let mut network = Self::ZERO;
        // Loops as compile time knows them.
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
