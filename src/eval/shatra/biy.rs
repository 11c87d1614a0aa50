//! The features of biy safety: how exposed the biy is to a jump, and to being forced into
//! one by enemy officers.

use super::extract::{FeatureSink, men_in_reserve};
use super::features::{
    BIY_ENEMIES, BIY_HUNTERS, BIY_LINES, BIY_LINES_ATTACKED, BIY_LINES_HUNTED, BIY_LURES,
    BIY_SHIELD,
};
use crate::base::{Bitboard, Color, Square};
use crate::rules::shatra::geometry::{self, NEIGHBOURS, NEXT, OFF_BOARD, reach};
use crate::rules::shatra::{Board, Position, RuleSet};

/// Adds the biy-safety features of one side to the sink.
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
    let neighbours = NEIGHBOURS[biy.index()];
    sink.add(
        BIY_ENEMIES + (neighbours & enemies).count().min(3) as usize,
        1,
    );
    sink.add(BIY_SHIELD + (neighbours & own).count() as usize, 1);

    let hunters = board
        .officers(!color)
        .without(men_in_reserve(position, !color));
    let (open, attacked) = jump_lines(board, biy, color);
    let group = if hunters.any() {
        BIY_LINES_HUNTED
    } else {
        BIY_LINES
    };
    sink.add(group + open, 1);
    sink.add(BIY_LINES_ATTACKED + attacked.min(3), 1);

    let hunter_count = hunters.count().min(3) as usize;
    sink.add(
        BIY_HUNTERS + 4 * distance_from_home(biy, color) + hunter_count,
        1,
    );
    sink.add(BIY_LURES + count_lures(board.empty(), biy), 1);
}

/// Returns the number of lines along which the biy could be jumped, and the number of those
/// along which an enemy officer attacks it.
#[inline]
fn jump_lines(board: &Board, biy: Square, color: Color) -> (usize, usize) {
    let (own, empty) = (board.men(color), board.empty());
    let (mut open, mut attacked) = (0, 0);
    for direction in 0..8 {
        let front = NEXT[biy.index()][direction];
        let back = NEXT[biy.index()][direction ^ 4];
        if !empty.has(back) || own.has(front) || front == OFF_BOARD {
            continue;
        }
        open += 1;
        let first_officer = reach(direction, biy, board.occupied()) & board.officers(!color);
        let slides_here = |square| {
            let kind = board.kind_at(square);
            kind.is_some_and(|kind| geometry::directions(kind).contains(&direction))
        };
        attacked += usize::from(first_officer.into_iter().any(slides_here));
    }
    (open, attacked)
}

/// Returns the number of lines along which the biy could jump over a man placed next to it.
#[inline]
fn count_lures(empty: Bitboard, biy: Square) -> usize {
    let is_open = |direction: &usize| {
        let front = NEXT[biy.index()][*direction];
        empty.has(front) && empty.has(NEXT[front.index()][*direction])
    };
    (0..8).filter(is_open).count()
}

/// Returns how far a biy is from home: in its own zone (0), in the rest of its own half (1),
/// or beyond the ditch (2).
#[inline]
pub fn distance_from_home(biy: Square, color: Color) -> usize {
    let side = geometry::regions(color);
    match biy {
        biy if side.zone.has(biy) => 0,
        biy if side.own_half.has(biy) => 1,
        _ => 2,
    }
}
