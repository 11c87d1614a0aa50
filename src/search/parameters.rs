//! The parameters of the search: depths, margins, reductions and the time per turn. Each
//! has a value for every [`ParameterSet`](super::game::ParameterSet), because the evaluations
//! of different games have different scales, and their trees different shapes.
//!
//! With the feature `tunable`, each can be changed while the program runs, by the UCI option
//! of the same name; without the feature, they are constants to the compiler.

#[cfg(feature = "tunable")]
use std::ops::RangeInclusive;
#[cfg(feature = "tunable")]
use std::sync::atomic::{AtomicI32, Ordering::Relaxed};

use super::game::SearchGame;

/// A parameter of the search.
#[derive(Debug)]
pub struct Parameter {
    /// The name of the parameter and of its UCI option.
    #[cfg(feature = "tunable")]
    pub name: &'static str,
    /// The values in the program as it is shipped, by [`SearchGame::PARAMETERS`].
    pub defaults: [i32; 2],
    /// The values among which a tuner may choose.
    #[cfg(feature = "tunable")]
    pub range: RangeInclusive<i32>,
    /// The value that replaces the defaults in all games, or [`NOT_SET`].
    #[cfg(feature = "tunable")]
    value: AtomicI32,
}

/// The value of a parameter that has not been set.
#[cfg(feature = "tunable")]
const NOT_SET: i32 = i32::MIN;

impl Parameter {
    /// Returns the value for a game.
    #[inline(always)]
    pub fn get<G: SearchGame>(&self) -> i32 {
        let default = self.defaults[G::PARAMETERS as usize];
        #[cfg(feature = "tunable")]
        match self.value.load(Relaxed) {
            NOT_SET => default,
            value => value,
        }
        #[cfg(not(feature = "tunable"))]
        default
    }

    /// Changes the value for all searches of the process.
    #[cfg(feature = "tunable")]
    pub fn set(&self, value: i32) {
        self.value.store(value, Relaxed);
    }
}

/// Defines the parameters, and the list of all of them. A parameter has one value for all
/// games, or a list of them in the order of `ParameterSet`.
macro_rules! parameters {
    (@defaults [$($value:literal),*]) => { [$($value),*] };
    (@defaults $value:literal) => { [$value; 2] };
    ($($(#[$doc:meta])* $name:ident = $value:tt in $range:expr;)*) => {
        $($(#[$doc])* pub static $name: Parameter = Parameter {
            defaults: parameters!(@defaults $value),
            #[cfg(feature = "tunable")]
            name: stringify!($name),
            #[cfg(feature = "tunable")]
            range: $range,
            #[cfg(feature = "tunable")]
            value: AtomicI32::new(NOT_SET),
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
    RFP_TURNS = 4 in 1..=20;
    /// The margin, in centipawns for each ply, by which a static score must exceed beta to
    /// replace a search.
    RFP_MARGIN = 50 in 10..=200;

    /// The minimum depth of null move pruning.
    NULL_DEPTH = 3 in 2..=8;
    /// The reduction of the search after a null move, in plies.
    NULL_REDUCTION = 4 in 2..=6;
    /// The number of plies of depth that increase that reduction by a ply.
    NULL_REDUCTION_DEPTH = 4 in 2..=8;
    /// The static score's lead over beta, in centipawns, that increases the reduction by a ply.
    NULL_REDUCTION_LEAD = 200 in 50..=600;

    /// The maximum depth of futility pruning.
    FUTILITY_DEPTH = [0, 6] in 0..=12;
    /// The margin of futility pruning, in centipawns for each ply that is left and one more:
    /// the largest likely improvement of the static score by a quiet turn.
    FUTILITY_MARGIN = 90 in 20..=400;

    /// The maximum depth of late move pruning.
    LMP_DEPTH = 6 in 0..=12;
    /// The number of quiet turns that late move pruning keeps at any depth; half if not improving.
    LMP_TURNS = 10 in 1..=30;
    /// The number of further quiet turns, in hundredths times the depth squared; halved likewise.
    LMP_GROWTH = 300 in 50..=1000;

    /// The maximum depth of static exchange pruning, which leaves out turns that lose an
    /// exchange.
    SEE_DEPTH = 6 in 0..=12;
    /// The loss in an exchange from which a quiet turn is left out, in centipawns times the
    /// square of the depth.
    SEE_QUIET_MARGIN = 25 in 5..=100;
    /// The loss in an exchange from which a capture is left out, in centipawns for each ply.
    SEE_MARGIN = 100 in 20..=300;

    /// The minimum depth of late move reductions.
    LMR_DEPTH = 3 in 2..=6;
    /// The number of turns searched in full before any is reduced; one more in PV nodes.
    LMR_TURNS = 3 in 1..=8;
    /// The amount, in 1024ths of a ply, that is added to a reduction before it is rounded down.
    LMR_BASE = 512 in -1024..=2048;
    /// The divisor, in hundredths, of the product of the logarithms of the depth and of the
    /// turn's number in the move order. The larger it is, the smaller is the reduction.
    LMR_DIVISOR = [150, 125] in 80..=300;
    /// The history score that changes a reduction by a ply.
    LMR_HISTORY = 8192 in 2000..=30000;

    /// The minimum depth of internal iterative reduction: without a turn in the table, a node
    /// is searched one ply less deep.
    IIR_DEPTH = 5 in 2..=10;

    /// The coefficient of the square of the depth in the history bonus of a turn that refutes
    /// the opponent's last turn.
    HISTORY_SQUARE = 16 in 0..=64;
    /// The coefficient of the depth in that bonus.
    HISTORY_LINEAR = 32 in 0..=300;
    /// The maximum of that bonus.
    HISTORY_MAX_BONUS = 1600 in 400..=4000;

    /// The number of turns for which the remaining time is planned.
    TIME_TURNS = 28 in 12..=60;
    /// The share of the increment that is spent, in percent.
    TIME_INCREMENT = 75 in 30..=100;
    /// The share of the planned time that is spent where the best turn keeps changing, in
    /// percent.
    TIME_UNSTABLE = 125 in 60..=250;
    /// The amount by which that share falls with each iteration that keeps the best turn.
    TIME_STABLE_STEP = 8 in 0..=20;
    /// The fall of the score, in centipawns, that doubles the time; falls count from −50 to 150.
    TIME_SCORE_DROP = 300 in 100..=1000;
}

/// The maximum number of quiet turns in a line of a quiescence search. They arise where a
/// capture may be declined or a check evaded.
pub const QSEARCH_QUIETS: u8 = 2;
