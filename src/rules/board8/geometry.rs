//! The geometry of the chessboard: the names of squares, their files and ranks, and the
//! targets of steps and leaps.
//!
//! a1 is square 0, h1 square 7 and h8 square 63, so a rank is a byte of a [`Bitboard`],
//! and a step forward is a shift by eight.

use crate::base::{Bitboard, Color, Square};

/// The number of squares.
pub const SQUARES: usize = 64;

/// The squares of file a.
pub const FILE_A: Bitboard = Bitboard(0x0101_0101_0101_0101);
/// The squares of file h.
pub const FILE_H: Bitboard = Bitboard(0x8080_8080_8080_8080);
/// Files a and b, from which a leap of two files toward file a would leave the board.
const FILES_AB: Bitboard = Bitboard(0x0303_0303_0303_0303);
/// Files g and h, from which a leap of two files toward file h would leave the board.
const FILES_GH: Bitboard = Bitboard(0xC0C0_C0C0_C0C0_C0C0);

/// Returns the file of a square, 0 for a to 7 for h.
#[inline]
pub const fn file_of(square: Square) -> u8 {
    square.index() as u8 & 7
}

/// Returns the rank of a square, 1 to 8.
#[inline]
pub const fn rank_of(square: Square) -> u8 {
    (square.index() as u8 >> 3) + 1
}

/// Returns the square on a file (0 to 7) and a rank (1 to 8); `None` if either is out of
/// range.
pub const fn square_at(file: u8, rank: u8) -> Option<Square> {
    match (file, rank) {
        (0..=7, 1..=8) => Some(Square::new((rank - 1) * 8 + file)),
        _ => None,
    }
}

/// Returns all squares in ascending order, a1 first.
pub fn squares() -> impl Iterator<Item = Square> {
    (0..SQUARES as u8).map(Square::new)
}

/// Returns the square on the same file and the mirrored rank: e2 becomes e7.
#[inline]
pub const fn flip(square: Square) -> Square {
    Square::new(square.index() as u8 ^ 56)
}

/// Returns the square to which the mirror image of the board maps a square: files a and h change
/// places.
#[inline]
pub const fn mirrored(square: Square) -> Square {
    Square::new(square.index() as u8 ^ 7)
}

/// Returns the rank on which the side's pawns are promoted.
#[inline]
pub const fn last_rank(color: Color) -> Bitboard {
    match color {
        Color::White => Bitboard(0xFF << 56),
        Color::Black => Bitboard(0xFF),
    }
}

/// Returns the name of a square: `e4`.
pub fn square_name(square: Square) -> String {
    let file = char::from(b'a' + file_of(square));
    format!("{file}{}", rank_of(square))
}

/// Returns the square with this name, ignoring case; `None` if there is none.
pub const fn square_named(name: &[u8]) -> Option<Square> {
    match *name {
        [file, rank @ b'1'..=b'8'] => match file.to_ascii_lowercase() {
            file @ b'a'..=b'h' => square_at(file - b'a', rank - b'0'),
            _ => None,
        },
        _ => None,
    }
}

/// Returns the set shifted by one rank forward, from the side's point of view.
#[inline]
pub const fn ahead(men: Bitboard, color: Color) -> Bitboard {
    match color {
        Color::White => Bitboard(men.0 << 8),
        Color::Black => Bitboard(men.0 >> 8),
    }
}

/// Returns the set shifted by one file toward file a.
#[inline]
pub const fn toward_file_a(men: Bitboard) -> Bitboard {
    Bitboard(men.without(FILE_A).0 >> 1)
}

/// Returns the set shifted by one file toward file h.
#[inline]
pub const fn toward_file_h(men: Bitboard) -> Bitboard {
    Bitboard(men.without(FILE_H).0 << 1)
}

/// Returns the squares that a side's pawns attack.
#[inline]
pub const fn pawns_attack(pawns: Bitboard, color: Color) -> Bitboard {
    let ahead = ahead(pawns, color);
    toward_file_a(ahead).or(toward_file_h(ahead))
}

/// Returns the squares one diagonal step away from any of the men.
#[inline]
pub const fn diagonal_steps(men: Bitboard) -> Bitboard {
    let sides = toward_file_a(men).or(toward_file_h(men));
    Bitboard(sides.0 << 8 | sides.0 >> 8)
}

