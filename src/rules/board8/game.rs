//! Implements `Game` for Shatranj and Shatar.

use super::movegen::{CountSink, ListSink, Targets};
use super::mv::Move;
use super::position::Position;
use super::ruleset::RuleSet;
use crate::base::Color;
use crate::rules::{End, Game, MoveList, keys};

impl<R: RuleSet> Game for Position<R> {
    type Move = Move;

    #[inline]
    fn side_to_move(&self) -> Color {
        self.to_move
    }

    /// The key depends on the series of checks only if repetition does.
    #[inline]
    fn key(&self) -> u64 {
        let key = self.board.key() ^ keys::BOARD8_SIDES[self.to_move.index()];
        if R::RULES.repetition_compares_series {
            key ^ keys::SERIES[self.series.shak_index()]
        } else {
            key
        }
    }

    #[inline]
    fn halfmove_clock(&self) -> u32 {
        u32::from(self.halfmoves)
    }

    #[inline]
    fn generate(&self, list: &mut MoveList<Move>) {
        self.generate_into(Targets::ALL, &mut ListSink(list));
    }

    #[inline]
    fn count(&self) -> u64 {
        let mut count = CountSink(0);
        self.generate_into(Targets::ALL, &mut count);
        count.0
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        Self::play(self, mv);
    }

    #[inline]
    fn end_without_turns(&self) -> End {
        if let Some(end) = self.end_by_baring() {
            end
        } else if self.checkers.any() {
            self.mate_result()
        } else if R::RULES.stalemate_loses {
            End::Lost
        } else {
            End::Drawn
        }
    }

    #[inline]
    fn is_lost(&self) -> bool {
        self.is_bare(self.to_move) && self.end_by_baring() == Some(End::Lost)
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
