//! The `Game` interface of Shatranj and Shatar, for the search.

use super::attacks;
use super::exchange::worth;
use super::geometry::{PAWN_ATTACKS, SQUARES};
use super::kind::Kind;
use super::mv::Move;
use super::position::Position;
use super::ruleset::Rules;
use crate::base::{Bitboard, Color, Square};
use crate::rules::{End, Game, MoveList, Tactical};

impl<R: Rules> Game for Position<R> {
    type Move = Move;

    const HISTORY_SIZE: usize = 2 * Kind::ALL.len() * SQUARES;
    const QUIET_SWING: Option<i32> = Some(90);
    const REDUCTION_DIVISOR: f64 = 1.25;

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
    fn generate_tactical(&self, list: &mut MoveList<Move>) -> Tactical {
        if self.checkers().is_empty() {
            self.legal_captures(list);
            return if list.is_empty() && self.has_ended() {
                Tactical::Over
            } else {
                Tactical::Free
            };
        }
        self.legal_moves(list);
        if list.is_empty() {
            Tactical::Over
        } else {
            Tactical::Forced
        }
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
    fn no_moves(&self) -> End {
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

    /// Returns whether the side to move is in check: then it has few legal
    /// moves.
    #[inline]
    fn is_forced(&self, _: &[Move]) -> bool {
        self.checkers().any()
    }

    #[inline]
    fn is_in_check(&self) -> bool {
        self.checkers().any()
    }

    /// Returns a test whether the opponent is in check after a move.
    #[inline]
    fn forcing(&self) -> impl Fn(Move) -> bool + '_ {
        let me = self.side_to_move();
        let occupied = self.board().occupied();
        let king = self.king(!me);
        move |mv| {
            let occupied = occupied.without(mv.from().bit()) | mv.to().bit();
            let direct = match self.board().kind_at(mv.from()) {
                Some(Kind::Pawn) => PAWN_ATTACKS[me.index()][mv.to().index()],
                Some(kind) => attacks::of::<R>(kind, mv.to(), occupied),
                None => Bitboard::EMPTY,
            };
            let others = attacks::on::<R>(self.board(), me, king, occupied);
            direct.has(king) || others.without(mv.from().bit()).any()
        }
    }

    #[inline]
    fn must_capture(&self) -> bool {
        self.checkers().any() && self.has_move()
    }

    #[inline]
    fn is_tactical(&self, mv: Move) -> bool {
        mv.promotes() || self.board().occupied().has(mv.to())
    }

    /// Returns the value of the captured man, less a small part of the
    /// capturer's, so that the least valuable attacker comes first.
    #[inline]
    fn gain(&self, mv: Move) -> i32 {
        let worth_at = |square: Square| self.board().kind_at(square).map_or(0, worth::<R>);
        let promoted = if mv.promotes() {
            worth::<R>(Kind::Queen) - worth::<R>(Kind::Pawn)
        } else {
            0
        };
        worth_at(mv.to()) - worth_at(mv.from()).min(1000) / 16 + promoted
    }

    /// Returns `false` for a capture that leaves the opponent nothing but the
    /// king: it may end the game, so no exchange follows.
    #[inline]
    fn exchange_loses(&self, mv: Move, least: i32) -> bool {
        let enemies = self.board().men(!self.to_move);
        let bares = enemies.has(mv.to()) && !enemies.without(mv.to().bit()).several();
        !bares && !self.exchange_wins(mv, 1 - least)
    }

    /// Returns `None` if the side has only pawns besides its king, as zugzwang
    /// is likely then, or is in check.
    fn pass(&self) -> Option<Self> {
        let board = self.board();
        let pawns = board.all(Kind::Pawn) | board.all(Kind::King);
        let has_officer = board.men(self.to_move).without(pawns).any();
        (has_officer && self.checkers().is_empty()).then(|| self.after_null_move())
    }

    #[inline]
    fn tag(mv: Move) -> u16 {
        mv.bits()
    }

    #[inline]
    fn history_index(&self, mv: Move) -> usize {
        let me = self.side_to_move();
        let kind = self.board().kind_at(mv.from()).map_or(0, Kind::index);
        let slot = me.index() * Kind::ALL.len() + kind;
        slot * SQUARES + mv.to().index()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Setup, Shatranj};
    use super::*;

    #[test]
    fn who_bares_the_king_loses_no_exchange() {
        let at = |fen: &str, text: &str| {
            let setup = Setup::from_fen::<Shatranj>(fen).unwrap();
            let position = setup.position::<Shatranj>().unwrap();
            position.exchange_loses(position.parse_move(text).unwrap(), 1)
        };
        assert!(!at("8/8/8/3k4/3p4/8/8/3RK2R w", "d1d4"));
        assert!(at("8/7p/8/3k4/3p4/8/8/3RK2R w", "d1d4"));
    }
}
