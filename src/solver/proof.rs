//! The two mutually recursive searches: whether the side to move wins within a number of
//! moves, and whether it loses.

use super::proof_table::ProofBounds;
use super::{Solver, StopCheck, Stopped};
use crate::base::zobrist::splitmix;
use crate::rules::{End, MoveList};
use crate::search::SearchGame;

/// The length from which move generation may have truncated a list of turns.
const MAX_TURNS: usize = 1 << 12;
/// The number of turns between two polls of `stop`.
const POLL_INTERVAL: u64 = 1 << 12;
/// A number xored into keys, so that the results of the two searches of a position are
/// stored separately.
const LOSES_SALT: u64 = splitmix(0x10_5e5);

/// Returns the key of a position in the proof table.
fn key<G: SearchGame>(position: &G) -> u64 {
    position.key() ^ splitmix(u64::from(position.halfmove_clock()))
}

/// Returns whether the side to move has a legal turn. It always has one if it must respond
/// to a threat.
fn has_turn<G: SearchGame>(position: &G) -> bool {
    position.must_respond() || position.count() > 0
}

/// Returns whether the side to move has lost on the board.
fn has_lost<G: SearchGame>(position: &G) -> bool {
    position.is_lost()
        || !position.is_drawn() && !has_turn(position) && position.end_without_turns() == End::Lost
}

impl<G: SearchGame> Solver<G> {
    /// Returns the stored tag of the turn that won the position, or 0.
    pub(super) fn tt_tag(&self, position: &G) -> u16 {
        self.table.probe(key(position)).move_tag
    }

    /// Returns the legal turns, or stops the search if the list may have been truncated.
    pub(super) fn turns(&self, position: &G) -> Result<MoveList<G::Move>, Stopped> {
        let mut turns = MoveList::new();
        position.generate_distinct(&mut turns);
        if turns.len() < MAX_TURNS {
            Ok(turns)
        } else {
            Err(Stopped)
        }
    }

    /// Returns the position after a turn, and counts it as a node.
    pub(super) fn after(
        &mut self,
        position: &G,
        turn: G::Move,
        stop: StopCheck<'_>,
    ) -> Result<G, Stopped> {
        let is_poll_due = self.nodes.is_multiple_of(POLL_INTERVAL);
        if self.nodes >= self.node_limit || is_poll_due && stop() {
            return Err(Stopped);
        }
        self.nodes += 1;
        let mut child = position.clone();
        child.play(turn);
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
        let nodes_before = self.nodes;
        let turns = self.turns(position)?;
        if turns.is_empty() {
            return Ok(position.end_without_turns() == End::Won);
        }
        let mut winning = None;
        for turn in self
            .ordering
            .attack_order(position, &turns, ply, bounds.move_tag)
        {
            let child = self.after(position, turn, stop)?;
            if self.loses(&child, moves - 1, ply + 1, stop)? {
                self.ordering.update(position, turn, ply, moves);
                winning = Some(turn);
                break;
            }
        }
        self.store_result(key, moves, winning.is_some(), winning, nodes_before);
        Ok(winning.is_some())
    }

    /// Returns whether the side to move wins with its next turn. Most proofs end with this
    /// question.
    fn wins_at_once(&mut self, position: &G, stop: StopCheck<'_>) -> Result<bool, Stopped> {
        if !position.must_respond() && !position.quiet_turn_may_end_game() {
            return Ok(false);
        }
        let turns = self.turns(position)?;
        if turns.is_empty() {
            return Ok(position.end_without_turns() == End::Won);
        }
        for turn in turns {
            if has_lost(&self.after(position, turn, stop)?) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns whether the side to move has lost, or will lose within `moves` moves of its
    /// opponent, whatever it plays.
    pub(super) fn loses(
        &mut self,
        position: &G,
        moves: u32,
        ply: usize,
        stop: StopCheck<'_>,
    ) -> Result<bool, Stopped> {
        if moves == 0 {
            return Ok(has_lost(position));
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
        let nodes_before = self.nodes;
        let turns = self.turns(position)?;
        if turns.is_empty() {
            // Not stored: the result of a mate may depend on more than the key.
            return Ok(position.end_without_turns() == End::Lost);
        }
        let mut saving = None;
        for turn in self
            .ordering
            .defence_order(position, &turns, ply, bounds.move_tag)
        {
            let child = self.after(position, turn, stop)?;
            if !self.wins(&child, moves, ply + 1, stop)? {
                self.ordering.update(position, turn, ply, moves);
                saving = Some(turn);
                break;
            }
        }
        let loses = saving.is_none();
        self.store_result(key, moves, loses, saving, nodes_before);
        Ok(loses)
    }

    /// Stores whether a claim holds for `moves` moves, with the turn that decided it. Its
    /// search began at `nodes_before` nodes.
    fn store_result(
        &mut self,
        key: u64,
        moves: u32,
        holds: bool,
        turn: Option<G::Move>,
        nodes_before: u64,
    ) {
        // The entry may have been replaced or refined since it was probed.
        let bounds: ProofBounds = self.table.probe(key);
        let bounds = bounds.with(moves, holds, turn.map_or(0, G::move_tag));
        self.table.store(key, bounds, self.nodes - nodes_before);
    }
}
