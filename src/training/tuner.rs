//! Gradient descent on the weights of the features.
//!
//! The chance that White wins is modelled as the logistic function of the
//! score; the weights are those that minimise its squared distance from the
//! results of the games and the scores of the searches. Descent is by Adam
//! (Kingma and Ba, 2014) on all positions at once; sums are taken in a fixed
//! order, so the result does not depend on the number of threads.

use rayon::prelude::*;

use super::Dataset;
use crate::eval::wdl::{LOGISTIC_SCALE, logistic};
use crate::eval::{FeatureGroup, TaperedWeight};

/// The number of positions that a thread sums up at a time.
const CHUNK: usize = if cfg!(test) { 8 } else { 16_384 };

/// The settings of the descent.
#[derive(Clone, Debug)]
pub struct TunerSettings {
    /// The number of steps.
    pub steps: usize,
    /// The initial learning rate, in centipawns; it falls to a hundredth of this.
    pub rate: f64,
    /// The share of the search's score in the target, from 0 to 1; the rest is
    /// the result of the game.
    pub score_share: f64,
    /// The strength of the pull of each weight towards its initial value, per centipawn
    /// squared and position.
    pub pull: f64,
    /// Every `held_out`-th position is held out for validation.
    pub held_out: usize,
}

/// The progress of the descent.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct TuningProgress {
    /// The number of steps taken.
    pub step: usize,
    /// The mean squared error on the training positions.
    pub error: f64,
    /// The mean squared error on the held-out positions.
    pub held_out: f64,
}

/// The weights during the descent.
#[derive(Clone, Debug)]
pub struct Tuner<'d> {
    data: &'d Dataset,
    settings: TunerSettings,
    start: Vec<[f64; 2]>,
    weights: Vec<[f64; 2]>,
    mean: Vec<[f64; 2]>,
    square: Vec<[f64; 2]>,
}

/// The errors and the gradient, summed over a range of positions.
struct ErrorSum {
    gradient: Vec<[f64; 2]>,
    error: f64,
    held_out: f64,
}

impl<'d> Tuner<'d> {
    /// Returns a tuner that starts with these weights, one for each feature of
    /// the samples.
    pub fn new(data: &'d Dataset, table: &[TaperedWeight], settings: TunerSettings) -> Self {
        let start: Vec<[f64; 2]> = table
            .iter()
            .map(|pair| [f64::from(pair.full()), f64::from(pair.bare())])
            .collect();
        let zero = vec![[0.0; 2]; table.len()];
        Self {
            data,
            settings,
            weights: start.clone(),
            start,
            mean: zero.clone(),
            square: zero,
        }
    }

    fn chunks(&self) -> impl IndexedParallelIterator<Item = (usize, usize)> {
        let len = self.data.len();
        (0..len.div_ceil(CHUNK))
            .into_par_iter()
            .map(move |chunk| (chunk * CHUNK, ((chunk + 1) * CHUNK).min(len)))
    }

    /// Takes all steps, and calls `report` after each, until `report` returns
    /// `false`.
    pub fn run(&mut self, mut report: impl FnMut(TuningProgress) -> bool) {
        for step in 1..=self.settings.steps {
            let progress = self.step(step);
            if !report(progress) {
                break;
            }
        }
    }

    fn step(&mut self, step: usize) -> TuningProgress {
        const BETA: [f64; 2] = [0.9, 0.999];
        let parts: Vec<ErrorSum> = self.chunks().map(|(from, to)| self.sum(from, to)).collect();
        let held_out = self.data.len() / self.settings.held_out.max(1);
        let tuned = (self.data.len() - held_out).max(1) as f64;
        let done = step as f64 / self.settings.steps.max(1) as f64;
        let rate = self.settings.rate * 0.01_f64.powf(done);
        let exponent = i32::try_from(step).unwrap_or(i32::MAX);
        let [bias_mean, bias_square] = BETA.map(|beta| 1.0 - beta.powi(exponent));
        for i in 0..self.weights.len() {
            for half in 0..2 {
                let slope: f64 = parts.iter().map(|sum| sum.gradient[i][half]).sum();
                let away = self.weights[i][half] - self.start[i][half];
                let slope = slope / tuned + self.settings.pull * away;
                let mean = &mut self.mean[i][half];
                let square = &mut self.square[i][half];
                *mean = BETA[0] * *mean + (1.0 - BETA[0]) * slope;
                *square = BETA[1] * *square + (1.0 - BETA[1]) * slope * slope;
                let change = (*mean / bias_mean) / ((*square / bias_square).sqrt() + 1e-12);
                self.weights[i][half] -= rate * change;
            }
        }
        TuningProgress {
            step,
            error: parts.iter().map(|sum| sum.error).sum::<f64>() / tuned,
            held_out: parts.iter().map(|sum| sum.held_out).sum::<f64>() / held_out.max(1) as f64,
        }
    }

