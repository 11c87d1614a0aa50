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
mod tests {
    use super::*;
    use crate::base::{Lots, MoveList};
    use crate::eval::{Evaluator, HandWritten, breakdown};
    use crate::rules::board8::geometry::flip;
    use crate::rules::board8::{Shatar, Shatranj};

    /// The same with the board turned over and the colours exchanged.
    fn turned<R: Rules>(position: &Position<R>) -> Position<R> {
        let mut setup = position.setup();
        let told = setup.clone();
        setup.to_move = !told.to_move;
        for (i, man) in told.squares.into_iter().enumerate() {
            let to = flip(crate::base::Square::new(i as u8));
            setup.squares[to.index()] = man.map(|mut man| {
                man.color = !man.color;
                man
            });
        }
        setup.position().unwrap()
    }

    fn turning_changes_nothing_and_parts_add_up<R: Rules>() {
        let mut seen = 0;
        for game in 0..30 {
            let mut lots = Lots::new(4, game);
            let mut position = Position::<R>::start();
            for _ in 0..100 {
                let mut moves = MoveList::new();
                position.legal_moves(&mut moves);
                if moves.is_empty() {
                    break;
                }
                position = position.after(moves[lots.below(moves.len())]);
                let score = HandWritten.evaluate(&position);
                assert_eq!(
                    score,
                    HandWritten.evaluate(&turned(&position)),
                    "{position}"
                );
                let sum = |color| {
                    let parts = breakdown(&position, color).into_iter();
                    parts.fold(Pair::ZERO, |sum, (_, part)| sum + part)
                };
                let me = position.side_to_move();
                let (men, full) = position.phase();
                assert_eq!((sum(me) - sum(!me)).at(men, full), score, "{position}");
                seen += 1;
            }
        }
        assert!(seen > 1000, "{seen}");
    }

    #[test]
    fn the_evaluation_is_symmetric() {
        turning_changes_nothing_and_parts_add_up::<Shatranj>();
        turning_changes_nothing_and_parts_add_up::<Shatar>();
    }
}
