//! The board of 62 squares: indices, regions and lines.
//!
//! A square's index is its SPN number minus one (RULES.md section 1). Indices therefore
//! run from e1 (0) up the ranks to c14 (61), along each rank from the g side to the a
//! side, and a half turn of the board maps `i` to `61 - i`. Index 63 is not a square;
//! the tables use it for "off the board" because no set of squares contains it.

use super::kind::Kind;
use crate::base::{Bitboard, Color, Square};

/// The number of squares of the board.
pub const SQUARES: usize = 62;
/// The table entry that means "no square".
pub const OFF_BOARD: Square = Square::new(63);
/// The set of all squares.
pub const BOARD: Bitboard = Bitboard((1 << SQUARES) - 1);

/// A direction along a line, as an index into the tables. The first four lead to higher
/// square indices; `direction ^ 4` is the opposite direction.
pub type Direction = usize;
/// The direction straight towards rank 14.
pub const NORTH: Direction = 0;
/// The direction towards rank 14 and the a file.
pub const NORTH_WEST: Direction = 1;
/// The direction towards the a file.
pub const WEST: Direction = 2;
/// The direction towards rank 14 and the g file.
pub const NORTH_EAST: Direction = 3;
/// The direction straight towards rank 1.
pub const SOUTH: Direction = 4;
/// The direction towards rank 1 and the g file.
pub const SOUTH_EAST: Direction = 5;
/// The direction towards the g file.
pub const EAST: Direction = 6;
/// The direction towards rank 1 and the a file.
pub const SOUTH_WEST: Direction = 7;

/// Returns the directions in which an officer moves, or all directions for a biy or a
/// shatra, which can capture in all of them.
#[inline]
pub fn directions(kind: Kind) -> &'static [Direction] {
    match kind {
        Kind::Tura => &[NORTH, WEST, SOUTH, EAST],
        Kind::Yalkyn => &[NORTH_WEST, NORTH_EAST, SOUTH_EAST, SOUTH_WEST],
        _ => &[0, 1, 2, 3, 4, 5, 6, 7],
    }
}

/// The change of file and of rank in each direction.
const OFFSETS: [(i8, i8); 8] = [
    (0, 1),
    (-1, 1),
    (-1, 0),
    (1, 1),
    (0, -1),
    (1, -1),
    (1, 0),
    (-1, -1),
];

/// Returns the square on a file (0 = a … 6 = g) and a rank (1 to 14), or
/// [`OFF_BOARD`].
const fn locate(file: i8, rank: i8) -> Square {
    let narrow = file >= 2 && file <= 4;
    let index = match rank {
        1..=3 if narrow => (rank - 1) * 3 + 4 - file,
        4 if file == 3 => 9,
        5..=10 if file >= 0 && file <= 6 => 10 + (rank - 5) * 7 + 6 - file,
        11 if file == 3 => 52,
        12..=14 if narrow => 53 + (rank - 12) * 3 + 4 - file,
        _ => 63,
    };
    Square::new(index as u8)
}

/// Returns the square on a file (0 = a … 6 = g) and a rank (1 to 14), if it
/// exists.
pub const fn square_at(file: u8, rank: u8) -> Option<Square> {
    if file > 6 || rank > 14 {
        return None;
    }
    match locate(file as i8, rank as i8) {
        OFF_BOARD => None,
        square => Some(square),
    }
}

/// The file and the rank of each square; (-9, -9) for the indices 62 and 63.
const COORDINATES: [(i8, i8); 64] = {
    let mut table = [(-9, -9); 64];
    let mut i = 0;
    while i < 7 * 14 {
        let (file, rank) = (i % 7, i / 7 + 1);
        let square = locate(file, rank);
        if square.index() < SQUARES {
            table[square.index()] = (file, rank);
        }
        i += 1;
    }
    table
};

/// Returns the file of a square, 0 = a … 6 = g.
pub const fn file_of(square: Square) -> u8 {
    COORDINATES[square.index()].0 as u8
}

