//! What ends a search.
//!
//! Limits are kept as the host said them, clocks with their sign included;
//! [`time`](super::time) alone decides what they mean in time to spend. Several
//! limits may be set: the first one reached ends the search.

use std::time::Duration;

use crate::base::Color;

/// When to stop. The default has no limit: the search goes on until it is
/// stopped or has reached the greatest depth.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Iterations to complete. 0 counts as 1; no search goes deeper than
    /// [`MAX_PLY`](crate::base::score::MAX_PLY).
    pub depth: Option<usize>,
    /// Turns to make on the board, all workers together. With one worker the
    /// count is exact, with several it is never exceeded.
    pub nodes: Option<u64>,
    /// Time for this turn, used up in full.
    pub movetime: Option<Duration>,
    /// Stop at a win in so many own moves. Such a search neither prunes nor
    /// reduces, and ends after the depth that proves there is none. 0 counts
    /// as 1.
    pub mate: Option<u32>,
    /// Milliseconds left on the clocks, by [`Color::index`]; what is left may
    /// be nothing or less. If only the opponent's is given, it stands for both.
    pub clock: [Option<i64>; 2],
    /// Milliseconds that a clock gains with each turn, by [`Color::index`].
    pub increment: [i64; 2],
    /// Turns until the next time control; `None` for the rest of the game.
    pub moves_to_go: Option<u32>,
    /// Time lost between this engine and the clock with each turn. It is kept
    /// back from clocks, not from `movetime`.
    pub overhead: Duration,
    /// What the host is going to take of the clock for itself with each turn
    /// that is planned for, this one included; see [`LagMeter`](super::LagMeter).
    pub lag: Duration,
    /// Never answer before [`Control::stop`](super::Control::stop).
    pub infinite: bool,
    /// Think on the opponent's time: never answer before
    /// [`Control::ponderhit`](super::Control::ponderhit) or a stop.
    pub ponder: bool,
}

impl Limits {
    /// Only a depth.
    pub fn depth(depth: usize) -> Self {
        Self {
            depth: Some(depth),
            ..Self::default()
        }
    }

    /// Only a number of nodes.
    pub fn nodes(nodes: u64) -> Self {
        Self {
            nodes: Some(nodes),
            ..Self::default()
        }
    }

    /// Only a time.
    pub fn movetime(time: Duration) -> Self {
        Self {
            movetime: Some(time),
            ..Self::default()
        }
    }

    /// The clock that `side` has to watch, in milliseconds.
    pub(super) fn remaining(&self, side: Color) -> Option<i64> {
        self.clock[side.index()].or(self.clock[(!side).index()])
    }
}
