//! The pawns before a king: its own and those that come for it.

use super::super::features::{AHEAD, SHELTER, STORM};
use super::Tally;
use super::pawns::{ahead_of, file_through};
use crate::base::{Bitboard, Color, Square};
use crate::rules::board8::geometry::{SQUARES, file_of, rank_of};
use crate::rules::board8::{Kind, Position, Rules};

/// Counts the files at the king that have no own pawn beside or before it.
#[inline]
pub fn tell<R: Rules, T: Tally>(position: &Position<R>, color: Color, tally: &mut T) -> i32 {
    let board = position.board();
    let king = position.king(color);
    let own = board.of(color, Kind::Pawn);
    let enemies = board.of(!color, Kind::Pawn);
    let mut bare = 0;
    for (i, way) in WAYS[color.index()][king.index()].into_iter().enumerate() {
        if way.is_empty() {
            continue;
        }
        let group = if i == 0 { 0 } else { AHEAD };
        tally.add(SHELTER + group + ranks_to(way & own, king, color), 1);
        tally.add(STORM + group + ranks_to(way & enemies, king, color), 1);
        bare += i32::from(!way.meets(own));
    }
    bare
}

/// What is beside a king or ahead of it, by colour and square: on its own file,
/// then on each file next to that, where there is one.
static WAYS: [[[Bitboard; 3]; SQUARES]; 2] = {
    let mut ways = [[[Bitboard::EMPTY; 3]; SQUARES]; 2];
    let mut i = 0;
    while i < SQUARES {
        let king = Square::new(i as u8);
        ways[0][i] = ways_of(king, Color::White);
        ways[1][i] = ways_of(king, Color::Black);
        i += 1;
    }
    ways
};

const fn ways_of(king: Square, color: Color) -> [Bitboard; 3] {
    let rank = Bitboard(0xff << (king.index() & 56));
    let here_or_ahead = ahead_of(king, color).or(rank);
    let file = file_of(king);
    let mut ways = [
        file_through(king).and(here_or_ahead),
        Bitboard::EMPTY,
        Bitboard::EMPTY,
    ];
    if file > 0 {
        ways[1] = file_through(Square::new(file - 1)).and(here_or_ahead);
    }
    if file < 7 {
        ways[2] = file_through(Square::new(file + 1)).and(here_or_ahead);
    }
    ways
}

/// The ranks from a king to the next of the pawns ahead of it.
#[inline]
fn ranks_to(pawns: Bitboard, king: Square, color: Color) -> usize {
    let next = match color {
        Color::White => pawns.first(),
        Color::Black => pawns.last(),
    };
    next.map_or(AHEAD - 1, |pawn| {
        rank_of(pawn).abs_diff(rank_of(king)).into()
    })
}
