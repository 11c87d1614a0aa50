//! Tunes the weights of the features by gradient descent.
//!
//! White's expected points are modelled as the logistic function of the score. The tuned
//! weights minimize the squared difference between this expectation and a weighted average
//! of the results of the games and the scores of searches. The optimizer is Adam (Kingma
//! and Ba, 2014), on all positions at once. Sums are taken in a fixed order, so the result
//! does not depend on the number of threads.

use rayon::prelude::*;

use super::Dataset;
use crate::eval::wdl::{LOGISTIC_SCALE, logistic};
use crate::eval::{FeatureGroup, TaperedWeight};

/// The number of positions whose errors a thread adds up at a time.
const CHUNK: usize = if cfg!(test) { 8 } else { 16_384 };

/// The settings of a tuning run.
#[derive(Clone, Debug)]
pub struct TunerSettings {
    /// The number of steps.
    pub steps: usize,
    /// The initial learning rate, in centipawns. It falls exponentially to a hundredth of
    /// this.
    pub learning_rate: f64,
    /// The weight of the search's score in the target, from 0 to 1; the rest is the weight
    /// of the game's result.
    pub score_weight: f64,
    /// The strength of the regularisation that pulls each weight towards its initial value:
    /// its gradient, per position and centipawn of distance.
    pub pull: f64,
    /// Every `held_out_interval`-th position is held out for validation.
    pub held_out_interval: usize,
}

/// The progress of a tuning run.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct TuningProgress {
    /// The number of steps taken.
    pub step: usize,
    /// The mean squared error on the training positions, before the last step.
    pub training_error: f64,
    /// The mean squared error on the held-out positions, before the last step.
    pub held_out_error: f64,
}

/// Tunes weights: the weights, and the state of the optimizer.
#[derive(Clone, Debug)]
pub struct Tuner<'d> {
    dataset: &'d Dataset,
    settings: TunerSettings,
    /// The initial weights, on a full and on an empty board.
    initial: Vec<[f64; 2]>,
    /// The current weights, on a full and on an empty board.
    weights: Vec<[f64; 2]>,
    /// The moving average of each weight's gradient.
    mean: Vec<[f64; 2]>,
    /// The moving average of the square of each weight's gradient.
    mean_square: Vec<[f64; 2]>,
}

/// The squared errors and their gradient, summed over a range of positions.
struct ErrorSum {
    /// The gradient of the training error.
    gradient: Vec<[f64; 2]>,
    training_error: f64,
    held_out_error: f64,
}

impl<'d> Tuner<'d> {
    /// Creates a tuner that starts with these weights, one for each feature.
    pub fn new(dataset: &'d Dataset, weights: &[TaperedWeight], settings: TunerSettings) -> Self {
        let initial: Vec<[f64; 2]> = weights
            .iter()
            .map(|weight| [f64::from(weight.full()), f64::from(weight.bare())])
            .collect();
        let zero = vec![[0.0; 2]; weights.len()];
        Self {
            dataset,
            settings,
            weights: initial.clone(),
            initial,
            mean: zero.clone(),
            mean_square: zero,
        }
    }

    /// Returns the start and the end of each chunk of positions.
    fn chunks(&self) -> impl IndexedParallelIterator<Item = (usize, usize)> {
        let len = self.dataset.len();
        (0..len.div_ceil(CHUNK))
            .into_par_iter()
            .map(move |chunk| (chunk * CHUNK, ((chunk + 1) * CHUNK).min(len)))
    }

    /// Takes all steps, and calls `report` after each; stops early if `report` returns
    /// `false`.
    pub fn run(&mut self, mut report: impl FnMut(TuningProgress) -> bool) {
        for step in 1..=self.settings.steps {
            let progress = self.step(step);
            if !report(progress) {
                break;
            }
        }
    }

