//! A game as it was played: its start, its turns, and what repeats.

use super::outcome::{DrawReason, Outcome, WinReason};
use super::position::Position;
use super::ruleset::RuleSet;
use super::turn::Turn;
use crate::base::{Game, MoveList};

/// A start position and the turns played from it.
#[derive(Clone, Debug)]
pub struct Record<R: RuleSet> {
    start: Position<R>,
    current: Position<R>,
    turns: Vec<Turn>,
    /// The keys of all positions before the current one, oldest first.
    earlier: Vec<u64>,
}

impl<R: RuleSet> Record<R> {
    /// A game that begins at `start`.
    pub const fn new(start: Position<R>) -> Self {
        Self {
            start,
            current: start,
            turns: Vec::new(),
            earlier: Vec::new(),
        }
    }

    /// Where the game began.
    pub const fn start(&self) -> &Position<R> {
        &self.start
    }

    /// Where the game stands.
    pub const fn position(&self) -> &Position<R> {
        &self.current
    }

    /// The turns played.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// The keys of the positions before the current one, oldest first.
    pub fn earlier_keys(&self) -> &[u64] {
        &self.earlier
    }

    /// Plays a legal turn of the current position.
    pub fn play(&mut self, turn: Turn) {
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

    /// How the game has ended, if it has (section 9). The end by the board
    /// comes before the draws.
    pub fn outcome(&self) -> Option<Outcome> {
        let loser = self.current.side_to_move();
        if let Some(reason) = self.current.lost() {
            return Some(Outcome::Win(!loser, reason));
        }
        if self.current.is_drawn() {
            return Some(Outcome::Draw(DrawReason::BareBiys));
        }
        (self.occurrences() >= 3).then_some(Outcome::Draw(DrawReason::Repetition))
    }
}

impl<R: RuleSet> Position<R> {
    /// Why the side to move has lost, if it has.
    pub fn lost(&self) -> Option<WinReason> {
        if self.biy(self.side_to_move()).is_none() {
            return Some(WinReason::BiyCaptured);
        }
        let mut turns = MoveList::new();
        self.legal_turns(&mut turns);
        turns.is_empty().then_some(WinReason::NoLegalTurn)
    }
}
