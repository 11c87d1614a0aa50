//! The network in training, in floating-point numbers.

use super::training_set::TrainingPosition;
use crate::eval::network::{
    ACTIVATION_ONE, BUCKETS, HIDDEN, MAX_INPUT_WEIGHT, MAX_OUTPUT_WEIGHT, NetworkError,
    NetworkReader, OUTPUT_SCALE, OUTPUT_WEIGHT_ONE, file_header,
};
use crate::eval::wdl::{LOGISTIC_SCALE, logistic};
use crate::util::rng::Rng;

/// A network in floating-point numbers, or the gradient of one: the rows of the inputs,
/// the row of the bias, two rows of the last layer for each bucket, and a bias for each
/// bucket.
#[derive(Clone, PartialEq, Debug)]
pub struct FloatNetwork {
    /// The number of inputs, without the bias.
    inputs: usize,
    /// All numbers, in the order of the file.
    pub numbers: Vec<f32>,
}

/// The accumulators of both sides, before activation.
type Sums = [[f32; HIDDEN]; 2];

impl FloatNetwork {
    /// Returns a network whose numbers are all 0.
    pub fn zero(inputs: usize) -> Self {
        let rows = inputs + 1 + 2 * BUCKETS;
        Self {
            inputs,
            numbers: vec![0.0; rows * HIDDEN + BUCKETS],
        }
    }

    /// Returns a network of the same size whose numbers are all 0.
    pub fn zero_like(&self) -> Self {
        Self::zero(self.inputs)
    }

    /// Returns a network of random numbers to start from.
    pub fn random(inputs: usize, seed: u64) -> Self {
        let mut network = Self::zero(inputs);
        let mut rng = Rng::new(seed, u64::MAX);
        let first = inputs * HIDDEN;
        let end = network.numbers.len() - BUCKETS;
        for (i, number) in network.numbers[..end].iter_mut().enumerate() {
            // The sum of four is nearly normal; the standard deviations are
            // about 0.05 and 0.1.
            let sum: f32 = (0..4).map(|_| rng.below(2001) as f32 / 1000.0 - 1.0).sum();
            *number = sum * if i < first { 0.04 } else { 0.08 };
        }
        network
    }

    /// Reads a network from the bytes of a file.
    ///
    /// # Errors
    /// Returns an error if the bytes are not a network with this number of inputs,
    /// or if a weight is too large.
    pub fn from_bytes(inputs: usize, bytes: &[u8]) -> Result<Self, NetworkError> {
        let mut reader = NetworkReader::new(bytes, inputs)?;
        let mut network = Self::zero(inputs);
        let (rows, biases) = network.rows_and_biases();
        for (i, row) in rows.chunks_exact_mut(HIDDEN).enumerate() {
            let (one, limit) = quantisation(inputs, i);
            for (number, stored) in row.iter_mut().zip(reader.read_row(limit)) {
                *number = f32::from(stored) / one;
            }
        }
        reader.finish()?;
        for bias in biases {
            *bias =
                reader.read_i32() as f32 / (f32::from(ACTIVATION_ONE) * OUTPUT_WEIGHT_ONE as f32);
        }
        Ok(network)
    }

    /// Returns the bytes of the network's file, with all numbers rounded.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = file_header(self.inputs);
        let (rows, biases) = self.numbers.split_at(self.numbers.len() - BUCKETS);
        for (i, row) in rows.chunks_exact(HIDDEN).enumerate() {
            let (one, _) = quantisation(self.inputs, i);
            for number in row {
                bytes.extend(((number * one).round() as i16).to_le_bytes());
            }
        }
        for bias in biases {
            let rounded =
                (bias * f32::from(ACTIVATION_ONE) * OUTPUT_WEIGHT_ONE as f32).round() as i32;
            bytes.extend(rounded.to_le_bytes());
        }
        bytes
    }

    fn rows_and_biases(&mut self) -> (&mut [f32], &mut [f32]) {
        let middle = self.numbers.len() - BUCKETS;
        self.numbers.split_at_mut(middle)
    }

    fn row(&self, row: usize) -> &[f32; HIDDEN] {
        row_of(&self.numbers, row)
    }

    /// Returns the index of the row of the last layer for a side of a bucket.
    const fn output_row(&self, bucket: usize, side: usize) -> usize {
        self.inputs + 1 + 2 * bucket + side
    }

    /// Returns the index of the bias of a bucket.
    const fn output_bias(&self, bucket: usize) -> usize {
        (self.inputs + 1 + 2 * BUCKETS) * HIDDEN + bucket
    }

    /// Returns the chance of a win that the network predicts, and the accumulators from
    /// which the prediction is computed.
    pub fn predict(&self, position: &TrainingPosition) -> (f32, Sums) {
        let mut output = self.numbers[self.output_bias(position.bucket)];
        let sums = [0, 1].map(|side| {
            let mut sums = *self.row(self.inputs);
            for &input in position.inputs[side] {
                add(&mut sums, self.row(usize::from(input)));
            }
            let weights = self.row(self.output_row(position.bucket, side));
            for (sum, weight) in sums.iter().zip(weights) {
                let clipped = sum.clamp(0.0, 1.0);
                output += clipped * clipped * weight;
            }
            sums
        });
        let chance = logistic(f64::from(output) * f64::from(OUTPUT_SCALE) / LOGISTIC_SCALE);
        (chance as f32, sums)
    }

    /// Adds the gradient of the squared error on a position to `gradient`, and
    /// returns that error.
    pub fn add_gradient(&self, position: &TrainingPosition, gradient: &mut Self) -> f64 {
        let (chance, sums) = self.predict(position);
        let error = chance - position.target;
        let odds_per_output = OUTPUT_SCALE as f32 / LOGISTIC_SCALE as f32;
        let slope = 2.0 * error * chance * (1.0 - chance) * odds_per_output;
        gradient.numbers[self.output_bias(position.bucket)] += slope;
        for (side, sums) in sums.iter().enumerate() {
            let row = self.output_row(position.bucket, side);
            let weights = *self.row(row);
            let mut input_gradient = [0.0; HIDDEN];
            let output_gradient = row_of_mut(&mut gradient.numbers, row);
            for i in 0..HIDDEN {
                let clipped = sums[i].clamp(0.0, 1.0);
                let active = if clipped == sums[i] { 1.0 } else { 0.0 };
                output_gradient[i] += slope * clipped * clipped;
                input_gradient[i] = slope * weights[i] * 2.0 * clipped * active;
            }
            add(
                row_of_mut(&mut gradient.numbers, self.inputs),
                &input_gradient,
            );
            for &input in position.inputs[side] {
                add(
                    row_of_mut(&mut gradient.numbers, usize::from(input)),
                    &input_gradient,
                );
            }
        }
        f64::from(error * error)
    }

    /// Clips the weights to the range of a file.
    pub fn clip(&mut self) {
        let inputs = self.inputs;
        let (rows, _) = self.rows_and_biases();
        for (i, row) in rows.chunks_exact_mut(HIDDEN).enumerate() {
            let (one, limit) = quantisation(inputs, i);
            let limit = f32::from(limit) / one;
            for weight in row {
                *weight = weight.clamp(-limit, limit);
            }
        }
    }
}

