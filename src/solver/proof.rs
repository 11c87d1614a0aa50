//! The two mutually recursive searches: does the side to move win within a number
//! of moves, and does it lose?

use super::proof_table::ProofBounds;
use super::{Solver, StopCheck, Stopped};
use crate::base::zobrist::splitmix;
use crate::rules::{End, MoveList};
use crate::search::SearchGame;

/// The length at which the generator may have truncated a list of turns.
const MAX_TURNS: usize = 1 << 12;
/// The number of turns between two polls of `stop`.
const POLL_INTERVAL: u64 = 1 << 12;
/// The mask that separates the keys of the two questions about one position.
const LOSES_SALT: u64 = splitmix(0x10_5e5);

fn key<G: SearchGame>(position: &G) -> u64 {
    position.key() ^ splitmix(u64::from(position.halfmove_clock()))
}

/// Returns whether the side to move has a legal turn, as it always has when it
/// must capture.
fn has_turn<G: SearchGame>(position: &G) -> bool {
    position.must_respond() || position.count() > 0
}

/// Returns whether the side to move has lost on the board.
fn is_over<G: SearchGame>(position: &G) -> bool {
    position.is_lost()
        || !position.is_drawn() && !has_turn(position) && position.end_without_turns() == End::Lost
}

impl<G: SearchGame> Solver<G> {
    /// Returns the tag of the turn that won the position, or 0.
    pub(super) fn stored_tag(&self, position: &G) -> u16 {
        self.table.probe(key(position)).move_tag
    }

    /// Returns all legal turns, but fails if the generator may have truncated the list.
    pub(super) fn turns(&self, position: &G) -> Result<MoveList<G::Move>, Stopped> {
        let mut turns = MoveList::new();
        position.generate_distinct(&mut turns);
        if turns.len() < MAX_TURNS {
            Ok(turns)
        } else {
            Err(Stopped)
        }
    }

    /// Makes a turn and counts it as a node.
    pub(super) fn after(
        &mut self,
        position: &G,
        mv: G::Move,
        stop: StopCheck<'_>,
    ) -> Result<G, Stopped> {
        let is_poll_due = self.nodes.is_multiple_of(POLL_INTERVAL);
        if self.nodes >= self.node_limit || is_poll_due && stop() {
            return Err(Stopped);
        }
        self.nodes += 1;
        let mut child = position.clone();
        child.play(mv);
        Ok(child)
    }

    /// Returns whether the side to move wins within `moves` moves; `moves` is at least 1.
    pub(super) fn wins(
        &mut self,
        position: &G,
        moves: u32,
        ply: usize,
        stop: StopCheck<'_>,
    ) -> Result<bool, Stopped> {
        if position.is_lost() || position.is_drawn() {
            return Ok(false);
        }
        if moves <= 1 {
            return self.wins_at_once(position, stop);
        }
        let key = key(position);
        let bounds = self.table.probe(key);
        if let Some(answer) = bounds.answer(moves) {
            return Ok(answer);
        }
        let begin = self.nodes;
        let turns = self.turns(position)?;
        if turns.is_empty() {
            return Ok(position.end_without_turns() == End::Won);
        }
        let mut winning = None;
        for mv in self.ordering.attack(position, &turns, ply, bounds.move_tag) {
            let child = self.after(position, mv, stop)?;
            if self.loses(&child, moves - 1, ply + 1, stop)? {
                self.ordering.update(position, mv, ply, moves);
                winning = Some(mv);
                break;
            }
        }
        self.store_result(key, moves, winning.is_some(), winning, begin);
        Ok(winning.is_some())
    }

    /// Returns whether a single turn wins, the last step of most proofs.
    fn wins_at_once(&mut self, position: &G, stop: StopCheck<'_>) -> Result<bool, Stopped> {
        if !position.must_respond() && !position.quiet_turn_may_end() {
            return Ok(false);
        }
        let turns = self.turns(position)?;
        if turns.is_empty() {
            return Ok(position.end_without_turns() == End::Won);
        }
        for mv in turns {
            if is_over(&self.after(position, mv, stop)?) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns whether the side to move has lost, or will lose within `moves`
    /// moves of its opponent, whatever it plays.
    pub(super) fn loses(
        &mut self,
        position: &G,
        moves: u32,
        ply: usize,
        stop: StopCheck<'_>,
    ) -> Result<bool, Stopped> {
        if moves == 0 {
            return Ok(is_over(position));
        }
        if position.is_lost() {
            return Ok(true);
        }
        if position.is_drawn() {
            return Ok(false);
        }
        let key = key(position) ^ LOSES_SALT;
        let bounds = self.table.probe(key);
        if let Some(answer) = bounds.answer(moves) {
            return Ok(answer);
        }
        let begin = self.nodes;
        let turns = self.turns(position)?;
        if turns.is_empty() {
            // Not stored: the result of a mate may depend on more than the key.
            return Ok(position.end_without_turns() == End::Lost);
        }
        let mut saving = None;
        for mv in self
            .ordering
            .defence(position, &turns, ply, bounds.move_tag)
        {
            let child = self.after(position, mv, stop)?;
            if !self.wins(&child, moves, ply + 1, stop)? {
                self.ordering.update(position, mv, ply, moves);
                saving = Some(mv);
                break;
            }
        }
        let loses = saving.is_none();
        self.store_result(key, moves, loses, saving, begin);
        Ok(loses)
    }

    /// Stores a result that took the nodes since `begin`.
    fn store_result(&mut self, key: u64, moves: u32, holds: bool, mv: Option<G::Move>, begin: u64) {
        // The entry may have been replaced or refined since it was probed.
        let bounds: ProofBounds = self.table.probe(key);
        let bounds = bounds.with(moves, holds, mv.map_or(0, G::move_tag));
        self.table.store(key, bounds, self.nodes - begin);
    }
}
