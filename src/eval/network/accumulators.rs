//! Accumulators, updated as the search moves from position to position.
//!
//! A worker keeps the accumulators of the last position that it evaluated at each ply. The
//! accumulators of a new position are computed from those of the previous ply, unless more than
//! [`SHORT_DISTANCE`] squares differ and the last position at the same ply differs on no more. If
//! a side's orientation differs, or more than [`MAX_DISTANCE`] squares do, the side's accumulator
//! is computed from one kept for its orientation, or from the biases if at least as many squares
//! differ as are occupied. Positions are compared as sets of squares, so the search need not
//! report its turns, and a position that is never evaluated costs nothing.

use super::inputs::{InputChanges, InputSets, MAX_ACTIVE_INPUTS, NetworkInputs, Perspective};
use super::shape::NeuronRow;
use super::vectors::add_and_subtract;
use crate::base::Color;
use crate::base::score::MAX_PLY;

/// The mark of accumulators that have not been computed.
const NEVER: usize = usize::MAX;
/// The maximum number of differing squares at which accumulators are computed from those of a
/// ply. Only the longest chains of captures change more.
const MAX_DISTANCE: u32 = 16;

/// The maximum number of squares that a turn with at most one capture changes.
const SHORT_DISTANCE: u32 = 3;

/// The changes between two positions for both sides. A man activates at most three inputs.
type Changes = InputChanges<2, { 3 * MAX_DISTANCE as usize }>;

/// A position, and the accumulators of both sides, by [`Color::index`].
#[derive(Copy, Clone, Debug)]
struct SeenPosition {
    sets: InputSets,
    orientations: [usize; 2],
    sums: [NeuronRow; 2],
}

/// The accumulator of one side in a position.
#[derive(Copy, Clone, Debug)]
struct SeenAccumulator {
    sets: InputSets,
    sums: NeuronRow,
}

/// The accumulators of both sides in the positions last evaluated.
#[derive(Clone, Debug)]
pub struct AccumulatorStack {
    /// The position last evaluated at each ply.
    plies: Vec<SeenPosition>,
    /// The latest results of [`refreshed`], by [`Color::index`] and orientation.
    orientations: [[Option<SeenAccumulator>; 4]; 2],
}

impl Default for AccumulatorStack {
    fn default() -> Self {
        let never = SeenPosition {
            sets: InputSets::EMPTY,
            orientations: [NEVER; 2],
            sums: [NeuronRow::ZERO; 2],
        };
        Self {
            plies: vec![never; MAX_PLY + 1],
            orientations: [[None; 4]; 2],
        }
    }
}

impl SeenPosition {
    /// Returns the number of squares on which `sets` differ from these, `u32::MAX` if never set.
    #[inline]
    fn distance(&self, sets: &InputSets) -> u32 {
        if self.orientations == [NEVER; 2] {
            u32::MAX
        } else {
            sets.differing_squares(&self.sets)
        }
    }
}

impl AccumulatorStack {
    /// Returns the accumulators of a position, that of the side to move first. If possible, they
    /// are computed from those of the ply before or of the last position at this ply.
    #[inline]
    pub fn update<P: NetworkInputs>(
        &mut self,
        rows: &[NeuronRow],
        bias: &NeuronRow,
        position: &P,
        ply: usize,
    ) -> [&NeuronRow; 2] {
        let sets = position.input_sets();
        let (earlier, later) = self.plies.split_at_mut(ply.min(MAX_PLY));
        let seen = &mut later[0];
        let mut distance = earlier
            .last()
            .map_or(u32::MAX, |before| before.distance(&sets));
        let mut before = earlier.last();
        if distance > SHORT_DISTANCE {
            let own = seen.distance(&sets);
            if own <= distance {
                (before, distance) = (None, own);
            }
        }
        let base = before.unwrap_or(seen);
        let perspective = |side| Perspective::new::<P>(side, position.orientation(side));
        let perspectives = [perspective(Color::White), perspective(Color::Black)];
        let changes = Changes::new(&perspectives, &base.sets, &sets);
        let [white, black] = &perspectives;
        let needs_refresh = |perspective: &Perspective| {
            let orientation = base.orientations[perspective.side.index()];
            distance > MAX_DISTANCE || orientation != perspective.orientation
        };
        let needs_refresh = [needs_refresh(white), needs_refresh(black)];
        for (side, perspective) in perspectives.iter().enumerate() {
            let sums = &mut seen.sums[side];
            if needs_refresh[side] {
                let known = &mut self.orientations[side][perspective.orientation % 4];
                *sums = refreshed(known, perspective, &sets, (rows, bias));
            } else {
                let base = before.map(|before| &before.sums[side]);
                let (added, removed) = (&changes.added[side], &changes.removed[side]);
                add_and_subtract(rows, base, sums, added.as_slice(), removed.as_slice());
            }
        }
        seen.sets = sets;
        seen.orientations = [white.orientation, black.orientation];
        let [white, black] = &seen.sums;
        match position.side_to_move() {
            Color::White => [white, black],
            Color::Black => [black, white],
        }
    }
}

/// Returns a side's accumulator that can't be computed from those of the plies, and stores it in
/// `known`. It is computed from the value of `known`, the latest for this orientation, or from the
/// biases if at least as many squares differ as are occupied.
#[cold]
fn refreshed(
    known: &mut Option<SeenAccumulator>,
    perspective: &Perspective,
    sets: &InputSets,
    (rows, bias): (&[NeuronRow], &NeuronRow),
) -> NeuronRow {
    let nothing = SeenAccumulator {
        sets: InputSets::EMPTY,
        sums: *bias,
    };
    let is_near = |known: &SeenAccumulator| known.sets.differing_squares(sets) < sets.squares();
    let base = known.filter(is_near).unwrap_or(nothing);
    let InputChanges { added, removed } =
        InputChanges::<1, MAX_ACTIVE_INPUTS>::new(&[*perspective], &base.sets, sets);
    let mut sums = base.sums;
    add_and_subtract(
        rows,
        None,
        &mut sums,
        added[0].as_slice(),
        removed[0].as_slice(),
    );
    *known = Some(SeenAccumulator { sets: *sets, sums });
    sums
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::{EvaluatedPosition, EvaluationFamily, Evaluator, NetworkEvaluator};
    use crate::game::for_variant;
    use crate::rules::MoveList;
    use crate::util::rng::Rng;

    /// Evaluates the positions of random games in any order, as a search that skips
    /// evaluations and returns to earlier plies does, and compares each score with one
    /// computed from scratch. Returns the number of positions.
    fn check_updates<P: EvaluatedPosition>(games: u64) -> usize {
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
