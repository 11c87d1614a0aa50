//! The hand-written evaluation of Shatranj.
//!
//! Like that of [`shatra`](crate::eval::shatra): a sum over [`mod@features`] that
//! read the same for both sides, each weighed by how full the board is.

pub mod features;
mod terms;
pub mod weights;

use crate::base::{Color, Score};
use crate::eval::Pair;
use crate::rules::board8::{Position, Rules};
use features::COUNT;
use terms::Tally;
use weights::WEIGHTS;

/// Men on the board of a full one, the kings aside.
const FULL: Score = 30;

/// A sum of weights.
struct Sum(Pair);

impl Tally for Sum {
    #[inline]
    fn add(&mut self, feature: usize, count: i32) {
        self.0 += WEIGHTS[feature] * count;
    }
}

/// How often each feature occurs.
struct Counts(Vec<i32>);

impl Tally for Counts {
    fn add(&mut self, feature: usize, count: i32) {
        self.0[feature] += count;
    }
}

/// How often a side has each feature.
pub fn features<R: Rules>(position: &Position<R>, color: Color) -> Vec<i32> {
    let mut counts = Color::ALL.map(|_| Counts(vec![0; COUNT]));
    terms::tell(position, &mut counts);
    let [white, black] = counts;
    match color {
        Color::White => white.0,
        Color::Black => black.0,
    }
}

/// How full the board is, and how full a full one is.
#[inline]
pub fn phase<R: Rules>(position: &Position<R>) -> (Score, Score) {
    (position.men().clamp(0, FULL), FULL)
}

/// The score for the side to move.
#[inline]
pub fn score<R: Rules>(position: &Position<R>) -> Score {
    let mut sums = Color::ALL.map(|_| Sum(Pair::ZERO));
    terms::tell(position, &mut sums);
    let me = position.side_to_move();
    let side = |color: Color| sums[color.index()].0;
    let (men, full) = phase(position);
    (side(me) - side(!me)).at(men, full)
}
