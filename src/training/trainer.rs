//! Trains a network by gradient descent.
//!
//! Each pass visits all samples in a different random order, in batches, and about half of them
//! as their mirror images. The learning rate goes through one cycle: it rises linearly during
//! the first tenth of the run, and then falls along a cosine. Sums are taken in a fixed order,
//! and the state of a run can be saved and restored exactly, so the result depends neither on
//! the number of threads nor on interruptions.

use rayon::prelude::*;

use super::checkpoint::{self, CheckpointError, Progress};
use super::float_network::FloatNetwork;
use super::optimizer::Optimizer;
use super::sample_pools::SamplePools;
use super::training_set::TrainingSet;
use crate::eval::EvaluationFamily;
use crate::files::SampleFileError;
use crate::game::PositionError;
use crate::util::rng::Rng;

/// The number of positions in a batch.
const BATCH: usize = if cfg!(test) { 64 } else { 4096 };
/// The number of parts into which a batch is divided for the threads.
const PARTS: usize = 8;
/// The number of held-out positions whose errors one task adds up.
const TASK_POSITIONS: usize = 2048;

/// The settings of a training run.
#[derive(Clone, Debug)]
pub struct TrainerSettings {
    /// The family whose network is trained.
    pub family: EvaluationFamily,
    /// The number of passes over the samples.
    pub epochs: u64,
    /// The peak and the final learning rate.
    pub rate: [f32; 2],
    /// The share of the search score in the target, in the first epoch and in the last one.
    pub score_weight: [f32; 2],
    /// The seed that determines the order of the positions.
    pub seed: u64,
}

/// An error in a training run.
#[derive(Debug, thiserror::Error)]
pub enum TrainingError {
    /// A file of samples can't be read.
    #[error(transparent)]
    File(#[from] SampleFileError),
    /// A sample is not a position of the family.
    #[error("a damaged sample: {0}")]
    Position(#[from] PositionError),
}

/// The mean squared errors of a completed epoch.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct EpochErrors {
    /// The number of the epoch, counted from 1.
    pub number: u64,
    /// The error on the training positions, each measured just before the step that uses
    /// it.
    pub training_error: f64,
    /// The error on the held-out positions after the epoch; `None` if there are none.
    pub held_out_error: Option<f64>,
}

/// A trainer of a network: the network and the state of its optimizer.
#[derive(Debug)]
pub struct Trainer {
    pools: SamplePools,
    settings: TrainerSettings,
    network: FloatNetwork,
    optimizer: Optimizer,
    progress: Progress,
}

impl Trainer {
    /// Creates a trainer that starts with this network.
    pub fn new(pools: SamplePools, network: FloatNetwork, settings: TrainerSettings) -> Self {
        let optimizer = Optimizer::new(network.parameters.len());
        Self {
            pools,
            settings,
            network,
            optimizer,
            progress: Progress::default(),
        }
    }

    /// Returns the network in its current state.
    pub const fn network(&self) -> &FloatNetwork {
        &self.network
    }

    /// Returns the number of positions to process in all epochs together.
    pub fn total_positions(&self) -> u64 {
        self.pools.training_samples() as u64 * self.settings.epochs
    }

    /// Returns the number of positions processed so far.
    pub fn seen(&self) -> u64 {
        let per_pass = self.pools.training_samples() as u64;
        self.progress.passes * per_pass + self.progress.samples
    }

    /// Returns the state as the bytes of a checkpoint. `description` identifies the run;
    /// [`Self::restore`] compares it.
    pub fn checkpoint(&self, description: &str) -> Vec<u8> {
        let parameters = &self.network.parameters;
        checkpoint::to_bytes(description, &self.progress, parameters, &self.optimizer)
    }

    /// Restores the state from the bytes of a checkpoint with this description.
    ///
    /// # Errors
    /// Returns an error if the bytes are not a checkpoint of such a run.
    pub fn restore(&mut self, bytes: &[u8], description: &str) -> Result<(), CheckpointError> {
        let parameters = &mut self.network.parameters;
        let optimizer = &mut self.optimizer;
        self.progress = checkpoint::from_bytes(bytes, description, parameters, optimizer)?;
        Ok(())
    }

