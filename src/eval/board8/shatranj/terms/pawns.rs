//! How pawns stand.

use super::super::features::{
    BLOCKED, DOUBLED, FREE_PASSED, GUARDED, ISOLATED, PASSED, PASSED_ENEMY_KING, PASSED_OWN_KING,
    PHALANX, SAFE_PASSED,
};
use super::Tally;
use super::king::steps;
use super::looks::Looks;
use crate::base::{Bitboard, Color, Square};
use crate::rules::board8::geometry::{FILE_A, ahead, file_of, rank_of, relative, to_a, to_h};
use crate::rules::board8::{Kind, Position, Rules};

#[inline]
pub fn tell<R: Rules, T: Tally>(
    position: &Position<R>,
    looks: &Looks,
    color: Color,
    tally: &mut T,
) {
    let board = position.board();
    let own = board.of(color, Kind::Pawn);
    let enemies = board.of(!color, Kind::Pawn);
    let mut by_rank = |group, pawns: Bitboard| {
        for square in pawns {
            tally.add(group + from_second(square, color), 1);
        }
    };
    by_rank(GUARDED, own & looks.by_pawns(color));
    by_rank(PHALANX, own & beside(own));
    by_rank(BLOCKED, own & ahead(board.occupied(), !color));
    let files = files_ahead(own, color) | own | files_ahead(own, !color);
    tally.add(ISOLATED, own.without(beside(files)).count() as i32);
    tally.add(DOUBLED, (own & files_ahead(own, !color)).count() as i32);
    let stopped = files_ahead(enemies, !color);
    for square in own.without(stopped | beside(stopped)) {
        tally.add(PASSED + from_second(square, color), 1);
        passed(position, looks, color, square, tally);
    }
}

/// What the way of a passed pawn is like.
#[inline]
fn passed<R: Rules, T: Tally>(
    position: &Position<R>,
    looks: &Looks,
    color: Color,
    square: Square,
    tally: &mut T,
) {
    let rank = from_second(square, color);
    let next = next(square, color);
    if !position.board().occupied().has(next) {
        tally.add(FREE_PASSED + rank, 1);
    }
    if !looks.by(!color).has(next) {
        tally.add(SAFE_PASSED + rank, 1);
    }
    if rank >= 2 {
        tally.add(PASSED_OWN_KING + steps(position.king(color), next), 1);
        tally.add(PASSED_ENEMY_KING + steps(position.king(!color), next), 1);
    }
}

/// The rank of a pawn as its side sees it, 0 for its second.
#[inline]
fn from_second(square: Square, color: Color) -> usize {
    usize::from(rank_of(relative(square, color))).clamp(2, 7) - 2
}

/// The square before a pawn.
#[inline]
const fn next(square: Square, color: Color) -> Square {
    let i = square.index() as u8;
    Square::new(match color {
        Color::White => i + 8,
        Color::Black => i - 8,
    })
}

/// The file of a square.
#[inline]
pub const fn file_through(square: Square) -> Bitboard {
    Bitboard(FILE_A.0 << file_of(square))
}

/// The squares to the left and right of some.
#[inline]
pub fn beside(squares: Bitboard) -> Bitboard {
    to_a(squares) | to_h(squares)
}

/// All squares before some on their files.
#[inline]
pub const fn files_ahead(squares: Bitboard, color: Color) -> Bitboard {
    let mut all = ahead(squares, color).0;
    match color {
        Color::White => {
            all |= all << 8;
            all |= all << 16;
            all |= all << 32;
        }
        Color::Black => {
            all |= all >> 8;
            all |= all >> 16;
            all |= all >> 32;
        }
    }
    Bitboard(all)
}
