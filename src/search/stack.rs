//! The search stack: what a worker keeps for each ply of the current line.

use crate::base::Score;
use crate::base::score::MAX_PLY;

/// The state of one ply of the line.
#[derive(Copy, Clone, Debug)]
pub struct StackEntry {
    /// The static score of the node for its side to move; `None` where it is meaningless.
    pub eval: Option<Score>,
    /// The history slot of the turn made from the node; `None` for a null move.
    pub slot: Option<u16>,
    /// The number of extensions in the line up to the node.
    pub extensions: u8,
}

/// The search stack: an entry for each ply from the root.
#[derive(Clone, Debug)]
pub struct SearchStack(Box<[StackEntry]>);

impl SearchStack {
    /// Returns a stack of empty entries.
    pub fn new() -> Self {
        let empty = StackEntry {
            eval: None,
            slot: None,
            extensions: 0,
        };
        Self(vec![empty; MAX_PLY + 3].into())
    }

    /// Returns the entry of a ply.
    #[inline]
    pub fn at(&mut self, ply: usize) -> &mut StackEntry {
        &mut self.0[ply]
    }

    /// Returns whether the static score at a ply is better than the one two plies
    /// earlier, for the same side; `false` if either score is unknown.
    #[inline]
    pub fn is_improving(&self, ply: usize) -> bool {
        let earlier = ply.checked_sub(2).and_then(|ply| self.0[ply].eval);
        let both = self.0[ply].eval.zip(earlier);
        both.is_some_and(|(now, then)| now > then)
    }

    /// Returns the history slots of the last two turns before a ply, latest
    /// first.
    #[inline]
    pub fn previous_slots(&self, ply: usize) -> PreviousSlots {
        let slot = |back| ply.checked_sub(back).and_then(|ply| self.0[ply].slot);
        [slot(1), slot(2)]
    }
}

/// The history slots of the two turns before a node, latest first.
pub type PreviousSlots = [Option<u16>; 2];
