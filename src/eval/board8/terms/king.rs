//! How kings stand.

use super::super::features::{KING_RING, KING_SHIELD, KINGS_APART, SAFE_CHECK};
use super::Tally;
use super::looks::Looks;
use crate::base::{Color, Square};
use crate::rules::board8::geometry::{KING_STEPS, file_of, rank_of};
use crate::rules::board8::{Kind, Position, Rules, attacks};

#[inline]
pub fn tell<R: Rules, T: Tally>(
    position: &Position<R>,
    looks: &Looks,
    color: Color,
    tally: &mut T,
) {
    let board = position.board();
    let king = position.king(color);
    let around = KING_STEPS[king.index()];
    let shield = around & board.men(color);
    tally.add(KING_SHIELD + shield.count() as usize, 1);
    let seen = (around | king.bit()) & looks.by(!color);
    tally.add(KING_RING + seen.count() as usize, 1);
    if board.men(color).count() > board.men(!color).count() {
        tally.add(KINGS_APART + steps(king, position.king(!color)), 1);
    }
    checks(position, looks, color, tally);
}

/// The checks that a side could give.
#[inline]
fn checks<R: Rules, T: Tally>(position: &Position<R>, looks: &Looks, color: Color, tally: &mut T) {
    let board = position.board();
    let king = position.king(!color);
    let barred = board.men(color) | looks.by(!color);
    for kind in [Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen] {
        let reached = looks.by_officers(color, kind).without(barred);
        if reached.any() {
            let from = attacks::of::<R>(kind, king, board.occupied());
            let count = (reached & from).count() as i32;
            tally.add(SAFE_CHECK + kind.index(), count);
        }
    }
}

/// The moves that a king needs on an empty board.
pub fn steps(from: Square, to: Square) -> usize {
    let files = file_of(from).abs_diff(file_of(to));
    let ranks = rank_of(from).abs_diff(rank_of(to));
    files.max(ranks).into()
}
