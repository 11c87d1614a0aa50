//! The features of the evaluation: the index of each in the table of weights, and what
//! each of them counts.
//!
//! A feature is a number that a position has for each side. The evaluation is the sum,
//! over all features, of the difference between the sides times the feature's weight.

use crate::base::{Color, Square};
use crate::eval::feature_group::groups;
use crate::rules::shatra::geometry::{self, half_turn};

/// The number of places. A place is a square together with its mirror image, such as a5 and
/// g5.
pub const PLACES: usize = 38;
/// The number of mobility features for each kind of officer.
pub const MOBILITIES: usize = 16;

groups! {
    /// Whether the side is to move.
    TEMPO: 1;
    /// A man, by kind, in or outside the reserve.
    MATERIAL: 5;
    /// A man in reserve while the temdek is on, by kind.
    RESERVE: 5;
    /// A man outside the reserve, by kind and place.
    PLACE: 5 * PLACES;
    /// A shatra that can't be jumped from the front, because a man of its own side or the
    /// edge of the field is behind it: before the ditch, and beyond it.
    BACKED: 2;
    /// The same for a jump along each diagonal.
    BACKED_DIAGONALLY: 2;
    /// The same for a jump from the left and from the right.
    BACKED_SIDEWAYS: 2;
    /// A shatra beyond the ditch, by rank (8 to 13 or more), while its side has lost an
    /// officer to which it could be promoted.
    PROMOTABLE: 6;
    /// A passed shatra, by rank (5 to 10): no enemy is ahead of it on its own file or an
    /// adjacent one.
    PASSED: 6;
    /// The number of shatras that can step forward, up to 8.
    MOBILE: 9;
    /// A batyr, by half the number of squares to which it can slide.
    BATYR_MOBILITY: MOBILITIES;
    /// A tura, by the number of squares to which it can slide.
    TURA_MOBILITY: MOBILITIES;
    /// A yalkyn, by the number of squares to which it can slide.
    YALKYN_MOBILITY: MOBILITIES;
    /// The biy, by the number of enemies next to it, up to 3.
    BIY_ENEMIES: 4;
    /// The biy, by the number of men of its own side next to it.
    BIY_SHIELD: 9;
    /// The biy, by the number of lines along which it could be jumped, while the enemy has
    /// no officer outside the reserve.
    BIY_LINES: 9;
    /// The same while the enemy has an officer outside the reserve.
    BIY_LINES_HUNTED: 9;
    /// The biy, by the number of these lines along which an enemy officer attacks it, up
    /// to 3.
    BIY_LINES_ATTACKED: 4;
    /// The number of men that could capture if the side were to move, up to 3; 0 for the
    /// side to move.
    CAPTURERS: 4;
    /// An enemy man that the side could capture if it were to move, by kind; none for the
    /// side to move.
    CAPTURABLE: 5;
    /// The number of men in reserve, up to 11.
    RESERVE_SIZE: 12;
    /// The biy, by its location (own zone, own half, beyond the ditch) and by whether its
    /// side has fewer men than the other side, about as many, or more.
    BIY_STANDING: 9;
    /// The number of steps straight ahead that shatras have left, up to 15: spare turns.
    SPARE: 16;
    /// The side to move, by whether it has fewer such steps than the other side, as many,
    /// or more.
    SPARE_TEMPO: 3;
    /// The number of squares next to the enemy's biy that officers outside the reserve
    /// attack.
    BIY_RING: 9;
    /// The biy, by its location (own zone, own half, beyond the ditch) and the number of
    /// enemy officers outside the reserve, up to 3.
    BIY_HUNTERS: 12;
    /// The biy, by the number of lines along which it would have to jump over a man placed
    /// next to it: captures are compulsory, so a sacrifice there lures the biy away.
    BIY_LURES: 9;
}

/// Returns the square from the side's point of view: turned by half a turn for Black.
#[inline]
pub const fn relative(square: Square, color: Color) -> Square {
    match color {
        Color::White => square,
        Color::Black => half_turn(square),
    }
}

/// Returns the place of a square, given from its side's point of view.
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
        let mut square_counts = [0; PLACES];
        for square in geometry::squares() {
            square_counts[place(square)] += 1;
            let (file, rank) = (geometry::file_of(square), geometry::rank_of(square));
            let mirror = geometry::square_at(6 - file, rank).unwrap();
            assert_eq!(place(square), place(mirror));
        }
        assert!(square_counts.iter().all(|count| (1..=2).contains(count)));
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
