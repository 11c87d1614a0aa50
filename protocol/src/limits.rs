//! What ends a search.
//!
//! **The decision:** every limit is optional and several may be set; the first
//! one reached ends the search. Values are kept as they were sent, also zero
//! and, for clocks, below zero: what a clock of −5 ms means is a question of
//! time management, not of grammar.

/// The time control of one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Side {
    /// Time left in milliseconds; may be negative when the flag has fallen.
    pub time: Option<i64>,
    /// Time added for each move, in milliseconds.
    pub increment: Option<i64>,
}

/// The clocks of both sides. Either may be missing: some hosts send only one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Clock {
    /// White's clock.
    pub white: Side,
    /// Black's clock.
    pub black: Side,
}

/// The limits of one `go`.
///
/// A value that was read holds at least one limit ([`Limits::is_limited`]) or
/// is `infinite`. A limit of 0 asks for a legal move at once.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Limits {
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Number of nodes.
    pub nodes: Option<u64>,
    /// Time for this move, in milliseconds.
    pub movetime: Option<u64>,
    /// The clocks.
    pub clock: Clock,
    /// Moves until the next time control. Without it, or with 0, the clock is
    /// for the rest of the game.
    pub movestogo: Option<u32>,
    /// Search for a win in so many own moves.
    pub mate: Option<u32>,
    /// Do not answer before `stop`, whatever the other limits say.
    pub infinite: bool,
    /// Search on the opponent's time: do not answer before `stop` or
    /// `ponderhit`. The limits hold from `ponderhit` on; times count from `go`.
    pub ponder: bool,
    /// The only moves to consider at the root, as they were sent; empty for
    /// all moves.
    pub searchmoves: Vec<String>,
}

impl Limits {
    /// A search of `depth` plies.
    #[must_use]
    pub fn depth(depth: u32) -> Self {
        Self {
            depth: Some(depth),
            ..Self::default()
        }
    }

    /// A search that ends with `stop`.
    #[must_use]
    pub fn infinite() -> Self {
        Self {
            infinite: true,
            ..Self::default()
        }
    }

    /// Whether something other than `stop` ends the search: a depth, a number
    /// of nodes, a time, a clock of either side or a mate. (An increment or
    /// `movestogo` without a clock is none.)
    #[must_use]
    pub const fn is_limited(&self) -> bool {
        self.depth.is_some()
            || self.nodes.is_some()
            || self.movetime.is_some()
            || self.mate.is_some()
            || self.clock.white.time.is_some()
            || self.clock.black.time.is_some()
    }

    /// Whether a part of a time control was sent that limits nothing alone.
    #[must_use]
    pub(crate) const fn has_loose_ends(&self) -> bool {
        self.movestogo.is_some()
            || self.clock.white.increment.is_some()
            || self.clock.black.increment.is_some()
    }
}
