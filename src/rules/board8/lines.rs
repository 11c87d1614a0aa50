//! Computes the attacks of sliding men: the squares up to and including that of the first
//! man on each line.
//!
//! Attacks along files and diagonals are computed by subtraction (o − 2r, with the
//! occupancy o and the slider r, in both directions): such a line has at most one square on
//! each rank, so swapping the bytes reverses it. Attacks along ranks are read from a table.
//! This needs no magic numbers, no large tables and no special processor instructions.

use super::geometry::{FILE_A, SQUARES, file_of, rank_of};
use crate::base::{Bitboard, Square};

/// The file and the diagonals through a square, without the square itself.
struct SquareLines {
    file: u64,
    diagonal: u64,
    antidiagonal: u64,
}

static LINES: [SquareLines; SQUARES] = {
    const NONE: SquareLines = SquareLines {
        file: 0,
        diagonal: 0,
        antidiagonal: 0,
    };
    let mut table = [NONE; SQUARES];
    let mut i = 0;
    while i < SQUARES {
        let square = Square::new(i as u8);
        let bit = square.bit().0;
        table[i] = SquareLines {
            file: (FILE_A.0 << file_of(square)) & !bit,
            diagonal: diagonal_through(square, true) & !bit,
            antidiagonal: diagonal_through(square, false) & !bit,
        };
        i += 1;
    }
    table
};

/// Returns the diagonal through a square that rises, or falls, from file a to file h,
/// including the square itself.
const fn diagonal_through(square: Square, rising: bool) -> u64 {
    let mut set = 0;
    let mut i = 0;
    while i < SQUARES {
        let other = Square::new(i as u8);
        let (files, ranks) = (
            file_of(other) as i32 - file_of(square) as i32,
            rank_of(other) as i32 - rank_of(square) as i32,
        );
        if files == if rising { ranks } else { -ranks } {
            set |= other.bit().0;
        }
        i += 1;
    }
    set
}

/// The squares that a rook attacks on its rank, as bits of a byte, by the file of the
/// rook and the occupancy of the six inner files.
static RANKS: [[u8; SQUARES]; 8] = {
    let mut table = [[0; SQUARES]; 8];
    let mut i = 0;
    while i < 8 * SQUARES {
        let (file, inner) = (i / SQUARES, i % SQUARES);
        table[file][inner] = along_rank(file, (inner as u8) << 1);
        i += 1;
    }
    table
};

/// Computes an entry of [`RANKS`].
const fn along_rank(file: usize, occupied: u8) -> u8 {
    let mut reached = 0;
    let mut at = file + 1;
    while at < 8 {
        reached |= 1 << at;
        if occupied >> at & 1 != 0 {
            break;
        }
        at += 1;
    }
    let mut at = file;
    while at > 0 {
        at -= 1;
        reached |= 1 << at;
        if occupied >> at & 1 != 0 {
            break;
        }
    }
    reached
}

/// Returns the squares attacked along a line that has at most one square on each rank.
/// `from` is the bit of the sliding man's square.
#[inline]
const fn along(line: u64, from: u64, occupied: u64) -> u64 {
    let on_line = occupied & line;
    let up = on_line.wrapping_sub(from << 1);
    let down = on_line
        .swap_bytes()
        .wrapping_sub(from.swap_bytes() << 1)
        .swap_bytes();
    (up ^ down) & line
}

/// Returns the squares that a rook attacks.
#[inline]
pub const fn rook(from: Square, occupied: Bitboard) -> Bitboard {
    let lines = &LINES[from.index()];
    let shift = from.index() & 56;
    let inner = (occupied.0 >> (shift + 1)) & 63;
    let rank = (RANKS[from.index() & 7][inner as usize] as u64) << shift;
    Bitboard(rank | along(lines.file, from.bit().0, occupied.0))
}

/// Returns the squares that the sliding bishop of modern chess attacks.
#[inline]
pub const fn bishop(from: Square, occupied: Bitboard) -> Bitboard {
    let lines = &LINES[from.index()];
    let bit = from.bit().0;
    Bitboard(along(lines.diagonal, bit, occupied.0) | along(lines.antidiagonal, bit, occupied.0))
}

/// The squares strictly between two squares on the same file, rank or diagonal; empty for
/// other pairs of squares.
pub static BETWEEN: [[Bitboard; SQUARES]; SQUARES] = {
    let mut table = [[Bitboard::EMPTY; SQUARES]; SQUARES];
    let mut i = 0;
    while i < SQUARES {
        let from = Square::new(i as u8);
        let mut j = 0;
        while j < SQUARES {
            let to = Square::new(j as u8);
            let (straight, diagonal) = (rook(from, to.bit()), bishop(from, to.bit()));
            if i != j && straight.has(to) {
                table[i][j] = straight.and(rook(to, from.bit()));
            } else if i != j && diagonal.has(to) {
                table[i][j] = diagonal.and(bishop(to, from.bit()));
            }
            j += 1;
        }
        i += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::super::geometry::{square_at, square_named, squares};
    use super::*;
    use crate::base::zobrist::splitmix;

    /// Computes the attacks of a sliding man step by step.
    fn slide(from: Square, occupied: Bitboard, directions: [(i8, i8); 4]) -> Bitboard {
        let mut reached = Bitboard::EMPTY;
        for (files, ranks) in directions {
            let mut at = from;
            while let Some(next) = square_at(
                file_of(at).wrapping_add_signed(files),
                rank_of(at).wrapping_add_signed(ranks),
            ) {
                reached |= next.bit();
                at = next;
                if occupied.has(at) {
                    break;
                }
            }
        }
        reached
    }

    #[test]
    fn sliding_attacks_end_at_the_first_man() {
        for n in 0..200 {
            let occupied = Bitboard(splitmix(3 * n) & splitmix(3 * n + 1));
            for from in squares() {
                let straight = slide(from, occupied, [(1, 0), (-1, 0), (0, 1), (0, -1)]);
                let diagonal = slide(from, occupied, [(1, 1), (-1, -1), (-1, 1), (1, -1)]);
                assert_eq!(rook(from, occupied), straight);
                assert_eq!(bishop(from, occupied), diagonal);
            }
        }
    }

    #[test]
    fn the_squares_between_two_squares_are_on_their_line() {
        let at = |name: &str| square_named(name.as_bytes()).unwrap();
        let between = |a, b| BETWEEN[at(a).index()][at(b).index()];
        let set = |names: &str| names.split(' ').map(at).collect::<Bitboard>();
        assert_eq!(between("a1", "d4"), set("b2 c3"));
        assert_eq!(between("h8", "h5"), set("h7 h6"));
        assert_eq!(between("a1", "b3"), Bitboard::EMPTY);
        assert_eq!(between("e4", "e5"), Bitboard::EMPTY);
    }
}
