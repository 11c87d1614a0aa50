//! A game as it was played: its start, its turns, and what repeats.

use super::outcome::{DrawReason, Outcome};
use super::playable::Playable;

/// A start position and the turns played from it.
#[derive(Clone, Debug)]
pub struct Record<P: Playable> {
    start: P,
    current: P,
    turns: Vec<P::Move>,
    /// The keys of all positions before the current one, oldest first.
    earlier: Vec<u64>,
}

impl<P: Playable> Record<P> {
    /// A game that begins at `start`.
    pub const fn new(start: P) -> Self {
        Self {
            start,
            current: start,
            turns: Vec::new(),
            earlier: Vec::new(),
        }
    }

    /// Where the game began.
    pub const fn start(&self) -> &P {
        &self.start
    }

    /// Where the game stands.
    pub const fn position(&self) -> &P {
        &self.current
    }

    /// The turns played.
    pub fn turns(&self) -> &[P::Move] {
        &self.turns
    }

    /// The keys of the positions before the current one, oldest first.
    pub fn earlier_keys(&self) -> &[u64] {
        &self.earlier
    }

    /// Plays a legal turn of the current position.
    pub fn play(&mut self, turn: P::Move) {
        self.earlier.push(self.current.key());
        self.turns.push(turn);
        self.current.play(turn);
    }

    /// The game as it stood after so many turns; the whole game if it has no
    /// more.
    #[must_use]
    pub fn first(&self, turns: usize) -> Self {
        let mut first = Self::new(self.start);
        for &turn in self.turns.iter().take(turns) {
            first.play(turn);
        }
        first
    }

    /// Takes the last turn back. `false` if there is none.
    pub fn undo(&mut self) -> bool {
        if self.turns.pop().is_none() {
            return false;
        }
        self.earlier.pop();
        self.current = self.start;
        for &turn in &self.turns {
            self.current.play(turn);
        }
        true
    }

    /// How often the current position has stood on the board, this time
    /// included.
    pub fn occurrences(&self) -> usize {
        let key = self.current.key();
        1 + self
            .earlier
            .iter()
            .filter(|&&earlier| earlier == key)
            .count()
    }

    /// How the game has ended, if it has. The end by the board comes before
    /// repetition.
    pub fn outcome(&self) -> Option<Outcome> {
        if let Some(outcome) = self.current.ended() {
            return Some(outcome);
        }
        (self.occurrences() >= 3).then_some(Outcome::Draw(DrawReason::Repetition))
    }
}
