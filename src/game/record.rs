//! The record of a game, which detects repetition.

use super::playable::Playable;
use crate::rules::{DrawReason, Outcome};

/// A game record: a start position and the turns played from it.
#[derive(Clone, Debug)]
pub struct Record<P: Playable> {
    start: P,
    current: P,
    turns: Vec<P::Move>,
    /// The hash keys of all positions before the current one, oldest first.
    earlier_keys: Vec<u64>,
}

impl<P: Playable> Record<P> {
    /// Creates a record of a game that begins in the position `start`.
    pub const fn new(start: P) -> Self {
        Self {
            start,
            current: start,
            turns: Vec::new(),
            earlier_keys: Vec::new(),
        }
    }

    /// Returns the start position.
    pub const fn start(&self) -> &P {
        &self.start
    }

    /// Returns the current position.
    pub const fn position(&self) -> &P {
        &self.current
    }

    /// Returns the turns played since the start.
    pub fn turns(&self) -> &[P::Move] {
        &self.turns
    }

    /// Returns the hash keys of all positions before the current one, oldest first.
    pub fn earlier_keys(&self) -> &[u64] {
        &self.earlier_keys
    }

    /// Plays a legal turn of the current position.
    pub fn play(&mut self, turn: P::Move) {
        self.earlier_keys.push(self.current.key());
        self.turns.push(turn);
        self.current.play(turn);
    }

    /// Returns the game up to and including its first `turns` turns, or the whole game
    /// if it has fewer.
    #[must_use]
    pub fn up_to(&self, turns: usize) -> Self {
        let mut first = Self::new(self.start);
        for &turn in self.turns.iter().take(turns) {
            first.play(turn);
        }
        first
    }

    /// Takes back the last turn. Returns `false` if there is none.
    pub fn undo(&mut self) -> bool {
        if self.turns.pop().is_none() {
            return false;
        }
        self.earlier_keys.pop();
        self.current = self.start;
        for &turn in &self.turns {
            self.current.play(turn);
        }
        true
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
