//! The move ordering, which affects only the time that a proof takes.

use smallvec::SmallVec;

use super::MAX_MOVES;
use crate::search::SearchGame;

/// The rank of the turn from the table.
const TT_TURN: i32 = i32::MAX;
/// The rank of a capture or promotion that gains nothing.
const TACTICAL: i32 = 1 << 28;
/// The amount that is added to the rank of a turn to which the opponent must respond.
const FORCING: i32 = 1 << 27;
/// The rank of the second killer move.
const KILLER: i32 = 1 << 26;
/// The value above which a history counter causes all counters to be halved.
const HISTORY_MAX: i32 = 1 << 24;

/// The move ordering of a solver: history counters and killer moves, which record the
/// turns that decided earlier positions.
pub struct MoveOrdering<G: SearchGame> {
    /// The history counters, by [`SearchGame::history_slot`].
    history: Vec<i32>,
    /// Two killer moves for each ply.
    killers: Vec<[Option<G::Move>; 2]>,
}

impl<G: SearchGame> MoveOrdering<G> {
    pub fn new() -> Self {
        Self {
            history: vec![0; G::HISTORY_SLOTS],
            killers: vec![[None; 2]; 2 * MAX_MOVES as usize + 2],
        }
    }

    /// Records that a turn decided a position with `moves` moves left.
    pub fn update(&mut self, position: &G, turn: G::Move, ply: usize, moves: u32) {
        if let Some(killers) = self.killers.get_mut(ply)
            && killers[0] != Some(turn)
        {
            *killers = [Some(turn), killers[0]];
        }
        if let Some(counter) = self.history.get_mut(position.history_slot(turn)) {
            *counter += (moves * moves) as i32 + 1;
            if *counter > HISTORY_MAX {
                self.history.iter_mut().for_each(|counter| *counter /= 2);
            }
        }
    }

    fn rank(&self, position: &G, turn: G::Move, ply: usize, tt_tag: u16) -> i32 {
        if tt_tag != 0 && G::move_tag(turn) == tt_tag {
            return TT_TURN;
        }
        let killers = self.killers.get(ply).copied().unwrap_or_default();
        if killers[0] == Some(turn) {
            return KILLER + 1;
        }
        if killers[1] == Some(turn) {
            return KILLER;
        }
        let slot = position.history_slot(turn);
        self.history.get(slot).copied().unwrap_or_default()
    }

    /// Returns the order for the side that tries to win: the turn from the table, captures
    /// and promotions by gain, turns to which the opponent must respond, killer moves, and
    /// the rest by history.
    pub fn attack_order(
        &self,
        position: &G,
        turns: &[G::Move],
        ply: usize,
        tt_tag: u16,
    ) -> OrderedTurns<G::Move> {
        OrderedTurns::new(turns, |turn| {
            let rank = self.rank(position, turn, ply, tt_tag);
            if rank == TT_TURN {
                return rank;
            }
            if position.is_tactical(turn) {
                return TACTICAL + position.gain(turn);
            }
            let mut child = position.clone();
            child.play(turn);
            rank + if child.must_respond() { FORCING } else { 0 }
        })
    }

    /// Returns the order for the side that tries to hold out: the turn from the table,
    /// captures and promotions by gain, killer moves, and the rest by history.
    pub fn defence_order(
        &self,
        position: &G,
        turns: &[G::Move],
        ply: usize,
        tt_tag: u16,
    ) -> OrderedTurns<G::Move> {
        OrderedTurns::new(turns, |turn| {
            let rank = self.rank(position, turn, ply, tt_tag);
            if rank != TT_TURN && position.is_tactical(turn) {
                return TACTICAL + position.gain(turn);
            }
            rank
        })
    }
}

/// The turns of a position, best first. They are picked one at a time, as the first often
/// decides the position.
pub struct OrderedTurns<M>(SmallVec<[(i32, M); 64]>);

impl<M: Copy> OrderedTurns<M> {
    fn new(turns: &[M], rank: impl Fn(M) -> i32) -> Self {
        Self(turns.iter().map(|&turn| (rank(turn), turn)).collect())
    }
}

impl<M: Copy> Iterator for OrderedTurns<M> {
    type Item = M;

    fn next(&mut self) -> Option<M> {
        let best = (0..self.0.len()).max_by_key(|&i| self.0.get(i).map(|(rank, _)| *rank))?;
        Some(self.0.swap_remove(best).1)
    }
}