    /// Trains the network from its current state to the end of the run. Calls `report` after
    /// each batch, and after each epoch, with the epoch's errors; stops early if `report`
    /// returns `false`.
    ///
    /// # Errors
    /// Returns an error if the samples can't be read or are damaged.
    pub fn run(
        &mut self,
        mut report: impl FnMut(&Self, Option<EpochErrors>) -> bool,
    ) -> Result<(), TrainingError> {
        while self.progress.passes < self.settings.epochs {
            if !self.run_pass(&mut report)? {
                return Ok(());
            }
            let error = self.progress.error / self.progress.samples.max(1) as f64;
            self.progress = Progress {
                passes: self.progress.passes + 1,
                ..Progress::default()
            };
            let epoch = EpochErrors {
                number: self.progress.passes,
                training_error: error,
                held_out_error: self.held_out_error()?,
            };
            if !report(self, Some(epoch)) {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Completes the current pass. Returns `false` if `report` does.
    fn run_pass(
        &mut self,
        report: &mut impl FnMut(&Self, Option<EpochErrors>) -> bool,
    ) -> Result<bool, TrainingError> {
        let mut rng = Rng::new(self.settings.seed, self.progress.passes);
        let pools = self.pools.pools(&mut rng);
        for (number, pool) in pools.iter().enumerate() {
            // Seeds are drawn for completed pools, too, so that those of later pools do not change.
            let [seed, mirror_seed] = [(); 2].map(|()| rng.below(usize::MAX) as u64);
            if (number as u64) < self.progress.pools {
                continue;
            }
            let samples = self.pools.read(pool)?;
            let set = TrainingSet::new(
                self.settings.family,
                self.score_weight(self.progress.passes),
                &samples,
                Some(mirror_seed),
            )?;
            drop(samples);
            let order = Rng::new(seed, number as u64).permutation(set.len());
            for batch in order.chunks(BATCH).skip(self.progress.batches as usize) {
                self.progress.error += self.step(&set, batch);
                self.progress.samples += batch.len() as u64;
                self.progress.batches += 1;
                if !report(self, None) {
                    return Ok(false);
                }
            }
            self.progress.pools += 1;
            self.progress.batches = 0;
        }
        Ok(true)
    }

    /// Returns the mean squared error on the held-out positions, with the target of the last
    /// epoch; `None` if there are none.
    fn held_out_error(&mut self) -> Result<Option<f64>, TrainingError> {
        let samples = self.pools.read_held_out()?;
        let weight = self.score_weight(self.settings.epochs.saturating_sub(1));
        let set = TrainingSet::new(self.settings.family, weight, &samples, None)?;
        let indices: Vec<usize> = (0..set.len()).collect();
        let errors: Vec<f64> = indices
            .par_chunks(TASK_POSITIONS)
            .map(|task| {
                let squared_error = |&i: &usize| {
                    let position = set.get(i);
                    let error = self.network.predict(&position).0 - position.target;
                    f64::from(error * error)
                };
                task.iter().map(squared_error).sum()
            })
            .collect();
        Ok((!set.is_empty()).then(|| errors.iter().sum::<f64>() / set.len() as f64))
    }

    /// Takes one step of gradient descent, and returns the sum of the squared errors before
    /// the step.
    fn step(&mut self, set: &TrainingSet, batch: &[usize]) -> f64 {
        let network = &self.network;
        let parts: Vec<(FloatNetwork, f64)> = batch
            .par_chunks(batch.len().div_ceil(PARTS))
            .map(|part| {
                let mut gradient = network.zero_like();
                let add = |&i: &usize| network.add_gradient(&set.get(i), &mut gradient);
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
        let rate = self.rate(batch.len());
        let scale = 1.0 / batch.len() as f32;
        self.optimizer
            .step(&mut self.network, &gradient, scale, rate);
        parts.iter().map(|(_, error)| error).sum()
    }

    /// Returns the learning rate of the current step, taken in the middle of its batch.
    fn rate(&self, batch: usize) -> f32 {
        let [greatest, last] = self.settings.rate;
        let total = self.total_positions().max(1) as f32;
        let done = (self.seen() as f32 + batch as f32 / 2.0) / total;
        if done < 0.1 {
            return greatest * done / 0.1;
        }
        let descended = (done - 0.1) / 0.9;
        let fraction = (1.0 + (descended * std::f32::consts::PI).cos()) / 2.0;
        last + (greatest - last) * fraction
    }

    /// Returns the share of the search score in the target of the epoch with this number, counted
    /// from 0.
    fn score_weight(&self, epoch: u64) -> f32 {
        let [first, last] = self.settings.score_weight;
        let steps = self.settings.epochs.saturating_sub(1).max(1) as f32;
        first + (last - first) * epoch as f32 / steps
    }
}

#[cfg(test)]
mod tests;
