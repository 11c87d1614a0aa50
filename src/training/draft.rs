//! A floating-point network, while it is trained.

use super::lessons::Lesson;
use crate::eval::network::{
    BUCKETS, HIDDEN, MOST_INPUT, MOST_OUTPUT, NetworkError, ONE, OUTPUT_ONE, Reader,
    SCALE as OUTPUT, header,
};
use crate::eval::wdl::{SCALE, logistic};
use crate::util::rng::Rng;

/// The numbers of a network, or a gradient with a number for each of them: the
/// rows of the inputs, the row of the bias, two rows of the last layer for each
/// bucket, and a bias for each bucket.
#[derive(Clone, PartialEq, Debug)]
pub struct Draft {
    /// The number of inputs, without the bias.
    inputs: usize,
    /// All numbers, in the order of the file.
    pub numbers: Vec<f32>,
}

/// The accumulators of both sides, before activation.
type Sums = [[f32; HIDDEN]; 2];

impl Draft {
    /// Returns a network whose numbers are all 0.
    pub fn zero(inputs: usize) -> Self {
        let rows = inputs + 1 + 2 * BUCKETS;
        Self {
            inputs,
            numbers: vec![0.0; rows * HIDDEN + BUCKETS],
        }
    }

    /// Returns a network of the same size whose numbers are all 0.
    pub fn flat(&self) -> Self {
        Self::zero(self.inputs)
    }

    /// Returns a network of random numbers to start from.
    pub fn random(inputs: usize, seed: u64) -> Self {
        let mut draft = Self::zero(inputs);
        let mut rng = Rng::new(seed, u64::MAX);
        let first = inputs * HIDDEN;
        let end = draft.numbers.len() - BUCKETS;
        for (i, number) in draft.numbers[..end].iter_mut().enumerate() {
            // The sum of four is nearly normal; the standard deviations are
            // about 0.05 and 0.1.
            let sum: f32 = (0..4).map(|_| rng.below(2001) as f32 / 1000.0 - 1.0).sum();
            *number = sum * if i < first { 0.04 } else { 0.08 };
        }
        draft
    }

    /// Reads a network from the bytes of a file.
    ///
    /// # Errors
    /// Returns an error if they hold no network with this number of inputs, or
    /// a weight is too great.
    pub fn from_bytes(inputs: usize, bytes: &[u8]) -> Result<Self, NetworkError> {
        let mut reader = Reader::new(bytes, inputs)?;
        let mut draft = Self::zero(inputs);
        let (rows, biases) = draft.parts();
        for (i, row) in rows.chunks_exact_mut(HIDDEN).enumerate() {
            let (one, most) = unit(inputs, i);
            for (number, told) in row.iter_mut().zip(reader.row(most)) {
                *number = f32::from(told) / one;
            }
        }
        reader.end()?;
        for bias in biases {
            *bias = reader.long() as f32 / (f32::from(ONE) * OUTPUT_ONE as f32);
        }
        Ok(draft)
    }

    /// Returns the bytes of its file, with all numbers rounded.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = header(self.inputs);
        let (rows, biases) = self.numbers.split_at(self.numbers.len() - BUCKETS);
        for (i, row) in rows.chunks_exact(HIDDEN).enumerate() {
            let (one, _) = unit(self.inputs, i);
            for number in row {
                bytes.extend(((number * one).round() as i16).to_le_bytes());
            }
        }
        for bias in biases {
            let whole = (bias * f32::from(ONE) * OUTPUT_ONE as f32).round() as i32;
            bytes.extend(whole.to_le_bytes());
        }
        bytes
    }

    fn parts(&mut self) -> (&mut [f32], &mut [f32]) {
        let middle = self.numbers.len() - BUCKETS;
        self.numbers.split_at_mut(middle)
    }

    fn row(&self, row: usize) -> &[f32; HIDDEN] {
        row_of(&self.numbers, row)
    }

    /// Returns the row of the last layer for a side of a bucket.
    const fn output_row(&self, bucket: usize, side: usize) -> usize {
        self.inputs + 1 + 2 * bucket + side
    }

    /// Returns the index of the bias of a bucket.
    const fn output_bias(&self, bucket: usize) -> usize {
        (self.inputs + 1 + 2 * BUCKETS) * HIDDEN + bucket
    }

    /// Returns the chance to win that the network predicts, and the
    /// accumulators behind it.
    pub fn chance(&self, lesson: &Lesson) -> (f32, Sums) {
        let mut output = self.numbers[self.output_bias(lesson.bucket)];
        let sums = [0, 1].map(|side| {
            let mut sums = *self.row(self.inputs);
            for &input in lesson.inputs[side] {
                add(&mut sums, self.row(usize::from(input)));
            }
            let weights = self.row(self.output_row(lesson.bucket, side));
            for (sum, weight) in sums.iter().zip(weights) {
                let kept = sum.clamp(0.0, 1.0);
                output += kept * kept * weight;
            }
            sums
        });
        let chance = logistic(f64::from(output) * f64::from(OUTPUT) / SCALE);
        (chance as f32, sums)
    }

    /// Adds the gradient of the squared error of a lesson to `slopes`, and
    /// returns that error.
    pub fn learn(&self, lesson: &Lesson, slopes: &mut Self) -> f64 {
        let (chance, sums) = self.chance(lesson);
        let error = chance - lesson.target;
        let steep = OUTPUT as f32 / SCALE as f32;
        let slope = 2.0 * error * chance * (1.0 - chance) * steep;
        slopes.numbers[self.output_bias(lesson.bucket)] += slope;
        for (side, sums) in sums.iter().enumerate() {
            let row = self.output_row(lesson.bucket, side);
            let weights = *self.row(row);
            let mut back = [0.0; HIDDEN];
            let forth = row_of_mut(&mut slopes.numbers, row);
            for i in 0..HIDDEN {
                let kept = sums[i].clamp(0.0, 1.0);
                let live = if kept == sums[i] { 1.0 } else { 0.0 };
                forth[i] += slope * kept * kept;
                back[i] = slope * weights[i] * 2.0 * kept * live;
            }
            add(row_of_mut(&mut slopes.numbers, self.inputs), &back);
            for &input in lesson.inputs[side] {
                add(row_of_mut(&mut slopes.numbers, usize::from(input)), &back);
            }
        }
        f64::from(error * error)
    }

    /// Clips the weights to what a file may hold.
    pub fn clip(&mut self) {
        let inputs = self.inputs;
        let (rows, _) = self.parts();
        for (i, row) in rows.chunks_exact_mut(HIDDEN).enumerate() {
            let (one, most) = unit(inputs, i);
            let most = f32::from(most) / one;
            for weight in row {
                *weight = weight.clamp(-most, most);
            }
        }
    }
}

