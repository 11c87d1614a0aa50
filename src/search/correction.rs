//! Correction history: how far static scores were from the results of searches, for positions
//! that have something in common.

use super::Bound;
use super::game::SearchGame;
use super::parameters::{CORRECTION, CORRECTION_RATE};
use crate::base::Score;
use crate::base::score::{MAX_EVAL, is_decisive};

/// The number of corrections for each side to move.
const SIZE: usize = 1 << 14;
/// The integer that represents a centipawn.
const UNIT: i32 = 64;
/// The maximum correction, in centipawns.
const MAX: Score = 200;
/// The number of parts of a correction.
const PARTS: i32 = 256;

/// The corrections, by side to move and by structure.
#[derive(Clone, Debug)]
pub struct CorrectionHistory([Box<[i32]>; 2]);

impl CorrectionHistory {
    /// Returns corrections of zero.
    pub fn new() -> Self {
        Self([0, 1].map(|_| vec![0; SIZE].into()))
    }

    /// Resets all corrections.
    pub fn clear(&mut self) {
        self.0.iter_mut().for_each(|side| side.fill(0));
    }

    /// Returns the corrected static score of a position.
    #[inline]
    pub fn corrected<G: SearchGame>(&self, position: &G, eval: Score) -> Score {
        let share = CORRECTION.get::<G>();
        if share == 0 {
            return eval;
        }
        let correction = self.0[position.side_to_move().index()][index(position)];
        (eval + correction * share / (PARTS * UNIT)).clamp(-MAX_EVAL, MAX_EVAL)
    }

    /// Learns from the result of a search, unless its bound says nothing about the static
    /// score.
    #[inline]
    pub fn learn<G: SearchGame>(
        &mut self,
        position: &G,
        eval: Score,
        score: Score,
        bound: Bound,
        depth: i32,
    ) {
        let says_nothing = match bound {
            Bound::Lower => score <= eval,
            Bound::Upper => score >= eval,
            Bound::Exact => false,
        };
        if CORRECTION.get::<G>() == 0 || says_nothing || is_decisive(score) {
            return;
        }
        let correction = &mut self.0[position.side_to_move().index()][index(position)];
        let error = (score - eval).clamp(-MAX, MAX) * UNIT;
        let weight = (CORRECTION_RATE.get::<G>() * (depth + 1)).min(32);
        *correction = (*correction + error * weight / PARTS).clamp(-MAX * UNIT, MAX * UNIT);
    }
}

#[inline]
fn index<G: SearchGame>(position: &G) -> usize {
    (position.structure_key() >> 32) as usize % SIZE
}
