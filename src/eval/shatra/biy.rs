//! The safety of the biy: its exposure to a jump now, and to a hunt that forces one.

use super::features::{
    BIY_ENEMIES, BIY_HUNT, BIY_LINES, BIY_LINES_SEEN, BIY_LOOKS, BIY_LURES, BIY_SHIELD,
};
use super::terms::{FeatureSink, men_in_reserve};
use crate::base::{Bitboard, Color, Square};
use crate::rules::shatra::geometry::{self, NEIGHBOURS, NEXT, OFF_BOARD, reach};
use crate::rules::shatra::{Board, Position, RuleSet};

/// Adds these features of one side to the sink.
#[inline]
pub fn add_features<R: RuleSet, S: FeatureSink>(
    position: &Position<R>,
    color: Color,
    sink: &mut S,
) {
    let Some(biy) = position.biy(color) else {
        return;
    };
    let board = position.board();
    let (own, enemies) = (board.men(color), board.men(!color));
    let around = NEIGHBOURS[biy.index()];
    sink.add(BIY_ENEMIES + (around & enemies).count().min(3) as usize, 1);
    sink.add(BIY_SHIELD + (around & own).count() as usize, 1);

    let out = board
        .officers(!color)
        .without(men_in_reserve(position, !color));
    let (lines, looks) = lines(board, biy, color);
    let group = if out.any() { BIY_LINES_SEEN } else { BIY_LINES };
    sink.add(group + lines, 1);
    sink.add(BIY_LOOKS + looks.min(3), 1);

    let hunters = out.count().min(3) as usize;
    sink.add(BIY_HUNT + 4 * distance_from_home(biy, color) + hunters, 1);
    sink.add(BIY_LURES + lures(board.empty(), biy), 1);
}

/// Returns the number of lines along which the biy could be jumped, and the number
/// of these that an enemy officer looks down.
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

/// Returns the number of lines along which the biy could jump a man put next to it.
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
pub fn distance_from_home(biy: Square, color: Color) -> usize {
    let side = geometry::regions(color);
    match biy {
        biy if side.zone.has(biy) => 0,
        biy if side.own_half.has(biy) => 1,
        _ => 2,
    }
}
