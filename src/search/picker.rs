//! Move ordering: the turn from the table, captures and promotions by gain, killer moves,
//! the other quiet turns by history, and finally captures that lose an exchange.
//!
//! All turns are generated at once, because only the complete list shows whether a
//! capture is compulsory. They are sorted one at a time, as most nodes are cut off after
//! a few; only lists far longer than those of real games are sorted at once. For the same
//! reason, the exchange of a capture is evaluated only when the capture is next.

use smallvec::SmallVec;

use super::game::SearchGame;
use super::history::History;
use super::stack::PreviousSlots;
use crate::rules::MoveList;

/// The maximum length of a list that is sorted one turn at a time.
const MAX_SELECTION_SORT: usize = 512;

/// The rank of the turn from the transposition table.
const TT_TURN: i32 = i32::MAX;
/// The rank of a capture or promotion that gains nothing.
const TACTICAL: i32 = 1 << 24;
/// The rank of the second killer move.
const KILLER: i32 = 1 << 20;
/// The amount by which the rank of a capture falls if it loses an exchange.
const LOSING: i32 = 2 * TACTICAL;
/// The maximum absolute rank of a quiet turn that is not a killer move.
const MAX_QUIET: i32 = 1 << 20;

/// A picker of the turns of a position, best first.
pub struct Picker<M> {
    /// The turns: filled in by the caller, then ordered by [`Picker::rank`].
    pub turns: MoveList<M>,
    ranks: SmallVec<[i32; 128]>,
    next: usize,
    /// Whether the remaining turns are returned in the order of the list.
    sorted: bool,
}

impl<M: Copy + Eq> Picker<M> {
    /// Returns a picker without turns.
    #[inline]
    pub fn new() -> Self {
        Self {
            turns: MoveList::new(),
            ranks: SmallVec::new(),
            next: 0,
            sorted: false,
        }
    }

    /// Ranks the turns. `tt_tag` is the tag of the table's turn, or 0 for none; it is
    /// ignored unless a turn of the list has it.
    #[inline]
    pub fn rank<G>(
        &mut self,
        position: &G,
        history: &History<G>,
        previous: PreviousSlots,
        ply: usize,
        tt_tag: u16,
    ) where
        G: SearchGame<Move = M>,
    {
        let killers = history.killers(ply);
        self.ranks.extend(self.turns.iter().map(|&turn| {
            if tt_tag != 0 && G::move_tag(turn) == tt_tag {
                TT_TURN
            } else if position.is_tactical(turn) {
                position.gain(turn).clamp(-KILLER, KILLER) + TACTICAL
            } else if killers[0] == Some(turn) {
                KILLER + 1
            } else if killers[1] == Some(turn) {
                KILLER
            } else {
                history.score(position.history_slot(turn), previous)
            }
        }));
        if self.turns.len() > MAX_SELECTION_SORT {
            for (rank, &turn) in self.ranks.iter_mut().zip(&self.turns) {
                if awaits_exchange(*rank) && position.exchange_loses(turn, 1) {
                    *rank -= LOSING;
                }
            }
            self.sort();
        }
    }

    /// Stops the sorting: the order of the remaining turns no longer matters.
    #[inline]
    pub fn stop_sorting(&mut self) {
        self.sorted = true;
    }

    fn sort(&mut self) {
        let mut ranked: Vec<_> = self.ranks.drain(..).zip(self.turns.drain(..)).collect();
        ranked.sort_by_key(|&(rank, _)| std::cmp::Reverse(rank));
        for (rank, turn) in ranked {
            self.ranks.push(rank);
            self.turns.push(turn);
        }
        self.sorted = true;
    }
}

impl<M: Copy> Picker<M> {
    /// Returns the best of the remaining turns; among equals, the first in the list.
    #[inline]
    pub fn next<G: SearchGame<Move = M>>(&mut self, position: &G) -> Option<M> {
        while !self.sorted {
            self.select_best()?;
            let (rank, turn) = (self.ranks.get_mut(self.next)?, self.turns.get(self.next)?);
            if !awaits_exchange(*rank) || !position.exchange_loses(*turn, 1) {
                break;
            }
            *rank -= LOSING;
        }
        let turn = *self.turns.get(self.next)?;
        self.next += 1;
        Some(turn)
    }

    /// Moves the best of the remaining turns to the front of them; `None` if the list has
    /// ended.
    #[inline]
    fn select_best(&mut self) -> Option<()> {
        let remaining = self.ranks.get(self.next..)?;
        let mut best = 0;
        for (i, rank) in remaining.iter().enumerate().skip(1) {
            if *rank > remaining[best] {
                best = i;
            }
        }
        let best = self.next + best;
        if best < self.turns.len() {
            self.turns.swap(self.next, best);
            self.ranks.swap(self.next, best);
        }
        Some(())
    }

    /// Returns whether the last turn returned is a capture that loses an exchange; always
    /// `false` for the table's turn.
    #[inline]
    pub fn is_losing(&self) -> bool {
        let last = self.next.checked_sub(1);
        last.is_some_and(|last| self.ranks.get(last).is_some_and(|&rank| rank < -MAX_QUIET))
    }
}

/// Returns whether the exchange of a turn of this rank has yet to be evaluated.
#[inline]
const fn awaits_exchange(rank: i32) -> bool {
    rank > TACTICAL / 2 && rank != TT_TURN
}
