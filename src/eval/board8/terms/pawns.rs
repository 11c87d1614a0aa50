//! How pawns stand.

use super::super::features::{
    BLOCKED, DOUBLED, FREE_PASSED, GUARDED, ISOLATED, PASSED, PASSED_ENEMY_KING, PASSED_OWN_KING,
    PHALANX, SAFE_PASSED,
};
use super::Tally;
use super::king::steps;
use super::looks::Looks;
use crate::base::{Bitboard, Color, Square};
use crate::rules::board8::geometry::{
    FILE_A, file_of, pawns_attack, rank_of, relative, to_a, to_h,
};
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
    let guarded = own & pawns_attack(own, color);
    let phalanx = own & beside(own);
    for square in own {
        let rank = from_second(square, color);
        let file = file_through(square);
        let ahead = ahead_of(square, color);
        if guarded.has(square) {
            tally.add(GUARDED + rank, 1);
        }
        if phalanx.has(square) {
            tally.add(PHALANX + rank, 1);
        }
        if board.occupied().has(next(square, color)) {
            tally.add(BLOCKED + rank, 1);
        }
        if !beside(file).meets(own) {
            tally.add(ISOLATED, 1);
        }
        if (file & ahead).meets(own) {
            tally.add(DOUBLED, 1);
        }
        if !((file | beside(file)) & ahead).meets(enemies) {
            tally.add(PASSED + rank, 1);
            passed(position, looks, color, square, tally);
        }
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
fn from_second(square: Square, color: Color) -> usize {
    usize::from(rank_of(relative(square, color))).clamp(2, 7) - 2
}

/// The square before a pawn.
const fn next(square: Square, color: Color) -> Square {
    let i = square.index() as u8;
    Square::new(match color {
        Color::White => i + 8,
        Color::Black => i - 8,
    })
}

/// The file of a square.
pub const fn file_through(square: Square) -> Bitboard {
    Bitboard(FILE_A.0 << file_of(square))
}

/// The squares to the left and right of some.
pub fn beside(squares: Bitboard) -> Bitboard {
    to_a(squares) | to_h(squares)
}

/// All ranks before a square.
pub const fn ahead_of(square: Square, color: Color) -> Bitboard {
    let rank = (square.index() & 56) as u32;
    match color {
        // Two shifts, as the last rank has none before it.
        Color::White => Bitboard((!0 << rank) << 8),
        Color::Black => Bitboard(!(!0 << rank)),
    }
}