/// Returns the rank of a square, 1 to 14.
pub const fn rank_of(square: Square) -> u8 {
    COORDINATES[square.index()].1 as u8
}

/// The neighbour of each square in each direction, or [`OFF_BOARD`].
pub static NEXT: [[Square; 8]; 64] = {
    let mut table = [[OFF_BOARD; 8]; 64];
    let mut i = 0;
    while i < SQUARES * 8 {
        let (square, direction) = (i / 8, i % 8);
        let (file, rank) = COORDINATES[square];
        let (files, ranks) = OFFSETS[direction];
        table[square][direction] = locate(file + files, rank + ranks);
        i += 1;
    }
    table
};

/// The squares from each square in each direction up to the edge of the board, without
/// the square itself.
pub static RAYS: [[Bitboard; 8]; 64] = {
    let mut table = [[Bitboard::EMPTY; 8]; 64];
    let mut i = 0;
    while i < SQUARES * 8 {
        let (square, direction) = (i / 8, i % 8);
        let mut at = NEXT[square][direction];
        while at.index() < SQUARES {
            table[square][direction] = table[square][direction].or(at.bit());
            at = NEXT[at.index()][direction];
        }
        i += 1;
    }
    table
};

/// The squares one step away from each square in any direction.
pub static NEIGHBOURS: [Bitboard; 64] = {
    let mut table = [Bitboard::EMPTY; 64];
    let mut i = 0;
    while i < SQUARES * 8 {
        let (square, direction) = (i / 8, i % 8);
        table[square] = table[square].or(NEXT[square][direction].bit().and(BOARD));
        i += 1;
    }
    table
};

/// By `[from][over]`: the landing square of a jump from one square over a neighbour,
/// that is, the next square on the line through both; [`OFF_BOARD`] if it does not
/// exist or the squares are not neighbours.
pub static LANDING: [[Square; 64]; 64] = {
    let mut table = [[OFF_BOARD; 64]; 64];
    let mut i = 0;
    while i < SQUARES * 8 {
        let (square, direction) = (i / 8, i % 8);
        let over = NEXT[square][direction].index();
        if over < SQUARES {
            table[square][over] = NEXT[over][direction];
        }
        i += 1;
    }
    table
};

/// Returns, for each square, the lines through it in two directions and their opposites,
/// without the square itself.
const fn lines_through(first: Direction, last: Direction) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut i = 0;
    while i < SQUARES {
        let rays = RAYS[i];
        let line = rays[first].or(rays[first ^ 4]);
        table[i] = line.or(rays[last]).or(rays[last ^ 4]);
        i += 1;
    }
    table
}

/// The file and rank of each square, up to the edge of the board, without the square
/// itself.
pub static ORTHOGONALS: [Bitboard; 64] = lines_through(NORTH, WEST);
/// The diagonals through each square, up to the edge of the board, without the square
/// itself.
pub static DIAGONALS: [Bitboard; 64] = lines_through(NORTH_WEST, NORTH_EAST);

/// Returns the squares whose file and rank are within these inclusive ranges.
const fn region(files: (i8, i8), ranks: (i8, i8)) -> Bitboard {
    let mut set = Bitboard::EMPTY;
    let mut i = 0;
    while i < SQUARES {
        let (file, rank) = COORDINATES[i];
        if file >= files.0 && file <= files.1 && rank >= ranks.0 && rank <= ranks.1 {
            set = set.or(Square::new(i as u8).bit());
        }
        i += 1;
    }
    set
}

