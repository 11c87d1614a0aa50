//! The safety of the biy: how exposed it is to being jumped, and to being hunted
//! until it is.

use super::features::{
    BIY_ENEMIES, BIY_HUNT, BIY_LINES, BIY_LINES_SEEN, BIY_LOOKS, BIY_LURES, BIY_SHIELD,
};
use super::terms::{Tally, waiting};
use crate::base::{Bitboard, Color, Square};
use crate::rules::shatra::geometry::{self, NEIGHBOURS, NEXT, OFF_BOARD, reach};
use crate::rules::shatra::{Board, Position, RuleSet};

/// Adds these features of one side to a tally.
#[inline]
pub fn tell<R: RuleSet, T: Tally>(position: &Position<R>, color: Color, tally: &mut T) {
    let Some(biy) = position.biy(color) else {
        return;
    };
    let board = position.board();
    let (own, enemies) = (board.men(color), board.men(!color));
    let around = NEIGHBOURS[biy.index()];
    tally.add(BIY_ENEMIES + (around & enemies).count().min(3) as usize, 1);
    tally.add(BIY_SHIELD + (around & own).count() as usize, 1);

    let out = board.officers(!color).without(waiting(position, !color));
    let (lines, looks) = lines(board, biy, color);
    let group = if out.any() { BIY_LINES_SEEN } else { BIY_LINES };
    tally.add(group + lines, 1);
    tally.add(BIY_LOOKS + looks.min(3), 1);

    let hunters = out.count().min(3) as usize;
    tally.add(BIY_HUNT + 4 * ground(biy, color) + hunters, 1);
    tally.add(BIY_LURES + lures(board.empty(), biy), 1);
}

/// Returns along how many lines the biy could be jumped, and down how many of
/// these an enemy officer looks.
#[inline]
fn lines(board: &Board, biy: Square, color: Color) -> (usize, usize) {
    let (own, empty) = (board.men(color), board.empty());
    let (mut lines, mut looks) = (0, 0);
    for direction in 0..8 {
        let front = NEXT[biy.index()][direction];
        let back = NEXT[biy.index()][direction ^ 4];
        if !empty.has(back) || own.has(front) || front == OFF_BOARD {
            continue;
        }
        lines += 1;
        let first = reach(direction, biy, board.occupied()) & board.officers(!color);
        let sees = |square| {
            let kind = board.kind_at(square);
            kind.is_some_and(|kind| geometry::directions(kind).contains(&direction))
        };
        looks += usize::from(first.into_iter().any(sees));
    }
    (lines, looks)
}

/// Returns along how many lines the biy could jump a man put next to it.
#[inline]
fn lures(empty: Bitboard, biy: Square) -> usize {
    let open = |direction: &usize| {
        let front = NEXT[biy.index()][*direction];
        empty.has(front) && empty.has(NEXT[front.index()][*direction])
    };
    (0..8).filter(open).count()
}

/// Returns how far from home a biy is: in its zone (0), in its half (1), or
/// beyond (2).
#[inline]
pub fn ground(biy: Square, color: Color) -> usize {
    let side = geometry::side(color);
    match biy {
        biy if side.zone.has(biy) => 0,
        biy if side.half.has(biy) => 1,
        _ => 2,
    }
}