/// Returns the number that represents 1 in a row of the file, and the largest number
/// allowed there.
const fn quantisation(inputs: usize, row: usize) -> (f32, i16) {
    if row <= inputs {
        (ACTIVATION_ONE as f32, MAX_INPUT_WEIGHT)
    } else {
        (OUTPUT_WEIGHT_ONE as f32, MAX_OUTPUT_WEIGHT)
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
    use crate::eval::network::{ActiveFeatures, Network};

    const INPUTS: usize = 8;
    const POSITION: TrainingPosition<'static> = TrainingPosition {
        inputs: [&[1, 2, 7], &[3, 4, 7]],
        bucket: 1,
        target: 0.9,
    };

    fn random_network() -> FloatNetwork {
        let mut network = FloatNetwork::random(INPUTS, 3);
        network.clip();
        network
    }

    #[test]
    fn the_gradient_agrees_with_small_changes() {
        let network = random_network();
        let mut gradient = network.zero_like();
        network.add_gradient(&POSITION, &mut gradient);
        let error = |network: &FloatNetwork| {
            let error = f64::from(network.predict(&POSITION).0) - f64::from(POSITION.target);
            error * error
        };
        let mut large = 0;
        for i in 0..network.numbers.len() {
            let changed = |by: f32| {
                let mut changed = network.clone();
                changed.numbers[i] += by;
                error(&changed)
            };
            let slope = (changed(0.01) - changed(-0.01)) / 0.02;
            let computed = f64::from(gradient.numbers[i]);
            assert!(
                (slope - computed).abs() < 0.003,
                "number {i}: {computed}, {slope}"
            );
            large += usize::from(computed.abs() > 0.01);
        }
        assert!(large > 20, "{large}");
    }

    #[test]
    fn numbers_too_large_for_a_file_are_clipped_and_their_sums_fit() {
        let mut network = FloatNetwork::zero(INPUTS);
        network.numbers.fill(1e6);
        network.clip();
        let quantised = Network::<INPUTS>::from_bytes(&network.to_bytes()).unwrap();
        let mut features = ActiveFeatures::EMPTY;
        for _ in 0..32 {
            features.add([1, 2]);
        }
        let position = TrainingPosition {
            inputs: features.perspectives(),
            bucket: features.bucket(),
            target: 0.0,
        };
        network.numbers[(INPUTS + 1 + 2 * BUCKETS) * HIDDEN..].fill(0.0);
        assert!(network.predict(&position).0 > 0.999);
        assert!(
            quantised.score(&features) > 10_000,
            "{}",
            quantised.score(&features)
        );
    }

    #[test]
    fn a_network_read_from_its_file_has_rounded_numbers_and_the_same_scores() {
        let network = random_network();
        let bytes = network.to_bytes();
        let read = FloatNetwork::from_bytes(INPUTS, &bytes).unwrap();
        assert_eq!(read.to_bytes(), bytes);
        for (number, read) in network.numbers.iter().zip(&read.numbers) {
            assert!((number - read).abs() <= 0.5 / OUTPUT_WEIGHT_ONE as f32 + 1e-6);
        }
        let quantised = Network::<INPUTS>::from_bytes(&bytes).unwrap();
        let mut features = ActiveFeatures::EMPTY;
        for man in 0..3 {
            features.add([0, 1].map(|side| usize::from(POSITION.inputs[side][man])));
        }
        let position = TrainingPosition {
            bucket: features.bucket(),
            ..POSITION
        };
        let chance = logistic(f64::from(quantised.score(&features)) / LOGISTIC_SCALE);
        let expected = f64::from(read.predict(&position).0);
        assert!((chance - expected).abs() < 0.003, "{chance}, {expected}");
    }
}