/// The great road: file d.
pub const GREAT_ROAD: Bitboard = region((3, 3), (1, 14));
/// The field (ranks 5 to 10), which consists of the halves of both sides.
pub const FIELD: Bitboard = region((0, 6), (5, 10));
/// Files b to f, on which a two-square step leaves an en-passant square.
pub const INNER_FILES: Bitboard = region((1, 5), (1, 14));
/// The squares of the field on file g.
pub const FILE_G: Bitboard = region((6, 6), (5, 10));
/// The squares of the field on file a.
pub const FILE_A: Bitboard = region((0, 0), (5, 10));
/// The squares from which a short jump may cross or reach a square outside the field: the
/// fortresses, the gates, and the squares of the field close to them.
pub const NEAR_GATES: Bitboard = region((2, 4), (1, 4))
    .or(region((2, 4), (11, 14)))
    .or(region((2, 4), (5, 5)))
    .or(region((2, 4), (10, 10)))
    .or(region((1, 1), (6, 6)))
    .or(region((3, 3), (6, 6)))
    .or(region((5, 5), (6, 6)))
    .or(region((1, 1), (9, 9)))
    .or(region((3, 3), (9, 9)))
    .or(region((5, 5), (9, 9)));

/// The regions of the board from the point of view of one side (RULES.md section 1).
#[derive(Debug)]
pub struct SideRegions {
    /// The fortress: the nine squares behind the gate.
    pub fortress: Bitboard,
    /// The gate: d4 or d11.
    pub gate: Bitboard,
    /// The fortress and the gate.
    pub zone: Bitboard,
    /// The side's half of the field: 21 squares.
    pub own_half: Bitboard,
    /// The side's first field rank, from which shatras make two-square steps.
    pub first_field_rank: Bitboard,
    /// The rank of the side's half next to the ditch.
    pub ditch_rank: Bitboard,
    /// The enemy's half of the field, beyond the ditch.
    pub enemy_half: Bitboard,
    /// The last field rank: the rank of the enemy's half in front of the enemy's gate.
    pub last_field_rank: Bitboard,
    /// The rank on which shatras are promoted.
    pub final_rank: Bitboard,
    /// The side's two tower squares.
    pub towers: Bitboard,
    /// The fortress, the gate and the three squares of the field next to the gate.
    pub surroundings: Bitboard,
    /// The side's forward direction.
    pub(crate) forward: Direction,
    /// The two directions diagonally forward.
    pub(crate) forward_diagonals: [Direction; 2],
}

/// The regions of both sides, by colour.
pub static SIDES: [SideRegions; 2] = [
    SideRegions {
        fortress: region((2, 4), (1, 3)),
        gate: region((3, 3), (4, 4)),
        zone: region((2, 4), (1, 4)),
        own_half: region((0, 6), (5, 7)),
        first_field_rank: region((0, 6), (5, 5)),
        ditch_rank: region((0, 6), (7, 7)),
        enemy_half: region((0, 6), (8, 10)),
        last_field_rank: region((0, 6), (10, 10)),
        final_rank: region((2, 4), (14, 14)),
        towers: region((0, 0), (5, 5)).or(region((6, 6), (5, 5))),
        surroundings: region((2, 4), (1, 5)),
        forward: NORTH,
        forward_diagonals: [NORTH_WEST, NORTH_EAST],
    },
    SideRegions {
        fortress: region((2, 4), (12, 14)),
        gate: region((3, 3), (11, 11)),
        zone: region((2, 4), (11, 14)),
        own_half: region((0, 6), (8, 10)),
        first_field_rank: region((0, 6), (10, 10)),
        ditch_rank: region((0, 6), (8, 8)),
        enemy_half: region((0, 6), (5, 7)),
        last_field_rank: region((0, 6), (5, 5)),
        final_rank: region((2, 4), (1, 1)),
        towers: region((0, 0), (10, 10)).or(region((6, 6), (10, 10))),
        surroundings: region((2, 4), (10, 14)),
        forward: SOUTH,
        forward_diagonals: [SOUTH_WEST, SOUTH_EAST],
    },
];

/// Returns the regions from the point of view of `color`.
#[inline]
pub fn regions(color: Color) -> &'static SideRegions {
    &SIDES[color.index()]
}

/// Returns the nearest square of `occupied` in a direction. Without one, returns
/// [`OFF_BOARD`] in the first four directions, and e1 in the other four.
#[inline]
pub fn blocker(direction: Direction, from: Square, occupied: Bitboard) -> Square {
    let men = RAYS[from.index()][direction] & occupied;
    if direction < 4 {
        Square::new((men.0 | 1 << 63).trailing_zeros() as u8)
    } else {
        Square::new(63 - (men.0 | 1).leading_zeros() as u8)
    }
}

