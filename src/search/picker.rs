//! Move ordering: the turn from the table, captures and promotions by gain, killer moves,
//! the other quiet turns by history, and finally captures that lose an exchange.
//!
//! All turns are generated at once, because only the complete list shows whether a
//! capture is compulsory. Most nodes are cut off after a few turns, so the turns are sorted
//! one at a time, and the exchange of a capture is evaluated only when the capture is next.
//! Only lists far longer than those of real games are sorted at once.

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
const KILLER: i32 = MAX_QUIET + 1;
/// The amount by which the rank of a capture falls if it loses an exchange.
const LOSING: i32 = 2 * TACTICAL;
/// The maximum absolute rank of a quiet turn that is not a killer move.
const MAX_QUIET: i32 = 1 << 20;

/// A picker of the turns of a position, best first.
pub struct Picker<M> {
    /// The turns: filled in by the caller, then ordered from [`Picker::start`] on.
    pub turns: MoveList<M>,
    ranks: SmallVec<[i32; 128]>,
    next: usize,
    order: Order,
}

/// How the remaining turns are ordered.
#[derive(Copy, Clone)]
enum Order {
    /// The turn with this tag, if any, comes first; the other turns are ranked only when
    /// needed, because most nodes end with the first turn.
    TableTurn { tag: u16, context: RankContext },
    /// By the ranks, from the greatest down.
    Ranks,
    /// As they stand in the list.
    List,
}

/// What the ranks depend on besides the turns, the position and the history.
#[derive(Copy, Clone)]
struct RankContext {
    previous: PreviousSlots,
    ply: usize,
}

impl<M: Copy + Eq> Picker<M> {
    /// Returns a picker without turns.
    #[inline]
    pub fn new() -> Self {
        Self {
            turns: MoveList::new(),
            ranks: SmallVec::new(),
            next: 0,
            order: Order::List,
        }
    }

    /// Starts the picking; the list must be complete. `tt_tag` is the tag of the table's
    /// turn, or 0 for none; a tag that no turn of the list has is ignored.
    #[inline]
    pub fn start(&mut self, previous: PreviousSlots, ply: usize, tt_tag: u16) {
        self.order = Order::TableTurn {
            tag: tt_tag,
            context: RankContext { previous, ply },
        };
    }

    /// Returns the best of the remaining turns; among equals, the first in the list.
    #[inline]
    pub fn next<G>(&mut self, position: &G, history: &History<G>) -> Option<M>
    where
        G: SearchGame<Move = M>,
    {
        if let Order::TableTurn { tag, context } = self.order {
            self.order = Order::TableTurn { tag: 0, context };
            if let Some(turn) = self.take_table_turn::<G>(tag) {
                return Some(turn);
            }
            self.rank(position, history, context);
        }
        if matches!(self.order, Order::Ranks) {
            self.move_best_to_front(position)?;
        }
        let turn = *self.turns.get(self.next)?;
        self.next += 1;
        Some(turn)
    }

    /// Takes the turn with this tag, if there is one.
    #[inline]
    fn take_table_turn<G: SearchGame<Move = M>>(&mut self, tag: u16) -> Option<M> {
        if tag == 0 {
            return None;
        }
        let index = self
            .turns
            .iter()
            .position(|&turn| G::move_tag(turn) == tag)?;
        self.turns.swap(0, index);
        self.next = 1;
        self.turns.first().copied()
    }

    /// Ranks the remaining turns, and sorts them at once if there are very many.
    #[inline]
    fn rank<G>(&mut self, position: &G, history: &History<G>, context: RankContext)
    where
        G: SearchGame<Move = M>,
    {
        let killers = history.killers(context.ply);
        let scores = history.scores(context.previous);
        self.ranks.resize(self.turns.len(), TT_TURN);
        for (rank, &turn) in self.ranks.iter_mut().zip(&self.turns).skip(self.next) {
            *rank = if position.is_tactical(turn) {
                position.gain(turn).clamp(-KILLER, KILLER) + TACTICAL
            } else if killers[0] == Some(turn) {
                KILLER + 1
            } else if killers[1] == Some(turn) {
                KILLER
            } else {
                scores.get(position.history_slot(turn))
            };
        }
        self.order = Order::Ranks;
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
        self.order = Order::List;
    }

    fn sort(&mut self) {
        let mut ranked: Vec<_> = self.ranks.drain(..).zip(self.turns.drain(..)).collect();
        ranked.sort_by_key(|&(rank, _)| std::cmp::Reverse(rank));
        for (rank, turn) in ranked {
            self.ranks.push(rank);
            self.turns.push(turn);
        }
        self.order = Order::List;
    }

    /// Moves the best of the remaining turns to their front, evaluating the exchange of
    /// each capture that gets there; `None` if the list has ended.
    #[inline]
    fn move_best_to_front<G: SearchGame<Move = M>>(&mut self, position: &G) -> Option<()> {
        loop {
            self.select_best()?;
            let (rank, turn) = (self.ranks.get_mut(self.next)?, self.turns.get(self.next)?);
            if !awaits_exchange(*rank) || !position.exchange_loses(*turn, 1) {
                return Some(());
            }
            *rank -= LOSING;
        }
    }

    /// Moves the turn with the greatest rank to the front; `None` if the list has ended.
    #[inline]
    fn select_best(&mut self) -> Option<()> {
        let remaining = self.ranks.get(self.next..)?;
        // Finding the rank first and then its place is faster than both at once,
        // because the search for the rank is vectorized.
        let greatest = remaining.iter().fold(i32::MIN, |a, &b| a.max(b));
        let best = self.next + remaining.iter().position(|&rank| rank == greatest)?;
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
