//! The parameters of the selective search: reductions, margins and depths that are the
//! same for all games. Those that are tuned for each board are constants of
//! [`SearchGame`](super::SearchGame).

use crate::base::Score;

/// The minimum depth with an aspiration window.
pub const ASPIRATION_DEPTH: usize = 5;
/// Half the width of the first aspiration window, in centipawns.
pub const ASPIRATION_DELTA: Score = 24;
/// The maximum distance, in centipawns, at which a bound of a widened window is set from
/// the score; beyond it the bound is infinite.
pub const ASPIRATION_MAX_DELTA: Score = 700;

/// The minimum depth of an iteration in which replies to the turns of the root are pruned
/// (futility pruning, late move pruning, static exchange pruning).
pub const PRUNING_ROOT_DEPTH: usize = 4;

/// The maximum depth of reverse futility pruning.
pub const RFP_DEPTH: i32 = 6;
/// The minimum number of legal turns for reverse futility pruning; with fewer, a side may
/// be in zugzwang.
pub const RFP_TURNS: usize = 4;

/// The maximum depth of futility pruning.
pub const FUTILITY_DEPTH: i32 = 6;

/// The maximum depth of late move pruning.
pub const LMP_DEPTH: i32 = 6;

/// The minimum depth of null move pruning.
pub const NULL_DEPTH: i32 = 3;

/// The maximum depth of static exchange pruning, which leaves out turns that lose an
/// exchange.
pub const SEE_DEPTH: i32 = 6;

/// The minimum depth of late move reductions.
pub const LMR_DEPTH: i32 = 3;
/// The number of turns searched in full before any is reduced.
pub const LMR_TURNS: usize = 3;

/// The minimum depth of internal iterative reduction: without a turn in the table, a node
/// is searched one ply less deep.
pub const IIR_DEPTH: i32 = 5;

/// The maximum number of quiet turns in a line of a quiescence search. They arise where a
/// capture may be declined or a check evaded.
pub const QSEARCH_QUIETS: u8 = 2;

/// Returns the reduction of the search after a null move, in plies. It grows with `lead`,
/// the amount by which the static score exceeds beta.
#[inline]
pub fn null_reduction(depth: i32, lead: Score) -> i32 {
    4 + depth / 4 + (lead / 200).min(3)
}

/// Returns the loss in an exchange, in centipawns, from which a quiet turn is left out.
#[inline]
pub fn quiet_see_margin(depth: i32) -> Score {
    25 * depth * depth
}

/// Returns the loss in an exchange, in centipawns, from which a capture is left out.
#[inline]
pub fn see_margin(depth: i32) -> Score {
    100 * depth
}

/// Returns the margin, in centipawns, by which a static score must exceed beta
/// to replace a search.
#[inline]
pub fn rfp_margin(depth: i32) -> Score {
    50 * depth
}

/// Returns the number of quiet turns after which late move pruning leaves out the rest:
/// half as many where the static score is not improving.
#[inline]
pub fn lmp_turns(depth: i32, improving: bool) -> usize {
    let turns = 10 + 3 * depth * depth;
    (if improving { turns } else { turns / 2 }) as usize
}

/// Late move reductions in plies, by depth and by the turn's number in the move order.
#[derive(Clone, Debug)]
pub struct Reductions(Box<[[u8; 64]; 64]>);

impl Reductions {
    /// Computes the reductions of a game from its
    /// [`LMR_DIVISOR`](crate::search::SearchGame::LMR_DIVISOR).
    pub fn new(divisor: f64) -> Self {
        let mut table = Box::new([[0; 64]; 64]);
        for (depth, row) in table.iter_mut().enumerate().skip(1) {
            for (number, cell) in row.iter_mut().enumerate().skip(1) {
                *cell = (0.5 + (depth as f64).ln() * (number as f64).ln() / divisor) as u8;
            }
        }
        Self(table)
    }

    /// Returns the reduction, in plies, of the turn with this number in the move order,
    /// counted from 0.
    #[inline]
    pub fn get(&self, depth: i32, number: usize) -> i32 {
        i32::from(self.0[depth.clamp(0, 63) as usize][number.min(63)])
    }
}
