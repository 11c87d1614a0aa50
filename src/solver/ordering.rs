//! The move ordering, which affects only the time that a proof takes.

use smallvec::SmallVec;

use crate::search::SearchGame;

/// The rank of the turn from the transposition table.
const TT_TURN: i32 = i32::MAX;
/// The rank of a capture or promotion that gains nothing.
const TACTICAL: i32 = 1 << 28;
/// The amount that is added to the rank of a turn to which the opponent must respond.
const FORCING: i32 = 1 << 27;
/// The rank of the second killer move.
const KILLER: i32 = 1 << 26;
/// The value above which a history counter causes all counters to be halved.
const HISTORY_MAX: i32 = 1 << 24;

/// The part that a side plays in a proof.
#[derive(Copy, Clone, PartialEq, Eq)]
pub enum Role {
    /// The side that tries to win.
    Attacker,
    /// The side that tries to hold out.
    Defender,
}

/// The move ordering of a solver: history counters and killer moves, which record the
/// turns that decided earlier positions.
pub struct MoveOrdering<G: SearchGame> {
    /// The history counters, by [`SearchGame::history_slot`].
    history: Vec<i32>,
    /// Two killer moves for each ply.
    killers: Vec<[Option<G::Move>; 2]>,
}

impl<G: SearchGame> MoveOrdering<G> {
    /// Returns a move ordering without any records, for searches of this many plies.
    pub fn new(plies: usize) -> Self {
        Self {
            history: vec![0; G::HISTORY_SLOTS],
            killers: vec![[None; 2]; plies],
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

    /// Returns the turns of this side in order: the turn from the transposition table
    /// (`tt_tag`, 0 for none), captures and promotions by gain, the attacker's turns to which
    /// the opponent must respond, killer moves, and all others by history.
    pub fn order(
        &self,
        position: &G,
        turns: &[G::Move],
        role: Role,
        ply: usize,
        tt_tag: u16,
    ) -> OrderedTurns<G::Move> {
        let killers = self.killers.get(ply).copied().unwrap_or_default();
        let rank = |turn| {
            if tt_tag != 0 && G::move_tag(turn) == tt_tag {
                return TT_TURN;
            }
            if position.is_tactical(turn) {
                return TACTICAL + position.gain(turn);
            }
            let rank = if killers[0] == Some(turn) {
                KILLER + 1
            } else if killers[1] == Some(turn) {
                KILLER
            } else {
                let slot = position.history_slot(turn);
                self.history.get(slot).copied().unwrap_or_default()
            };
            let forces = role == Role::Attacker && {
                let mut child = position.clone();
                child.play(turn);
                child.must_respond()
            };
            rank + if forces { FORCING } else { 0 }
        };
        OrderedTurns(turns.iter().map(|&turn| (rank(turn), turn)).collect())
    }
}

/// The turns of a position, best first. They are picked one at a time, because the first often
/// decides the position.
pub struct OrderedTurns<M>(SmallVec<[(i32, M); 64]>);

impl<M: Copy> Iterator for OrderedTurns<M> {
    type Item = M;

    fn next(&mut self) -> Option<M> {
        let best = (0..self.0.len()).max_by_key(|&i| self.0.get(i).map(|(rank, _)| *rank))?;
        Some(self.0.swap_remove(best).1)
    }
}