/// Returns what counts as 1 in a row of the file, and the greatest number
/// there.
const fn unit(inputs: usize, row: usize) -> (f32, i16) {
    if row <= inputs {
        (ONE as f32, MOST_INPUT)
    } else {
        (OUTPUT_ONE as f32, MOST_OUTPUT)
    }
}

fn row_of(numbers: &[f32], row: usize) -> &[f32; HIDDEN] {
    &numbers.as_chunks().0[row]
}

fn row_of_mut(numbers: &mut [f32], row: usize) -> &mut [f32; HIDDEN] {
    &mut numbers.as_chunks_mut().0[row]
}

#[inline]
fn add(sums: &mut [f32; HIDDEN], row: &[f32; HIDDEN]) {
    for i in 0..HIDDEN {
        sums[i] += row[i];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::network::{Lit, Network};

    const INPUTS: usize = 8;
    const LESSON: Lesson<'static> = Lesson {
        inputs: [&[1, 2, 7], &[3, 4, 7]],
        bucket: 1,
        target: 0.9,
    };

    fn draft() -> Draft {
        let mut draft = Draft::random(INPUTS, 3);
        draft.clip();
        draft
    }

    #[test]
    fn slopes_are_what_small_changes_do() {
        let draft = draft();
        let mut slopes = draft.flat();
        draft.learn(&LESSON, &mut slopes);
        let error = |draft: &Draft| {
            let error = f64::from(draft.chance(&LESSON).0) - f64::from(LESSON.target);
            error * error
        };
        let mut steep = 0;
        for i in 0..draft.numbers.len() {
            let moved = |by: f32| {
                let mut moved = draft.clone();
                moved.numbers[i] += by;
                error(&moved)
            };
            let slope = (moved(0.01) - moved(-0.01)) / 0.02;
            let told = f64::from(slopes.numbers[i]);
            assert!((slope - told).abs() < 0.003, "number {i}: {told}, {slope}");
            steep += usize::from(told.abs() > 0.01);
        }
        assert!(steep > 20, "{steep}");
    }

    #[test]
    fn numbers_too_great_for_a_file_are_cut_and_their_sums_fit() {
        let mut draft = Draft::zero(INPUTS);
        draft.numbers.fill(1e6);
        draft.clip();
        let network = Network::<INPUTS>::from_bytes(&draft.to_bytes()).unwrap();
        let mut lit = Lit::NONE;
        for _ in 0..32 {
            lit.add([1, 2]);
        }
        let lesson = Lesson {
            inputs: lit.sides(),
            bucket: lit.bucket(),
            target: 0.0,
        };
        draft.numbers[(INPUTS + 1 + 2 * BUCKETS) * HIDDEN..].fill(0.0);
        assert!(draft.chance(&lesson).0 > 0.999);
        assert!(network.score(&lit) > 10_000, "{}", network.score(&lit));
    }

    #[test]
    fn a_file_is_rounded_only_and_scores_as_the_draft_does() {
        let draft = draft();
        let bytes = draft.to_bytes();
        let read = Draft::from_bytes(INPUTS, &bytes).unwrap();
        assert_eq!(read.to_bytes(), bytes);
        for (number, read) in draft.numbers.iter().zip(&read.numbers) {
            assert!((number - read).abs() <= 0.5 / OUTPUT_ONE as f32 + 1e-6);
        }
        let network = Network::<INPUTS>::from_bytes(&bytes).unwrap();
        let mut lit = Lit::NONE;
        for man in 0..3 {
            lit.add([0, 1].map(|side| usize::from(LESSON.inputs[side][man])));
        }
        let lesson = Lesson {
            bucket: lit.bucket(),
            ..LESSON
        };
        let chance = logistic(f64::from(network.score(&lit)) / SCALE);
        let expected = f64::from(read.chance(&lesson).0);
        assert!((chance - expected).abs() < 0.003, "{chance}, {expected}");
    }
}
