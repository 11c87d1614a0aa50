//! Where kings stand.

use super::super::features::{KING_RING, KING_SHIELD, KINGS_APART};
use super::Tally;
use super::looks::Looks;
use crate::base::{Color, Square};
use crate::rules::board8::geometry::{KING_STEPS, SQUARES};
use crate::rules::board8::{Position, Rules};

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
}

/// The moves that a king needs on an empty board.
#[inline]
pub fn steps(from: Square, to: Square) -> usize {
    STEPS_BETWEEN[from.index()][to.index()].into()
}

static STEPS_BETWEEN: [[u8; SQUARES]; SQUARES] = {
    let mut table = [[0; SQUARES]; SQUARES];
    let mut i = 0;
    while i < SQUARES * SQUARES {
        let (from, to) = (i / SQUARES, i % SQUARES);
        let files = (from % 8).abs_diff(to % 8);
        let ranks = (from / 8).abs_diff(to / 8);
        table[from][to] = if files > ranks { files } else { ranks } as u8;
        i += 1;
    }
    table
};
