//! Principal variations, kept in a triangular table: one line per ply, each the best turn
//! at that ply, followed by the line of the next ply.
//!
//! A line holds only turns that the search has made, so it is legal even where the
//! transposition table cuts it short.

use crate::base::score::MAX_PLY;

/// The principal variations of one worker, one for each ply. All memory is allocated in
/// advance.
#[derive(Clone, Debug)]
pub struct PvTable<M>(Vec<Vec<M>>);

impl<M: Copy> PvTable<M> {
    /// Creates a table of empty lines.
    pub fn new() -> Self {
        let empty_line = |ply| Vec::with_capacity(MAX_PLY + 1 - ply);
        Self((0..=MAX_PLY).map(empty_line).collect())
    }

    /// Empties the line at `ply`.
    #[inline]
    pub fn clear(&mut self, ply: usize) {
        self.0[ply].clear();
    }

    /// Sets the line at `ply` to `turn` followed by the line of the next ply.
    #[inline]
    pub fn update(&mut self, ply: usize, turn: M) {
        let (upper, lower) = self.0.split_at_mut(ply + 1);
        let line = &mut upper[ply];
        line.clear();
        line.push(turn);
        line.extend_from_slice(&lower[0]);
    }

    /// Returns the line at `ply`.
    pub fn line(&self, ply: usize) -> &[M] {
        &self.0[ply]
    }
}
