//! The hand-written evaluation of Shatranj and Shatar.
//!
//! Like that of [`shatra`](super::shatra): a sum over [`features`] that read
//! the same for both sides, each weighed by game and by how full the board is.

pub mod features;
mod terms;
mod weights;

use super::{Group, Pair, Weighed};
use crate::base::score::MAX_EVAL;
use crate::base::{Color, Score};
use crate::rules::board8::{Position, Rules};
use features::{COUNT, GROUPS};
use terms::Tally;

/// Men on the board of a full one, the kings aside.
const FULL: Score = 30;

/// A sum of weights.
struct Sum {
    weights: &'static [Pair; COUNT],
    total: Pair,
}

impl Tally for Sum {
    #[inline]
    fn add(&mut self, feature: usize, count: i32) {
        self.total += self.weights[feature] * count;
    }
}

/// How often each feature occurs.
struct Counts(Vec<i32>);

impl Tally for Counts {
    fn add(&mut self, feature: usize, count: i32) {
        self.0[feature] += count;
    }
}

impl<R: Rules> Weighed for Position<R> {
    const GROUPS: &'static [Group] = GROUPS;

    fn weights() -> &'static [Pair] {
        weights::of::<R>()
    }

    fn features(&self, color: Color) -> Vec<i32> {
        let mut counts = Color::ALL.map(|_| Counts(vec![0; COUNT]));
        terms::tell(self, &mut counts);
        let [white, black] = counts;
        match color {
            Color::White => white.0,
            Color::Black => black.0,
        }
    }

    #[inline]
    fn phase(&self) -> (Score, Score) {
        (self.men().clamp(0, FULL), FULL)
    }

    #[inline]
    fn static_score(&self) -> Score {
        let mut sums = Color::ALL.map(|_| Sum {
            weights: weights::of::<R>(),
            total: Pair::ZERO,
        });
        terms::tell(self, &mut sums);
        let me = self.side_to_move();
        let side = |color: Color| sums[color.index()].total;
        let (men, full) = self.phase();
        let score = (side(me) - side(!me)).at(men, full);
        score.clamp(-MAX_EVAL, MAX_EVAL)
    }
}

#[cfg(test)]
mod tests;
