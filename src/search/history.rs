//! What the search has learnt about quiet turns: which ones refuted something
//! before.
//!
//! Each worker learns for itself, so nothing is shared and helpers differ.

use crate::base::Game;
use crate::base::score::MAX_PLY;

/// Counters stay between minus and plus this.
pub const HISTORY_MAX: i32 = 16_384;

/// Butterfly counters and killers of one worker.
#[derive(Clone, Debug)]
pub struct History<G: Game> {
    counters: Box<[i16]>,
    killers: Box<[[Option<G::Move>; 2]]>,
}

impl<G: Game> History<G> {
    /// Nothing learnt.
    pub fn new() -> Self {
        Self {
            counters: vec![0; G::HISTORY_SIZE].into(),
            killers: vec![[None; 2]; MAX_PLY].into(),
        }
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.counters.fill(0);
        self.killers.fill([None; 2]);
    }

    /// Before a new search: counters lose weight, killers go.
    pub fn age(&mut self) {
        self.counters.iter_mut().for_each(|counter| *counter /= 2);
        self.killers.fill([None; 2]);
    }

    /// How well the turn has done.
    #[inline]
    pub fn score(&self, position: &G, mv: G::Move) -> i32 {
        i32::from(self.counters[position.history_index(mv)])
    }

    /// The quiet turns that last refuted something at this ply.
    #[inline]
    pub fn killers(&self, ply: usize) -> [Option<G::Move>; 2] {
        self.killers[ply]
    }

    /// `mv` refuted the opponent's last turn, the ones `before` it did not.
    pub fn refuted(
        &mut self,
        position: &G,
        ply: usize,
        depth: i32,
        mv: G::Move,
        before: &[G::Move],
    ) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        let bonus = (16 * depth * depth + 32 * depth).min(1600);
        self.adjust(position, mv, bonus);
        for &other in before {
            self.adjust(position, other, -bonus);
        }
    }

    /// Moves a counter towards the sign of the bonus, the less the nearer it
    /// is to the end of its range.
    #[inline]
    fn adjust(&mut self, position: &G, mv: G::Move, bonus: i32) {
        let counter = &mut self.counters[position.history_index(mv)];
        let old = i32::from(*counter);
        *counter = (old + bonus - old * bonus.abs() / HISTORY_MAX) as i16;
    }
}
