//! Accumulators that follow the search.
//!
//! A worker keeps the accumulators of the last position that it evaluated at each ply. A new
//! position is computed from the nearest of three: that of its ply (a sibling), that of the
//! ply before, and the last one seen in the same orientation; or from nothing, if fewer
//! inputs are active than differ. Positions are compared as sets of squares, so the search
//! need not say which turns it has made, and one that is never evaluated costs nothing.

use super::inputs::{InputList, InputSets, NetworkInputs, Perspective};
use super::shape::NeuronRow;
use super::vectors::add_and_subtract;
use crate::base::Color;
use crate::base::score::MAX_PLY;

/// The mark of accumulators that have not been computed.
const NEVER: usize = usize::MAX;

/// The accumulator of one side, and the position from which it was computed.
#[derive(Copy, Clone, Debug)]
struct Seen {
    sets: InputSets,
    orientation: usize,
    sums: NeuronRow,
}

impl Seen {
    const NONE: Self = Self {
        sets: InputSets::EMPTY,
        orientation: NEVER,
        sums: NeuronRow::ZERO,
    };
}

/// The accumulators of both sides in the positions last evaluated, by [`Color::index`].
#[derive(Clone, Debug)]
pub struct AccumulatorStack {
    /// The position last evaluated at each ply.
    plies: Vec<[Seen; 2]>,
    /// The position last evaluated in each orientation.
    orientations: [[Seen; 4]; 2],
}

impl Default for AccumulatorStack {
    fn default() -> Self {
        Self {
            plies: vec![[Seen::NONE; 2]; MAX_PLY + 1],
            orientations: [[Seen::NONE; 4]; 2],
        }
    }
}

impl AccumulatorStack {
    /// Returns the accumulators of a position, of the side to move first.
    #[inline]
    pub fn update<P: NetworkInputs>(
        &mut self,
        rows: &[NeuronRow],
        bias: &NeuronRow,
        position: &P,
        ply: usize,
    ) -> [&NeuronRow; 2] {
        let sets = position.input_sets();
        let ply = ply.min(MAX_PLY);
        for side in Color::ALL {
            let orientation = position.orientation(side);
            let (base, is_near) = self.nearest(&sets, ply, side, orientation);
            let perspective = Perspective::new::<P>(side, orientation);
            let (mut added, mut removed) = (InputList::EMPTY, InputList::EMPTY);
            let (known, mut sums) =
                base.map_or((InputSets::EMPTY, *bias), |base| (base.sets, base.sums));
            perspective.add_missing(&sets, &known, &mut added);
            perspective.add_missing(&known, &sets, &mut removed);
            add_and_subtract(rows, &mut sums, added.as_slice(), removed.as_slice());
            let seen = Seen {
                sets,
                orientation,
                sums,
            };
            self.plies[ply][side.index()] = seen;
            if !is_near {
                self.orientations[side.index()][orientation % 4] = seen;
            }
        }
        let [white, black] = &self.plies[ply];
        match position.side_to_move() {
            Color::White => [&white.sums, &black.sums],
            Color::Black => [&black.sums, &white.sums],
        }
    }

    /// Returns the nearest position in this orientation, and whether it is of this ply or
    /// the one before; `None` if it is farther than the empty board.
    #[inline]
    fn nearest(
        &self,
        sets: &InputSets,
        ply: usize,
        side: Color,
        orientation: usize,
    ) -> (Option<&Seen>, bool) {
        let side = side.index();
        let candidates = [
            &self.plies[ply][side],
            &self.plies[ply.saturating_sub(1)][side],
            &self.orientations[side][orientation % 4],
        ];
        let mut nearest = (None, false);
        let mut least = sets.count();
        for (i, seen) in candidates.into_iter().enumerate() {
            // A position reached by one turn is as near as any is likely to be.
            if seen.orientation != orientation || (i == 2 && least <= 4) {
                continue;
            }
            let distance = sets.distance(&seen.sets);
            if distance < least {
                least = distance;
                nearest = (Some(seen), i < 2);
            }
        }
        nearest
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::{EvaluatedGame, EvaluationFamily, Evaluator, NetworkEvaluator};
    use crate::game::for_variant;
    use crate::rules::MoveList;
    use crate::util::rng::Rng;

    /// Evaluates the positions of random games in any order, as a search that skips
    /// evaluations and returns to earlier plies does, and compares each score with one
    /// computed from nothing. Returns the number of positions.
    fn check_updates<P: EvaluatedGame>(games: u64) -> usize {
        let evaluator = NetworkEvaluator::<P>::default();
        let mut stack = AccumulatorStack::default();
        let mut count = 0;
        for game in 0..games {
            let mut rng = Rng::new(11, game);
            let mut line = vec![P::start()];
            for _ in 0..400 {
                let ply = line.len() - 1;
                let position = line[ply];
                if rng.below(3) > 0 {
                    let score = evaluator.evaluate(&position, ply, &mut stack);
                    assert_eq!(score, evaluator.network().score(&position), "{position}");
                    count += 1;
                }
                let mut turns = MoveList::new();
                position.generate(&mut turns);
                if turns.is_empty() || ply > 200 || rng.below(4) == 0 {
                    line.truncate(1 + rng.below(line.len()));
                } else {
                    line.push(position.after(turns[rng.below(turns.len())]));
                }
            }
        }
        count
    }

    #[test]
    fn updated_scores_are_those_computed_from_nothing() {
        for family in EvaluationFamily::ALL {
            let count = for_variant!(family.representative(), P => check_updates::<P>(20));
            assert!(count > 4000, "{count}");
        }
    }
}
