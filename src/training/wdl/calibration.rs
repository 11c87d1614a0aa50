//! Calibration: predicted probabilities against observed frequencies.

use super::{GamePositions, ScoredPosition, fit};
use crate::base::Score;
use crate::eval::wdl::WdlModel;
use crate::game::Variant;

/// The outcomes for the side to move, in order.
pub const OUTCOMES: [&str; 3] = ["win", "draw", "loss"];

/// The number of bins in the range of a probability.
const BINS: usize = 10;

/// The two-sided 95 % quantile of the normal distribution.
const Z95: f64 = 1.959_963_984_540_054;

/// A bin: positions with about the same predicted probability of an outcome. The
/// averages are weighted by `ScoredPosition::weight`.
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
    /// The 95 % interval of the observed frequency.
    pub interval: (f64, f64),
}

/// The bins of each outcome, in ascending order of probability. Empty bins are left out.
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
    /// The sums over games of k², k·n and n², where n is the weight of a game and k the
    /// part of it for which the outcome occurred.
    squares: [f64; 3],
}

/// The contribution of one game to a bin.
#[derive(Copy, Clone, Default)]
struct Share {
    positions: usize,
    weight: f64,
    predicted: f64,
    observed: f64,
}

/// Returns the predicted probabilities of the outcomes of each position, game by game,
/// by cross-validation: each half of the games is predicted by the model fitted to the
/// other half.
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
    /// Compares predictions with results, over the positions whose number of men is in
    /// this range.
    pub fn of(
        games: &GamePositions,
        predicted: &[Vec<[f64; 3]>],
        men: std::ops::RangeInclusive<Score>,
    ) -> Self {
        let mut bins = [[BinSums::default(); BINS]; 3];
        for (game, predictions) in games.games().zip(predicted) {
            let mut shares = [[Share::default(); BINS]; 3];
            for (position, chances) in game.iter().zip(predictions) {
                if !men.contains(&position.men) {
                    continue;
                }
                for (outcome, &chance) in chances.iter().enumerate() {
                    let bin = ((chance * BINS as f64) as usize).min(BINS - 1);
                    let share = &mut shares[outcome][bin];
                    share.positions += 1;
                    share.weight += position.weight;
                    share.predicted += position.weight * chance;
                    if position.outcome == outcome {
                        share.observed += position.weight;
                    }
                }
            }
            for (bins, shares) in bins.iter_mut().zip(shares) {
                for (bin_sums, share) in bins.iter_mut().zip(shares) {
                    bin_sums.add(share);
                }
            }
        }
        Self(bins.map(|bins| bins.iter().filter_map(BinSums::bin).collect()))
    }
}

impl BinSums {
    fn add(&mut self, share: Share) {
        let (n, k) = (share.weight, share.observed);
        self.positions += share.positions;
        self.games += usize::from(share.positions > 0);
        self.weight += n;
        self.predicted += share.predicted;
        self.observed += share.observed;
        for (sum, square) in self.squares.iter_mut().zip([k * k, k * n, n * n]) {
            *sum += square;
        }
    }

    fn bin(&self) -> Option<Bin> {
        if self.positions == 0 {
            return None;
        }
        let observed = self.observed / self.weight;
        let [kk, kn, nn] = self.squares;
        // The variance of the mean, with games as clusters, and the number of
        // independent positions with the same variance. Where all games had the
        // same outcome (up to rounding) the variance is 0, and each game counts as
        // one trial.
        let scatter = kk - 2.0 * observed * kn + observed * observed * nn;
        let variance = scatter / (self.weight * self.weight);
        let spread = observed * (1.0 - observed);
        let independent = if spread > 1e-9 && variance > 1e-12 {
            (spread / variance).min(self.positions as f64)
        } else {
            self.games as f64
        };
        Some(Bin {
            positions: self.positions,
            games: self.games,
            predicted: self.predicted / self.weight,
            observed,
            interval: wilson(observed, independent),
        })
    }
}

/// Returns the 95 % interval of Wilson (1927) for a probability after this number of
/// trials.
fn wilson(observed: f64, trials: f64) -> (f64, f64) {
    let square = Z95 * Z95 / trials;
    let centre = (observed + square / 2.0) / (1.0 + square);
    let spread = (observed * (1.0 - observed) / trials + square / (4.0 * trials)).sqrt();
    let margin = Z95 * spread / (1.0 + square);
    ((centre - margin).max(0.0), (centre + margin).min(1.0))
}
