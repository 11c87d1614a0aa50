//! Move history: counters that record which turns have refuted the opponent's last turn.
//!
//! Quiet turns are rated by man and destination (piece-to history), and by man and
//! destination in reply to each of the last two turns (continuation history). Each worker
//! has its own counters, so workers search differently and need no synchronization.

use super::game::SearchGame;
use super::parameters::{HISTORY_LINEAR, HISTORY_MAX_BONUS, HISTORY_SQUARE};
use super::stack::PreviousSlots;
use crate::base::score::MAX_PLY;
use crate::rules::Game;

/// The maximum absolute value of a counter.
pub const HISTORY_MAX: i32 = 16_384;

/// The history counters and killer moves of one worker.
#[derive(Clone, Debug)]
pub struct History<G: Game> {
    piece_to: Box<[i16]>,
    continuation: Box<[i16]>,
    killers: Box<[[Option<G::Move>; 2]]>,
}

impl<G: SearchGame> History<G> {
    /// The number of slots of one side. A reply need not store its side, because
    /// the slot of the turn before implies it.
    const REPLIES: usize = G::HISTORY_SLOTS / 2;

    /// Returns empty counters and no killer moves.
    pub fn new() -> Self {
        Self {
            piece_to: vec![0; G::HISTORY_SLOTS].into(),
            continuation: vec![0; G::HISTORY_SLOTS * Self::REPLIES].into(),
            killers: vec![[None; 2]; MAX_PLY].into(),
        }
    }

    /// Resets all counters and killer moves.
    pub fn clear(&mut self) {
        self.piece_to.fill(0);
        self.continuation.fill(0);
        self.killers.fill([None; 2]);
    }

    /// Prepares for a new search: halves the piece-to counters and removes the killer
    /// moves.
    pub fn age(&mut self) {
        self.piece_to.iter_mut().for_each(|counter| *counter /= 2);
        self.killers.fill([None; 2]);
    }

    /// Returns the scores of turns that follow turns of the slots `previous`.
    #[inline]
    pub fn scores(&self, previous: PreviousSlots) -> HistoryScores<'_> {
        HistoryScores {
            piece_to: &self.piece_to,
            replies: [self.replies(previous[0]), self.replies(previous[1])],
        }
    }

    /// Returns the continuation counters of all replies to an earlier turn; empty if there was
    /// no such turn.
    #[inline]
    fn replies(&self, earlier: Option<u16>) -> &[i16] {
        let Some(earlier) = earlier else { return &[] };
        let start = usize::from(earlier) * Self::REPLIES;
        let replies = self.continuation.get(start..start + Self::REPLIES);
        replies.unwrap_or_default()
    }

    /// Returns the score of turns of one slot that follow turns of the slots `previous`, as
    /// [`HistoryScores::get`] does.
    #[inline]
    pub fn score(&self, slot: usize, previous: PreviousSlots) -> i32 {
        self.scores(previous).get(slot)
    }

    /// Returns the killer moves of this ply: the quiet turns that last refuted the
    /// opponent's turn at this ply, latest first.
    #[inline]
    pub fn killers(&self, ply: usize) -> [Option<G::Move>; 2] {
        self.killers[ply]
    }

    /// Records `turn` as a killer move of this ply.
    pub fn set_killer(&mut self, ply: usize, turn: G::Move) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(turn) {
            *killers = [Some(turn), killers[0]];
        }
    }

    /// Records that a quiet turn of this slot did well (a positive bonus) or badly (a
    /// negative one) after turns of the slots `previous`.
    pub fn update(&mut self, slot: usize, previous: PreviousSlots, bonus: i32) {
        adjust(&mut self.piece_to[slot], bonus);
        for earlier in previous.into_iter().flatten() {
            let index = usize::from(earlier) * Self::REPLIES + slot % Self::REPLIES;
            adjust(&mut self.continuation[index], bonus);
        }
    }
}

/// The history scores of the turns of a node.
#[derive(Copy, Clone, Debug)]
pub struct HistoryScores<'h> {
    piece_to: &'h [i16],
    /// The continuation counters after each of the last two turns; empty if there was no such
    /// turn.
    replies: [&'h [i16]; 2],
}

impl HistoryScores<'_> {
    /// Returns how well turns of this slot have done: at most three times [`HISTORY_MAX`] in
    /// absolute value.
    #[inline]
    pub fn get(&self, slot: usize) -> i32 {
        let side = self.piece_to.len() / 2;
        let reply = if slot < side { slot } else { slot - side };
        counter(self.piece_to, slot)
            + counter(self.replies[0], reply)
            + counter(self.replies[1], reply)
    }
}

/// Returns a counter, or 0 if there is none.
#[inline]
fn counter(counters: &[i16], index: usize) -> i32 {
    counters.get(index).copied().map_or(0, i32::from)
}

/// Returns the bonus of a refutation found at this depth.
#[inline]
pub fn bonus<G: SearchGame>(depth: i32) -> i32 {
    let bonus = HISTORY_SQUARE.get::<G>() * depth * depth + HISTORY_LINEAR.get::<G>() * depth;
    bonus.min(HISTORY_MAX_BONUS.get::<G>())
}

/// Moves a counter in the direction of the bonus, by less the nearer the counter is to
/// that end of its range (history gravity).
#[inline]
fn adjust(counter: &mut i16, bonus: i32) {
    let old = i32::from(*counter);
    *counter = (old + bonus - old * bonus.abs() / HISTORY_MAX) as i16;
}