    /// Takes the step with this number, counted from 1.
    fn step(&mut self, step: usize) -> TuningProgress {
        const BETA: [f64; 2] = [0.9, 0.999];
        let parts: Vec<ErrorSum> = self
            .chunks()
            .map(|(start, end)| self.error_sum(start, end))
            .collect();
        let held_out_count = self.dataset.len() / self.held_out_interval();
        let training_count = (self.dataset.len() - held_out_count).max(1) as f64;
        let done = step as f64 / self.settings.steps.max(1) as f64;
        let rate = self.settings.learning_rate * 0.01_f64.powf(done);
        let exponent = i32::try_from(step).unwrap_or(i32::MAX);
        let [mean_correction, square_correction] = BETA.map(|beta| 1.0 - beta.powi(exponent));
        for i in 0..self.weights.len() {
            for end in 0..2 {
                let slope: f64 = parts.iter().map(|sum| sum.gradient[i][end]).sum();
                let distance = self.weights[i][end] - self.initial[i][end];
                let slope = slope / training_count + self.settings.pull * distance;
                let mean = &mut self.mean[i][end];
                let square = &mut self.mean_square[i][end];
                *mean = BETA[0] * *mean + (1.0 - BETA[0]) * slope;
                *square = BETA[1] * *square + (1.0 - BETA[1]) * slope * slope;
                let change =
                    (*mean / mean_correction) / ((*square / square_correction).sqrt() + 1e-12);
                self.weights[i][end] -= rate * change;
            }
        }
        TuningProgress {
            step,
            training_error: parts.iter().map(|sum| sum.training_error).sum::<f64>()
                / training_count,
            held_out_error: parts.iter().map(|sum| sum.held_out_error).sum::<f64>()
                / held_out_count.max(1) as f64,
        }
    }

    /// Returns the interval between held-out positions, which is at least 1.
    fn held_out_interval(&self) -> usize {
        self.settings.held_out_interval.max(1)
    }

    /// Returns the squared errors and their gradient, summed over a range of positions.
    fn error_sum(&self, start: usize, end: usize) -> ErrorSum {
        let mut sum = ErrorSum {
            gradient: vec![[0.0; 2]; self.weights.len()],
            training_error: 0.0,
            held_out_error: 0.0,
        };
        for i in start..end {
            let (position, features) = self.dataset.position(i);
            let phase = [f64::from(position.phase), 1.0 - f64::from(position.phase)];
            let score: f64 = features
                .iter()
                .map(|&(feature, count)| {
                    let [full, bare] = self.weights[usize::from(feature)];
                    f64::from(count) * (full * phase[0] + bare * phase[1])
                })
                .sum();
            let searched = logistic(f64::from(position.score) / LOGISTIC_SCALE);
            let result = f64::from(position.result);
            let target =
                self.settings.score_weight * searched + (1.0 - self.settings.score_weight) * result;
            let expected = logistic(score / LOGISTIC_SCALE);
            let error = expected - target;
            if i % self.held_out_interval() == self.held_out_interval() - 1 {
                sum.held_out_error += error * error;
                continue;
            }
            sum.training_error += error * error;
            let slope = 2.0 * error * expected * (1.0 - expected) / LOGISTIC_SCALE;
            for &(feature, count) in features {
                let gradient = &mut sum.gradient[usize::from(feature)];
                gradient[0] += slope * f64::from(count) * phase[0];
                gradient[1] += slope * f64::from(count) * phase[1];
            }
        }
        sum
    }

    /// Returns the weights, rounded to centipawns.
    pub fn weights(&self) -> Vec<TaperedWeight> {
        let round = |weight: f64| weight.round().clamp(-4000.0, 4000.0) as i16;
        self.weights
            .iter()
            .map(|&[full, bare]| TaperedWeight::new(round(full), round(bare)))
            .collect()
    }
}

