//! An entry of the transposition table, packed into one word.
//!
//! The fields and their widths in bits, from the lowest bit up: move tag 16, score 16,
//! evaluation 16, depth 8, bound 2, generation 6.

use crate::base::Score;
use crate::base::score::{LONGEST_WIN, PROVED_WIN, TABLE_WIN, WIN, is_distance_known, is_proved};
use crate::search::Bound;
use crate::search::window::Window;

/// The number of generations; they are counted modulo this number.
pub const GENERATIONS: u8 = 64;
/// The evaluation field of an entry that has no evaluation.
const NO_EVAL: i16 = i16::MIN;

/// The result of searching a position.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct TableEntry {
    /// The [`SearchGame::move_tag`](crate::search::SearchGame::move_tag) of the best
    /// turn; 0 for none.
    pub move_tag: u16,
    /// The score of the position for its side to move; distances to the end
    /// count from the position itself, not from a root.
    pub score: Score,
    /// The static evaluation; `None` if it is not stored.
    pub eval: Option<Score>,
    /// The depth of the search; 0 for a quiescence search, negative if the score must not be used.
    pub depth: i32,
    /// The relation of the score to the true value.
    pub bound: Bound,
}

impl TableEntry {
    pub(super) fn pack(self, generation: u8) -> u64 {
        let field = |score: Score| u64::from(score as i16 as u16);
        u64::from(self.move_tag)
            | field(self.score) << 16
            | self.eval.map_or(u64::from(NO_EVAL as u16), field) << 32
            | (self.depth.clamp(0, 255) as u64) << 48
            | (self.bound as u64) << 56
            | u64::from(generation) << 58
    }

    /// Unpacks a word; `None` for a word that no entry packs to, such as 0.
    #[inline]
    pub(super) fn unpack(data: u64) -> Option<Self> {
        let field = |shift: u32| (data >> shift) as u16 as i16;
        let eval = field(32);
        Some(Self {
            move_tag: data as u16,
            score: Score::from(field(16)),
            eval: (eval != NO_EVAL).then_some(Score::from(eval)),
            depth: depth_of(data),
            bound: bound_of(data)?,
        })
    }

    /// Returns the number of plies from the position within which a proved score promises the end of
    /// the game; if only an endgame table knows the end, a number beyond every limit on plies.
    #[inline]
    pub const fn plies_to_end(&self) -> u32 {
        (WIN - self.score.abs()).unsigned_abs()
    }

    /// Returns the entry without its score: no search is deep enough for it to be used.
    #[inline]
    pub const fn without_score(self) -> Self {
        Self { depth: -1, ..self }
    }

    /// Returns the score of a node `ply` plies from the root if the entry makes a search of the
    /// node to `depth` with this window unnecessary.
    #[inline]
    pub fn cutoff(&self, depth: i32, window: Window, ply: usize) -> Option<Score> {
        let score = score_from_tt(self.score, ply);
        let suffices = self.depth >= depth
            && match self.bound {
                Bound::Exact => true,
                Bound::Lower => score >= window.beta,
                Bound::Upper => score <= window.alpha,
            };
        suffices.then_some(score)
    }
}

#[inline]
pub(super) fn depth_of(data: u64) -> i32 {
    (data >> 48 & 255) as i32
}

#[inline]
pub(super) fn generation_of(data: u64) -> u8 {
    (data >> 58) as u8
}

#[inline]
pub(super) fn bound_of(data: u64) -> Option<Bound> {
    match data >> 56 & 3 {
        1 => Some(Bound::Upper),
        2 => Some(Bound::Lower),
        3 => Some(Bound::Exact),
        _ => None,
    }
}

/// Converts a score whose plies count from the root to one whose plies count from a position
/// `ply` plies below it.
#[inline]
pub fn score_to_tt(score: Score, ply: usize) -> Score {
    shift(score, ply as Score)
}

/// Converts a score back: the inverse of [`score_to_tt`].
#[inline]
pub(super) fn score_from_tt(score: Score, ply: usize) -> Score {
    shift(score, -(ply as Score))
}

/// Moves a proved score `by` away from zero, or toward it if `by` is negative, but keeps it in
/// the range of wins at a known distance or of wins by a table: a score that would leave its
/// range stays at the edge. Other scores stay as they are.
#[inline]
fn shift(score: Score, by: Score) -> Score {
    if !is_proved(score) {
        return score;
    }
    let (least, greatest) = if is_distance_known(score) {
        (LONGEST_WIN, WIN)
    } else {
        (PROVED_WIN, TABLE_WIN)
    };
    score.signum() * (score.abs() + by).clamp(least, greatest)
}
