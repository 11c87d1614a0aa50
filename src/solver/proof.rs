//! The search for a proof. Two functions that call each other decide whether the side
//! to move wins, or loses, within a number of moves.

use super::ordering::{MoveOrdering, Role};
use super::proof_table::ProofTable;
use crate::base::zobrist::splitmix;
use crate::rules::{End, MoveList};
use crate::search::{SearchGame, may_be_truncated};

/// The number of nodes between two polls of `stop`.
const POLL_INTERVAL: u64 = 1 << 12;
/// A number xored into keys, so that whether the side to move loses is stored separately from
/// whether it wins.
const LOSES_SALT: u64 = splitmix(0x10_5e5);

/// Returns the key of a position in the proof table.
fn key<G: SearchGame>(position: &G) -> u64 {
    position.table_key() ^ splitmix(u64::from(position.halfmove_clock()))
}

/// Returns whether the side to move has a legal turn. It always has one if it must respond
/// to a threat.
fn has_turn<G: SearchGame>(position: &G) -> bool {
    position.must_respond() || position.count() > 0
}

/// Returns whether the game is over and the side to move has lost.
fn has_lost<G: SearchGame>(position: &G) -> bool {
    position.is_lost()
        || !position.is_drawn() && !has_turn(position) && position.end_without_turns() == End::Lost
}

/// A callback, polled regularly, that returns `true` to stop the search.
pub type StopCheck<'s> = &'s dyn Fn() -> bool;

/// The signal that the search was stopped, by the caller or by a limit.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Stopped;

/// A search for a proof.
pub struct ProofSearch<'s, G: SearchGame> {
    /// The results of all searches of the solver.
    pub table: &'s mut ProofTable,
    /// The move ordering of the solver.
    pub ordering: &'s mut MoveOrdering<G>,
    /// Stops the search.
    pub stop: StopCheck<'s>,
    /// The maximum number of nodes.
    pub node_limit: u64,
    /// The number of nodes so far.
    pub nodes: u64,
}

impl<G: SearchGame> ProofSearch<'_, G> {
    /// Returns the stored tag of the turn that won the position; 0 if none is stored.
    pub fn tt_tag(&self, position: &G) -> u16 {
        self.table.probe(key(position)).move_tag
    }

    /// Returns the legal turns, or stops the search if the list may have been truncated.
    pub fn turns(&self, position: &G) -> Result<MoveList<G::Move>, Stopped> {
        let mut turns = MoveList::new();
        position.generate_distinct(&mut turns);
        if may_be_truncated(&turns) {
            Err(Stopped)
        } else {
            Ok(turns)
        }
    }

    /// Returns the position after a turn, and counts it as a node.
    pub fn after(&mut self, position: &G, turn: G::Move) -> Result<G, Stopped> {
        let is_poll_due = self.nodes.is_multiple_of(POLL_INTERVAL);
        if self.nodes >= self.node_limit || is_poll_due && (self.stop)() {
            return Err(Stopped);
        }
        self.nodes += 1;
        let mut child = position.clone();
        child.play(turn);
        Ok(child)
    }

    /// Returns whether the side to move wins within `moves` moves; `moves` is at least 1.
    pub fn wins(&mut self, position: &G, moves: u32, ply: usize) -> Result<bool, Stopped> {
        if position.is_lost() || position.is_drawn() {
            return Ok(false);
        }
        if moves <= 1 {
            return self.wins_at_once(position);
        }
        self.attack_succeeds(position, Role::Attacker, moves, ply)
    }

    /// Returns whether the side to move wins with its next turn. Most proofs end with this
    /// question.
    fn wins_at_once(&mut self, position: &G) -> Result<bool, Stopped> {
        if !position.must_respond() && !position.quiet_turn_may_end_game() {
            return Ok(false);
        }
        let turns = self.turns(position)?;
        if turns.is_empty() {
            return Ok(position.end_without_turns() == End::Won);
        }
        for turn in turns {
            if has_lost(&self.after(position, turn)?) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns whether the side to move has lost, or loses within `moves` moves of its
    /// opponent, whatever it plays.
    pub fn loses(&mut self, position: &G, moves: u32, ply: usize) -> Result<bool, Stopped> {
        if moves == 0 {
            return Ok(has_lost(position));
        }
        if position.is_lost() {
            return Ok(true);
        }
        if position.is_drawn() {
            return Ok(false);
        }
        self.attack_succeeds(position, Role::Defender, moves, ply)
    }

    /// Returns whether the attacker wins within `moves` of its moves; `role` is that of the
    /// side to move. If a legal turn exists, the game must not be over.
    fn attack_succeeds(
        &mut self,
        position: &G,
        role: Role,
        moves: u32,
        ply: usize,
    ) -> Result<bool, Stopped> {
        let (salt, won) = match role {
            Role::Attacker => (0, End::Won),
            Role::Defender => (LOSES_SALT, End::Lost),
        };
        let key = key(position) ^ salt;
        let bounds = self.table.probe(key);
        if let Some(answer) = bounds.answer(moves) {
            return Ok(answer);
        }
        let nodes_before = self.nodes;
        let turns = self.turns(position)?;
        if turns.is_empty() {
            // Not stored: the result of a mate may depend on more than the key.
            return Ok(position.end_without_turns() == won);
        }
        let mut deciding = None;
        let ordered = self
            .ordering
            .order(position, &turns, role, ply, bounds.move_tag);
        for turn in ordered {
            let child = self.after(position, turn)?;
            let decides = match role {
                Role::Attacker => self.loses(&child, moves - 1, ply + 1)?,
                Role::Defender => !self.wins(&child, moves, ply + 1)?,
            };
            if decides {
                self.ordering.update(position, turn, ply, moves);
                deciding = Some(turn);
                break;
            }
        }
        let succeeds = (role == Role::Attacker) == deciding.is_some();
        // The entry may have been replaced or refined since it was probed.
        let bounds = self.table.probe(key);
        let bounds = bounds.with(moves, succeeds, deciding.map_or(0, G::move_tag));
        self.table.store(key, bounds, self.nodes - nodes_before);
        Ok(succeeds)
    }
}
