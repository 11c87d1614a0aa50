//! Calibration: compares predicted probabilities with observed frequencies.

use super::{GamePositions, ScoredPosition, fit};
use crate::eval::wdl::WdlModel;
use crate::game::Variant;

/// The names of the outcomes for the side to move, in the order of their indices.
pub const OUTCOMES: [&str; 3] = ["win", "draw", "loss"];

/// The number of bins into which the range of probabilities is divided.
const BIN_COUNT: usize = 10;

/// The number of standard deviations from the mean within which 95 % of a normal
/// distribution lies.
const Z95: f64 = 1.959_963_984_540_054;

/// A bin of positions with about the same predicted probability of an outcome. The averages
/// are weighted by `ScoredPosition::weight`.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Bin {
    /// The number of positions.
    pub positions: usize,
    /// The number of games that the positions come from.
    pub games: usize,
    /// The mean predicted probability.
    pub predicted: f64,
    /// The observed frequency.
    pub observed: f64,
    /// The 95 % confidence interval of the observed frequency.
    pub interval: (f64, f64),
}

/// The bins of each outcome, in ascending order of probability. Empty bins are omitted.
#[derive(Clone, PartialEq, Debug)]
pub struct Calibration(pub [Vec<Bin>; 3]);

/// The sums over the positions of a bin.
#[derive(Copy, Clone, Default)]
struct BinSums {
    positions: usize,
    games: usize,
    weight: f64,
    predicted: f64,
    observed: f64,
    /// The sums over games of k², k·n and n², where n is the weight of a game's positions in
    /// the bin, and k the weight of those among them for which the outcome occurred.
    squares: [f64; 3],
}

/// The contribution of one game to a bin.
#[derive(Copy, Clone, Default)]
struct GameSums {
    positions: usize,
    weight: f64,
    predicted: f64,
    observed: f64,
}

/// Returns the probabilities of the outcomes of each position, game by game, as predicted by
/// cross-validation: a model fitted to one half of the games predicts the other half.
pub fn cross_validated(games: &GamePositions, variant: Variant) -> Vec<Vec<[f64; 3]>> {
    let models = [true, false].map(|second| fit(&games.half(second), variant).model);
    let predict = |model: &WdlModel, position: &ScoredPosition| {
        model.at(position.men).probabilities(position.score)
    };
    games
        .games()
        .enumerate()
        .map(|(number, game)| {
            let model = &models[number % 2];
            game.iter()
                .map(|position| predict(model, position))
                .collect()
        })
        .collect()
}

impl Calibration {
    /// Compares predictions with results, for the positions whose number of men is in this
    /// range.
    pub fn new(
        games: &GamePositions,
        predicted: &[Vec<[f64; 3]>],
        men: std::ops::RangeInclusive<i32>,
    ) -> Self {
        let mut bins = [[BinSums::default(); BIN_COUNT]; 3];
        for (game, predictions) in games.games().zip(predicted) {
            let mut game_sums = [[GameSums::default(); BIN_COUNT]; 3];
            for (position, chances) in game.iter().zip(predictions) {
                if !men.contains(&position.men) {
                    continue;
                }
                for (outcome, &chance) in chances.iter().enumerate() {
                    let bin = ((chance * BIN_COUNT as f64) as usize).min(BIN_COUNT - 1);
                    let sums = &mut game_sums[outcome][bin];
                    sums.positions += 1;
                    sums.weight += position.weight;
                    sums.predicted += position.weight * chance;
                    if position.outcome == outcome {
                        sums.observed += position.weight;
                    }
                }
            }
            for (bins, game_sums) in bins.iter_mut().zip(game_sums) {
                for (bin_sums, game_sums) in bins.iter_mut().zip(game_sums) {
                    bin_sums.add(game_sums);
                }
            }
        }
        Self(bins.map(|bins| bins.iter().filter_map(BinSums::bin).collect()))
    }
}

impl BinSums {
    fn add(&mut self, game: GameSums) {
        let (n, k) = (game.weight, game.observed);
        self.positions += game.positions;
        self.games += usize::from(game.positions > 0);
        self.weight += n;
        self.predicted += game.predicted;
        self.observed += k;
        for (sum, square) in self.squares.iter_mut().zip([k * k, k * n, n * n]) {
            *sum += square;
        }
    }

    /// Returns the bin; `None` if it is empty.
    fn bin(&self) -> Option<Bin> {
        if self.positions == 0 {
            return None;
        }
        let observed = self.observed / self.weight;
        let [kk, kn, nn] = self.squares;
        // The variance of the mean, with games as clusters, gives the effective number of
        // trials: the number of independent positions that would have the same variance. If
        // all games have the same outcome, the variance is 0 up to rounding, and each game
        // counts as one trial.
        let squared_residuals = kk - 2.0 * observed * kn + observed * observed * nn;
        let variance = squared_residuals / (self.weight * self.weight);
        let trial_variance = observed * (1.0 - observed);
        let trials = if trial_variance > 1e-9 && variance > 1e-12 {
            (trial_variance / variance).min(self.positions as f64)
        } else {
            self.games as f64
        };
        Some(Bin {
            positions: self.positions,
            games: self.games,
            predicted: self.predicted / self.weight,
            observed,
            interval: wilson_interval(observed, trials),
        })
    }
}

/// Returns Wilson's (1927) 95 % confidence interval for the probability of an outcome that
/// was observed with this frequency in this number of trials.
fn wilson_interval(observed: f64, trials: f64) -> (f64, f64) {
    let square = Z95 * Z95 / trials;
    let centre = (observed + square / 2.0) / (1.0 + square);
    let spread = (observed * (1.0 - observed) / trials + square / (4.0 * trials)).sqrt();
    let margin = Z95 * spread / (1.0 + square);
    ((centre - margin).max(0.0), (centre + margin).min(1.0))
}
