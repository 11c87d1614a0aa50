//! The optimizer: AdamW (Loshchilov and Hutter, 2019).

use super::float_network::FloatNetwork;

/// The decay rates of the moving averages `mean` and `mean_square`.
const BETA: [f32; 2] = [0.9, 0.999];
/// The weight decay: each step reduces the parameters by this fraction times the learning
/// rate.
const WEIGHT_DECAY: f32 = 0.01;

/// The state of the optimizer.
#[derive(Clone, PartialEq, Debug)]
pub struct Optimizer {
    /// The moving average of each parameter's gradient.
    pub mean: Vec<f32>,
    /// The moving average of the square of each parameter's gradient.
    pub mean_square: Vec<f32>,
    /// The number of steps taken.
    pub steps: u64,
}

impl Optimizer {
    /// Creates an optimizer for this number of parameters.
    pub fn new(parameters: usize) -> Self {
        Self {
            mean: vec![0.0; parameters],
            mean_square: vec![0.0; parameters],
            steps: 0,
        }
    }

    /// Updates all parameters of a network by one step with the learning rate `rate`; the
    /// gradient is `gradient` times `scale`.
    pub fn step(&mut self, network: &mut FloatNetwork, gradient: &[f32], scale: f32, rate: f32) {
        self.steps += 1;
        let step = i32::try_from(self.steps).unwrap_or(i32::MAX);
        let [mean_correction, square_correction] = BETA.map(|beta| 1.0 - beta.powi(step));
        let averages = self.mean.iter_mut().zip(&mut self.mean_square);
        let parameters = network.parameters.iter_mut();
        for ((parameter, slope), (mean, square)) in parameters.zip(gradient).zip(averages) {
            let slope = slope * scale;
            *mean = BETA[0] * *mean + (1.0 - BETA[0]) * slope;
            *square = BETA[1] * *square + (1.0 - BETA[1]) * slope * slope;
            let change = (*mean / mean_correction) / ((*square / square_correction).sqrt() + 1e-8);
            *parameter -= rate * (change + WEIGHT_DECAY * *parameter);
        }
        network.clip();
    }
}
