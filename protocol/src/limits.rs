//! The limits of a search.
//!
//! Every limit is optional, and several may be set; the search ends when the
//! first one is reached. Values are kept as they were sent, including zero and,
//! for clocks, negative values: what a clock of −5 ms means is a question of
//! time management, not of grammar.

/// The clock of one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SideClock {
    /// The time left, in milliseconds; negative if the flag has fallen.
    pub time: Option<i64>,
    /// The time added for each move, in milliseconds.
    pub increment: Option<i64>,
}

/// The clocks of both sides, in the form that the host uses. Some hosts send only
/// one of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Clock {
    /// Clocks by colour (UCI, USHI); also the value for a `go` without clocks.
    Colors {
        /// White's clock.
        white: SideClock,
        /// Black's clock.
        black: SideClock,
    },
    /// Clocks by player (UCCI). The parser leaves all times in the host's unit;
    /// see [`GoLimits::clock_from_seconds`].
    Players {
        /// The clock of the side to move.
        own: SideClock,
        /// The opponent's clock.
        opponent: SideClock,
        /// The number of the opponent's moves until the next time control.
        opponent_movestogo: Option<u32>,
    },
}

/// A value of the clocks for which `go` can have a keyword.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ClockParameter {
    /// The time left to White.
    WhiteTime,
    /// The time left to Black.
    BlackTime,
    /// White's increment.
    WhiteIncrement,
    /// Black's increment.
    BlackIncrement,
    /// The time left to the side to move.
    OwnTime,
    /// The increment of the side to move.
    OwnIncrement,
    /// The time left to the opponent of the side to move.
    OpponentTime,
    /// The opponent's increment.
    OpponentIncrement,
    /// The number of the opponent's moves until the next time control.
    OpponentMovesToGo,
    /// The number of moves of the side to move until the next time control.
    MovesToGo,
}

impl Clock {
    /// Returns whether the time on a clock limits the search.
    const fn limits_search(&self) -> bool {
        match self {
            Self::Colors { white, black } => white.time.is_some() || black.time.is_some(),
            Self::Players { own, .. } => own.time.is_some(),
        }
    }
}

impl Default for Clock {
    fn default() -> Self {
        let (white, black) = (SideClock::default(), SideClock::default());
        Self::Colors { white, black }
    }
}

/// The limits of one `go`.
///
/// A parsed value has at least one limit ([`GoLimits::is_limited`]) or is
/// `infinite`. A limit of 0 requests a legal move at once, except depth 0 in UCCI.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GoLimits {
    /// The depth in plies.
    pub depth: Option<u32>,
    /// The number of nodes.
    pub nodes: Option<u64>,
    /// The time for this move, in milliseconds.
    pub movetime: Option<u64>,
    /// The clocks.
    pub clock: Clock,
    /// The number of moves until the next time control. If it is missing or 0,
    /// the time on the clock is for the rest of the game.
    pub movestogo: Option<u32>,
    /// The number of moves of the engine within which to find a win.
    pub mate: Option<u32>,
    /// Whether to answer only after `stop`, regardless of the other limits.
    pub infinite: bool,
    /// Whether to search on the opponent's time and to answer only after `stop`
    /// or `ponderhit`. The limits apply from `ponderhit` on, but times are
    /// measured from `go`.
    pub ponder: bool,
    /// Whether the opponent offers a draw (UCCI); see
    /// [`GameAction::Draw`](crate::GameAction::Draw) for the answer.
    pub draw: bool,
    /// The only moves to consider at the root, as they were sent; empty for
    /// all moves.
    pub searchmoves: Vec<String>,
    /// The moves not to consider at the root, as they were sent, even if they are
    /// among `searchmoves`.
    pub ignoremoves: Vec<String>,
}

impl GoLimits {
    /// Returns the limits of a search of `depth` plies.
    #[must_use]
    pub fn depth(depth: u32) -> Self {
        Self {
            depth: Some(depth),
            ..Self::default()
        }
    }

    /// Returns the limits of a search that only `stop` ends.
    #[must_use]
    pub fn infinite() -> Self {
        Self {
            infinite: true,
            ..Self::default()
        }
    }

    /// Returns whether something other than `stop` ends the search: a depth, a
    /// number of nodes, a time, a clock or a mate. Of [`Clock::Colors`], either
    /// clock is a limit; of [`Clock::Players`], only the engine's own. (An
    /// increment or `movestogo` without a time is not a limit.)
    #[must_use]
    pub const fn is_limited(&self) -> bool {
        self.depth.is_some()
            || self.nodes.is_some()
            || self.movetime.is_some()
            || self.mate.is_some()
            || self.clock.limits_search()
    }