    /// Returns the errors and the gradient over a range of positions.
    fn sum(&self, from: usize, to: usize) -> ErrorSum {
        let mut sum = ErrorSum {
            gradient: vec![[0.0; 2]; self.weights.len()],
            error: 0.0,
            held_out: 0.0,
        };
        for i in from..to {
            let (position, features) = self.data.position(i);
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
                self.settings.score_share * searched + (1.0 - self.settings.score_share) * result;
            let expected = logistic(score / LOGISTIC_SCALE);
            let error = expected - target;
            if i % self.settings.held_out.max(1) == self.settings.held_out.max(1) - 1 {
                sum.held_out += error * error;
                continue;
            }
            sum.error += error * error;
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

/// Returns the text of the source file of a table of weights.
pub fn source(title: &str, groups: &[FeatureGroup], weights: &[TaperedWeight]) -> String {
    let mut text = format!(
        "//! The weights for {title}.\n//!\n//! Written by `batyr tune`; each pair is for a full \
         board and for an empty one,\n//! in centipawns.\n\nuse super::super::features::COUNT;\n\
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

    /// Returns positions that White wins if and only if White has the tura.
    fn samples() -> Dataset {
        let mut data = Dataset::default();
        for file in 0..7 {
            let empty = |left: i32| match left {
                0 => String::new(),
                left => left.to_string(),
            };
            let row = |man: &str| format!("{}{man}{}", empty(file), empty(6 - file));
            let (biys, shatras) = ("9/1/K6/7", "7/k6/1/9");
            for (man, result) in [("R", 1.0), ("r", 0.0), ("S", 0.5)] {
                let other = if man == "S" { "s" } else { "1" };
                let other = if other == "s" {
                    row("s")
                } else {
                    "7".to_owned()
                };
                let sample = Sample {
                    position: format!("{biys}/{}/{other}/{shatras} w - - - - 1", row(man)),
                    score: 0,
                    result,
                };
                data.add(Variant::Extended, &sample).unwrap();
            }
        }
        data
    }

    fn settings() -> TunerSettings {
        TunerSettings {
            steps: 200,
            rate: 10.0,
            score_share: 0.0,
            pull: 0.0,
            held_out: usize::MAX,
        }
    }

    #[test]
    fn descent_raises_the_weight_that_decides_the_games() {
        let data = samples();
        let mut tuner = Tuner::new(&data, Extended::WEIGHTS.table, settings());
        let before = tuner.weights()[MATERIAL + Kind::Tura.index()].bare();
        let mut errors = Vec::new();
        tuner.run(|progress| {
            errors.push(progress.error);
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
    fn threads_do_not_change_the_result() {
        let data = samples();
        let run = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            pool.unwrap().install(|| {
                let mut tuner = Tuner::new(&data, Extended::WEIGHTS.table, settings());
                tuner.run(|progress| progress.step < 50);
                tuner.weights()
            })
        };
        assert_eq!(run(1), run(3));
    }

    #[test]
    fn the_source_holds_every_weight() {
        let weights: Vec<TaperedWeight> = (0..COUNT)
            .map(|i| TaperedWeight::new(i as i16, -7))
            .collect();
        let text = source("a test", GROUPS, &weights);
        assert_eq!(text.matches(", -7),").count(), COUNT);
        for group in GROUPS {
            assert!(text.contains(&format!("// {}\n    p({}, -7)", group.name, group.start)));
        }
    }
}
