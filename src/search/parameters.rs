//! The parameters of the selective search: reductions, margins and depths that are the
//! same for all games. Those that differ between boards are constants of
//! [`SearchGame`](super::SearchGame).
//!
//! With the feature `tunable` each can be changed while the program runs, as an option of
//! its name in UCI; without it they are constants to the compiler.

#[cfg(feature = "tunable")]
use std::ops::RangeInclusive;
#[cfg(feature = "tunable")]
use std::sync::atomic::{AtomicI32, Ordering::Relaxed};

use crate::base::Score;

/// A number of the search.
#[derive(Debug)]
pub struct Parameter {
    /// The name, which is that of the option.
    #[cfg(feature = "tunable")]
    pub name: &'static str,
    /// The value in the program as it is shipped.
    pub default: i32,
    /// The values among which a tuner may choose.
    #[cfg(feature = "tunable")]
    pub range: RangeInclusive<i32>,
    #[cfg(feature = "tunable")]
    value: AtomicI32,
}

impl Parameter {
    /// Returns the value.
    #[inline(always)]
    pub fn get(&self) -> i32 {
        #[cfg(feature = "tunable")]
        return self.value.load(Relaxed);
        #[cfg(not(feature = "tunable"))]
        self.default
    }

    /// Changes the value for all searches of the process.
    #[cfg(feature = "tunable")]
    pub fn set(&self, value: i32) {
        self.value.store(value, Relaxed);
    }
}

/// Defines the parameters, and the list of all of them.
macro_rules! parameters {
    ($($(#[$doc:meta])* $name:ident = $default:literal in $range:expr;)*) => {
        $($(#[$doc])* pub static $name: Parameter = Parameter {
            default: $default,
            #[cfg(feature = "tunable")]
            name: stringify!($name),
            #[cfg(feature = "tunable")]
            range: $range,
            #[cfg(feature = "tunable")]
            value: AtomicI32::new($default),
        };)*

        /// All parameters.
        #[cfg(feature = "tunable")]
        pub static PARAMETERS: &[&Parameter] = &[$(&$name),*];
    };
}

parameters! {
    /// The minimum depth with an aspiration window.
    ASPIRATION_DEPTH = 5 in 2..=10;
    /// Half the width of the first aspiration window, in centipawns.
    ASPIRATION_DELTA = 24 in 4..=100;
    /// The maximum distance, in centipawns, at which a bound of a widened window is set from
    /// the score; beyond it the bound is infinite.
    ASPIRATION_MAX_DELTA = 700 in 100..=3000;

    /// The minimum depth of an iteration in which replies to the turns of the root are pruned
    /// (futility pruning, late move pruning, static exchange pruning).
    PRUNING_ROOT_DEPTH = 4 in 1..=8;

    /// The maximum depth of reverse futility pruning.
    RFP_DEPTH = 6 in 1..=12;
    /// The minimum number of legal turns for reverse futility pruning; with fewer, a side may
    /// be in zugzwang.
    RFP_TURNS = 4 in 1..=12;
    /// The margin, in centipawns for each ply, by which a static score must exceed beta to
    /// replace a search.
    RFP_MARGIN = 50 in 10..=200;

    /// The maximum depth of futility pruning.
    FUTILITY_DEPTH = 6 in 0..=12;

    /// The maximum depth of late move pruning.
    LMP_DEPTH = 6 in 0..=12;
    /// The number of quiet turns that late move pruning never leaves out.
    LMP_TURNS = 10 in 1..=30;
    /// The number of quiet turns that it keeps, times the square of the depth.
    LMP_GROWTH = 3 in 1..=10;

    /// The minimum depth of null move pruning.
    NULL_DEPTH = 3 in 2..=8;

    /// The maximum depth of static exchange pruning, which leaves out turns that lose an
    /// exchange.
    SEE_DEPTH = 6 in 0..=12;

    /// The minimum depth of late move reductions.
    LMR_DEPTH = 3 in 2..=6;
    /// The number of turns searched in full before any is reduced.
    LMR_TURNS = 3 in 1..=8;
    /// The history score that changes a reduction by a ply.
    LMR_HISTORY = 8192 in 2000..=30000;

    /// The minimum depth of internal iterative reduction: without a turn in the table, a node
    /// is searched one ply less deep.
    IIR_DEPTH = 5 in 2..=10;
}

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

/// Returns the margin, in centipawns, by which a static score must exceed beta to replace a
/// search.
#[inline]
pub fn rfp_margin(depth: i32) -> Score {
    RFP_MARGIN.get() * depth
}

/// Returns the number of quiet turns after which late move pruning leaves out the rest:
/// half as many where the static score is not improving.
#[inline]
pub fn lmp_turns(depth: i32, improving: bool) -> usize {
    let turns = LMP_TURNS.get() + LMP_GROWTH.get() * depth * depth;
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
