//! The two sets of values that a pair of games compares.
//!
//! Options are whole numbers, but the values of a run are not. They are rounded at random, up
//! with a probability equal to the fractional part, so even perturbations below 1 have an effect.

use super::TunedParameter;
use super::settings::SpsaSettings;
use crate::util::rng::Rng;

/// The bit by which the random streams of pairs differ from those of openings.
const STREAM: u64 = 1 << 32;
/// The number of values that a random fraction can have.
const FRACTIONS: usize = 1 << 30;

/// The random choices of a pair, which depend only on the seed and the pair's number.
#[derive(Clone, Debug)]
pub struct Perturbation {
    /// The number of the pair, from 0.
    pair: u32,
    /// The direction in which the plus side moves each value: 1 or -1.
    signs: Vec<f64>,
    /// The random numbers that determine the rounding.
    rounding: Rng,
}

impl Perturbation {
    /// Draws the random choices of a pair.
    pub fn new(settings: &SpsaSettings, pair: u32) -> Self {
        let mut rng = Rng::new(settings.openings.seed, STREAM | u64::from(pair));
        let signs = settings.parameters.iter();
        let signs = signs.map(|_| if rng.below(2) == 0 { -1.0 } else { 1.0 });
        Self {
            pair,
            signs: signs.collect(),
            rounding: rng,
        }
    }

    /// Returns the options of the plus side and of the minus side.
    pub fn options(&self, settings: &SpsaSettings, values: &[f64]) -> [Vec<(String, String)>; 2] {
        let mut rounding = self.rounding.clone();
        [1.0, -1.0].map(|side| {
            let parameters = settings.parameters.iter().zip(values).zip(&self.signs);
            let option = |((parameter, value), sign): ((&TunedParameter, &f64), &f64)| {
                let perturbation = settings.perturbation(self.pair, parameter.step);
                let fraction = rounding.below(FRACTIONS) as f64 / FRACTIONS as f64;
                let number = parameter.round(value + side * sign * perturbation, fraction);
                (parameter.name.clone(), number.to_string())
            };
            parameters.map(option).collect()
        })
    }

    /// Moves the values after a pair; `result` is the points of the plus side minus those of the
    /// minus side, from -2 to 2.
    pub fn update(&self, settings: &SpsaSettings, values: &mut [f64], result: f64) {
        let parameters = settings.parameters.iter().zip(values).zip(&self.signs);
        for ((parameter, value), sign) in parameters {
            let gain = settings.gain(self.pair, parameter.step);
            *value = parameter.clamp(*value + gain * result * sign);
        }
    }
}
