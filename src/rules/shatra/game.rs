//! The `Game` interface of Shatra.

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
    fn no_moves(&self) -> End {
        End::Lost
    }

    #[inline]
    fn is_lost(&self) -> bool {
        self.biy(self.side_to_move()).is_none()
    }

    #[inline]
    fn is_drawn(&self) -> bool {
        R::BARE_BIYS_DRAW
            && self.halfmoves() >= 6
            && Color::ALL.iter().all(|&c| !self.board().men(c).several())
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_games::in_games;
    use super::super::{Extended, Kurin, Original, Pritchard};
    use super::*;

    #[test]
    fn the_men_that_could_capture_are_the_capturers() {
        in_games::<Extended>(|position| {
            let me = position.side_to_move();
            assert_eq!(position.could_capture(me), position.capturers());
            let mut turns = MoveList::new();
            position.generate(&mut turns);
            let captures = turns.iter().any(|turn| turn.captured().any());
            assert_eq!(position.can_capture(), captures);
        });
    }

    /// Checks in random games that a biy is threatened if it could be jumped over,
    /// and returns the number of threatened biys.
    fn threatened_biys<R: RuleSet>() -> u32 {
        let mut threatened = 0;
        in_games::<R>(|position| {
            let me = position.side_to_move();
            let prey = position.prey(!me, position.could_capture(!me));
            let expected = position.biy(me).is_some_and(|biy| prey.has(biy));
            assert_eq!(position.is_in_check(), expected, "{position}");
            threatened += u32::from(expected);
        });
        threatened
    }

    #[test]
    fn a_biy_is_threatened_if_it_could_be_jumped_over() {
        let counts = [
            threatened_biys::<Extended>(),
            threatened_biys::<Kurin>(),
            threatened_biys::<Pritchard>(),
            threatened_biys::<Original>(),
        ];
        assert!(counts.iter().sum::<u32>() > 20, "{counts:?}");
    }
}
