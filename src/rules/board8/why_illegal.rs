//! The reason why a pair of squares is not a legal move.

use super::attacks;
use super::geometry::{KING_STEPS, PAWN_ATTACKS, ahead, square_name};
use super::kind::Kind;
use super::lines::BETWEEN;
use super::mv::Move;
use super::position::Position;
use super::ruleset::Rules;
use crate::base::{Bitboard, Square};
use crate::rules::Illegal;

impl<R: Rules> Position<R> {
    /// Returns the reason why the move from one square to the other is not
    /// legal. If a legal move does lead there, the promotion is at fault.
    /// `None` if the paired start of Shatar forbids the move.
    pub(super) fn why_illegal(&self, legal: &[Move], from: Square, to: Square) -> Option<Illegal> {
        let board = self.board();
        let me = self.side_to_move();
        if legal.is_empty() {
            return Some(Illegal::GameOver);
        }
        if legal.iter().any(|mv| mv.from() == from && mv.to() == to) {
            return Some(Illegal::Promotion);
        }
        let Some(man) = board.man_at(from) else {
            return Some(Illegal::NoMan(square_name(from)));
        };
        if man.color != me {
            return Some(Illegal::EnemyMan(square_name(from)));
        }
        if board.men(me).has(to) {
            return Some(Illegal::Taken {
                square: square_name(to),
                by_own: true,
            });
        }
        if self.looks_at(man.kind, from, board.occupied()).has(to) {
            // The paired start of Shatar bars moves that would otherwise be
            // legal.
            let king = self.king(me);
            let after = board.occupied().without(from.bit()) | to.bit();
            let target = if man.kind == Kind::King { to } else { king };
            let left = board.men(!me).without(to.bit());
            let attackers = attacks::on::<R>(board, !me, target, after) & left;
            return attackers.any().then_some(Illegal::KingInCheck {
                king: name::<R>(Kind::King),
            });
        }
        if self.looks_at(man.kind, from, Bitboard::EMPTY).has(to) {
            let between = BETWEEN[from.index()][to.index()] & board.occupied();
            let blocker = between.first().unwrap_or(to);
            return Some(Illegal::InTheWay(square_name(blocker)));
        }
        Some(Illegal::Unreachable {
            man: name::<R>(man.kind),
            from: square_name(from),
            to: square_name(to),
        })
    }

    /// Returns the squares to which a man of the side to move goes from a
    /// square, given the occupied squares and ignoring checks.
    fn looks_at(&self, kind: Kind, from: Square, occupied: Bitboard) -> Bitboard {
        let me = self.side_to_move();
        match kind {
            Kind::Pawn => {
                let ahead = ahead(from.bit(), me).without(occupied);
                let captures = PAWN_ATTACKS[me.index()][from.index()] & self.board().men(!me);
                ahead | captures
            }
            Kind::King => KING_STEPS[from.index()],
            officer => attacks::of::<R>(officer, from, occupied),
        }
    }
}

/// Returns the game's name for a kind of man.
const fn name<R: Rules>(kind: Kind) -> &'static str {
    R::MAN_NAMES[kind.index()]
}
