//! Sinks: receivers of turns, which list them, count them or record their paths.

use std::ops::ControlFlow;

use smallvec::SmallVec;

use super::super::kind::OfficerSet;
use super::super::path::{LandingSquare, Path};
use super::super::turn::Turn;
use crate::base::{Bitboard, Square};
use crate::rules::{MAX_DISTINCT_TURNS, MoveList};

/// A receiver of the generator's turns. Quiet turns arrive as sets of squares.
pub trait TurnSink {
    /// Adds one turn.
    fn add_turn(&mut self, turn: Turn);

    /// Adds one chain. `stops` is set if the man could continue to capture.
    #[inline]
    fn add_chain(&mut self, turn: Turn, _stops: bool) {
        self.add_turn(turn);
    }

    /// Adds a man's quiet turns to each of `targets`.
    #[inline]
    fn add_quiets(&mut self, from: Square, targets: Bitboard) {
        for to in targets {
            self.add_turn(Turn::without_capture(from, to));
        }
    }

    /// Adds the drops of each of `men` onto each of `targets`.
    #[inline]
    fn add_drops(&mut self, men: Bitboard, targets: Bitboard) {
        for from in men {
            self.add_quiets(from, targets);
        }
    }

    /// Adds the steps onto each of `targets` from the square whose index is smaller by
    /// `delta`.
    #[inline]
    fn add_steps(&mut self, targets: Bitboard, delta: i8) {
        for to in targets {
            self.add_turn(Turn::without_capture(start_of_step(to, delta), to));
        }
    }

    /// Adds the two-square steps onto each of `targets` from the square whose index is
    /// smaller by `delta`.
    #[inline]
    fn add_two_steps(&mut self, targets: Bitboard, delta: i8) {
        for to in targets {
            self.add_turn(Turn::two_step(start_of_step(to, delta), to));
        }
    }

    /// Adds a shatra's quiet turns to each of `targets`, with promotion to each of
    /// `kinds`.
    #[inline]
    fn add_promotions(&mut self, from: Square, targets: Bitboard, kinds: OfficerSet) {
        for to in targets {
            for kind in kinds.iter() {
                self.add_turn(Turn::promoting(from, to, kind));
            }
        }
    }

    /// Returns whether the sink accepts no further chains.
    #[inline]
    fn is_full(&self) -> bool {
        false
    }

    /// Skips the continuations of the current chain if the sink does not need them. Called
    /// if an earlier chain of the same man reached the same state, from which `turns` turns
    /// were found. The ordinals of the skipped turns begin at `first`. Returns whether the
    /// continuations are skipped.
    #[inline]
    fn try_skip(&mut self, _from: Square, _first: u32, _turns: u32) -> bool {
        false
    }

    /// Adds a landing to the current chain. `so_far` returns the turn up to and
    /// including the landing. Only sinks for paths and steps need this method.
    #[inline]
    fn push_landing(&mut self, _landing: LandingSquare, _so_far: impl FnOnce() -> Turn) {}

    /// Removes the last landing from the current chain.
    #[inline]
    fn pop_landing(&mut self) {}
}

/// Returns the square whose index is smaller by `delta` than that of `to`.
#[inline]
fn start_of_step(to: Square, delta: i8) -> Square {
    Square::new((to.index() as i8 - delta) as u8)
}

/// A sink that lists all turns.
pub struct TurnList<'l>(pub &'l mut MoveList<Turn>);

impl TurnSink for TurnList<'_> {
    #[inline]
    fn add_turn(&mut self, turn: Turn) {
        self.0.push(turn);
    }
}

/// A sink that lists the turns, except some long chains with the same effect as listed ones
/// and all chains once it holds [`MAX_DISTINCT_TURNS`] turns.
pub struct DistinctList<'l>(pub &'l mut MoveList<Turn>);

impl TurnSink for DistinctList<'_> {
    #[inline]
    fn add_turn(&mut self, turn: Turn) {
        self.0.push(turn);
    }

    fn is_full(&self) -> bool {
        self.0.len() >= MAX_DISTINCT_TURNS
    }

    fn try_skip(&mut self, _: Square, _: u32, _: u32) -> bool {
        true
    }
}

/// A sink that counts the turns.
#[derive(Default)]
pub struct TurnCounter(u64);

impl TurnCounter {
    #[inline]
    pub fn turns(&self) -> u64 {
        self.0
    }
}

impl TurnSink for TurnCounter {
    #[inline]
    fn add_turn(&mut self, _: Turn) {
        self.0 += 1;
    }

    fn try_skip(&mut self, _: Square, _: u32, turns: u32) -> bool {
        self.0 += u64::from(turns);
        true
    }

    #[inline]
    fn add_quiets(&mut self, _: Square, targets: Bitboard) {
        self.0 += u64::from(targets.count());
    }

    #[inline]
    fn add_drops(&mut self, men: Bitboard, targets: Bitboard) {
        self.0 += u64::from(men.count() * targets.count());
    }

    #[inline]
    fn add_steps(&mut self, targets: Bitboard, _: i8) {
        self.0 += u64::from(targets.count());
    }

    #[inline]
    fn add_two_steps(&mut self, targets: Bitboard, _: i8) {
        self.0 += u64::from(targets.count());
    }

    #[inline]
    fn add_promotions(&mut self, _: Square, targets: Bitboard, kinds: OfficerSet) {
        self.0 += u64::from(targets.count() * kinds.count());
    }
}

/// A sink that calls a function with each turn and its path.
pub(super) struct PathRecorder<F> {
    /// The only turn to record; `None` to record all turns.
    wanted: Option<Turn>,
    landings_so_far: SmallVec<[LandingSquare; 8]>,
    visit: F,
    is_done: bool,
}

impl<F: FnMut(Turn, Path) -> ControlFlow<()>> PathRecorder<F> {
    /// Creates a recorder of all turns.
    pub fn all(visit: F) -> Self {
        Self {
            wanted: None,
            landings_so_far: SmallVec::new(),
            visit,
            is_done: false,
        }
    }

    /// Creates a recorder of one turn.
    pub fn only(turn: Turn, visit: F) -> Self {
        Self {
            wanted: Some(turn),
            ..Self::all(visit)
        }
    }
}

impl<F: FnMut(Turn, Path) -> ControlFlow<()>> TurnSink for PathRecorder<F> {
    fn add_turn(&mut self, turn: Turn) {
        self.add_chain(turn, false);
    }

    fn add_chain(&mut self, turn: Turn, stops: bool) {
        if self.is_done || self.wanted.is_some_and(|wanted| wanted != turn) {
            return;
        }
        let mut landings = self.landings_so_far.clone();
        let is_capture = !landings.is_empty();
        if !is_capture && turn.from() != turn.to() {
            landings.push(LandingSquare {
                at: turn.to(),
                promotion: turn.promotion(),
            });
        }
        let path = Path {
            from: turn.from(),
            landings,
            is_capture,
            stops,
        };
        self.is_done = (self.visit)(turn, path).is_break();
    }

    fn is_full(&self) -> bool {
        self.is_done
    }

    fn try_skip(&mut self, from: Square, first: u32, turns: u32) -> bool {
        self.wanted.is_some_and(|wanted| {
            let is_among_turns = wanted.ordinal() >= first && wanted.ordinal() - first < turns;
            wanted.from() != from || !is_among_turns
        })
    }

    fn push_landing(&mut self, landing: LandingSquare, _: impl FnOnce() -> Turn) {
        self.landings_so_far.push(landing);
    }

    fn pop_landing(&mut self) {
        self.landings_so_far.pop();
    }
}
