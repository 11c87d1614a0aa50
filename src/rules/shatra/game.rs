//! Implements [`Game`] for Shatra, and decides how a game ends (RULES.md section 9).

use super::movegen::{DistinctList, Generator, TurnCounter, TurnList};
use super::position::Position;
use super::ruleset::RuleSet;
use super::turn::Turn;
use crate::base::Color;
use crate::rules::{DrawReason, End, Game, MoveList, Outcome, WinReason, keys};

impl<R: RuleSet> Game for Position<R> {
    type Move = Turn;

    #[inline]
    fn side_to_move(&self) -> Color {
        self.to_move
    }

    #[inline]
    fn key(&self) -> u64 {
        let mut key = self.board.key()
            ^ keys::SHATRA_SIDES[self.to_move.index()]
            ^ keys::TEMDEKS[(self.temdeks & 3) as usize];
        if let (Some(square), true) = (self.en_passant, self.is_en_passant_usable) {
            key ^= keys::EN_PASSANT[square.index()];
        }
        if let Some(square) = self.transit {
            key ^= keys::TRANSIT[square.index()];
        }
        key
    }

    #[inline]
    fn halfmove_clock(&self) -> u32 {
        u32::from(self.halfmoves)
    }

    /// Two bare biys have a number of turns left (RULES.md section 9).
    #[inline]
    fn plies_to_limit(&self) -> Option<u32> {
        let limit = R::RULES.bare_biys_draw.filter(|_| self.has_bare_biys())?;
        Some(u32::from(limit).saturating_sub(self.halfmove_clock()))
    }

    #[inline]
    fn generate(&self, list: &mut MoveList<Turn>) {
        Generator::new(self).generate(&mut TurnList(list));
    }

    #[inline]
    fn generate_distinct(&self, list: &mut MoveList<Turn>) {
        Generator::new(self).generate(&mut DistinctList(list));
    }

    #[inline]
    fn count(&self) -> u64 {
        let mut counter = TurnCounter::default();
        Generator::new(self).generate(&mut counter);
        counter.turns()
    }

    #[inline]
    fn play(&mut self, turn: Turn) {
        Self::play(self, turn);
    }

    #[inline]
    fn end_without_turns(&self) -> End {
        // In play, the side that has lost its biy is to move; in a position read from text, the other
        // side may be.
        if self.biy(!self.to_move).is_none() {
            End::Won
        } else {
            End::Lost
        }
    }

    #[inline]
    fn is_lost(&self) -> bool {
        self.biy(self.to_move).is_none()
    }

    #[inline]
    fn is_drawn(&self) -> bool {
        R::RULES
            .bare_biys_draw
            .is_some_and(|clock| self.halfmoves >= clock)
            && self.has_bare_biys()
            && !self.is_biy_lost()
    }

    /// Returns whether the opponent could capture the biy with a first jump.
    #[inline]
    fn is_in_check(&self) -> bool {
        self.biy(self.to_move)
            .is_some_and(|biy| Generator::for_side(self, !self.to_move).can_jump_over(biy))
    }
}

impl<R: RuleSet> Position<R> {
    /// Returns whether neither side has a man beside its biy.
    #[inline]
    fn has_bare_biys(&self) -> bool {
        let mut sides = Color::ALL.iter();
        sides.all(|&side| !self.board().men(side).has_several())
    }

    /// Returns why the side to move has lost, or `None` if it has not lost.
    pub fn loss_reason(&self) -> Option<WinReason> {
        if let Some(loser) = self.side_without_biy() {
            return (loser == self.to_move).then_some(WinReason::BiyCaptured);
        }
        (self.count() == 0).then_some(WinReason::NoLegalTurn)
    }

    /// Returns the outcome of the game, if it has ended. A win takes precedence over the
    /// draw (section 9).
    pub fn outcome(&self) -> Option<Outcome> {
        if let Some(loser) = self.side_without_biy() {
            return Some(Outcome::Win(!loser, WinReason::BiyCaptured));
        }
        let won = self.loss_reason();
        let won = won.map(|reason| Outcome::Win(!self.to_move, reason));
        let drawn = || Outcome::Draw(DrawReason::BareBiys);
        won.or_else(|| self.is_drawn().then(drawn))
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::super::Extended;
    use super::super::test_games::{for_each_rule_set, for_random_positions};
    use super::*;

    #[test]
    fn a_side_can_capture_if_a_turn_captures() {
        for_random_positions::<Extended>(|position| {
            let mut turns = MoveList::new();
            position.generate(&mut turns);
            let captures = turns.iter().any(|turn| turn.captured().any());
            assert_eq!(position.can_capture(), captures);
        });
    }

    /// Returns whether a step of the opponent, if it were to move, would capture the biy.
    fn loses_its_biy_to_a_step<R: RuleSet>(position: &Position<R>) -> bool {
        let mut setup = position.setup();
        setup.to_move = !setup.to_move;
        setup.en_passant = None;
        let opponents: Position<R> = setup.position().unwrap();
        let mut is_captured = false;
        opponents.for_each_step(|step| {
            is_captured |= step.after.biy(position.side_to_move()).is_none();
            ControlFlow::Continue(())
        });
        is_captured
    }

    /// Checks `is_in_check` in random games, and returns the number of threatened biys.
    fn check_threatened_biys<R: RuleSet>() -> u32 {
        let mut threatened = 0;
        for_random_positions::<R>(|position| {
            let expected = loses_its_biy_to_a_step(position);
            assert_eq!(position.is_in_check(), expected, "{position}");
            threatened += u32::from(expected);
        });
        threatened
    }

    #[test]
    fn a_biy_is_threatened_by_men_that_could_jump_over_it() {
        let mut threatened = 0;
        for_each_rule_set!(R => threatened += check_threatened_biys::<R>());
        assert!(threatened > 20, "{threatened}");
    }
}
