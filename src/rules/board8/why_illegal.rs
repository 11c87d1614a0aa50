//! Determines why a move is not legal.

use super::attacks;
use super::geometry::{KING_STEPS, PAWN_ATTACKS, ahead};
use super::kind::Kind;
use super::lines::BETWEEN;
use super::mv::Move;
use super::position::Position;
use super::ruleset::RuleSet;
use crate::base::{Bitboard, Square};
use crate::rules::IllegalReason;

impl<R: RuleSet> Position<R> {
    /// Returns the reason that a move from one square to another is not legal. If a legal
    /// move has the same squares, the promotion is at fault. Returns `None` if only the
    /// paired start forbids the move.
    pub(super) fn why_illegal(
        &self,
        legal: &[Move],
        from: Square,
        to: Square,
    ) -> Option<IllegalReason> {
        let board = self.board();
        let me = self.to_move;
        if legal.is_empty() {
            return Some(IllegalReason::GameOver);
        }
        if legal.iter().any(|mv| mv.from() == from && mv.to() == to) {
            return Some(IllegalReason::Promotion);
        }
        let Some(man) = board.man_at(from) else {
            return Some(IllegalReason::NoMan(from));
        };
        if man.color != me {
            return Some(IllegalReason::EnemyMan(from));
        }
        if board.men(me).has(to) {
            return Some(IllegalReason::Occupied {
                square: to,
                by_own: true,
            });
        }
        if self.reachable(man.kind, from, board.occupied()).has(to) {
            // Without a check, only the paired start can forbid the move.
            let king = self.king(me);
            let occupied = board.occupied().without(from.bit()) | to.bit();
            let target = if man.kind == Kind::King { to } else { king };
            let enemies_left = board.men(!me).without(to.bit());
            let attackers = attacks::attackers_of::<R>(board, !me, target, occupied) & enemies_left;
            return attackers.any().then_some(IllegalReason::KingInCheck {
                king: man_name::<R>(Kind::King),
            });
        }
        if self.reachable(man.kind, from, Bitboard::EMPTY).has(to) {
            let between = BETWEEN[from.index()][to.index()] & board.occupied();
            let blocker = between.first().unwrap_or(to);
            return Some(IllegalReason::Blocked(blocker));
        }
        Some(IllegalReason::Unreachable {
            man: man_name::<R>(man.kind),
            from,
            to,
        })
    }

    /// Returns the squares to which a man of the side to move can go from a square,
    /// given the occupied squares and ignoring checks.
    fn reachable(&self, kind: Kind, from: Square, occupied: Bitboard) -> Bitboard {
        let me = self.to_move;
        match kind {
            Kind::Pawn => {
                let ahead = ahead(from.bit(), me).without(occupied);
                let captures = PAWN_ATTACKS[me.index()][from.index()] & self.board().men(!me);
                ahead | captures
            }
            Kind::King => KING_STEPS[from.index()],
            officer => attacks::attacked_from::<R>(officer, from, occupied),
        }
    }
}

/// Returns the game's name for a kind of man.
const fn man_name<R: RuleSet>(kind: Kind) -> &'static str {
    R::RULES.man_names[kind.index()]
}
