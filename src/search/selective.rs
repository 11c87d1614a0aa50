//! By how much late turns are searched less deep, and other margins of the
//! selective search. All numbers that want tuning are here.

use crate::base::Score;

/// No aspiration window before this depth.
pub const ASPIRATION_DEPTH: usize = 5;
/// Half the width of the first aspiration window.
pub const ASPIRATION: Score = 24;
/// A window wider than this is opened in full.
pub const ASPIRATION_MAX: Score = 700;

/// Reverse futility pruning up to this depth.
pub const RFP_DEPTH: i32 = 6;
/// With fewer legal turns a side may be in zugzwang.
pub const RFP_TURNS: usize = 4;

/// Futility pruning up to this depth.
pub const FUTILITY_DEPTH: i32 = 6;

/// Late move pruning up to this depth.
pub const LMP_DEPTH: i32 = 6;

/// Null moves from this depth on.
pub const NULL_DEPTH: i32 = 3;

/// Captures that lose an exchange are left out up to this depth.
pub const SEE_DEPTH: i32 = 6;

/// Late move reductions from this depth on.
pub const LMR_DEPTH: i32 = 3;
/// So many turns are searched in full first.
pub const LMR_TURNS: usize = 3;

/// Without a turn of the table, nodes from this depth on are searched one ply
/// less deep.
pub const IIR_DEPTH: i32 = 5;

/// Quiet turns in a row that a quiescence search follows where a capture may
/// be declined.
pub const QSEARCH_QUIETS: u8 = 2;

/// How many plies a null move saves; the more, the better the static score.
#[inline]
pub fn null_reduction(depth: i32, lead: Score) -> i32 {
    4 + depth / 4 + (lead / 200).min(3)
}

/// How much an exchange must lose for a quiet turn to be left out.
#[inline]
pub fn quiet_see_margin(depth: i32) -> Score {
    25 * depth * depth
}

/// How much an exchange must lose for a capture to be left out.
#[inline]
pub fn see_margin(depth: i32) -> Score {
    100 * depth
}

/// By how much a static score must exceed beta to stand for a search.
#[inline]
pub fn rfp_margin(depth: i32) -> Score {
    50 * depth
}

/// How many quiet turns are searched where late ones are left out: half as many
/// where the side stands no better than before.
#[inline]
pub fn late_turns(depth: i32, improving: bool) -> usize {
    let turns = 10 + 3 * depth * depth;
    (if improving { turns } else { turns / 2 }) as usize
}

/// Reductions in plies by depth and number of the turn.
#[derive(Clone, Debug)]
pub struct Reductions(Box<[[u8; 64]; 64]>);

impl Reductions {
    /// Computes the table of a game ([`REDUCTION_DIVISOR`](crate::base::Game::REDUCTION_DIVISOR)).
    pub fn new(divisor: f64) -> Self {
        let mut table = Box::new([[0; 64]; 64]);
        for (depth, row) in table.iter_mut().enumerate().skip(1) {
            for (number, cell) in row.iter_mut().enumerate().skip(1) {
                *cell = (0.5 + (depth as f64).ln() * (number as f64).ln() / divisor) as u8;
            }
        }
        Self(table)
    }

    /// Plies to take off for the turn with this number, counted from 0.
    #[inline]
    pub fn get(&self, depth: i32, number: usize) -> i32 {
        i32::from(self.0[depth.clamp(0, 63) as usize][number.min(63)])
    }
}
