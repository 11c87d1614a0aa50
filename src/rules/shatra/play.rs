//! Plays turns on positions.

use super::geometry;
use super::kind::Kind;
use super::position::Position;
use super::ruleset::{Ghosts, RuleSet};
use super::turn::Turn;
use crate::base::Color;

impl<R: RuleSet> Position<R> {
    /// Plays a legal turn.
    #[inline]
    pub fn play(&mut self, turn: Turn) {
        let me = self.to_move;
        self.halfmoves = if turn.is_tactical() || self.transit.is_some() {
            0
        } else {
            self.halfmoves.saturating_add(1)
        };
        self.en_passant = None;
        self.is_en_passant_usable = false;
        // Captured men are removed first because, under rules that remove them during the
        // chain, the chain can end on the square of one of them.
        if turn.captured().any() {
            self.remove_captured(me, turn);
        }
        self.move_man(me, turn);
        if self.transit.take().is_some() {
            self.board.clear_ghosts();
        }
        if self.temdeks != 0 {
            self.turn_off_temdeks();
        }
        if me == Color::Black {
            self.move_number = self.move_number.saturating_add(1);
        }
        self.to_move = !me;
        if turn.is_two_step() {
            let forward = geometry::regions(me).forward;
            let passed = geometry::NEXT[turn.from().index()][forward];
            self.set_en_passant(Some(passed));
        }
    }

    /// Returns the position in mid-chain after `so_far`, the jumps already made in a
    /// chain that can continue. Captured men become ghosts for as long as the rule set
    /// keeps them. No temdek goes off before the chain ends.
    #[must_use]
    pub(super) fn in_mid_chain(&self, so_far: Turn) -> Self {
        let mut next = *self;
        let me = self.to_move;
        next.halfmoves = 0;
        next.en_passant = None;
        next.is_en_passant_usable = false;
        next.remove_captured(me, so_far);
        match R::RULES.ghosts {
            Ghosts::None => {}
            Ghosts::UntilPromotion if so_far.promotion().is_some() => next.board.clear_ghosts(),
            Ghosts::UntilChainEnds | Ghosts::UntilPromotion => {
                for square in so_far.captured() {
                    if let Some(kind) = self.board.kind_at(square) {
                        next.board.put_ghost(kind, square);
                    }
                }
            }
        }
        next.move_man(me, so_far);
        next.transit = Some(so_far.to());
        next
    }

    #[inline]
    fn move_man(&mut self, me: Color, turn: Turn) {
        let (from, to) = (turn.from(), turn.to());
        self.board.set_urgent(from, false);
        self.board.shift(me, from, to);
        if turn.becomes_urgent() {
            self.board.set_urgent(to, true);
        }
        if let Some(kind) = turn.promotion() {
            self.board.remove_but_keep_mark(me, to);
            self.board.toggle(me, kind, to);
        }
    }

    fn remove_captured(&mut self, me: Color, turn: Turn) {
        for square in turn.captured() {
            self.board.remove(!me, square);
        }
        if turn.late_promotions().any() {
            self.promote_late(!me, turn);
        }
    }

    /// Promotes waiting shatras to the kinds of captured officers (RULES.md section 3).
    fn promote_late(&mut self, enemy: Color, turn: Turn) {
        let waiting = self.board.of(enemy, Kind::Shatra) & geometry::regions(enemy).final_rank;
        for square in waiting {
            if let Some(kind) = turn.late_promotions().kind_at(square) {
                self.board.remove(enemy, square);
                self.board.toggle(enemy, kind, square);
            }
        }
    }
}