/// Returns the source code of a table of weights.
pub fn weights_source(title: &str, groups: &[FeatureGroup], weights: &[TaperedWeight]) -> String {
    let mut text = format!(
        "//! The weights for {title}.\n//!\n//! Written by `batyr tune`; each pair holds the \
         weight on a full board and the weight on\n//! an empty board, in centipawns.\n\n\
         use super::super::features::COUNT;\n\
         use crate::eval::TaperedWeight;\n\nconst fn p(full: i16, bare: i16) -> TaperedWeight \
         {{\n    TaperedWeight::new(full, bare)\n}}\n\n/// All weights, in the order of the features.\n\
         #[rustfmt::skip]\npub static WEIGHTS: [TaperedWeight; COUNT] = [\n"
    );
    for group in groups {
        text += &format!("    // {}\n", group.name);
        for line in weights[group.start..group.start + group.len].chunks(6) {
            let pairs: Vec<String> = line
                .iter()
                .map(|pair| format!("p({}, {}),", pair.full(), pair.bare()))
                .collect();
            text += &format!("    {}\n", pairs.join(" "));
        }
    }
    text + "];\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::shatra::EvaluatedByFeatures;
    use crate::eval::shatra::features::{COUNT, GROUPS, MATERIAL};
    use crate::files::Sample;
    use crate::game::Variant;
    use crate::rules::shatra::{Extended, Kind};

    /// Returns positions in which the side with the tura wins; without turas they are drawn.
    fn tura_positions() -> Dataset {
        let mut dataset = Dataset::default();
        for file in 0..7 {
            let empty = |count: i32| match count {
                0 => String::new(),
                count => count.to_string(),
            };
            let row = |man: &str| format!("{}{man}{}", empty(file), empty(6 - file));
            let (white_biy, black_biy) = ("9/1/K6/7", "7/k6/1/9");
            for (man, result) in [("R", 1.0), ("r", 0.0), ("S", 0.5)] {
                let black_row = if man == "S" { row("s") } else { "7".to_owned() };
                let sample = Sample {
                    position: format!(
                        "{white_biy}/{}/{black_row}/{black_biy} w - - - - 1",
                        row(man)
                    ),
                    score: 0,
                    result,
                };
                dataset.add(Variant::Extended, &sample).unwrap();
            }
        }
        dataset
    }

    fn settings() -> TunerSettings {
        TunerSettings {
            steps: 200,
            learning_rate: 10.0,
            score_weight: 0.0,
            pull: 0.0,
            held_out_interval: usize::MAX,
        }
    }

    #[test]
    fn descent_raises_the_weight_that_decides_the_games() {
        let dataset = tura_positions();
        let mut tuner = Tuner::new(&dataset, Extended::WEIGHTS.table, settings());
        let before = tuner.weights()[MATERIAL + Kind::Tura.index()].bare();
        let mut errors = Vec::new();
        tuner.run(|progress| {
            errors.push(progress.training_error);
            true
        });
        assert_eq!(errors.len(), 200);
        assert!(
            errors[199] < errors[0] / 2.0,
            "{} {}",
            errors[0],
            errors[199]
        );
        assert!(tuner.weights()[MATERIAL + Kind::Tura.index()].bare() > before);
    }

    #[test]
    fn the_number_of_threads_does_not_change_the_result() {
        let dataset = tura_positions();
        let run = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            pool.unwrap().install(|| {
                let mut tuner = Tuner::new(&dataset, Extended::WEIGHTS.table, settings());
                tuner.run(|progress| progress.step < 50);
                tuner.weights()
            })
        };
        assert_eq!(run(1), run(3));
    }

    #[test]
    fn the_source_contains_every_weight() {
        let weights: Vec<TaperedWeight> = (0..COUNT)
            .map(|i| TaperedWeight::new(i as i16, -7))
            .collect();
        let text = weights_source("a test", GROUPS, &weights);
        assert_eq!(text.matches(", -7),").count(), COUNT);
        for group in GROUPS {
            assert!(text.contains(&format!("// {}\n    p({}, -7)", group.name, group.start)));
        }
    }
}