/// Returns the squares in a direction up to and including the first occupied one.
#[inline]
pub fn reach(direction: Direction, from: Square, occupied: Bitboard) -> Bitboard {
    // If no square is occupied, the blocker has index 63 or 0, whose rays in these
    // directions are empty.
    RAYS[from.index()][direction] ^ RAYS[blocker(direction, from, occupied).index()][direction]
}

/// Iterates over squares of a ray in this direction, nearest first.
#[inline]
pub fn outward(direction: Direction, squares: Bitboard) -> impl Iterator<Item = Square> {
    let mut remaining = squares;
    std::iter::from_fn(move || {
        let square = if direction < 4 {
            remaining.first()?
        } else {
            remaining.last()?
        };
        remaining ^= square.bit();
        Some(square)
    })
}

/// Returns the square to which a half turn of the board maps a square.
pub const fn half_turn(square: Square) -> Square {
    Square::new(61 - square.index() as u8)
}

/// Returns the square to which the mirror image of the board in file d maps a square.
pub const fn mirrored(square: Square) -> Square {
    match square_at(6 - file_of(square), rank_of(square)) {
        Some(mirrored) => mirrored,
        None => square,
    }
}

/// Iterates over all squares, lowest index first.
pub fn squares() -> impl DoubleEndedIterator<Item = Square> {
    (0..SQUARES as u8).map(Square::new)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(name: &str) -> Square {
        let bytes = name.as_bytes();
        square_at(bytes[0] - b'a', name[1..].parse().unwrap()).unwrap()
    }

    #[test]
    fn indices_are_spn_numbers_minus_one() {
        for (name, spn) in [
            ("e1", 1),
            ("d1", 2),
            ("c1", 3),
            ("c3", 9),
            ("d4", 10),
            ("g5", 11),
            ("a5", 17),
            ("a7", 31),
            ("g8", 32),
            ("a10", 52),
            ("d11", 53),
            ("e12", 54),
            ("c14", 62),
        ] {
            assert_eq!(square(name).index() + 1, spn, "{name}");
        }
    }

    #[test]
    fn fortress_and_field_meet_only_at_the_gate() {
        let around = NEIGHBOURS[square("d4").index()];
        let expected: Bitboard = ["c3", "d3", "e3", "c5", "d5", "e5"]
            .into_iter()
            .map(square)
            .collect();
        assert_eq!(around, expected);
        assert_eq!(NEXT[square("c3").index()][NORTH], OFF_BOARD);
        assert_eq!(NEXT[square("c3").index()][NORTH_EAST], square("d4"));
        assert_eq!(RAYS[square("c3").index()][NORTH_EAST].count(), 4);
        assert_eq!(RAYS[square("d1").index()][NORTH].count(), 13);
    }

    #[test]
    fn opposite_directions_undo_each_other() {
        for direction in 0..8 {
            for square in squares() {
                let next = NEXT[square.index()][direction];
                if next != OFF_BOARD {
                    assert_eq!(NEXT[next.index()][direction ^ 4], square);
                    assert_eq!(direction < 4, next > square);
                }
            }
        }
    }

    #[test]
    fn a_half_turn_maps_one_sides_regions_onto_the_others() {
        let turned = |set: Bitboard| set.into_iter().map(half_turn).collect::<Bitboard>();
        let [white, black] = &SIDES;
        assert_eq!(turned(white.fortress), black.fortress);
        assert_eq!(turned(white.own_half), black.own_half);
        assert_eq!(turned(white.final_rank), black.final_rank);
        assert_eq!(turned(white.towers), black.towers);
        assert_eq!(turned(white.surroundings), black.surroundings);
        assert_eq!(white.own_half.count(), 21);
        assert_eq!(white.zone.count(), 10);
    }
}
