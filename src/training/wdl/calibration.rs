//! Calibration: predicted probabilities against what happened.

use super::{Games, Row, fit};
use crate::base::Score;
use crate::eval::wdl::Table;
use crate::game::Variant;

/// The outcomes for the side to move, in order.
pub const OUTCOMES: [&str; 3] = ["win", "draw", "loss"];

/// The number of bins in the range of a probability.
const BINS: usize = 10;

/// The two-sided 95 % quantile of the normal distribution.
const Z95: f64 = 1.959_963_984_540_054;

/// Positions with about the same predicted probability. Their averages are
/// weighted by `Row::weight`.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Bin {
    /// The number of positions.
    pub positions: usize,
    /// The number of games that they come from.
    pub games: usize,
    /// The mean predicted probability.
    pub foretold: f64,
    /// The observed frequency.
    pub observed: f64,
    /// The 95 % interval of the observed frequency.
    pub interval: (f64, f64),
}

/// The bins of each outcome, by rising probability; those without a position
/// are left out.
#[derive(Clone, PartialEq, Debug)]
pub struct Calibration(pub [Vec<Bin>; 3]);

/// The sums over the positions of a bin.
#[derive(Copy, Clone, Default)]
struct Heap {
    positions: usize,
    games: usize,
    weight: f64,
    foretold: f64,
    observed: f64,
    /// The sums over games of k², k·n and n², where n is the weight of a game
    /// and k the part of it for which the outcome happened.
    squares: [f64; 3],
}

/// The contribution of one game to a heap.
#[derive(Copy, Clone, Default)]
struct Share {
    positions: usize,
    weight: f64,
    foretold: f64,
    observed: f64,
}

/// Returns the predicted probabilities of each position's outcomes, game by
/// game, from a table that does not know the game: each half of the games is
/// predicted by the table fitted to the other half.
pub fn foretold(games: &Games, variant: Variant) -> Vec<Vec<[f64; 3]>> {
    let tables = [true, false].map(|second| fit(&games.half(second), variant).table);
    let of_row = |table: &Table, row: &Row| table.at(row.men).probabilities(row.score);
    games
        .games()
        .enumerate()
        .map(|(number, game)| {
            let table = &tables[number % 2];
            game.iter().map(|row| of_row(table, row)).collect()
        })
        .collect()
}

impl Calibration {
    /// Compares predictions with results, over the positions with a number of
    /// men in this range.
    pub fn of(
        games: &Games,
        foretold: &[Vec<[f64; 3]>],
        men: std::ops::RangeInclusive<Score>,
    ) -> Self {
        let mut heaps = [[Heap::default(); BINS]; 3];
        for (game, told) in games.games().zip(foretold) {
            let mut shares = [[Share::default(); BINS]; 3];
            for (row, chances) in game.iter().zip(told) {
                if !men.contains(&row.men) {
                    continue;
                }
                for (outcome, &chance) in chances.iter().enumerate() {
                    let bin = ((chance * BINS as f64) as usize).min(BINS - 1);
                    let share = &mut shares[outcome][bin];
                    share.positions += 1;
                    share.weight += row.weight;
                    share.foretold += row.weight * chance;
                    if row.outcome == outcome {
                        share.observed += row.weight;
                    }
                }
            }
            for (heaps, shares) in heaps.iter_mut().zip(shares) {
                for (heap, share) in heaps.iter_mut().zip(shares) {
                    heap.add(share);
                }
            }
        }
        Self(heaps.map(|heaps| heaps.iter().filter_map(Heap::bin).collect()))
    }
}

impl Heap {
    fn add(&mut self, share: Share) {
        let (n, k) = (share.weight, share.observed);
        self.positions += share.positions;
        self.games += usize::from(share.positions > 0);
        self.weight += n;
        self.foretold += share.foretold;
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
        // independent positions that would have the same. Where all ended alike
        // (or nearly so, by rounding) the variance is 0: there each game counts
        // as one trial.
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
            foretold: self.foretold / self.weight,
            observed,
            interval: wilson(observed, independent),
        })
    }
}

/// Returns the 95 % interval of a probability by Wilson (1927), after this
/// number of trials.
fn wilson(observed: f64, trials: f64) -> (f64, f64) {
    let square = Z95 * Z95 / trials;
    let centre = (observed + square / 2.0) / (1.0 + square);
    let spread = (observed * (1.0 - observed) / trials + square / (4.0 * trials)).sqrt();
    let margin = Z95 * spread / (1.0 + square);
    ((centre - margin).max(0.0), (centre + margin).min(1.0))
}
