//! The record of a game, which detects repetition.

use super::playable::Playable;
use crate::rules::{DrawReason, Outcome};

/// A game record: a start position and the turns played from it.
#[derive(Clone, Debug)]
pub struct Record<P: Playable> {
    current: P,
    /// The positions before the current one, oldest first: taking back a turn restores
    /// the last of them.
    earlier: Vec<P>,
    /// The hash keys of these positions.
    earlier_keys: Vec<u64>,
    turns: Vec<P::Move>,
}

impl<P: Playable> Record<P> {
    /// Creates a record of a game that begins in the position `start`.
    pub const fn new(start: P) -> Self {
        Self {
            current: start,
            earlier: Vec::new(),
            earlier_keys: Vec::new(),
            turns: Vec::new(),
        }
    }

    /// Returns the start position.
    pub fn start(&self) -> &P {
        self.earlier.first().unwrap_or(&self.current)
    }

    /// Returns the current position.
    pub const fn position(&self) -> &P {
        &self.current
    }

    /// Returns the turns played from the start position.
    pub fn turns(&self) -> &[P::Move] {
        &self.turns
    }

    /// Returns the turn after the first `ply` turns, with the position in which it was played;
    /// `None` if the game has no such turn.
    pub fn turn_at(&self, ply: usize) -> Option<(&P, P::Move)> {
        Some((self.earlier.get(ply)?, *self.turns.get(ply)?))
    }

    /// Returns the hash keys of all positions before the current one, oldest first.
    pub fn earlier_keys(&self) -> &[u64] {
        &self.earlier_keys
    }

    /// Plays a legal turn of the current position.
    pub fn play(&mut self, turn: P::Move) {
        self.earlier.push(self.current);
        self.earlier_keys.push(self.current.key());
        self.turns.push(turn);
        self.current.play(turn);
    }

    /// Takes back all but the first `turns` turns.
    pub fn truncate(&mut self, turns: usize) {
        if let Some(&position) = self.earlier.get(turns) {
            self.current = position;
            self.earlier.truncate(turns);
            self.earlier_keys.truncate(turns);
            self.turns.truncate(turns);
        }
    }

    /// Returns how often the current position has occurred, including this occurrence.
    pub fn occurrences(&self) -> usize {
        let key = self.current.key();
        1 + self
            .earlier_keys
            .iter()
            .filter(|&&earlier| earlier == key)
            .count()
    }

    /// Returns the outcome of the game, if it has ended. An outcome on the board takes
    /// precedence over repetition.
    pub fn outcome(&self) -> Option<Outcome> {
        if let Some(outcome) = self.current.board_outcome() {
            return Some(outcome);
        }
        (self.occurrences() >= 3).then_some(Outcome::Draw(DrawReason::Repetition))
    }
}