/// Returns the squares two steps away from any of the men on a diagonal, regardless of
/// what stands between.
#[inline]
pub const fn diagonal_leaps(men: Bitboard) -> Bitboard {
    let sides = men.without(FILES_AB).0 >> 2 | men.without(FILES_GH).0 << 2;
    Bitboard(sides << 16 | sides >> 16)
}

/// Returns the squares a knight's leap away from any of the men.
#[inline]
pub const fn knight_leaps(men: Bitboard) -> Bitboard {
    let one = toward_file_a(men).or(toward_file_h(men)).0;
    let two = men.without(FILES_AB).0 >> 2 | men.without(FILES_GH).0 << 2;
    Bitboard(one << 16 | one >> 16 | two << 8 | two >> 8)
}

/// Returns the squares one step away from any of the men, in any direction, except
/// the squares of the men themselves.
#[inline]
pub const fn king_steps(men: Bitboard) -> Bitboard {
    let row = men.or(toward_file_a(men)).or(toward_file_h(men)).0;
    Bitboard((row | row << 8 | row >> 8) & !men.0)
}

/// Returns the targets of a step or leap from each square.
const fn leap_table(kind: LeapKind) -> [Bitboard; SQUARES] {
    let mut table = [Bitboard::EMPTY; SQUARES];
    let mut i = 0;
    while i < SQUARES {
        let man = Square::new(i as u8).bit();
        table[i] = match kind {
            LeapKind::DiagonalStep => diagonal_steps(man),
            LeapKind::DiagonalLeap => diagonal_leaps(man),
            LeapKind::Knight => knight_leaps(man),
            LeapKind::King => king_steps(man),
            LeapKind::Pawn(color) => pawns_attack(man, color),
        };
        i += 1;
    }
    table
}

/// A kind of step or leap, for [`leap_table`].
#[derive(Copy, Clone)]
enum LeapKind {
    DiagonalStep,
    DiagonalLeap,
    Knight,
    King,
    Pawn(Color),
}

/// The result of [`diagonal_steps`] for a single man, by square.
pub static DIAGONAL_STEPS: [Bitboard; SQUARES] = leap_table(LeapKind::DiagonalStep);
/// The result of [`diagonal_leaps`] for a single man, by square.
pub static DIAGONAL_LEAPS: [Bitboard; SQUARES] = leap_table(LeapKind::DiagonalLeap);
/// The result of [`knight_leaps`] for a single man, by square.
pub static KNIGHT_LEAPS: [Bitboard; SQUARES] = leap_table(LeapKind::Knight);
/// The result of [`king_steps`] for a single man, by square.
pub static KING_STEPS: [Bitboard; SQUARES] = leap_table(LeapKind::King);
/// The result of [`pawns_attack`] for a single pawn, by colour and square.
pub static PAWN_ATTACKS: [[Bitboard; SQUARES]; 2] = [
    leap_table(LeapKind::Pawn(Color::White)),
    leap_table(LeapKind::Pawn(Color::Black)),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: &str) -> Square {
        square_named(name.as_bytes()).unwrap()
    }

    fn set(names: &str) -> Bitboard {
        names.split(' ').map(named).collect()
    }

    #[test]
    fn leaps_stay_on_the_board() {
        let at = |table: &[Bitboard; SQUARES], name| table[named(name).index()];
        assert_eq!(at(&KNIGHT_LEAPS, "a1"), set("b3 c2"));
        assert_eq!(at(&KNIGHT_LEAPS, "g7"), set("e8 e6 f5 h5"));
        assert_eq!(at(&DIAGONAL_LEAPS, "b2"), set("d4"));
        assert_eq!(at(&DIAGONAL_LEAPS, "f6"), set("d8 h8 d4 h4"));
        assert_eq!(at(&DIAGONAL_STEPS, "h4"), set("g5 g3"));
        assert_eq!(at(&KING_STEPS, "a8"), set("b8 b7 a7"));
        assert_eq!(at(&PAWN_ATTACKS[0], "a2"), set("b3"));
        assert_eq!(at(&PAWN_ATTACKS[1], "e5"), set("d4 f4"));
    }

    #[test]
    fn square_names_are_parsed_back() {
        for square in squares() {
            assert_eq!(square_named(square_name(square).as_bytes()), Some(square));
            assert_eq!(square_at(file_of(square), rank_of(square)), Some(square));
        }
        assert_eq!(square_named(b"i1"), None);
        assert_eq!(square_named(b"e9"), None);
        assert_eq!(square_named(b"e44"), None);
    }
}
