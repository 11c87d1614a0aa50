//! Plays moves on a position.

use super::kind::Kind;
use super::mv::Move;
use super::position::Position;
use super::ruleset::RuleSet;
use crate::base::Color;

impl<R: RuleSet> Position<R> {
    /// Plays a legal move.
    #[inline]
    pub fn play(&mut self, mv: Move) {
        let (me, from, to) = (self.to_move, mv.from(), mv.to());
        let Some(kind) = self.board.kind_at(from) else {
            return;
        };
        self.halfmoves = self.halfmoves.saturating_add(1);
        if self.board.men(!me).has(to)
            && let Some(captured) = self.board.kind_at(to)
        {
            self.board.toggle(!me, captured, to);
            self.halfmoves = 0;
        }
        if kind == Kind::Pawn {
            self.halfmoves = 0;
        }
        if mv.promotes() {
            self.board.toggle(me, Kind::Pawn, from);
            self.board.toggle(me, Kind::Queen, to);
        } else {
            self.board.shift(me, kind, from, to);
        }
        self.pass_turn();
        if R::RULES.has_series() {
            self.series = if self.checkers.is_empty() {
                self.series.broken(me)
            } else {
                let by_mori = kind == Kind::Knight;
                self.series.with_check(me, self.is_shak(), by_mori)
            };
        }
    }

    /// Returns the position after a null move. The side to move must not be in check.
    #[cfg(feature = "search")]
    #[must_use]
    pub(crate) fn after_null_move(&self) -> Self {
        let mut next = *self;
        next.halfmoves = self.halfmoves.saturating_add(1);
        next.pass_turn();
        next.series = self.series.broken(self.to_move);
        next
    }

    /// Gives the turn to the opponent and finds the checking men.
    #[inline]
    fn pass_turn(&mut self) {
        let me = self.to_move;
        if me == Color::Black {
            self.move_number = self.move_number.saturating_add(1);
        }
        self.to_move = !me;
        self.checkers = self.attackers(me, self.king(!me));
    }

    /// Returns whether a bers, a tereg or a mori gives check, which makes the check a shak.
    #[inline]
    pub(super) fn is_shak(&self) -> bool {
        let shak_givers =
            self.board.all(Kind::Knight) | self.board.all(Kind::Rook) | self.board.all(Kind::Queen);
        self.checkers.intersects(shak_givers)
    }
}
