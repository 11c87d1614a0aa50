//! A network in training, with floating-point weights and biases.

use super::training_set::TrainingPosition;
use crate::eval::network::{
    ACTIVATION_ONE, BUCKETS, HIDDEN, MAX_OUTPUT_WEIGHT, NetworkBytes, NetworkShape, OUTPUT_SCALE,
    OUTPUT_WEIGHT_ONE, file_header, max_input_weight,
};
use crate::eval::wdl::{LOGISTIC_SCALE, logistic};
use crate::util::rng::Rng;

/// A network with floating-point weights and biases, or the gradient of such a network.
///
/// The parameters are the weight rows of the inputs, the bias row, the two rows of the last
/// layer for each bucket, and the output bias of each bucket.
#[derive(Clone, PartialEq, Debug)]
pub struct FloatNetwork {
    shape: NetworkShape,
    /// All weights and biases, in the order of the file.
    pub parameters: Vec<f32>,
}

/// The accumulators of both sides, before activation.
type Accumulators = [[f32; HIDDEN]; 2];

impl FloatNetwork {
    /// Creates a network whose parameters are all 0.
    pub fn zero(shape: NetworkShape) -> Self {
        Self {
            shape,
            parameters: vec![0.0; shape.rows() * HIDDEN + BUCKETS],
        }
    }

    /// Creates a network of the same size whose parameters are all 0.
    pub fn zero_like(&self) -> Self {
        Self::zero(self.shape)
    }

    /// Creates a network with random weights from which training can start.
    pub fn random(shape: NetworkShape, seed: u64) -> Self {
        let mut network = Self::zero(shape);
        let mut rng = Rng::new(seed, u64::MAX);
        let input_weights = shape.inputs * HIDDEN;
        let end = network.parameters.len() - BUCKETS;
        for (i, parameter) in network.parameters[..end].iter_mut().enumerate() {
            // The sum of four uniform numbers is nearly normal. The standard deviations
            // are about 0.05 and 0.1.
            let sum: f32 = (0..4).map(|_| rng.below(2001) as f32 / 1000.0 - 1.0).sum();
            *parameter = sum * if i < input_weights { 0.04 } else { 0.08 };
        }
        network
    }

    /// Creates a network from the bytes of its file.
    pub fn new(bytes: &NetworkBytes<'_>) -> Self {
        let shape = bytes.shape();
        let mut network = Self::zero(shape);
        let (rows, biases) = network.rows_and_biases();
        let stored_rows = rows.chunks_exact_mut(HIDDEN).zip(bytes.rows());
        for (i, (row, stored)) in stored_rows.enumerate() {
            let (one, _) = quantisation(shape, i);
            for (parameter, stored) in row.iter_mut().zip(stored.0) {
                *parameter = f32::from(stored) / one;
            }
        }
        for (bias, stored) in biases.iter_mut().zip(bytes.output_biases()) {
            *bias = stored as f32 / (f32::from(ACTIVATION_ONE) * OUTPUT_WEIGHT_ONE as f32);
        }
        network
    }

    /// Returns the network with all scores multiplied by a factor, within the range of the weights.
    #[must_use]
    pub fn stretched(&self, factor: f32) -> Self {
        let mut network = self.clone();
        let last_layer = (self.shape.inputs + 1) * HIDDEN;
        let biases = self.output_bias_index(0);
        let limit = f32::from(MAX_OUTPUT_WEIGHT) / OUTPUT_WEIGHT_ONE as f32;
        for (i, parameter) in network.parameters.iter_mut().enumerate().skip(last_layer) {
            *parameter *= factor;
            if i < biases {
                *parameter = parameter.clamp(-limit, limit);
            }
        }
        network
    }

    /// Returns the bytes of the network's file, in which all parameters are rounded.
    /// `ancestry` has a line for each training run.
    pub fn to_bytes(&self, ancestry: &str) -> Vec<u8> {
        let mut bytes = file_header(self.shape, ancestry);
        let (rows, biases) = self.parameters.split_at(self.parameters.len() - BUCKETS);
        for (i, row) in rows.chunks_exact(HIDDEN).enumerate() {
            let (one, _) = quantisation(self.shape, i);
            for parameter in row {
                bytes.extend(((parameter * one).round() as i16).to_le_bytes());
            }
        }
        for bias in biases {
            let rounded =
                (bias * f32::from(ACTIVATION_ONE) * OUTPUT_WEIGHT_ONE as f32).round() as i32;
            bytes.extend(rounded.to_le_bytes());
        }
        bytes
    }

