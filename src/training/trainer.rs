//! Trains a network by gradient descent.
//!
//! The optimizer is AdamW (Loshchilov and Hutter, 2019), on batches of positions in random
//! order. The learning rate goes through one cycle: it rises linearly during the first
//! tenth of the steps, and then falls to 0 along a cosine. Sums are taken in a fixed
//! order, so the result does not depend on the number of threads.

use rayon::prelude::*;

use super::float_network::FloatNetwork;
use super::training_set::TrainingSet;
use crate::util::rng::Rng;

/// The number of positions in a batch.
const BATCH: usize = if cfg!(test) { 64 } else { 4096 };
/// The number of parts into which a batch is divided for the threads.
const PARTS: usize = 8;
/// Every `HELD_OUT_INTERVAL`-th block of positions is held out for validation. Whole blocks
/// are held out because neighbouring positions come from the same game.
const HELD_OUT_INTERVAL: usize = 25;
/// The number of positions in a block.
const BLOCK: usize = if cfg!(test) { 8 } else { 2048 };
/// The weight decay: each step reduces the parameters by this fraction times the learning
/// rate.
const WEIGHT_DECAY: f32 = 0.01;

/// The settings of a training run.
#[derive(Clone, Debug)]
pub struct TrainerSettings {
    /// The number of epochs.
    pub epochs: usize,
    /// The maximum learning rate.
    pub learning_rate: f32,
    /// The seed that determines the order of the positions.
    pub seed: u64,
}

/// The progress of a training run.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct TrainingProgress {
    /// The number of positions processed so far, out of [`Trainer::total_positions`].
    pub seen: usize,
    /// The epoch that has just ended, if any.
    pub epoch: Option<EpochErrors>,
}

/// The mean squared errors of a completed epoch.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct EpochErrors {
    /// The number of the epoch, counted from 1.
    pub number: usize,
    /// The error on the training positions, each measured just before the step that uses
    /// it.
    pub training_error: f64,
    /// The error on the held-out positions after the epoch; `None` if there are none.
    pub held_out_error: Option<f64>,
}

/// A trainer of a network: the network and the state of its optimizer.
#[derive(Debug)]
pub struct Trainer<'t> {
    training_set: &'t TrainingSet,
    settings: TrainerSettings,
    network: FloatNetwork,
    /// The moving average of each parameter's gradient.
    mean: Vec<f32>,
    /// The moving average of the square of each parameter's gradient.
    mean_square: Vec<f32>,
    /// The number of steps taken.
    steps: usize,
    /// The indices of the positions on which the network is trained.
    training: Vec<usize>,
    /// The indices of the positions that are held out.
    held_out: Vec<usize>,
}

impl<'t> Trainer<'t> {
    /// Creates a trainer that starts with this network.
    pub fn new(
        training_set: &'t TrainingSet,
        network: FloatNetwork,
        settings: TrainerSettings,
    ) -> Self {
        let (held_out, training) = (0..training_set.len())
            .partition(|i| i / BLOCK % HELD_OUT_INTERVAL == HELD_OUT_INTERVAL - 1);
        let zero = vec![0.0; network.parameters.len()];
        Self {
            training_set,
            settings,
            network,
            mean: zero.clone(),
            mean_square: zero,
            steps: 0,
            training,
            held_out,
        }
    }

    /// Returns the network in its current state.
    pub const fn network(&self) -> &FloatNetwork {
        &self.network
    }

    /// Returns the number of positions to process in all epochs together.
    pub fn total_positions(&self) -> usize {
        self.training.len() * self.settings.epochs
    }

    /// Trains the network, and calls `report` after each batch and each epoch; stops early
    /// if `report` returns `false`.
    pub fn run(&mut self, mut report: impl FnMut(TrainingProgress) -> bool) {
        let mut seen = 0;
        for number in 1..=self.settings.epochs {
            let mut rng = Rng::new(self.settings.seed, number as u64);
            let order = rng.permutation(self.training.len());
            let mut error = 0.0;
            for batch in order.chunks(BATCH) {
                let batch: Vec<usize> = batch.iter().map(|&i| self.training[i]).collect();
                error += self.step(&batch);
                seen += batch.len();
                if !report(TrainingProgress { seen, epoch: None }) {
                    return;
                }
            }
            let epoch = Some(EpochErrors {
                number,
                training_error: error / self.training.len().max(1) as f64,
                held_out_error: self.held_out_error(),
            });
            if !report(TrainingProgress { seen, epoch }) {
                return;
            }
        }
    }

    /// Returns the mean squared error on the held-out positions; `None` if there are none.
    fn held_out_error(&self) -> Option<f64> {
        let errors: Vec<f64> = self
            .held_out
            .par_chunks(BLOCK)
            .map(|block| {
                let squared_error = |&i: &usize| {
                    let position = self.training_set.get(i);
                    let error = self.network.predict(&position).0 - position.target;
                    f64::from(error * error)
                };
                block.iter().map(squared_error).sum()
            })
            .collect();
        (!self.held_out.is_empty()).then(|| errors.iter().sum::<f64>() / self.held_out.len() as f64)
    }

