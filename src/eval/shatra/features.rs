//! The features of the evaluation: the index of each in the table of weights, and
//! what each counts.
//!
//! A feature is a number that a position has for each side; the evaluation is
//! the sum, over all features, of the difference between the sides times a weight.

use crate::base::{Color, Square};
use crate::eval::feature_group::groups;
use crate::rules::shatra::geometry::{self, half_turn};

/// The number of places: squares, mirror images (file a and file g) counted once.
pub const PLACES: usize = 38;
/// The number of features for the squares that an officer of a kind can go to.
pub const REACHES: usize = 16;

groups! {
    /// Whether the side is to move.
    TEMPO: 1;
    /// A man on the board or in reserve, by kind.
    MATERIAL: 5;
    /// A man in reserve while the temdek is on, by kind.
    RESERVE: 5;
    /// A man outside the reserve, by kind and place.
    PLACE: 5 * PLACES;
    /// A shatra that can't be jumped from the front because of the man or the edge
    /// behind it: in its own half, and beyond the ditch.
    BACKED: 2;
    /// The same along each diagonal.
    BRACED: 2;
    /// The same from each side.
    FLANKED: 2;
    /// A shatra beyond the ditch by rank (8 to 13), while an officer is left to promote
    /// to.
    WANTED: 6;
    /// A shatra by rank (5 to 10) with no enemy ahead of it on its file or an adjacent
    /// one.
    PASSED: 6;
    /// The number of shatras that can step forward, up to 8.
    MOBILE: 9;
    /// A batyr by half the number of squares that it can go to.
    BATYR_REACH: REACHES;
    /// A tura by the number of squares that it can go to.
    TURA_REACH: REACHES;
    /// A yalkyn by the number of squares that it can go to.
    YALKYN_REACH: REACHES;
    /// The biy by the number of enemies next to it, up to 3.
    BIY_ENEMIES: 4;
    /// The biy by the number of own men next to it.
    BIY_SHIELD: 9;
    /// The biy by the number of lines along which it could be jumped, while the
    /// enemy has no officer outside the reserve.
    BIY_LINES: 9;
    /// The same while the enemy has one.
    BIY_LINES_SEEN: 9;
    /// The biy by the number of these lines that an enemy officer looks down, up
    /// to 3.
    BIY_LOOKS: 4;
    /// The number of men that could capture if the side were to move, up to 3; 0
    /// for the side to move.
    THREATS: 4;
    /// An enemy man that the side could jump if it were to move, by kind; none for
    /// the side to move.
    PREY: 5;
    /// The number of men in reserve, up to 11.
    WAITING: 12;
    /// The biy by where it is (own zone, own half, beyond) and whether its side
    /// has fewer men than the other, about as many, or more.
    BIY_STANDING: 9;
    /// The number of free steps straight ahead of shatras, up to 15: spare turns.
    SPARE: 16;
    /// The side to move by whether it has fewer such steps than the other side, as many,
    /// or more.
    SPARE_TEMPO: 3;
    /// The number of squares next to the enemy's biy that officers outside the
    /// reserve look at.
    BIY_RING: 9;
    /// The biy by where it is (own zone, own half, beyond) and the number of enemy
    /// officers outside the reserve, up to 3.
    BIY_HUNT: 12;
    /// The biy by the number of lines along which a man could be put next to it
    /// and jumped, so that the capture, which is compulsory, lures it away.
    BIY_LURES: 9;
}

/// Returns the square as its side sees it, as if that side were White.
#[inline]
pub const fn relative(square: Square, color: Color) -> Square {
    match color {
        Color::White => square,
        Color::Black => half_turn(square),
    }
}

/// Returns the place of a square as White sees it: the same for mirror images.
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
    fn a_square_and_its_mirror_image_share_a_place() {
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
    fn groups_cover_all_features_in_order() {
        let mut next = 0;
        for group in GROUPS {
            assert_eq!(group.start, next, "{}", group.name);
            next += group.len;
        }
        assert_eq!(next, COUNT);
    }
}