    /// Splits the parameters into the weight rows, with the input bias, and the output
    /// biases.
    fn rows_and_biases(&mut self) -> (&mut [f32], &mut [f32]) {
        let middle = self.parameters.len() - BUCKETS;
        self.parameters.split_at_mut(middle)
    }

    fn row(&self, row: usize) -> &[f32; HIDDEN] {
        &self.parameters.as_chunks().0[row]
    }

    /// Returns the index of the last layer's row for a bucket and a side, 0 for the side to move.
    const fn output_row(&self, bucket: usize, side: usize) -> usize {
        self.shape.inputs + 1 + 2 * bucket + side
    }

    /// Returns the index, among the parameters, of the output bias of a bucket.
    const fn output_bias_index(&self, bucket: usize) -> usize {
        (self.shape.inputs + 1 + 2 * BUCKETS) * HIDDEN + bucket
    }

    /// Returns the chance of a win that the network predicts for the side to move, and the
    /// accumulators from which it is computed.
    pub fn predict(&self, position: &TrainingPosition) -> (f32, Accumulators) {
        let mut output = self.parameters[self.output_bias_index(position.bucket)];
        let sums = [0, 1].map(|side| {
            let mut sums = *self.row(self.shape.inputs);
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

    /// Adds the gradient of the squared error on a position to `gradient`, and returns the
    /// squared error.
    pub fn add_gradient(&self, position: &TrainingPosition, gradient: &mut Self) -> f64 {
        let (chance, sums) = self.predict(position);
        let error = chance - position.target;
        let log_odds_per_output = OUTPUT_SCALE as f32 / LOGISTIC_SCALE as f32;
        let slope = 2.0 * error * chance * (1.0 - chance) * log_odds_per_output;
        gradient.parameters[self.output_bias_index(position.bucket)] += slope;
        for (side, sums) in sums.iter().enumerate() {
            let row = self.output_row(position.bucket, side);
            let weights = *self.row(row);
            let mut input_gradient = [0.0; HIDDEN];
            let output_gradient = row_of_mut(&mut gradient.parameters, row);
            for i in 0..HIDDEN {
                let clipped = sums[i].clamp(0.0, 1.0);
                let unclipped = if clipped == sums[i] { 1.0 } else { 0.0 };
                output_gradient[i] += slope * clipped * clipped;
                input_gradient[i] = slope * weights[i] * 2.0 * clipped * unclipped;
            }
            let mut add_to_row =
                |row| add(row_of_mut(&mut gradient.parameters, row), &input_gradient);
            add_to_row(self.shape.inputs);
            for &input in position.inputs[side] {
                add_to_row(usize::from(input));
            }
        }
        f64::from(error * error)
    }

    /// Clips the weights and the input biases to the range allowed in a file.
    pub fn clip(&mut self) {
        let shape = self.shape;
        let (rows, _) = self.rows_and_biases();
        for (i, row) in rows.chunks_exact_mut(HIDDEN).enumerate() {
            let (one, limit) = quantisation(shape, i);
            let limit = f32::from(limit) / one;
            for weight in row {
                *weight = weight.clamp(-limit, limit);
            }
        }
    }
}

/// Returns the value that stands for 1 in a row of the file, and the largest absolute value
/// allowed in the row.
const fn quantisation(shape: NetworkShape, row: usize) -> (f32, i16) {
    if row <= shape.inputs {
        (ACTIVATION_ONE as f32, max_input_weight(shape.max_active))
    } else {
        (OUTPUT_WEIGHT_ONE as f32, MAX_OUTPUT_WEIGHT)
    }
}

fn row_of_mut(parameters: &mut [f32], row: usize) -> &mut [f32; HIDDEN] {
    &mut parameters.as_chunks_mut().0[row]
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
    use crate::eval::EvaluationFamily;
    use crate::eval::network::Network;

    const SHAPE: NetworkShape = NetworkShape {
        family: EvaluationFamily::Shatar,
        inputs: 8,
        max_active: 32,
        max_men: 32,
    };
    const POSITION: TrainingPosition<'static> = TrainingPosition {
        inputs: [&[1, 2, 7], &[3, 4, 7]],
        bucket: 1,
        target: 0.9,
    };

    fn random_network() -> FloatNetwork {
        let mut network = FloatNetwork::random(SHAPE, 3);
        network.clip();
        network
    }

    #[test]
    fn the_gradient_agrees_with_finite_differences() {
        let network = random_network();
        let mut gradient = network.zero_like();
        network.add_gradient(&POSITION, &mut gradient);
        let error = |network: &FloatNetwork| {
            let error = f64::from(network.predict(&POSITION).0) - f64::from(POSITION.target);
            error * error
        };
        let mut large_slopes = 0;
        for i in 0..network.parameters.len() {
            let error_after = |change: f32| {
                let mut changed = network.clone();
                changed.parameters[i] += change;
                error(&changed)
            };
            let slope = (error_after(0.01) - error_after(-0.01)) / 0.02;
            let computed = f64::from(gradient.parameters[i]);
            assert!(
                (slope - computed).abs() < 0.003,
                "parameter {i}: {computed}, {slope}"
            );
            large_slopes += usize::from(computed.abs() > 0.01);
        }
        assert!(large_slopes > 20, "{large_slopes}");
    }

    /// Returns the network that the engine reads from the file of a network in training.
    fn quantised(network: &FloatNetwork) -> Network {
        Network::new(&NetworkBytes::check(&network.to_bytes(""), SHAPE).unwrap())
    }

    #[test]
    fn weights_too_large_for_a_file_are_clipped_and_their_sums_fit() {
        let mut network = FloatNetwork::zero(SHAPE);
        network.parameters.fill(1e6);
        network.clip();
        let [own, other] = [[1; 32], [2; 32]];
        let score = quantised(&network).score_of_inputs([&own, &other], 32);
        assert!(score > 10_000, "{score}");
        let position = TrainingPosition {
            inputs: [&own, &other],
            bucket: SHAPE.bucket(32),
            target: 0.0,
        };
        network.parameters[SHAPE.rows() * HIDDEN..].fill(0.0);
        assert!(network.predict(&position).0 > 0.999);
    }

    #[test]
    fn a_network_read_from_its_file_has_rounded_weights_and_the_same_scores() {
        let network = random_network();
        let bytes = network.to_bytes("ancestry\n");
        let read = FloatNetwork::new(&NetworkBytes::check(&bytes, SHAPE).unwrap());
        assert_eq!(read.to_bytes("ancestry\n"), bytes);
        for (parameter, read) in network.parameters.iter().zip(&read.parameters) {
            assert!((parameter - read).abs() <= 0.5 / OUTPUT_WEIGHT_ONE as f32 + 1e-6);
        }
        let men = 3;
        let position = TrainingPosition {
            bucket: SHAPE.bucket(men),
            ..POSITION
        };
        let score = quantised(&network).score_of_inputs(POSITION.inputs, men);
        let chance = logistic(f64::from(score) / LOGISTIC_SCALE);
        let expected = f64::from(read.predict(&position).0);
        assert!((chance - expected).abs() < 0.003, "{chance}, {expected}");
    }

    #[test]
    fn a_stretched_network_multiplies_its_scores_within_the_range_of_its_weights() {
        let network = random_network();
        let logit = |network: &FloatNetwork| {
            let (chance, _) = network.predict(&POSITION);
            (chance / (1.0 - chance)).ln()
        };
        let stretched = network.stretched(1.5);
        assert!((logit(&stretched) - 1.5 * logit(&network)).abs() < 1e-4);
        assert!(logit(&network).abs() > 1e-3);

        let mut large = network;
        large.parameters.fill(1.9);
        large.clip();
        // Reading the file checks the range.
        quantised(&large.stretched(2.0));
    }
}
