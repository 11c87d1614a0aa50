//! The outcome of a game (RULES.md section 9).

use super::position::Position;
use super::ruleset::RuleSet;
use crate::rules::{DrawReason, Game, MoveList, Outcome, WinReason};

impl<R: RuleSet> Position<R> {
    /// Returns why the side to move has lost, or `None` if it has not lost.
    pub fn loss_reason(&self) -> Option<WinReason> {
        if let Some(loser) = self.side_without_biy() {
            return (loser == self.side_to_move()).then_some(WinReason::BiyCaptured);
        }
        let mut turns = MoveList::new();
        self.legal_turns(&mut turns);
        turns.is_empty().then_some(WinReason::NoLegalTurn)
    }

    /// Returns the outcome of the game, if it has ended. A win takes precedence over the
    /// draw (section 9).
    pub fn outcome(&self) -> Option<Outcome> {
        if let Some(loser) = self.side_without_biy() {
            return Some(Outcome::Win(!loser, WinReason::BiyCaptured));
        }
        let loser = self.side_to_move();
        let won = self
            .loss_reason()
            .map(|reason| Outcome::Win(!loser, reason));
        let drawn = || Outcome::Draw(DrawReason::BareBiys);
        won.or_else(|| self.is_drawn().then(drawn))
    }
}