    /// Converts [`Clock::Players`] from seconds to milliseconds: times and
    /// increments are multiplied by 1000, saturating. All other limits,
    /// including `movetime`, are in milliseconds in every dialect and remain
    /// unchanged.
    #[must_use]
    pub fn clock_from_seconds(mut self) -> Self {
        if let Clock::Players { own, opponent, .. } = &mut self.clock {
            for side in [own, opponent] {
                for time in [&mut side.time, &mut side.increment] {
                    *time = time.map(|seconds| seconds.saturating_mul(1000));
                }
            }
        }
        self
    }

    /// Returns a value of the clocks; `None` if it is not set or belongs to the
    /// other form of [`Clock`].
    #[must_use]
    pub(crate) fn clock_value(&self, parameter: ClockParameter) -> Option<i64> {
        use ClockParameter as P;
        match (&self.clock, parameter) {
            (_, P::MovesToGo) => self.movestogo.map(i64::from),
            (Clock::Colors { white, .. }, P::WhiteTime) => white.time,
            (Clock::Colors { black, .. }, P::BlackTime) => black.time,
            (Clock::Colors { white, .. }, P::WhiteIncrement) => white.increment,
            (Clock::Colors { black, .. }, P::BlackIncrement) => black.increment,
            (Clock::Players { own, .. }, P::OwnTime) => own.time,
            (Clock::Players { own, .. }, P::OwnIncrement) => own.increment,
            (Clock::Players { opponent, .. }, P::OpponentTime) => opponent.time,
            (Clock::Players { opponent, .. }, P::OpponentIncrement) => opponent.increment,
            (
                Clock::Players {
                    opponent_movestogo, ..
                },
                P::OpponentMovesToGo,
            ) => opponent_movestogo.map(i64::from),
            (Clock::Colors { .. } | Clock::Players { .. }, _) => None,
        }
    }

    /// Sets a value of the clocks. The first value by player replaces [`Clock::Colors`].
    pub(crate) fn set_clock_value(&mut self, parameter: ClockParameter, value: i64) {
        use ClockParameter as P;
        let moves = u32::try_from(value).ok();
        match (parameter, &mut self.clock) {
            (P::MovesToGo, _) => self.movestogo = moves,
            (P::WhiteTime, Clock::Colors { white, .. }) => white.time = Some(value),
            (P::BlackTime, Clock::Colors { black, .. }) => black.time = Some(value),
            (P::WhiteIncrement, Clock::Colors { white, .. }) => white.increment = Some(value),
            (P::BlackIncrement, Clock::Colors { black, .. }) => black.increment = Some(value),
            (P::OwnTime, Clock::Players { own, .. }) => own.time = Some(value),
            (P::OwnIncrement, Clock::Players { own, .. }) => own.increment = Some(value),
            (P::OpponentTime, Clock::Players { opponent, .. }) => opponent.time = Some(value),
            (P::OpponentIncrement, Clock::Players { opponent, .. }) => {
                opponent.increment = Some(value);
            }
            (
                P::OpponentMovesToGo,
                Clock::Players {
                    opponent_movestogo, ..
                },
            ) => *opponent_movestogo = moves,
            (_, Clock::Colors { .. }) => {
                self.clock = Clock::Players {
                    own: SideClock::default(),
                    opponent: SideClock::default(),
                    opponent_movestogo: None,
                };
                self.set_clock_value(parameter, value);
            }
            // The clock keywords of a dialect are all by colour or all by player.
            (_, Clock::Players { .. }) => {}
        }
    }

    /// Returns whether a part of a time control is set, even one that limits
    /// nothing on its own.
    #[must_use]
    pub(crate) fn has_partial_time_control(&self) -> bool {
        self.movestogo.is_some() || self.clock != Clock::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_become_milliseconds() {
        let side = |time, increment| SideClock {
            time: Some(time),
            increment: Some(increment),
        };
        let players = |own, opponent| GoLimits {
            movetime: Some(7),
            clock: Clock::Players {
                own,
                opponent,
                opponent_movestogo: Some(3),
            },
            movestogo: Some(5),
            ..GoLimits::default()
        };
        let seconds = players(side(90, 2), side(-1, i64::MAX));
        let expected = players(side(90_000, 2_000), side(-1_000, i64::MAX));
        assert_eq!(seconds.clock_from_seconds(), expected);
        let colors = GoLimits {
            clock: Clock::Colors {
                white: side(90, 2),
                black: side(1, 1),
            },
            ..GoLimits::depth(4)
        };
        assert_eq!(colors.clone().clock_from_seconds(), colors);
    }
}
