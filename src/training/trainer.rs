//! Gradient descent on the numbers of a network.
//!
//! It uses batches of positions in random order, AdamW (Loshchilov and Hutter,
//! 2019), and one cycle of the learning rate: up in the first tenth, down to 0
//! along a cosine. Sums are taken in a fixed order, so the result does not
//! depend on the number of threads.

use rayon::prelude::*;

use super::draft::Draft;
use super::lessons::Lessons;
use crate::util::rng::Rng;

/// The number of positions of a batch.
const BATCH: usize = if cfg!(test) { 64 } else { 4096 };
/// The number of parts of a batch that threads share.
const PARTS: usize = 8;
/// Every `HELD_OUT`-th block of positions is held out for validation.
/// Neighbouring positions come from one game, so single ones would hardly be
/// new.
const HELD_OUT: usize = 25;
/// The number of positions of a block.
const BLOCK: usize = if cfg!(test) { 8 } else { 2048 };
/// The weight decay: numbers shrink by this share, times the learning rate,
/// with each step.
const DECAY: f32 = 0.01;

/// The parameters of the training.
#[derive(Clone, Debug)]
pub struct TrainerTerms {
    /// The number of epochs.
    pub epochs: usize,
    /// The greatest learning rate.
    pub rate: f32,
    /// The seed of the order of the positions.
    pub seed: u64,
}

/// The progress of a training.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Lap {
    /// The number of positions seen, of [`Trainer::total`].
    pub seen: usize,
    /// The epoch that has just ended, if one has.
    pub epoch: Option<Epoch>,
}

/// The mean squared errors of an epoch.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Epoch {
    /// The number of the epoch, from 1.
    pub number: usize,
    /// The error on the training positions, each before its step.
    pub trained: f64,
    /// The error on the held-out positions after the epoch, if there are any.
    pub held_out: Option<f64>,
}

/// A network in training.
#[derive(Debug)]
pub struct Trainer<'l> {
    lessons: &'l Lessons,
    terms: TrainerTerms,
    draft: Draft,
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: usize,
    kept: Vec<usize>,
    held_out: Vec<usize>,
}

impl<'l> Trainer<'l> {
    /// Returns a trainer that starts with this network.
    pub fn new(lessons: &'l Lessons, draft: Draft, terms: TrainerTerms) -> Self {
        let (held_out, kept) =
            (0..lessons.len()).partition(|i| i / BLOCK % HELD_OUT == HELD_OUT - 1);
        let zero = vec![0.0; draft.numbers.len()];
        Self {
            lessons,
            terms,
            draft,
            mean: zero.clone(),
            square: zero,
            steps: 0,
            kept,
            held_out,
        }
    }

    /// Returns the network as it is now.
    pub const fn draft(&self) -> &Draft {
        &self.draft
    }

    /// Returns the number of positions seen in all epochs together.
    pub fn total(&self) -> usize {
        self.kept.len() * self.terms.epochs
    }

    /// Trains, and calls `tell` after each batch and each epoch, until that
    /// returns `false`.
    pub fn run(&mut self, mut tell: impl FnMut(Lap) -> bool) {
        let mut seen = 0;
        for number in 1..=self.terms.epochs {
            let mut rng = Rng::new(self.terms.seed, number as u64);
            let order = rng.order(self.kept.len());
            let mut error = 0.0;
            for batch in order.chunks(BATCH) {
                let batch: Vec<usize> = batch.iter().map(|&i| self.kept[i]).collect();
                error += self.step(&batch);
                seen += batch.len();
                if !tell(Lap { seen, epoch: None }) {
                    return;
                }
            }
            let epoch = Some(Epoch {
                number,
                trained: error / self.kept.len().max(1) as f64,
                held_out: self.error(),
            });
            if !tell(Lap { seen, epoch }) {
                return;
            }
        }
    }

    /// Returns the mean squared error on the held-out positions, if there are
    /// any.
    fn error(&self) -> Option<f64> {
        let errors: Vec<f64> = self
            .held_out
            .par_chunks(BLOCK)
            .map(|block| {
                let square = |&i: &usize| {
                    let lesson = self.lessons.get(i);
                    let error = self.draft.chance(&lesson).0 - lesson.target;
                    f64::from(error * error)
                };
                block.iter().map(square).sum()
            })
            .collect();
        (!self.held_out.is_empty()).then(|| errors.iter().sum::<f64>() / self.held_out.len() as f64)
    }