    /// Takes one step of gradient descent, and returns the sum of the squared errors before
    /// the step.
    fn step(&mut self, batch: &[usize]) -> f64 {
        let network = &self.network;
        let parts: Vec<(FloatNetwork, f64)> = batch
            .par_chunks(batch.len().div_ceil(PARTS))
            .map(|part| {
                let mut gradient = network.zero_like();
                let add =
                    |&i: &usize| network.add_gradient(&self.training_set.get(i), &mut gradient);
                let error = part.iter().map(add).sum();
                (gradient, error)
            })
            .collect();
        let mut gradient = vec![0.0; network.parameters.len()];
        for (part, _) in &parts {
            for (sum, slope) in gradient.iter_mut().zip(&part.parameters) {
                *sum += slope;
            }
        }
        self.descend(&gradient, 1.0 / batch.len() as f32);
        parts.iter().map(|(_, error)| error).sum()
    }

    /// Updates all parameters by one AdamW step; the gradient is `gradient` times `scale`.
    fn descend(&mut self, gradient: &[f32], scale: f32) {
        const BETA: [f32; 2] = [0.9, 0.999];
        self.steps += 1;
        let step = i32::try_from(self.steps).unwrap_or(i32::MAX);
        let [mean_correction, square_correction] = BETA.map(|beta| 1.0 - beta.powi(step));
        let rate = self.learning_rate();
        let averages = self.mean.iter_mut().zip(&mut self.mean_square);
        let parameters = self.network.parameters.iter_mut();
        for ((parameter, slope), (mean, square)) in parameters.zip(gradient).zip(averages) {
            let slope = slope * scale;
            *mean = BETA[0] * *mean + (1.0 - BETA[0]) * slope;
            *square = BETA[1] * *square + (1.0 - BETA[1]) * slope * slope;
            let change = (*mean / mean_correction) / ((*square / square_correction).sqrt() + 1e-8);
            *parameter -= rate * (change + WEIGHT_DECAY * *parameter);
        }
        self.network.clip();
    }

    /// Returns the learning rate of the current step, taken in the middle of the step.
    fn learning_rate(&self) -> f32 {
        let total_steps = self.training.len().div_ceil(BATCH) * self.settings.epochs;
        let done = (self.steps as f32 - 0.5) / total_steps.max(1) as f32;
        let fraction = if done < 0.1 {
            done / 0.1
        } else {
            let descended = (done - 0.1) / 0.9;
            (1.0 + (descended * std::f32::consts::PI).cos()) / 2.0
        };
        self.settings.learning_rate * fraction
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Sample;
    use crate::game::Variant;

    /// Returns 192 positions, in two thirds of which the side with a rook is ahead, each
    /// `times` times.
    fn rook_positions(times: usize) -> TrainingSet {
        let mut training_set = TrainingSet::new(Variant::Shatar, 1.0);
        for i in (0..times).flat_map(|_| 0..64) {
            for (man, score) in [('R', 500), ('r', -500), ('P', 0)] {
                let empty = |count: usize| match count {
                    0 => String::new(),
                    count => count.to_string(),
                };
                let (rank, file) = (i / 16, i / 2 % 7);
                let row = format!("{}{man}{}", empty(file), empty(7 - file));
                let rows: Vec<&str> = (0..4)
                    .map(|r| if r == rank { row.as_str() } else { "8" })
                    .collect();
                let side = if i % 2 == 0 { 'w' } else { 'b' };
                let sample = Sample {
                    position: format!("7k/8/{}/p7/7K {side} - - 0 1", rows.join("/")),
                    score,
                    result: 0.5,
                };
                training_set.add(&sample).unwrap();
            }
        }
        training_set
    }

    fn train(training_set: &TrainingSet, threads: usize) -> (Vec<u8>, Vec<EpochErrors>) {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.unwrap().install(|| {
            let inputs = TrainingSet::input_count(Variant::Shatar).unwrap();
            let settings = TrainerSettings {
                epochs: 30,
                learning_rate: 0.01,
                seed: 5,
            };
            let mut trainer = Trainer::new(training_set, FloatNetwork::random(inputs, 5), settings);
            let mut epochs = Vec::new();
            trainer.run(|progress| {
                epochs.extend(progress.epoch);
                true
            });
            (trainer.network().to_bytes(), epochs)
        })
    }

    #[test]
    fn training_gives_the_same_network_on_any_number_of_threads() {
        let training_set = rook_positions(2);
        let (bytes, epochs) = train(&training_set, 1);
        assert_eq!(epochs.len(), 30);
        assert!(epochs[0].training_error > 0.02, "{epochs:?}");
        assert!(epochs[29].training_error < 0.002, "{epochs:?}");
        // The network predicts the held-out positions from similar ones in training.
        assert!(
            epochs[29].held_out_error.is_some_and(|error| error < 0.002),
            "{epochs:?}"
        );
        assert_eq!(train(&training_set, 2).0, bytes);
    }

    #[test]
    fn training_stops_when_report_returns_false() {
        let training_set = rook_positions(1);
        let inputs = TrainingSet::input_count(Variant::Shatar).unwrap();
        let settings = TrainerSettings {
            epochs: 2,
            learning_rate: 0.01,
            seed: 5,
        };
        let mut trainer = Trainer::new(&training_set, FloatNetwork::random(inputs, 5), settings);
        // There are too few positions to hold any out.
        assert_eq!(trainer.held_out_error(), None);
        let mut reports = 0;
        trainer.run(|_| {
            reports += 1;
            false
        });
        assert_eq!(reports, 1);
        assert_eq!(TrainingSet::input_count(Variant::Extended), None);
    }
}
