//! What the search has learnt about turns: which ones refuted something
//! before.
//!
//! Quiet turns are judged by where a man goes (butterfly history) and by the
//! same in reply to each of the last two turns (continuation history). Each
//! worker learns for itself, so nothing is shared and helpers differ.

use super::frame::Before;
use crate::base::Game;
use crate::base::score::MAX_PLY;

/// Counters stay between minus and plus this.
pub const HISTORY_MAX: i32 = 16_384;

/// Counters and killers of one worker.
#[derive(Clone, Debug)]
pub struct History<G: Game> {
    counters: Box<[i16]>,
    continuation: Box<[i16]>,
    killers: Box<[[Option<G::Move>; 2]]>,
}

impl<G: Game> History<G> {
    /// Slots of one side. Whose reply it is need not be kept: the turn before
    /// tells it.
    const REPLIES: usize = G::HISTORY_SIZE / 2;

    /// Nothing learnt.
    pub fn new() -> Self {
        Self {
            counters: vec![0; G::HISTORY_SIZE].into(),
            continuation: vec![0; G::HISTORY_SIZE * Self::REPLIES].into(),
            killers: vec![[None; 2]; MAX_PLY].into(),
        }
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.counters.fill(0);
        self.continuation.fill(0);
        self.killers.fill([None; 2]);
    }

    /// Before a new search: counters lose weight, killers go.
    pub fn age(&mut self) {
        self.counters.iter_mut().for_each(|counter| *counter /= 2);
        self.killers.fill([None; 2]);
    }

    /// How well a turn to this slot has done after the turns `before`, between
    /// minus and plus three times [`HISTORY_MAX`].
    #[inline]
    pub fn score(&self, slot: usize, before: Before) -> i32 {
        let mut score = i32::from(self.counters[slot]);
        for earlier in before.into_iter().flatten() {
            score += i32::from(self.continuation[Self::reply(earlier, slot)]);
        }
        score
    }

    #[inline]
    fn reply(earlier: u16, slot: usize) -> usize {
        usize::from(earlier) * Self::REPLIES + slot % Self::REPLIES
    }

    /// The quiet turns that last refuted something at this ply.
    #[inline]
    pub fn killers(&self, ply: usize) -> [Option<G::Move>; 2] {
        self.killers[ply]
    }

    /// `mv` refuted the opponent's last turn at this ply.
    pub fn set_killer(&mut self, ply: usize, mv: G::Move) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
    }

    /// A quiet turn to this slot did well (a positive bonus) or ill after the
    /// turns `before`.
    pub fn learn(&mut self, slot: usize, before: Before, bonus: i32) {
        adjust(&mut self.counters[slot], bonus);
        for earlier in before.into_iter().flatten() {
            adjust(&mut self.continuation[Self::reply(earlier, slot)], bonus);
        }
    }
}

/// What a refutation found at this depth counts.
#[inline]
pub fn bonus(depth: i32) -> i32 {
    (16 * depth * depth + 32 * depth).min(1600)
}

/// Moves a counter towards the sign of the bonus, the less the nearer it is to
/// the end of its range.
#[inline]
fn adjust(counter: &mut i16, bonus: i32) {
    let old = i32::from(*counter);
    *counter = (old + bonus - old * bonus.abs() / HISTORY_MAX) as i16;
}