    /// Takes a step, and returns the sum of the squared errors before it.
    fn step(&mut self, batch: &[usize]) -> f64 {
        let draft = &self.draft;
        let parts: Vec<(Draft, f64)> = batch
            .par_chunks(batch.len().div_ceil(PARTS))
            .map(|part| {
                let mut slopes = draft.flat();
                let learn = |&i: &usize| draft.learn(&self.lessons.get(i), &mut slopes);
                let error = part.iter().map(learn).sum();
                (slopes, error)
            })
            .collect();
        let mut slopes = vec![0.0; draft.numbers.len()];
        for (part, _) in &parts {
            for (sum, slope) in slopes.iter_mut().zip(&part.numbers) {
                *sum += slope;
            }
        }
        self.descend(&slopes, 1.0 / batch.len() as f32);
        parts.iter().map(|(_, error)| error).sum()
    }

    /// Moves all numbers against their gradient.
    fn descend(&mut self, slopes: &[f32], share: f32) {
        const BETA: [f32; 2] = [0.9, 0.999];
        self.steps += 1;
        let turn = i32::try_from(self.steps).unwrap_or(i32::MAX);
        let [bias_mean, bias_square] = BETA.map(|beta| 1.0 - beta.powi(turn));
        let rate = self.rate();
        let moving = self.mean.iter_mut().zip(&mut self.square).zip(slopes);
        for (number, ((mean, square), slope)) in self.draft.numbers.iter_mut().zip(moving) {
            let slope = slope * share;
            *mean = BETA[0] * *mean + (1.0 - BETA[0]) * slope;
            *square = BETA[1] * *square + (1.0 - BETA[1]) * slope * slope;
            let by = (*mean / bias_mean) / ((*square / bias_square).sqrt() + 1e-8);
            *number -= rate * (by + DECAY * *number);
        }
        self.draft.clip();
    }

    /// Returns the learning rate of the current step, that in its middle.
    fn rate(&self) -> f32 {
        let all = self.kept.len().div_ceil(BATCH) * self.terms.epochs;
        let done = (self.steps as f32 - 0.5) / all.max(1) as f32;
        let part = if done < 0.1 {
            done / 0.1
        } else {
            let down = (done - 0.1) / 0.9;
            (1.0 + (down * std::f32::consts::PI).cos()) / 2.0
        };
        self.terms.rate * part
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Sample;
    use crate::game::Variant;

    /// 192 positions in which the side with the rook is ahead, repeated `times`
    /// times.
    fn lessons(times: usize) -> Lessons {
        let mut lessons = Lessons::new(Variant::Shatar, 1.0);
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
                let mover = if i % 2 == 0 { 'w' } else { 'b' };
                let sample = Sample {
                    position: format!("7k/8/{}/p7/7K {mover} - - 0 1", rows.join("/")),
                    score,
                    result: 0.5,
                };
                lessons.add(&sample).unwrap();
            }
        }
        lessons
    }

    fn train(lessons: &Lessons, threads: usize) -> (Vec<u8>, Vec<Epoch>) {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.unwrap().install(|| {
            let inputs = Lessons::inputs_of(Variant::Shatar).unwrap();
            let terms = TrainerTerms {
                epochs: 30,
                rate: 0.01,
                seed: 5,
            };
            let mut trainer = Trainer::new(lessons, Draft::random(inputs, 5), terms);
            let mut epochs = Vec::new();
            trainer.run(|lap| {
                epochs.extend(lap.epoch);
                true
            });
            (trainer.draft().to_bytes(), epochs)
        })
    }

    #[test]
    fn who_has_the_rook_is_learnt_on_any_number_of_threads() {
        let lessons = lessons(2);
        let (bytes, epochs) = train(&lessons, 1);
        assert_eq!(epochs.len(), 30);
        assert!(epochs[0].trained > 0.02, "{epochs:?}");
        assert!(epochs[29].trained < 0.002, "{epochs:?}");
        // The held-out positions are learnt from similar ones in the training
        // set.
        assert!(
            epochs[29].held_out.is_some_and(|error| error < 0.002),
            "{epochs:?}"
        );
        assert_eq!(train(&lessons, 2).0, bytes);
    }

    #[test]
    fn training_stops_when_told() {
        let lessons = lessons(1);
        let inputs = Lessons::inputs_of(Variant::Shatar).unwrap();
        let terms = TrainerTerms {
            epochs: 2,
            rate: 0.01,
            seed: 5,
        };
        let mut trainer = Trainer::new(&lessons, Draft::random(inputs, 5), terms);
        // There are too few positions to hold any out.
        assert_eq!(trainer.error(), None);
        let mut laps = 0;
        trainer.run(|_| {
            laps += 1;
            false
        });
        assert_eq!(laps, 1);
        assert_eq!(Lessons::inputs_of(Variant::Extended), None);
    }
}
