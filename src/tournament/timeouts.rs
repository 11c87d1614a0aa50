//! The time limits on waiting for an engine.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// The time limits on waiting for an engine, apart from its clock, in
/// milliseconds.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Timeouts {
    /// The limit from the start of a process to the end of the handshake, and again for getting
    /// ready for a new game.
    pub start_ms: u64,
    /// The limit from `isready` to `readyok` before a search.
    pub ready_ms: u64,
    /// The time for which the runner waits beyond an engine's time limit. An engine that answers
    /// within it loses on time; one that does not is considered stalled.
    pub grace_ms: u64,
    /// The greatest limit for the answer of an engine that is limited only by depth or by
    /// number of nodes; see [`Timeouts::untimed`].
    pub untimed_ms: u64,
    /// Whether `untimed_ms` is the limit for all such answers, rather than the maximum
    /// of a computed limit.
    pub is_untimed_fixed: bool,
    /// The time from `quit` until the process is killed.
    pub quit_ms: u64,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            start_ms: 10_000,
            ready_ms: 5_000,
            grace_ms: 5_000,
            untimed_ms: 600_000,
            is_untimed_fixed: false,
            quit_ms: 1_500,
        }
    }
}

/// The factor by which a search may exceed the longest one before it.
const UNTIMED_FACTOR: u32 = 100;
/// The minimum of the limit that is computed from the longest search.
const MIN_UNTIMED: Duration = Duration::from_secs(60);

impl Timeouts {
    /// Returns these limits, except where an engine sets its own.
    #[must_use]
    pub fn for_engine(self, own: &EngineTimeouts) -> Self {
        Self {
            start_ms: own.start_ms.unwrap_or(self.start_ms),
            ready_ms: own.ready_ms.unwrap_or(self.ready_ms),
            untimed_ms: own.move_ms.unwrap_or(self.untimed_ms),
            is_untimed_fixed: self.is_untimed_fixed || own.move_ms.is_some(),
            ..self
        }
    }

    /// Returns the limit for the answer to an untimed search. `longest` is the engine's longest
    /// search so far.
    ///
    /// An engine's own limit applies unchanged. Otherwise, the limit is 100 times the longest
    /// search, but at least a minute and at most `untimed_ms`, which also applies to the first
    /// search. A search of as many nodes takes a similar time, and one of the same depth may take
    /// much longer; an engine that hangs must not hold up a run of short games for ten minutes.
    pub fn untimed(&self, longest: Option<Duration>) -> Duration {
        let most = Duration::from_millis(self.untimed_ms);
        match longest.filter(|_| !self.is_untimed_fixed) {
            Some(longest) => longest
                .saturating_mul(UNTIMED_FACTOR)
                .max(MIN_UNTIMED)
                .min(most),
            None => most,
        }
    }
}

/// The time limits on waiting that the specification of an engine sets, in milliseconds.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct EngineTimeouts {
    /// The limit for the handshake, and for getting ready for a new game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start_ms: Option<u64>,
    /// The limit from `isready` to `readyok` before a search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ready_ms: Option<u64>,
    /// The limit for an answer to a search that is limited only by depth or by number of nodes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub move_ms: Option<u64>,
}

impl EngineTimeouts {
    /// Returns whether the engine has no limit of its own.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_without_a_clock_follows_from_the_searches_so_far() {
        let timeouts = Timeouts::default();
        let limit = |longest_ms: u64| {
            let longest = Duration::from_millis(longest_ms);
            timeouts.untimed(Some(longest)).as_secs()
        };
        assert_eq!(timeouts.untimed(None).as_secs(), 600);
        assert_eq!([limit(5), limit(2_000), limit(30_000)], [60, 200, 600]);
    }

    #[test]
    fn an_engines_own_limits_hold_as_they_are() {
        let own = EngineTimeouts {
            start_ms: Some(90_000),
            move_ms: Some(7_200_000),
            ..EngineTimeouts::default()
        };
        let timeouts = Timeouts::default().for_engine(&own);
        assert_eq!((timeouts.start_ms, timeouts.ready_ms), (90_000, 5_000));
        let longest = Some(Duration::from_millis(5));
        assert_eq!(timeouts.untimed(longest).as_secs(), 7_200);
    }
}
