//! The board (protocol/RULES.md section 1).

/// The file (0 to 6 for a to g) and the rank (1 to 14) of a square.
pub type Square = (u8, u8);

/// The changes of file and rank in one step of a chess king.
pub type Direction = (i8, i8);

pub const ORTHOGONAL: [Direction; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
pub const DIAGONAL: [Direction; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

pub fn all_directions() -> impl Iterator<Item = Direction> {
    ORTHOGONAL.into_iter().chain(DIAGONAL)
}

/// Returns whether the board has this square. The field consists of files a to g, the gates are on
/// file d, and the fortresses on files c to e.
pub fn exists(file: i8, rank: i8) -> bool {
    match rank {
        1..=3 | 12..=14 => (2..=4).contains(&file),
        4 | 11 => file == 3,
        5..=10 => (0..=6).contains(&file),
        _ => false,
    }
}

/// Returns the next square in this direction, if it exists. Lines are geometric: no square is
/// skipped.
pub fn neighbour(square: Square, direction: Direction) -> Option<Square> {
    let file = square.0 as i8 + direction.0;
    let rank = square.1 as i8 + direction.1;
    exists(file, rank).then_some((file as u8, rank as u8))
}

/// Returns the squares in this direction from a square, nearest first, without that square.
pub fn ray(from: Square, direction: Direction) -> impl Iterator<Item = Square> {
    std::iter::successors(neighbour(from, direction), move |&square| {
        neighbour(square, direction)
    })
}

/// Returns all 62 squares in the order of their SPN numbers: rank 1 first, each rank from g to a.
pub fn all_squares() -> impl Iterator<Item = Square> {
    (1..=14u8)
        .flat_map(|rank| (0..=6u8).rev().map(move |file| (file, rank)))
        .filter(|&(file, rank)| exists(file as i8, rank as i8))
}

/// Returns the SPN number: 1 = e1, 2 = d1, … 62 = c14.
pub fn spn_number(square: Square) -> usize {
    1 + all_squares().position(|other| other == square).unwrap()
}

pub fn from_spn_number(number: usize) -> Option<Square> {
    all_squares().nth(number.checked_sub(1)?)
}

/// Returns the algebraic name, such as `c14`.
pub fn square_name(square: Square) -> String {
    format!("{}{}", (b'a' + square.0) as char, square.1)
}

/// Returns whether the two squares are next to each other on the same rank.
pub fn are_side_by_side(one: Square, other: Square) -> bool {
    one.1 == other.1 && one.0.abs_diff(other.0) == 1
}
