//! The two mutually recursive searches: does the side to move win within a number
//! of moves, and does it lose?

use super::table::Known;
use super::{Solver, Stop, Stopped};
use crate::base::zobrist::splitmix;
use crate::rules::{End, MoveList};
use crate::search::SearchGame;

/// The length of a list of turns that the generator may have cut.
const MANY: usize = 1 << 12;
/// The number of turns made between two polls of `stop`.
const PATIENCE: u64 = 1 << 12;
/// The mask that separates the keys of the two questions about one position.
const LOSES: u64 = splitmix(0x10_5e5);

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
        || !position.is_drawn() && !has_turn(position) && position.no_moves() == End::Lost
}

impl<G: SearchGame> Solver<G> {
    /// Returns the tag of the turn that won the position, or 0.
    pub(super) fn known_turn(&self, position: &G) -> u16 {
        self.table.get(key(position)).tag
    }

    /// Returns all legal turns, but fails if the generator may have cut the list.
    pub(super) fn turns(&self, position: &G) -> Result<MoveList<G::Move>, Stopped> {
        let mut turns = MoveList::new();
        position.generate_distinct(&mut turns);
        if turns.len() < MANY {
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
        stop: Stop<'_>,
    ) -> Result<G, Stopped> {
        let is_pause = self.nodes.is_multiple_of(PATIENCE);
        if self.nodes >= self.most || is_pause && stop() {
            return Err(Stopped);
        }
        self.nodes += 1;
        let mut child = position.clone();
        child.play(mv);
        Ok(child)
    }

    /// Returns whether the side to move wins within `moves` moves, at least 1.
    pub(super) fn wins(
        &mut self,
        position: &G,
        moves: u32,
        ply: usize,
        stop: Stop<'_>,
    ) -> Result<bool, Stopped> {
        if position.is_lost() || position.is_drawn() {
            return Ok(false);
        }
        if moves <= 1 {
            return self.wins_at_once(position, stop);
        }
        let key = key(position);
        let known = self.table.get(key);
        if let Some(said) = known.says(moves) {
            return Ok(said);
        }
        let begin = self.nodes;
        let turns = self.turns(position)?;
        if turns.is_empty() {
            return Ok(position.no_moves() == End::Won);
        }
        let mut winning = None;
        for mv in self.experience.attack(position, &turns, ply, known.tag) {
            let child = self.after(position, mv, stop)?;
            if self.loses(&child, moves - 1, ply + 1, stop)? {
                self.experience.learn(position, mv, ply, moves);
                winning = Some(mv);
                break;
            }
        }
        self.remember(key, moves, winning.is_some(), winning, begin);
        Ok(winning.is_some())
    }

    /// Returns whether a single turn wins: the last step for most positions.
    fn wins_at_once(&mut self, position: &G, stop: Stop<'_>) -> Result<bool, Stopped> {
        if !position.must_respond() && !position.quiet_turn_may_end() {
            return Ok(false);
        }
        let turns = self.turns(position)?;
        if turns.is_empty() {
            return Ok(position.no_moves() == End::Won);
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
        stop: Stop<'_>,
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
        let key = key(position) ^ LOSES;
        let known = self.table.get(key);
        if let Some(said) = known.says(moves) {
            return Ok(said);
        }
        let begin = self.nodes;
        let turns = self.turns(position)?;
        if turns.is_empty() {
            // Not stored: the result of a mate may depend on more than the key.
            return Ok(position.no_moves() == End::Lost);
        }
        let mut saving = None;
        for mv in self.experience.defence(position, &turns, ply, known.tag) {
            let child = self.after(position, mv, stop)?;
            if !self.wins(&child, moves, ply + 1, stop)? {
                self.experience.learn(position, mv, ply, moves);
                saving = Some(mv);
                break;
            }
        }
        let loses = saving.is_none();
        self.remember(key, moves, loses, saving, begin);
        Ok(loses)
    }

    /// Stores a result that took the nodes since `begin`.
    fn remember(&mut self, key: u64, moves: u32, holds: bool, mv: Option<G::Move>, begin: u64) {
        // The entry may have been replaced or refined since it was probed.
        let known: Known = self.table.get(key);
        let known = known.with(moves, holds, mv.map_or(0, G::move_tag));
        self.table.put(key, known, self.nodes - begin);
    }
}
