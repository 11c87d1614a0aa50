//! Implements `Game` for Shatranj and Shatar.

use super::mv::Move;
use super::position::Position;
use super::ruleset::Rules;
use crate::base::Color;
use crate::rules::{End, Game, MoveList};

impl<R: Rules> Game for Position<R> {
    type Move = Move;

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
    fn generate(&self, list: &mut MoveList<Move>) {
        self.legal_moves(list);
    }

    #[inline]
    fn count(&self) -> u64 {
        self.count_moves()
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        Self::play(self, mv);
    }

    #[inline]
    fn end_without_turns(&self) -> End {
        self.end_without_moves()
    }

    #[inline]
    fn is_lost(&self) -> bool {
        self.is_bare(self.side_to_move()) && self.end_by_baring() == Some(End::Lost)
    }

    #[inline]
    fn is_drawn(&self) -> bool {
        let is_bare = Color::ALL.iter().any(|&side| self.is_bare(side));
        is_bare && self.end_by_baring() == Some(End::Drawn) || self.is_turn_limit_reached()
    }

    #[inline]
    fn is_in_check(&self) -> bool {
        self.checkers().any()
    }
}
