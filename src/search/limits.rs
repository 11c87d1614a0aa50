//! The limits of a search.
//!
//! Limits are stored as the host sent them, including negative clocks;
//! [`time`](super::time) alone decides how much time they allow. Several limits may be
//! set: the first one reached ends the search.

use std::time::Duration;

use crate::base::Color;

/// The limits of a search. The default has none: the search continues until it is stopped,
/// its lines are decided, or it reaches the maximum depth.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The number of iterations to complete. 0 counts as 1; no search goes
    /// deeper than [`MAX_PLY`](crate::base::score::MAX_PLY).
    pub depth: Option<usize>,
    /// The number of nodes to search, by all workers together. One worker searches exactly
    /// this number; several never exceed it.
    pub nodes: Option<u64>,
    /// The time for this turn, all of which is used.
    pub movetime: Option<Duration>,
    /// The number of own moves within which to find a win. Such a search neither prunes
    /// nor reduces, and ends at the latest after the depth that proves that there is no
    /// such win. 0 counts as 1.
    pub mate: Option<u32>,
    /// The milliseconds left on the clocks, by [`Color::index`]; zero and negative values
    /// are valid. If only the opponent's clock is given, it applies to both sides.
    pub clock: [Option<i64>; 2],
    /// The milliseconds that a clock gains with each turn, by [`Color::index`].
    pub increment: [i64; 2],
    /// The number of turns until the next time control; `None` for the rest of
    /// the game.
    pub moves_to_go: Option<u32>,
    /// The time lost between this engine and the clock with each turn. It is
    /// reserved from clocks, not from `movetime`.
    pub overhead: Duration,
    /// The time by which the host is expected to reduce the clock with each search, beyond
    /// what the search takes.
    pub lag: Duration,
    /// Whether the host requests a search for each jump of a turn, not for each turn.
    pub searches_jumps: bool,
    /// Whether `lag` has not been measured yet. Until it is, searches keep closer to the
    /// planned time, because the true lag may be greater.
    pub lag_is_assumed: bool,
    /// Whether to withhold the answer until [`Control::stop`](super::Control::stop).
    pub infinite: bool,
    /// Whether to think on the opponent's time, and withhold the answer until
    /// [`Control::ponder_hit`](super::Control::ponder_hit) or a stop.
    pub ponder: bool,
}

impl Limits {
    /// Returns limits with only a depth.
    pub fn depth(depth: usize) -> Self {
        Self {
            depth: Some(depth),
            ..Self::default()
        }
    }

    /// Returns limits with only a number of nodes.
    pub fn nodes(nodes: u64) -> Self {
        Self {
            nodes: Some(nodes),
            ..Self::default()
        }
    }

    /// Returns limits with only a time for this turn.
    pub fn movetime(time: Duration) -> Self {
        Self {
            movetime: Some(time),
            ..Self::default()
        }
    }

    /// Returns these limits, with this number of nodes if no depth, nodes, time or mate is set.
    #[must_use]
    pub fn or_nodes(self, nodes: u64) -> Self {
        let is_limited = self.depth.is_some()
            || self.movetime.is_some()
            || self.mate.is_some()
            || self.clock != [None; 2];
        Self {
            nodes: self.nodes.or((!is_limited).then_some(nodes)),
            ..self
        }
    }

    /// Returns the clock that applies to `side`, in milliseconds; `None` if no clock is set.
    pub(super) fn remaining(&self, side: Color) -> Option<i64> {
        self.clock[side.index()].or(self.clock[(!side).index()])
    }
}
