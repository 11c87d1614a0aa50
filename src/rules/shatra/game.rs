//! Implements [`Game`] for Shatra.

use super::position::Position;
use super::ruleset::RuleSet;
use super::turn::Turn;
use crate::base::Color;
use crate::rules::{End, Game, MoveList};

impl<R: RuleSet> Game for Position<R> {
    type Move = Turn;

    #[inline]
    fn side_to_move(&self) -> Color {
        Self::side_to_move(self)
    }

    #[inline]
    fn key(&self) -> u64 {
        Self::key(self)
    }

    #[inline]
    fn halfmove_clock(&self) -> u32 {
        u32::from(self.halfmoves())
    }

    #[inline]
    fn generate(&self, list: &mut MoveList<Turn>) {
        self.legal_turns(list);
    }

    #[inline]
    fn generate_distinct(&self, list: &mut MoveList<Turn>) {
        self.distinct_turns(list);
    }

    #[inline]
    fn is_in_check(&self) -> bool {
        self.is_biy_threatened()
    }

    #[inline]
    fn count(&self) -> u64 {
        self.count_turns()
    }

    #[inline]
    fn play(&mut self, turn: Turn) {
        Self::play(self, turn);
    }

    #[inline]
    fn end_without_turns(&self) -> End {
        // After a capture of the biy its side is to move; only a text can say otherwise.
        if self.biy(!self.to_move).is_none() {
            End::Won
        } else {
            End::Lost
        }
    }

    #[inline]
    fn is_lost(&self) -> bool {
        self.biy(self.side_to_move()).is_none()
    }

    #[inline]
    fn is_drawn(&self) -> bool {
        R::BARE_BIYS_DRAW.is_some_and(|clock| self.halfmoves() >= clock)
            && Color::ALL
                .iter()
                .all(|&c| !self.board().men(c).has_several())
            && !self.is_biy_lost()
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::super::test_games::for_random_positions;
    use super::super::{Extended, Kurin, Online, Original, Pritchard};
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
        let counts = [
            check_threatened_biys::<Extended>(),
            check_threatened_biys::<Kurin>(),
            check_threatened_biys::<Pritchard>(),
            check_threatened_biys::<Original>(),
            check_threatened_biys::<Online>(),
        ];
        assert!(counts.iter().sum::<u32>() > 20, "{counts:?}");
    }
}
