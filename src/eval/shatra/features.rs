//! The places of the weights in their table, and what each counts.
//!
//! A feature is a number that a position has for each side; the evaluation is
//! the sum over features of the difference of the sides times a weight.

use crate::base::{Color, Square};
use crate::eval::group::groups;
use crate::rules::shatra::geometry::{self, half_turn};

/// Squares that are not each other's mirror image, file a to file g.
pub const PLACES: usize = 38;
/// Officers of each kind by squares that they can go to.
pub const REACHES: usize = 16;

groups! {
    /// Being on the move.
    TEMPO: 1;
    /// A man on the board or in reserve, by kind.
    MATERIAL: 5;
    /// A man in reserve while the temdek is on, by kind.
    RESERVE: 5;
    /// A man outside the reserve, by kind and place.
    PLACE: 5 * PLACES;
    /// A shatra that can't be jumped from the front, for the man or the edge
    /// behind it: in the own half, and beyond the ditch.
    BACKED: 2;
    /// The same for each diagonal.
    BRACED: 2;
    /// The same for each side.
    FLANKED: 2;
    /// A shatra beyond the ditch by rank (8 to 13) while there is something
    /// for it to become.
    WANTED: 6;
    /// A shatra by rank (5 to 10) that no enemy stands before, on its file and
    /// those beside it.
    PASSED: 6;
    /// The number of shatras that can step forward, up to 8.
    MOBILE: 9;
    /// A batyr by half the squares that it can go to.
    BATYR_REACH: REACHES;
    /// A tura by squares that it can go to.
    TURA_REACH: REACHES;
    /// A yalkyn by squares that it can go to.
    YALKYN_REACH: REACHES;
    /// The biy by enemies next to it, up to 3.
    BIY_ENEMIES: 4;
    /// The biy by own men next to it.
    BIY_SHIELD: 9;
    /// The biy by lines along which it could be jumped, while the enemy has no
    /// officer out.
    BIY_LINES: 9;
    /// The same while he has.
    BIY_LINES_SEEN: 9;
    /// The biy by such lines that an enemy officer looks down, up to 3.
    BIY_LOOKS: 4;
    /// Men that could capture if the side were on the move, up to 3.
    THREATS: 4;
    /// A man that could be jumped if the other side were on the move, by kind.
    PREY: 5;
    /// The number of men in reserve, up to 11.
    WAITING: 12;
    /// The biy by where it is (own zone, own half, beyond) and whether its side
    /// has fewer men than the other, about as many, or more.
    BIY_STANDING: 9;
    /// Free steps straight ahead of shatras, up to 15: turns that cost nothing.
    SPARE: 16;
    /// Being on the move with fewer such steps than the other side, as many, or
    /// more.
    SPARE_TEMPO: 3;
    /// Squares next to the enemy's biy that officers outside the reserve look at.
    BIY_RING: 9;
    /// The biy by where it is (own zone, own half, beyond) and enemy officers
    /// outside the reserve, up to 3.
    BIY_HUNT: 12;
    /// The biy by lines along which a man could be put next to it and jumped, so
    /// that a capture, compulsory as it is, leads it away.
    BIY_LURES: 9;
}

/// The square as its side sees it, as if that were White.
#[inline]
pub const fn relative(square: Square, color: Color) -> Square {
    match color {
        Color::White => square,
        Color::Black => half_turn(square),
    }
}

/// The place of a square as White sees it: the same for mirror images.
pub const fn place(square: Square) -> usize {
    let rank = geometry::rank_of(square) as usize;
    let file = geometry::file_of(square) as usize;
    let from_edge = if file > 3 { 6 - file } else { file };
    match rank {
        1..=3 => (rank - 1) * 2 + from_edge - 2,
        4 => 6,
        5..=10 => 7 + (rank - 5) * 4 + from_edge,
        11 => 31,
        _ => 32 + (rank - 12) * 2 + from_edge - 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_is_of_a_square_and_its_mirror_image() {
        let mut squares = [0; PLACES];
        for square in geometry::squares() {
            squares[place(square)] += 1;
            let (file, rank) = (geometry::file_of(square), geometry::rank_of(square));
            let mirror = geometry::square_at(6 - file, rank).unwrap();
            assert_eq!(place(square), place(mirror));
        }
        assert!(squares.iter().all(|&n| n == 1 || n == 2));
    }

    #[test]
    fn groups_fill_the_table() {
        let mut next = 0;
        for group in GROUPS {
            assert_eq!(group.start, next, "{}", group.name);
            next += group.len;
        }
        assert_eq!(next, COUNT);
    }
}
